import Base
import Engine
import Insights
import Journal
import Records
import Store

extension OpenVault {
    /// A month in review, counted once until something is written.
    package func review(_ month: LocalMonth) throws -> MonthReview {
        let today = surroundings.wall.day
        return try cached(Cached.review(month, today)) { try reviewed(month, today: today) }
    }

    /// The default month of a review: the latest one that is over and has an entry, otherwise this one.
    package func reviewedMonth() throws -> LocalMonth {
        let now = surroundings.wall.day.month
        return try monthsWithEntries().first { $0 < now } ?? now
    }

    private func reviewed(_ month: LocalMonth, today: LocalDay) throws -> MonthReview {
        let days = month.days
        // Entries dated in the future do not count yet.
        let last = days.lowerBound <= today ? min(days.upperBound, today) : days.upperBound
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (days.lowerBound, last)
        let own = Selection(query: query, journals: try ownJournals())
        var writing = MonthWriting()
        let unreadable = try store.eachEntry(own) { stored in
            writing.add(stored, photos: try photos(of: stored))
            return true
        }
        let logged = try logged(days)
        let before = try days.lowerBound.adding(days: -1).map { try self.logged($0.month.days) } ?? Logged()
        let levels = MonthLevels(logged, before)
        return MonthReview(
            month: month, isGoingOn: today <= days.upperBound && today >= days.lowerBound, daysWritten: writing.days.count,
            daysSoFar: days.lowerBound > today ? 0 : last.number - days.lowerBound.number + 1, entries: writing.entries,
            unreadable: unreadable,
            words: writing.words, longestRun: writing.longestRun, moods: writing.countedMoods, photos: writing.photos,
            moodScore: levels.mood, symptoms: levels.symptoms,
            doses: OpenVault.doses(logged), cravings: levels.craving, sentences: writing.sentences)
    }

    private func photos(of stored: StoredEntry) throws -> Int {
        stored.attachments.isEmpty ? 0 : try attachments(of: stored).count { $0.type.hasPrefix("image/") }
    }

    private static func doses(_ logged: Logged) -> [MonthReview.Doses] {
        let used = logged.usedDays
        var states: [RecordID: [Adherence.State: Int]] = [:]
        for dose in logged.doses {
            let isUsed = used.contains(dose.occurrence.day.number)
            guard let state = Adherence.State(dose, used: isUsed) else { continue }
            states[dose.occurrence.medication, default: [:]][state, default: 0] += 1
        }
        let list = states.compactMap { medicine, counts -> MonthReview.Doses? in
            guard let title = logged.medications[medicine]?.title else { return nil }
            func count(_ states: Adherence.State...) -> Int { states.reduce(0) { $0 + (counts[$1] ?? 0) } }
            return MonthReview.Doses(
                title: title, taken: count(.taken, .early, .late), early: count(.early), late: count(.late),
                notTaken: count(.skipped, .missed),
                unknown: count(.unknown))
        }
        return list.sorted { ($0.title, $0.taken) < ($1.title, $1.taken) }
    }
}

/// What was written in a month, read newest first.
struct MonthWriting {
    private(set) var entries = 0
    private(set) var words = 0
    private(set) var photos = 0
    private(set) var days: Set<Int> = []
    private var moods: [String: Int] = [:]
    private var candidates: [[SentenceChoice.Candidate]] = []

    mutating func add(_ stored: StoredEntry, photos: Int) {
        let entry = stored.entry
        entries += 1
        days.insert(entry.day.number)
        words += entry.text.split { $0.isWhitespace }.count { $0.contains { $0.isLetter || $0.isNumber } }
        self.photos += photos
        if let mood = entry.mood { moods[mood.name, default: 0] += 1 }
        candidates.append(
            SentenceChoice.candidates(of: entry.text).map {
                SentenceChoice.Candidate(entry: stored.id, day: entry.day, text: $0)
            })
    }

    /// The most frequent first.
    var countedMoods: [MonthReview.Count] {
        moods.map { MonthReview.Count(name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }

    var longestRun: Int {
        var (longest, run, last) = (0, 0, Int.min)
        for day in days.sorted() {
            run = day == last &+ 1 ? run + 1 : 1
            (longest, last) = (max(longest, run), day)
        }
        return longest
    }

    /// By time.
    var sentences: [MonthReview.Sentence] {
        let count = MonthReview.sentenceCount(daysWritten: days.count)
        return SentenceChoice.chosen(count, of: candidates.reversed().flatMap { $0 }).map {
            MonthReview.Sentence(entry: $0.entry, day: $0.day, text: $0.text)
        }
    }
}

/// Means of a month and the one before, over the days' levels, so that logging more often on bad days does not make a month look
/// worse.
private struct MonthLevels {
    private let now: Logged
    private let before: Logged
    private static let mostSymptoms = 12

    init(_ now: Logged, _ before: Logged) { (self.now, self.before) = (now, before) }

    var mood: MonthReview.Level? { level { $0.checkIns.compactMap { entry in entry.mood.map { (entry.day.number, $0) } } } }
    var craving: MonthReview.Level? { level { $0.checkIns.compactMap { entry in entry.craving.map { (entry.day.number, $0) } } } }

    /// The one logged on the most days first.
    var symptoms: [MonthReview.Symptom] {
        var names: [String: String] = [:]
        for entry in now.symptoms.sorted(by: { $0.instant < $1.instant }) { names[entry.key] = entry.symptom }
        let list = names.compactMap { key, name in
            level { $0.symptoms.filter { $0.key == key }.map { ($0.day.number, $0.severity) } }.map {
                MonthReview.Symptom(name: name, level: $0)
            }
        }
        return Array(list.sorted { ($1.level.days, $0.name) < ($0.level.days, $1.name) }.prefix(MonthLevels.mostSymptoms))
    }

    private func level(_ values: (Logged) -> [(day: Int, value: Int)]) -> MonthReview.Level? {
        let (own, earlier) = (values(now), values(before))
        guard let mean = MonthLevels.mean(own) else { return nil }
        let past = MonthLevels.mean(earlier)
        return MonthReview.Level(
            mean: mean.mean, days: mean.days, entries: own.count, before: past?.mean, daysBefore: past?.days ?? 0)
    }

    private static func mean(_ values: [(day: Int, value: Int)]) -> (mean: Double, days: Int)? {
        let days = Dictionary(grouping: values) { $0.day }
        guard !days.isEmpty else { return nil }
        let sum = days.keys.sorted().reduce(0.0) { sum, day in
            let list = days[day] ?? []
            return sum + list.reduce(0.0) { $0 + Double($1.value) } / Double(max(list.count, 1))
        }
        return (sum / Double(days.count), days.count)
    }
}

import Journal

/// What became of every record of an export of Apple Health: grouped, because there are millions.
///
/// `read` is kept + changed + merged + skipped, because the counts are taken from the groups.
package struct HealthReceipt: Sendable {
    /// How many records of one type met with one reason.
    package struct Group: Hashable, Sendable {
        /// `StepCount`, `HeartRate`; `unreadable` for places that are no XML.
        package var type: String
        /// What happened.
        package var reason: Reason

        package init(type: String, reason: Reason) { (self.type, self.reason) = (type, reason) }
    }

    /// One of the first records that cannot be taken.
    package struct Problem: Hashable, Sendable {
        /// From 1.
        package var line: Int
        /// Its type, as in `Group`.
        package var type: String
        /// Why not.
        package var reason: Reason

        package init(line: Int, type: String, reason: Reason) { (self.line, self.type, self.reason) = (line, type, reason) }
    }

    /// One of those who measured.
    package struct Source: Hashable, Sendable {
        /// As it names itself.
        package var name: String
        /// Records of steps, sleep and symptoms.
        package var records: Int

        package init(name: String, records: Int) { (self.name, self.records) = (name, records) }
    }

    /// What became of the days of one measure.
    package struct Days: Hashable, Sendable {
        /// Not there before.
        package var added = 0
        /// There, with another value.
        package var updated = 0
        /// There as they are.
        package var unchanged = 0
        /// There with another value that stays, or deleted.
        package var refused = 0
        /// The sum of the days that are there now as the export says: steps, or minutes asleep.
        package var total = 0.0

        /// Those that are there now as the export says.
        package var count: Int { added + updated + unchanged }

        package init() {}
    }

    /// Nothing was written.
    package let isDry: Bool
    /// How many records there were of each group.
    package private(set) var groups: [Group: Int] = [:]
    /// The first hundred, in the order of the file.
    package private(set) var problems: [Problem] = []
    /// The days, by what was measured.
    package var days: [HealthSample.Measure: Days] = [:]
    /// Symptom entries that were added.
    package var symptoms = 0
    /// The first and the last day of which something is imported.
    package var range: ClosedRange<LocalDay>?
    /// Who measured, the most trusted first.
    package var sources: [Source] = []
    /// What a person should know.
    package var notes: [Note] = []

    /// How many problems are named one by one.
    package static let namedProblems = 100
    static let unreadable = "unreadable"

    /// An empty one; `isDry` where nothing is written.
    package init(isDry: Bool) { self.isDry = isDry }

    /// How many records had this outcome.
    package func count(_ outcome: Receipt.Outcome) -> Int {
        groups.reduce(0) { $0 + ($1.key.reason.outcome == outcome ? $1.value : 0) }
    }

    /// How many records were read.
    package var read: Int { groups.values.reduce(0, +) }

    /// Records by type, the most frequent first.
    package var types: [(type: String, read: Int)] {
        var sums: [String: Int] = [:]
        for (group, count) in groups { sums[group.type, default: 0] += count }
        return sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (type: $0.key, read: $0.value) }
    }

    /// Counts records with this outcome; `line` names the first of those that are problems.
    package mutating func add(_ reason: Reason, type: String, times: Int = 1, line: Int? = nil) {
        guard times > 0 else { return }
        groups[Group(type: type, reason: reason), default: 0] += times
        if let line, problems.count < HealthReceipt.namedProblems {
            problems.append(Problem(line: line, type: type, reason: reason))
        }
    }

    /// How much of the file could be read.
    package enum Extent {
        /// All of it.
        case whole
        /// All but some places that are no XML, each of which may have cost a record.
        case damaged
        /// It ends too early, or was given up: all from there on is missing.
        case cutShort
    }

    /// How much of the file could be read.
    package var extent: Extent {
        func holds(_ reason: Reason) -> Bool { groups[Group(type: HealthReceipt.unreadable, reason: reason)] != nil }
        let isGivenUp = notes.contains {
            switch $0 {
            case .givenUp, .archiveBroke: true
            default: false
            }
        }
        if isGivenUp || holds(.cutOff) { return .cutShort }
        return holds(.damaged) ? .damaged : .whole
    }

    /// Extends the range of days.
    package mutating func include(_ day: LocalDay) {
        range = range.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    }
}

extension HealthReceipt {
    /// Why records ended as they did.
    package enum Reason: String, CaseIterable, Sendable {
        /// They count as they are.
        case counted
        /// Another source that goes first, or the same one, covers a part of their time.
        case partlyCovered = "partly_covered"
        /// Others cover all of their time.
        case covered
        /// The same symptom at the same second.
        case twice
        /// Their day, or their symptom entry, is here as it is.
        case here
        /// Their day is here from an export that was made later, or of which less is missing than of this one.
        case olderExport = "older_export"
        /// What they say was deleted here.
        case deleted
        /// A type that is not imported.
        case notImported = "not_imported"
        /// No date, or none that exists.
        case badDate = "bad_date"
        /// They end before they begin.
        case endsBeforeStart = "ends_before_start"
        /// They lie before 1900 or in the future.
        case outsideTime = "outside_time"
        /// They cover more time than can be told of a day, a night or a bout.
        case tooLong = "too_long"
        /// A sleep record that lasts no time.
        case noDuration = "no_duration"
        /// No number of steps.
        case badValue = "bad_value"
        /// A value that this type does not have.
        case unknownValue = "unknown_value"
        /// Nobody says who measured.
        case noSource = "no_source"
        /// More on one day than anything measures.
        case crowded
        /// They say only that somebody was awake.
        case onlyAwake = "only_awake"
        /// What they add up to cannot be.
        case impossible
        /// A place that is no XML.
        case damaged
        /// The file ends too early.
        case cutOff = "cut_off"

        /// As what the records count.
        package var outcome: Receipt.Outcome {
            switch self {
            case .counted: .kept
            case .partlyCovered: .changed
            case .covered, .twice: .merged
            default: .skipped
            }
        }
    }

    /// What a person should know.
    package enum Note: Hashable, Sendable {
        /// Names of sources were given that are not in the export.
        case noSuchSource(String)
        /// The export renders its times with another offset than the owner's zone has: its days may be others.
        case otherOffset(export: Int, here: Int)
        /// Of some nights only the time in bed is known.
        case onlyInBed(nights: Int)
        /// The archive is damaged inside the export.
        case archiveBroke(AppleHealthError)
        /// Too much of the file is no XML.
        case givenUp(line: Int)
    }
}

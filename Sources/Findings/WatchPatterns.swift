import Base
import Engine
import Insights
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// The patterns without a new look; see `lookForPatterns`.
    package func patterns() throws -> Patterns {
        let (first, look) = (try firstLoggedDay(), try lookRecord())
        return Patterns(
            try patternRecords(), on: surroundings.wall.day.number, look: look,
            nextLook: first.flatMap { nextLook(after: look?.last, first: $0) }, firstDay: first,
            medicines: Dictionary(try medications(archived: true).map { ($0.id, $0.value.title) }) { first, _ in first })
    }

    /// Takes all due looks, several if a history was imported, and saves their results.
    /// - Returns: whether there was a look.
    @discardableResult
    package nonisolated func lookForPatterns() async throws -> Bool {
        guard let looks = try await dueLooks() else { return false }
        try await keep(looks.done())
        return true
    }

    package func dismissPattern(_ id: RecordID, _ isDismissed: Bool = true) throws {
        try change(id) { $0.isDismissed = isDismissed }
    }

    /// Snoozes a pattern for up to 366 days from today; 0 undoes that.
    package func snoozePattern(_ id: RecordID, days: Int) throws {
        let until = surroundings.wall.day.adding(days: min(max(days, 0), 366))
        try change(id) { $0.snoozedUntil = until }
    }

    private func change(_ id: RecordID, _ change: (inout PatternRecord) -> Void) throws {
        let journal = try firstJournal()
        try act(in: journal) { writer in
            let state = try writer.state(of: id, kind: PatternRecord.kind, journal: journal)
            guard let current = PatternRecord(fields: state.values) else {
                throw HealthError.noSuchRecord(kind: PatternRecord.kind)
            }
            var changed = current
            change(&changed)
            let fields = changed.fields.filter { current.fields[$0.key] != $0.value }
            return [state.mutation(kind: PatternRecord.kind, record: id, setting: fields)]
        }
    }

    private func patternRecords() throws -> [Patterns.Shown] {
        try cached(Cached.patterns) {
            try store.records(kind: PatternRecord.kind).compactMap { record in
                PatternRecord(fields: record.state.values).map { Patterns.Shown(id: record.id, pattern: $0) }
            }
        }
    }

    private func lookRecord() throws -> LookRecord? {
        try cached(Cached.look) {
            try store.records(kind: LookRecord.kind).lazy.compactMap { LookRecord(fields: $0.state.values) }.first
        }
    }

    private func firstLoggedDay() throws -> LocalDay? {
        try cached(Cached.firstDay) {
            let days = [try store.firstEntryDay(journals: ownJournals())] + (try HealthRecord.kinds.map { try firstDay($0) })
            return days.compactMap(\.self).min()
        }
    }

    private func firstDay<Kept: LoggedValue>(_ type: Kept.Type) throws -> LocalDay? {
        try records(type, limit: 1, newestFirst: false).first?.value.day
    }

    private nonisolated func nextLook(after last: Int?, first: LocalDay) -> LocalDay? {
        let today = surroundings.wall.day.number
        let next =
            last.map { Looks.next(after: Looks.last($0, today: today, first: first.number), first: first.number) } ?? first.number
            + Watcher.firstLook
        return LocalDay(number: next)
    }

    /// The due looks with everything they need: they are taken outside the vault, which may be written to or locked meanwhile;
    /// `nil` if none is due.
    package func dueLooks() throws -> Looks? {
        let today = surroundings.wall.day
        guard let first = try firstLoggedDay() else { return nil }
        let record = try lookRecord()
        var looks = Looks(first: first.number, today: today.number, taken: record, journal: try firstJournal())
        guard !looks.days.isEmpty else { return nil }
        let oldest = looks.days[0] - Looks.memory
        guard let from = LocalDay(number: max(oldest, first.number)), from < today, let last = today.adding(days: -1) else {
            return nil
        }
        looks.read(try logged(from...last), known: try patternRecords().map(\.pattern.watch), closed: try closedFactors())
        return looks
    }

    /// The factors tested by running trials, which no one may see before the end.
    package func closedFactors() throws -> Set<Factor.Name> {
        let today = surroundings.wall.day
        let factors = try trials().map(\.value).filter { $0.isOpen(on: today) }.flatMap { trial -> [Factor.Name] in
            switch trial.sign {
            case .tag(let tag): [.tag(SymptomEntry.key(of: tag))]
            case .medicine(let medicine): [.taken(medicine), .late(medicine), .missed(medicine)]
            case nil: []
            }
        }
        return Set(factors)
    }

    /// Saves the results of looks. If another window or device has looked meanwhile, or the vault is another one, all of them are
    /// dropped: a decision is never made twice.
    package func keep(_ done: Looks.Result) throws {
        let journal = try firstJournal()
        guard done.journal == journal, done.taken == (try lookRecord()) else { return }
        try act(in: journal) { writer in
            var mutations: [Mutation] = []
            for watch in done.changed {
                let id = PatternRecord.record(of: watch)
                let state = try writer.state(of: id, kind: PatternRecord.kind, journal: journal)
                var new = PatternRecord(watch)
                if let kept = PatternRecord(fields: state.values) {
                    guard kept.watch.isWatching || kept.watch.isMeasuredBy(watch) else { continue }
                    (new.isDismissed, new.snoozedUntil) = (kept.isDismissed, kept.snoozedUntil)
                }
                mutations.append(state.mutation(kind: PatternRecord.kind, record: id, setting: new.fields))
            }
            let state = try writer.state(of: LookRecord.record, kind: LookRecord.kind, journal: journal)
            return mutations + [state.mutation(kind: LookRecord.kind, record: LookRecord.record, setting: done.look.fields)]
        }
    }
}

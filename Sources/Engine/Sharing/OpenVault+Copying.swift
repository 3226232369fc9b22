import Base
import Journal
import Ledger
import Records
import Store

/// Keeps excerpts up to date: copies what a plan shows to its journal, and removes what it no longer shows.
extension OpenVault {
    /// The most records changed in one call; the next one continues.
    static let mostCopies = 2_000
    /// The limits of one operation of copies: records, or bytes of text.
    private static let copiesOfOperation = (records: 200, bytes: 256 << 10)

    /// Brings all excerpts up to date, and closes expired ones. A second call changes nothing. Called after each round of sync,
    /// when this device knows what the others have written.
    /// - Returns: whether something was written.
    @discardableResult
    func refreshExcerpts() throws -> Bool {
        let today = surroundings.wall.day
        let before = try store.logPosition()
        // Nothing was written since, and the day is the same.
        if let seen = refreshedExcerpts, seen.position == before, seen.day == today { return false }
        var left = OpenVault.mostCopies
        var over: [JournalID] = []
        for excerpt in try excerpts() {
            let journal = excerpt.journal
            guard try owns(journal) else { continue }
            guard try excerpt.ended == nil || !isDestroyed(journal) else {
                // The copies are no longer useful, and their keys would fill the vault.
                if try isEndKnown(journal) { over.append(journal) }
                continue
            }
            guard !excerpt.isOver(on: today) else {
                // No key is changed if operations are missing: `repair` comes first, and nothing more is copied until then.
                do { try closeExcerpt(excerpt) } catch KeysError.needsRepair {}
                continue
            }
            // A device that is new to the journal adds itself in this round, and copies in the next.
            guard try control(of: journal).devices[device] != nil else { continue }
            left = try refresh(excerpt, scope(of: excerpt.plan, on: today), atMost: left)
        }
        for journal in over { try removeCopy(of: journal) }
        let after = try store.logPosition()
        if left > 0 { refreshedExcerpts = (after, today) }
        return after > before
    }

    /// Removes a journal's records from all excerpts before the journal is removed: afterwards their origin is unknown.
    func takeBackCopies(from source: JournalID) throws {
        let today = surroundings.wall.day
        for excerpt in try excerpts() where try excerpt.ended == nil && owns(excerpt.journal) {
            guard try control(of: excerpt.journal).devices[device] != nil else { continue }
            var scope = try scope(of: excerpt.plan, on: today)
            guard scope.sources.remove(source) != nil else { continue }
            while try refresh(excerpt, scope, atMost: OpenVault.mostCopies) == 0 {}
        }
    }

    /// - Returns: how many more records may be changed.
    private func refresh(_ excerpt: Excerpt, _ scope: ExcerptScope, atMost most: Int) throws -> Int {
        var changes = ExcerptChanges(room: most)
        // Records that may no longer be read are removed first.
        for copy in try store.records(kind: ExcerptScope.recordKind) where copy.journal == excerpt.journal && !copy.state.isGone {
            guard changes.hasRoom else { break }
            if try !isKept(copy.id, copy.state, scope) { changes.takeBack(copy.id, copy.state) }
        }
        try copyAll(scope, excerpt.journal, &changes)
        try commit { _ in
            for batch in changes.batches(records: OpenVault.copiesOfOperation.records, bytes: OpenVault.copiesOfOperation.bytes) {
                try appendAllowed(batch, to: excerpt.journal, on: .record)
            }
        }
        return changes.room
    }

    /// What a plan shows on a given day.
    func scope(of plan: ExcerptPlan, on today: LocalDay) throws -> ExcerptScope {
        let window = plan.window(on: today)
        var medicines: Set<RecordLink> = []
        if plan.parts.contains(.medicines) {
            medicines = Set(try records(Intake.self, on: window).map(\.value.medication))
            for schedule in try allSchedules() where ExcerptScope.isInForce(schedule.value, on: window) {
                medicines.insert(schedule.value.medication)
            }
        }
        return ExcerptScope(plan: plan, window: window, sources: try ownJournals(), medicines: medicines)
    }

    /// Whether a copy may stay. A copy whose record this device does not have stays as long as its day is shown: another device
    /// made it, and knows more.
    private func isKept(_ id: RecordID, _ copy: RecordState, _ scope: ExcerptScope) throws -> Bool {
        if let day = copy["day"]?.string.flatMap({ LocalDay(iso: $0) }), !scope.window.contains(day) { return false }
        func isShown<Kept: RecordValue>(_ type: Kept.Type, _ fields: (Stored<Kept>) -> [String: JSON]?) throws -> Bool {
            guard let stored = try store.stored(type, id) else { return true }
            return fields(stored) != nil
        }
        switch copy["kind"]?.string {
        case SymptomEntry.kind: return try isShown(SymptomEntry.self) { scope.fields(of: $0) }
        case MeasureEntry.kind: return try isShown(MeasureEntry.self) { scope.fields(of: $0) }
        case CheckIn.kind: return try isShown(CheckIn.self) { scope.fields(of: $0) }
        case Medication.kind: return try isShown(Medication.self) { scope.fields(of: $0) }
        case Schedule.kind: return try isShown(Schedule.self) { scope.fields(of: $0) }
        case Intake.kind: return try isShown(Intake.self) { scope.fields(of: $0) }
        case Entry.kind: return try store.entry(id).map { scope.fields(of: $0) != nil } ?? true
        default: return true
        }
    }

    private func copyAll(_ scope: ExcerptScope, _ journal: JournalID, _ changes: inout ExcerptChanges) throws {
        try store.read { writer in
            try eachShown(by: scope) { id, fields in
                changes.set(fields, of: id, as: try writer.state(of: id, kind: ExcerptScope.recordKind, journal: journal))
                return changes.hasRoom
            }
        }
    }

    /// Iterates over the records and fields that a plan shows, kind by kind, each newest first, until the body returns false.
    func eachShown(by scope: ExcerptScope, _ body: (RecordID, [String: JSON]) throws -> Bool) throws {
        let (range, parts) = (Instant.span(around: scope.window), scope.plan.parts)
        func show(_ id: RecordID, _ fields: [String: JSON]?) throws -> Bool { try fields.map { try body(id, $0) } ?? true }
        if parts.contains(.symptoms) {
            try eachStored(SymptomEntry.self, in: range, newestFirst: true) { try show($0.id, scope.fields(of: $0)) }
        }
        if parts.contains(.measures) {
            try eachStored(MeasureEntry.self, in: range, newestFirst: true) { try show($0.id, scope.fields(of: $0)) }
        }
        if parts.contains(.checkIns) {
            try eachStored(CheckIn.self, in: range, newestFirst: true) { try show($0.id, scope.fields(of: $0)) }
        }
        if parts.contains(.medicines) {
            try eachStored(Medication.self) { try show($0.id, scope.fields(of: $0)) }
            try eachStored(Schedule.self) { try show($0.id, scope.fields(of: $0)) }
            try eachStored(Intake.self, in: range, newestFirst: true) { try show($0.id, scope.fields(of: $0)) }
        }
        if parts.contains(.moods) || !scope.plan.tags.isEmpty {
            var query = SearchQuery()
            (query.firstDay, query.lastDay) = (scope.window.lowerBound, scope.window.upperBound)
            let count = try store.eachEntry(Selection(query: query, journals: scope.sources)) {
                try show($0.id, scope.fields(of: $0))
            }
            unreadable.note(count, of: Entry.kind)
        }
    }
}

/// The changes to an excerpt's journal.
private struct ExcerptChanges {
    /// How many more records may be changed.
    private(set) var room: Int
    private var list: [Mutation] = []

    init(room: Int) { self.room = room }

    var hasRoom: Bool { room > 0 }

    /// Shows exactly these fields of a record: earlier fields that are no longer shown are emptied.
    mutating func set(_ fields: [String: JSON], of id: RecordID, as state: RecordState) {
        var wanted = fields
        for (name, write) in state.fields where wanted[name] == nil && write.value != .null && name != "gone" {
            wanted[name] = .null
        }
        if state.isGone { wanted["gone"] = false }
        add(state.mutation(kind: ExcerptScope.recordKind, record: id, setting: wanted))
    }

    /// Removes a record and empties it, so that no snapshot contains it.
    mutating func takeBack(_ id: RecordID, _ state: RecordState) {
        var emptied: [String: JSON] = state.fields.filter { $0.value.value != .null }.mapValues { _ in .null }
        emptied["gone"] = true
        add(state.mutation(kind: ExcerptScope.recordKind, record: id, setting: emptied))
    }

    private mutating func add(_ mutation: Mutation) {
        guard !mutation.fields.isEmpty, room > 0 else { return }
        room -= 1
        list.append(mutation)
    }

    /// The changes, split into operations.
    func batches(records: Int, bytes: Int) -> [[Mutation]] {
        var batches: [[Mutation]] = []
        var (batch, size): ([Mutation], Int) = ([], 0)
        for mutation in list {
            batch.append(mutation)
            size += mutation.fields["text"]?.string?.utf8.count ?? 0
            guard batch.count >= records || size >= bytes else { continue }
            batches.append(batch)
            (batch, size) = ([], 0)
        }
        return batch.isEmpty ? batches : batches + [batch]
    }
}

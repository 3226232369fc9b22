import Base
import Journal
import Ledger
import Records
import Store

/// Why a record of the health log or the support plan is not read or changed.
package enum HealthError: Error, Hashable, Sendable {
    case fault(HealthFault)
    /// No record of this kind has a name that begins so, or it is deleted.
    case noSuchRecord(kind: String)
    case ambiguous(kind: String, count: Int)
    case badID
    case notDeleted(kind: String)
    /// Deleted longer ago than `Limits.deletedDays`.
    case deletedTooLongAgo(kind: String)
    case noSuchDose
    /// The dose is not logged, so there is nothing to undo.
    case doseNotSettled
    /// No medicine, or none in use, has this name.
    case noSuchMedication(String)
    /// Several medicines have this name, or a name that begins so.
    case ambiguousMedication(String, titles: [String])
    /// The medicine has doses, and the caller did not say whether to keep or delete them.
    case medicationHasDoses
    /// The schedule has ended: it may have been replaced in another window or on another device.
    case scheduleEnded
    /// The medicine is archived, and so has no schedule.
    case medicationArchived
    /// The dose would break a limit that its owner has set, as a sentence says; the caller asks, and says that it is meant.
    case overLimit(String)
    /// The dose is not due for more than its window, as a sentence says; the caller asks, and says that it is meant.
    case early(String)
    /// The dose was taken, as a sentence says: nothing else is logged for it.
    case doseTaken(String)
    /// The schedule starts late, or has a dose when another one of the medicine has one, as a sentence says; the caller asks.
    case scheduleDoubt(String)
    /// Another medicine has this name and strength: their doses could not be told apart.
    case medicationExists(String, id: RecordID, isArchived: Bool)
    /// The stock would be more than an amount can be.
    case tooMuchStock
    case inTheFuture
    /// A schedule with the same days and times is active for this medicine.
    case sameSchedule
    /// Measurements under two names are of different kinds, or in units that cannot be converted.
    case otherMeasure
    /// A typed measurement that has to be asked about.
    case unclear(MeasureReading)
    /// Its days cannot be moved so: not all of them by the same number of weeks, or beyond a month, or it counts hours.
    case cannotShift
    /// A part of the support plan has the most lines it may have.
    case tooManyLines(limit: Int)
}

extension HealthError {
    /// What to ask before a dose is logged that is over a limit or early, or a schedule begun that may be a slip; `nil` for every other
    /// error.
    package var question: String? {
        switch self {
        case .overLimit(let words), .early(let words), .scheduleDoubt(let words): words
        default: nil
        }
    }
}

package protocol HealthValue: RecordValue {
    /// The first fault; `nil` if it is valid.
    var fault: HealthFault? { get }
}

/// A value under a name that the person gave it: a symptom, a measure.
package protocol NamedEntry: LoggedValue {
    /// Identifies what it is about: the name in lower case.
    var key: String { get }
    var name: String { get set }
}

extension Medication: HealthValue {}
extension Schedule: HealthValue {}

extension OpenVault {
    /// A record; throws if it does not exist, or is deleted and deleted ones are not wanted.
    package func record<Kept: HealthValue>(
        _ type: Kept.Type, _ id: RecordID, evenDeleted: Bool = false
    ) throws -> Stored<Kept> {
        guard let found = try store.stored(type, id), evenDeleted || found.deleted == nil else {
            throw HealthError.noSuchRecord(kind: Kept.kind)
        }
        return found
    }

    /// The record of a kind whose name begins with the input, at least one character.
    package func record<Kept: HealthValue>(
        _ type: Kept.Type, named text: String, evenDeleted: Bool = false
    ) throws -> Stored<Kept> {
        guard let range = RecordID.range(ofPrefix: text) else { throw HealthError.badID }
        let found = try store.recordIDs(in: range, kinds: [Kept.kind], limit: 100).compactMap { try store.stored(type, $0.id) }
            .filter { evenDeleted || $0.deleted == nil }
        guard found.count < 2 else { throw HealthError.ambiguous(kind: Kept.kind, count: found.count) }
        guard let only = found.first else { throw HealthError.noSuchRecord(kind: Kept.kind) }
        return only
    }

    /// The kind of the one health record, which is not deleted, whose name begins with the input; `nil` if there is none, or several.
    package func healthKind(named text: String) throws -> String? {
        guard let range = RecordID.range(ofPrefix: text) else { throw HealthError.badID }
        let kinds = HealthRecord.kinds.filter { RecordKind.of($0.kind).page != nil }.map { $0.kind }
        let found = try store.recordIDs(in: range, kinds: kinds + [Medication.kind, Schedule.kind], limit: 100)
            .filter { try store.state(of: $0.id, kind: $0.kind)?.isGone == false }
        return found.count == 1 ? found[0].kind : nil
    }

    /// Records of a kind that are not deleted, the newest first, at most `limit`, within a range of time or all; of the owner's
    /// own journals only, so that no one else's data counts.
    package func records<Kept: HealthValue>(
        _ type: Kept.Type, in range: Range<Instant>? = nil, limit: Int = .max, newestFirst: Bool = true,
        where isWanted: (Kept) -> Bool = { _ in true }
    ) throws -> [Stored<Kept>] {
        var list: [Stored<Kept>] = []
        guard limit > 0 else { return [] }
        let own = try ownJournals()
        try eachStored(type, in: range, newestFirst: newestFirst) { stored in
            if stored.deleted == nil, own.contains(stored.journal), isWanted(stored.value) { list.append(stored) }
            return list.count < limit
        }
        return list
    }

    /// Iterates over records as `Store.eachStored` does, and remembers how many could not be read.
    package func eachStored<Kept: RecordValue>(
        _ type: Kept.Type, in range: Range<Instant>? = nil, newestFirst: Bool = false, filter: RecordFilter = .all,
        _ body: (Stored<Kept>) throws -> Bool
    ) throws {
        let count = try store.eachStored(type, in: range, newestFirst: newestFirst, filter: filter, body)
        unreadable.note(count, of: Kept.kind)
    }

    /// Records of these civil days, the newest first. In another time zone a day begins up to a day earlier or later, so more
    /// records are read than returned.
    package func records<Kept: HealthValue & MomentValue>(
        _ type: Kept.Type, on days: ClosedRange<LocalDay>, limit: Int = .max, newestFirst: Bool = true,
        where isWanted: (Kept) -> Bool = { _ in true }
    ) throws -> [Stored<Kept>] {
        try records(type, in: Instant.span(around: days), limit: limit, newestFirst: newestFirst) {
            days.contains($0.day) && isWanted($0)
        }
    }

    /// Records of a kind that can be restored, the latest deletion first.
    package func deletedRecords<Kept: HealthValue>(_ type: Kept.Type) throws -> [Stored<Kept>] {
        var list: [Stored<Kept>] = []
        // The filter works on the stored form of a record's state; false matches are dropped when it is read.
        try eachStored(type, filter: .deleted) { stored in
            if let deleted = stored.deleted, deleted >= deletionHorizon { list.append(stored) }
            return true
        }
        return list.sorted { ($0.deleted ?? 0, $0.id) > ($1.deleted ?? 0, $1.id) }
    }

    /// Saves a new record; throws `HealthError.fault`.
    /// - Parameter once: identifies the submitted form: sent twice, it creates one record.
    /// - Parameter named: the journal, instead of the one of its kind.
    @discardableResult
    package func add<Kept: HealthValue>(
        _ value: Kept, once: String? = nil, in named: JournalID? = nil
    ) throws -> Stored<Kept> {
        if let fault = value.fault { throw HealthError.fault(fault) }
        try refuseFuture(value)
        var id = newID(once)
        if once != nil, let known = try store.stored(Kept.self, id) {
            if known.deleted == nil { return known }
            // It was undone since, and is wanted again.
            id = newID(nil)
        }
        let new = value.made(id, at: surroundings.now())
        let journal = try named ?? (RecordKind.of(Kept.kind).isInDiary ? defaultJournal() : firstJournal())
        try act(in: journal) { _ in [new] }
        return try record(Kept.self, id)
    }

    /// Replaces a record's value: only what differs is written. Throws `HealthError`.
    @discardableResult
    package func change<Kept: HealthValue>(_ id: RecordID, to value: Kept) throws -> Stored<Kept> {
        let current = try record(Kept.self, id)
        // A list that grew too long because devices added to it at the same time may stay; only longer ones are refused.
        let hasMore = ListForm.lists(of: Kept.kind).keys.contains { list in
            (value.fields[list]?.array?.count ?? 0) > (current.value.fields[list]?.array?.count ?? 0)
        }
        if let fault = value.fault, hasMore || fault != current.value.fault { throw HealthError.fault(fault) }
        try refuseFuture(value)
        let fields = value.fields.filter { current.value.fields[$0.key] != $0.value }
        try set(fields, on: current)
        return try record(Kept.self, id)
    }

    package func delete<Kept: HealthValue>(_ type: Kept.Type, _ id: RecordID) throws {
        try set(["gone": true], on: try record(type, id))
    }

    @discardableResult
    package func restore<Kept: HealthValue>(_ type: Kept.Type, _ id: RecordID) throws -> Stored<Kept> {
        try set(["gone": false], on: try restorable(type, id))
        return try record(type, id)
    }

    func restorable<Kept: HealthValue>(_ type: Kept.Type, _ id: RecordID) throws -> Stored<Kept> {
        let found = try record(type, id, evenDeleted: true)
        guard let deleted = found.deleted else { throw HealthError.notDeleted(kind: Kept.kind) }
        guard deleted >= deletionHorizon else { throw HealthError.deletedTooLongAgo(kind: Kept.kind) }
        return found
    }

    /// How far in the future something may be dated, in milliseconds: clocks differ.
    private static let clockSlack: Int64 = 600_000

    /// Throws if the moment is in the future: that is a mistyped date.
    func refuseFuture(_ value: some RecordValue) throws {
        guard let instant = (value as? any LoggedValue)?.latest,
            instant.milliseconds > surroundings.now() + OpenVault.clockSlack
        else { return }
        throw HealthError.inTheFuture
    }

    /// A new id, or the one derived from a form.
    package func newID(_ once: String?) -> RecordID {
        if let once { return RecordID(firstBytesOf: digest(.label("once") + Array(once.utf8))) }
        var generator = surroundings.generator
        return RecordID.random(using: &generator)
    }

    /// Sets fields of an existing record, in one operation.
    package func set<Kept: RecordValue>(_ fields: [String: JSON], on stored: Stored<Kept>) throws {
        try act(in: stored.journal) { writer in
            [try writer.mutation(of: stored.id, kind: Kept.kind, journal: stored.journal, setting: fields)]
        }
    }
}

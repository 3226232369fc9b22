import Journal
import Ledger
import Records

/// A record of the health log with a moment, of any kind, for lists.
package enum HealthRecord: Hashable, Sendable {
    case symptom(Stored<SymptomEntry>)
    case measure(Stored<MeasureEntry>)
    case checkIn(Stored<CheckIn>)
    /// A logged dose, with the medicine's title.
    case intake(Stored<Intake>, title: String)
    case sample(Stored<HealthSample>)

    /// Its kinds, in the order of the table (`RecordKind.all`).
    package static let kinds: [any LoggedValue.Type] = [
        SymptomEntry.self, MeasureEntry.self, CheckIn.self, Intake.self, HealthSample.self,
    ]

    /// What every kind has.
    package struct Facts {
        package let kind: RecordKind
        package let id: RecordID
        package let instant: Instant
        package let zone: String
        /// The civil day that the writer saw.
        package let day: LocalDay
        /// When it was last changed and deleted, in milliseconds since 1970.
        package let modified: Int64
        package let deleted: Int64?

        init<Value: LoggedValue>(_ stored: Stored<Value>) {
            (kind, id, modified, deleted) = (RecordKind.of(Value.kind), stored.id, stored.modified, stored.deleted)
            (instant, zone, day) = (stored.value.instant, stored.value.zone, stored.value.day)
        }
    }

    package var facts: Facts {
        switch self {
        case .symptom(let stored): Facts(stored)
        case .measure(let stored): Facts(stored)
        case .checkIn(let stored): Facts(stored)
        case .intake(let stored, _): Facts(stored)
        case .sample(let stored): Facts(stored)
        }
    }

    package var id: RecordID { facts.id }
    package var instant: Instant { facts.instant }
    package var day: LocalDay { facts.day }
}

/// A value of the health log with a moment.
package protocol LoggedValue: HealthValue, MomentValue {
    /// The record in lists. `title`: that of a medicine.
    static func listed(_ stored: Stored<Self>, title: (RecordID) throws -> String) throws -> HealthRecord
    /// What must not be in the future; `nil` if a device says it.
    var latest: Instant? { get }
}

extension LoggedValue {
    package var latest: Instant? { instant }
}

extension CheckIn: LoggedValue {
    package static func listed(_ stored: Stored<Self>, title: (RecordID) throws -> String) -> HealthRecord { .checkIn(stored) }
}

extension SymptomEntry: NamedEntry {
    package static func listed(_ stored: Stored<Self>, title: (RecordID) throws -> String) -> HealthRecord { .symptom(stored) }
    package var latest: Instant? { end ?? instant }
    package var name: String {
        get { symptom }
        set { symptom = newValue }
    }
}

extension MeasureEntry: NamedEntry {
    package static func listed(_ stored: Stored<Self>, title: (RecordID) throws -> String) -> HealthRecord { .measure(stored) }
    package var name: String {
        get { measure.name }
        set { measure.name = newValue }
    }
}

extension Intake: LoggedValue {
    package static func listed(_ stored: Stored<Self>, title: (RecordID) throws -> String) throws -> HealthRecord {
        .intake(stored, title: try title(stored.value.medication))
    }
}

extension HealthSample: LoggedValue {
    package static func listed(_ stored: Stored<Self>, title: (RecordID) throws -> String) -> HealthRecord { .sample(stored) }
    package var latest: Instant? { nil }
}

extension OpenVault {
    package func listed<Kept: LoggedValue>(_ records: [Stored<Kept>]) throws -> [HealthRecord] {
        var titles: [RecordID: String] = [:]
        return try records.map {
            try Kept.listed($0) { medicine in
                let title = try titles[medicine] ?? medicationTitle(medicine)
                titles[medicine] = title
                return title
            }
        }
    }

    /// The latest of all kinds that have a page, the newest first.
    package func latestHealth(_ limit: Int) throws -> [HealthRecord] {
        func latest<Kept: LoggedValue>(_ type: Kept.Type) throws -> [HealthRecord] {
            try listed(page(type, limit: limit).list)
        }
        let all = try HealthRecord.kinds.filter { RecordKind.of($0.kind).page != nil }.flatMap { try latest($0) }
        return Array(all.sorted { ($0.instant, $0.id) > ($1.instant, $1.id) }.prefix(limit))
    }

    /// The health log's records that can be restored. Doses of a deleted medicine are restored with it.
    package func deletedHealth() throws -> [HealthRecord] {
        func deleted<Kept: LoggedValue>(_ type: Kept.Type) throws -> [HealthRecord] { try listed(deletedRecords(type)) }
        let gone = Set(try deletedRecords(Medication.self).map(\.id))
        return try HealthRecord.kinds.filter { RecordKind.of($0.kind).page != nil }.flatMap { try deleted($0) }.filter {
            if case .intake(let stored, _) = $0 { !gone.contains(stored.value.medication) } else { true }
        }
    }
}

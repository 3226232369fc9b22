import Journal
import Ledger
import Records

/// A record of the health log of any kind, for lists.
package enum HealthRecord: Sendable {
    case symptom(Stored<SymptomEntry>)
    case checkIn(Stored<CheckIn>)
    /// A logged dose, with the medicine's title.
    case intake(Stored<Intake>, title: String)
    case sample(Stored<HealthSample>)

    /// The record's id.
    package var id: RecordID {
        switch self {
        case .symptom(let stored): stored.id
        case .checkIn(let stored): stored.id
        case .intake(let stored, _): stored.id
        case .sample(let stored): stored.id
        }
    }

    /// When it was.
    package var instant: Instant { moment.instant }
    /// The civil day that the writer saw.
    package var day: LocalDay { moment.day }
    /// The local time, `21:05`: of sleep its end; empty for records of a whole day.
    package var clock: String {
        if case .sample(let stored) = self {
            return stored.value.measure == .sleep ? clockWords(of: stored.value.end, in: moment.zone) : ""
        }
        return clockWords(of: moment.instant, in: moment.zone)
    }

    /// When it was first saved, in milliseconds since 1970.
    var created: Int64 {
        switch self {
        case .symptom(let stored): stored.created
        case .checkIn(let stored): stored.created
        case .intake(let stored, _): stored.created
        case .sample(let stored): stored.created
        }
    }

    /// When it was last changed, in milliseconds since 1970.
    package var modified: Int64 {
        switch self {
        case .symptom(let stored): stored.modified
        case .checkIn(let stored): stored.modified
        case .intake(let stored, _): stored.modified
        case .sample(let stored): stored.modified
        }
    }

    /// The page for editing it; `nil` for a device's measurement.
    package var path: String? {
        switch self {
        case .symptom: "/symptom/\(id.description)"
        case .checkIn: "/check-in/\(id.description)"
        case .intake: "/dose/\(id.description)"
        case .sample: nil
        }
    }

    /// The form that undoes it.
    package var undoPath: String? {
        switch self {
        case .symptom, .checkIn: path.map { $0 + "/delete" }
        case .intake: path.map { $0 + "/undo" }
        case .sample: nil
        }
    }

    private var moment: (instant: Instant, zone: String, day: LocalDay) {
        switch self {
        case .symptom(let stored): (stored.value.instant, stored.value.zone, stored.value.day)
        case .checkIn(let stored): (stored.value.instant, stored.value.zone, stored.value.day)
        case .intake(let stored, _): (stored.value.instant, stored.value.zone, stored.value.day)
        case .sample(let stored): (stored.value.instant, stored.value.zone, stored.value.day)
        }
    }
}

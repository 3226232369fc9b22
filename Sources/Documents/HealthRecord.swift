import Journal
import Ledger
import Records

package enum HealthRecord: Sendable {
    case symptom(Stored<SymptomEntry>)
    case measure(Stored<MeasureEntry>)
    case checkIn(Stored<CheckIn>)
    /// A logged dose, with the medicine's title.
    case intake(Stored<Intake>, title: String)
    case sample(Stored<HealthSample>)

    package var id: RecordID { facts.id }
    package var instant: Instant { facts.instant }
    /// The civil day that the writer saw.
    package var day: LocalDay { facts.day }
    /// When it was first saved, in milliseconds since 1970.
    var created: Int64 { facts.created }
    /// When it was last changed, in milliseconds since 1970.
    package var modified: Int64 { facts.modified }
    /// The page for editing it; `nil` for a device's measurement.
    package var path: String? { facts.place.map { "/\($0)/\(id.description)" } }

    /// The local time, `21:05`: of sleep its end; empty for records of a whole day.
    package var clock: String {
        if case .sample(let stored) = self {
            return stored.value.measure == .sleep ? clockWords(of: stored.value.end, in: facts.zone) : ""
        }
        return clockWords(of: facts.instant, in: facts.zone)
    }

    package var undoPath: String? {
        if case .intake = self { return path.map { $0 + "/undo" } }
        return path.map { $0 + "/delete" }
    }

    private struct Facts {
        let id: RecordID
        let created, modified: Int64
        let instant: Instant
        let zone: String
        let day: LocalDay
        /// The beginning of its page's address.
        let place: String?

        init(_ stored: Stored<some MomentValue>, _ place: String?) {
            (id, created, modified, self.place) = (stored.id, stored.created, stored.modified, place)
            (instant, zone, day) = (stored.value.instant, stored.value.zone, stored.value.day)
        }
    }

    private var facts: Facts {
        switch self {
        case .symptom(let stored): Facts(stored, "symptom")
        case .measure(let stored): Facts(stored, "measure")
        case .checkIn(let stored): Facts(stored, "check-in")
        case .intake(let stored, _): Facts(stored, "dose")
        case .sample(let stored): Facts(stored, nil)
        }
    }
}

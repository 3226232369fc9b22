import Engine
import Journal
import Ledger
import Records

extension HealthRecord {
    /// The page for editing it; `nil` for a device's measurement.
    package var path: String? { facts.kind.page.map { "/\($0)/\(id.description)" } }

    /// The form that undoes it.
    package var undoPath: String? {
        if case .intake = self { return path.map { $0 + "/undo" } }
        return path.map { $0 + "/delete" }
    }

    /// The local time, `21:05`: of sleep its end; empty for records of a whole day.
    package var clock: String {
        if case .sample(let stored) = self {
            return stored.value.measure == .sleep ? clockWords(of: stored.value.end, in: facts.zone) : ""
        }
        return clockWords(of: facts.instant, in: facts.zone)
    }
}

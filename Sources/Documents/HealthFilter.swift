import Engine
import HTTP
import Journal
import Ledger
import Records

package struct HealthFilter: Hashable, Sendable {
    /// Only this kind, as stored; `nil` for all.
    package var kind: String?
    /// Only this symptom (`SymptomEntry.key`); empty for all.
    package var symptom = ""
    /// Only this measure (`Measure.key`); empty for all.
    package var measure = ""
    /// Only doses of this medicine.
    package var medication: RecordID?

    package var isEmpty: Bool { self == HealthFilter() }

    package init() {}

    /// Reads a form: `only` names a symptom, a measure or a medicine, and takes precedence over the kind unless the two contradict.
    package init(_ fields: FormFields) {
        kind = fields["kind"].flatMap(HealthFilter.kind)
        let only = fields["only"] ?? ""
        if only.hasPrefix("symptom:"), kind == nil || kind == SymptomEntry.kind {
            symptom = SymptomEntry.key(of: String(only.dropFirst(8).prefix(HealthLimits.name)))
        }
        if only.hasPrefix("measure:"), kind == nil || kind == MeasureEntry.kind {
            measure = SymptomEntry.key(of: String(only.dropFirst(8).prefix(HealthLimits.name)))
        }
        if only.hasPrefix("medicine:"), kind == nil || kind == Intake.kind {
            medication = RecordID(text: String(only.dropFirst(9)))
        }
    }

    /// A name that is one of the kinds of the health log; `nil` for all others.
    package static func kind(_ name: String) -> String? { HealthRecord.kinds.first { $0.kind == name }?.kind }
}

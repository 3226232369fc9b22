import HTTP
import Journal
import Ledger

package struct HealthFilter: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case symptoms, measures, doses, checkIns = "check-ins", samples

        package var label: HTML {
            switch self {
            case .symptoms: "Symptoms"
            case .measures: "Measurements"
            case .doses: "Doses"
            case .checkIns: "Check-ins"
            case .samples: "Samples"
            }
        }
    }

    /// Only this kind; `nil` for all.
    package var kind: Kind?
    /// Only this symptom (`SymptomEntry.key`); empty for all.
    package var symptom = ""
    /// Only this measure (`Measure.key`); empty for all.
    package var measure = ""
    /// Only doses of this medicine.
    package var medication: RecordID?

    package var isEmpty: Bool { self == HealthFilter() }

    /// The kinds to read: one symptom, measure or medicine implies a kind.
    var kinds: [Kind] {
        if !symptom.isEmpty { return [.symptoms] }
        if !measure.isEmpty { return [.measures] }
        if medication != nil { return [.doses] }
        return kind.map { [$0] } ?? Kind.allCases
    }

    package init() {}

    /// Reads a form: `only` names a symptom, a measure or a medicine, and takes precedence over the kind unless the two contradict.
    package init(_ fields: FormFields) {
        kind = fields["kind"].flatMap(Kind.init(rawValue:))
        let only = fields["only"] ?? ""
        if only.hasPrefix("symptom:"), kind == nil || kind == .symptoms {
            symptom = SymptomEntry.key(of: String(only.dropFirst(8).prefix(HealthLimits.name)))
        }
        if only.hasPrefix("measure:"), kind == nil || kind == .measures {
            measure = SymptomEntry.key(of: String(only.dropFirst(8).prefix(HealthLimits.name)))
        }
        if only.hasPrefix("medicine:"), kind == nil || kind == .doses {
            medication = RecordID(text: String(only.dropFirst(9)))
        }
    }
}

import HTTP
import Journal
import Ledger

/// What of the health log the history shows.
struct HealthFilter: Hashable, Sendable {
    /// The kinds that a history is asked for.
    enum Kind: String, CaseIterable, Sendable {
        case symptoms, doses, checkIns = "check-ins", samples

        var label: HTML {
            switch self {
            case .symptoms: "Symptoms"
            case .doses: "Doses"
            case .checkIns: "Check-ins"
            case .samples: "Samples"
            }
        }
    }

    /// Only this kind; `nil` for all.
    var kind: Kind?
    /// Only this symptom (`SymptomEntry.key`); empty for all.
    var symptom = ""
    /// Only doses of this medicine.
    var medication: RecordLink?

    /// Nothing is asked for.
    var isEmpty: Bool { self == HealthFilter() }

    /// Which kinds are to be read: one symptom or one medicine speaks of one kind.
    var kinds: [Kind] {
        if !symptom.isEmpty { return [.symptoms] }
        if medication != nil { return [.doses] }
        return kind.map { [$0] } ?? Kind.allCases
    }

    init() {}

    /// What a form says: `only` names a symptom or a medicine, and counts before the kind unless the two contradict.
    init(_ fields: FormFields) {
        kind = fields["kind"].flatMap(Kind.init(rawValue:))
        let only = fields["only"] ?? ""
        if only.hasPrefix("symptom:"), kind == nil || kind == .symptoms {
            symptom = SymptomEntry.key(of: String(only.dropFirst(8).prefix(HealthLimits.name)))
        }
        if only.hasPrefix("medicine:"), kind == nil || kind == .doses {
            medication = RecordID(text: String(only.dropFirst(9))).map { RecordLink($0.description) }
        }
    }
}

// A session keeps filters of the journal. One of the health log is kept as one: its kind in the words, the symptom as the tag,
// the medicine as the mood; a day as the first and last that count.
extension Session {
    /// The filter of the health log that this session has open under a name.
    func healthFilter(named name: String) -> HealthFilter? {
        guard let kept = filter(named: name) else { return nil }
        var filter = HealthFilter()
        filter.kind = HealthFilter.Kind(rawValue: kept.words)
        filter.symptom = kept.tag
        filter.medication = kept.mood.isEmpty ? nil : RecordLink(kept.mood)
        return filter
    }

    /// Keeps a filter of the health log under a new name.
    mutating func open(_ filter: HealthFilter, replacing old: String?) -> String {
        var kept = JournalFilter()
        (kept.words, kept.tag, kept.mood) = (filter.kind?.rawValue ?? "", filter.symptom, filter.medication?.name ?? "")
        return open(kept, replacing: old)
    }

    /// The day that this session looks at under a name.
    func day(named name: String) -> LocalDay? { filter(named: name)?.from }

    /// Keeps a day under a new name.
    mutating func open(_ day: LocalDay, replacing old: String?) -> String {
        var kept = JournalFilter()
        (kept.from, kept.to) = (day, day)
        return open(kept, replacing: old)
    }
}

import Documents
import Journal

/// What this browser session has open under a name: searches, filters, choices of charts.
extension Session {
    /// The search or filter that this session has open under a name.
    func filter(named name: String) -> JournalFilter? { views.last { $0.name == name }?.filter }

    /// Keeps a search or filter under a new name; one of the same page that it replaces is forgotten.
    mutating func open(_ filter: JournalFilter, replacing old: String? = nil) -> String {
        views.removeAll { $0.name == old }
        let name = RandomName.make(byteCount: 12)
        views.append((name, filter))
        views.removeFirst(max(0, views.count - Session.viewLimit))
        return name
    }

    // A filter of the health log is kept as one of the journal: its kind in the words, the symptom as the tag, after a blank the
    // measure, the medicine as the mood; a day as the first and last that count.

    func healthFilter(named name: String) -> HealthFilter? {
        guard let kept = filter(named: name) else { return nil }
        var filter = HealthFilter()
        filter.kind = HealthFilter.kind(kept.words)
        if kept.tag.first == " " { filter.measure = String(kept.tag.dropFirst()) } else { filter.symptom = kept.tag }
        filter.medication = RecordID(text: kept.mood)
        return filter
    }

    /// Keeps a filter of the health log under a new name.
    mutating func open(_ filter: HealthFilter, replacing old: String?) -> String {
        var kept = JournalFilter()
        (kept.words, kept.tag, kept.mood) = (
            filter.kind ?? "", filter.measure.isEmpty ? filter.symptom : " " + filter.measure,
            filter.medication?.description ?? ""
        )
        return open(kept, replacing: old)
    }

    func day(named name: String) -> LocalDay? { filter(named: name)?.from }

    mutating func open(_ day: LocalDay, replacing old: String?) -> String {
        var kept = JournalFilter()
        (kept.from, kept.to) = (day, day)
        return open(kept, replacing: old)
    }

    /// What the charts of this session show under a name.
    func insightsChoice(named name: String) -> InsightsChoice? { filter(named: name).map(InsightsChoice.init) }

    /// Keeps a choice under a new name, in the place of an old one.
    mutating func open(_ choice: InsightsChoice, replacing old: String?) -> String { open(choice.kept, replacing: old) }
}

import Engine
import Journal

/// What an excerpt shows, each as it was written down: medicines with their schedules, then day by day, the latest first.
struct ExcerptSheet {
    private let medicines: [ExcerptRecord]
    private let days: [(day: LocalDay, records: [ExcerptRecord])]
    private let dates: DateLanguage

    /// `records`: in the order of time.
    init(_ records: [ExcerptRecord], _ dates: DateLanguage) {
        medicines = records.filter { $0.day == nil }
        var days: [LocalDay: [ExcerptRecord]] = [:]
        for record in records { if let day = record.day { days[day, default: []].append(record) } }
        self.days = days.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
        self.dates = dates
    }

    /// `nil` where there is nothing.
    var html: HTML? {
        guard !medicines.isEmpty || !days.isEmpty else { return nil }
        return """
            <article class="sheet" aria-labelledby="records-title"><section class="sheet-part"><h2 id="records-title">As it was written down</h2>
            \(medicines.isEmpty ? nil : list("Medicines", medicines))\(days.html { list(dates.day($0.day, style: .long), $0.records) })</section></article>
            """
    }

    private func list(_ title: String, _ records: [ExcerptRecord]) -> HTML {
        """
        <section class="sheet-day"><h3>\(title)</h3><ul class="sheet-records">\(records.html { record in
            "<li>\(record.clock.map { "<time>\($0)</time> " as HTML })<span dir=\"auto\">\(record.words)</span></li>"
        })</ul></section>
        """
    }
}

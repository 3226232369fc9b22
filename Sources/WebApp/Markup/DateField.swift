import Documents
import HTTP
import Journal

/// The attributes of a field of a type. One for a day (`date`) or a moment (`datetime-local`) is a text field that the server
/// reads as the command line reads dates; the page's script shows the browser's own field, or a calendar beside it.
func inputAttributes(_ value: String, type: HTML) -> HTML {
    guard ["date", "datetime-local"].contains(type.markup) else {
        return " value=\"\(value)\" type=\"\(type)\" autocomplete=\"off\""
    }
    let shown = EntryForm.isPicked(value) ? value.replacing("T", with: " ") : value
    let example: HTML = type.markup == "date" ? "2026-03-14" : "2026-03-14 21:00"
    return " value=\"\(shown)\" type=\"text\" data-date=\"\(type)\" placeholder=\"\(example)\" autocomplete=\"off\""
}

extension FormFields {
    private static let dates: Set = [
        "when", "was-when", "from", "to", "date", "start", "proposed-start", "end", "expiry", "first", "until",
    ]

    /// With moments as a browser's own field sends them, `2026-03-14T21:00`, and days in figures in the order of the pages:
    /// `3/4/2026` becomes `2026-04-03` where the day comes first. Everything else is as typed.
    func readingDates(for app: WebApp) -> FormFields {
        FormFields(
            pairs.map { name, value in
                (name: name, value: FormFields.dates.contains(name) ? FormFields.date(value, for: app) : value)
            })
    }

    private static func date(_ typed: String, for app: WebApp) -> String {
        let typed = trimmed(typed)
        let moment = typed.replacing(" ", with: "T")
        if EntryForm.isPicked(moment) { return moment }
        guard let found = typed.wholeMatch(of: /([0-9]{1,2})\/([0-9]{1,2})(\/[0-9]{2,4})?(|\s.*)/), app.dateOrder.hasPrefix("day")
        else { return typed }
        let (day, month, year, rest) = (found.1, found.2, found.3 ?? "", found.4)
        guard let read = LocalDay(typed: "\(month)/\(day)\(year)", today: app.today) else { return typed }
        // Without a year, the form decides which one is meant.
        return (year.isEmpty ? "\(read.parts.day) \(LocalMonth.names[read.parts.month - 1])" : read.iso) + rest
    }
}

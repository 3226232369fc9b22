import Documents
import HTTP
import Journal

extension FormFields {
    private static let dates: Set = [
        "when", "was-when", "was-end", "from", "to", "date", "start", "proposed-start", "end", "expiry", "first", "until",
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
        if isPickedMoment(moment) { return moment }
        guard let found = typed.wholeMatch(of: /([0-9]{1,2})\/([0-9]{1,2})(\/[0-9]{2,4})?(|\s.*)/), app.dateOrder.hasPrefix("day")
        else { return typed }
        let (day, month, year, rest) = (found.1, found.2, found.3 ?? "", found.4)
        guard let read = LocalDay(typed: "\(month)/\(day)\(year)", today: app.today) else { return typed }
        // Without a year, the form decides which one is meant.
        return (year.isEmpty ? "\(read.parts.day) \(LocalMonth.names[read.parts.month - 1])" : read.iso) + rest
    }
}

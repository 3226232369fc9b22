import Base
import Insights
import Journal
import Report

extension ReportDocument {
    /// The prescribed and the taken medicines.
    var medicines: HTML? {
        guard report.choice.parts.contains(.medicines) else { return nil }
        let scheduled = report.medicines.filter { !$0.isIdle && (!$0.asNeeded || !$0.schedules.isEmpty) }
        let needed = report.medicines.filter { $0.asNeeded || $0.extraDoses > 0 }
        let none: HTML = "<p>No medicines were entered.</p>"
        return """
            <section class="sheet-part" aria-labelledby="report-medicines"><h2 id="report-medicines">Medicines</h2>
            \(none, if: report.medicines.isEmpty)\(schedules(scheduled))\(asNeeded(needed))\(idle)</section>
            """
    }

    /// Other medicines in the journal.
    private var idle: HTML? {
        let titles = report.medicines.filter(\.isIdle).map(\.title)
        guard !titles.isEmpty else { return nil }
        return
            "<p dir=\"auto\">Also entered, with nothing due or taken in these days: \(titles.joined(separator: ", ")).</p>"
    }

    private func schedules(_ medicines: [ReportMedicine]) -> HTML? {
        guard !medicines.isEmpty else { return nil }
        let rows = medicines.html { medicine in
            """
            <tr><th scope="row" dir="auto">\(breakable(medicine.title))</th><td>\(schedule(medicine))\(note(medicine))</td><td>\(taken(medicine.adherence))</td></tr>
            """
        }
        return """
            <table class="sheet-table sheet-medicines\(" sheet-short", if: medicines.count <= 8)"><caption>By schedule. On time: within two hours of the set time, or a quarter of the way to the next dose if that is less. Missed: the dose was not logged, or logged as missed. Not known, and not counted: nothing was logged that day.</caption>
            <thead><tr><th scope="col">Medicine</th><th scope="col">Schedule</th><th scope="col">Taken on time (95 % interval), of known doses</th></tr></thead><tbody>\(rows)</tbody></table>
            """
    }

    private func schedule(_ medicine: ReportMedicine) -> HTML {
        var lines = medicine.schedules.map { schedule in
            let ended = schedule.until == nil ? "" : say(" (no longer)")
            return words(schedule, unit: medicine.unit) + ended
        }
        if lines.isEmpty { lines = [say("No schedule in these days.")] }
        let changes = medicine.changes.map { change in
            change.kind.words + (change.kind == .ended ? " " : " on ") + day(change.day)
        }
        if !changes.isEmpty { lines.append(sentence(changes.joined(separator: ", "))) }
        return lines.html { "<p>\($0)</p>" }
    }

    func words(_ schedule: Schedule, unit: String) -> String {
        let words = schedule.words(unit: unit) { day($0) }
        // Local time is the default and not mentioned.
        let usual = say(", local time")
        return sentence(words.hasSuffix(usual) ? String(words.dropLast(usual.count)) : words)
    }

    private func note(_ medicine: ReportMedicine) -> HTML? {
        // With so many medicines there is only room for numbers.
        guard report.medicines.count <= 12 else { return nil }
        let note = ReportDocument.cut(medicine.note, to: 120)
        return note.isEmpty ? nil : "<p class=\"sheet-own\" dir=\"auto\">\(note)</p>"
    }

    /// `92 % (88 % to 95 %), 180 of 196`, and the others.
    private func taken(_ adherence: Adherence?) -> HTML {
        guard let adherence else { return "<p>No dose was due.</p>" }
        let words: [(Adherence.State, String)] = [
            (.early, "early"), (.late, "late"), (.skipped, "skipped"), (.missed, "missed"), (.unknown, say("not known")),
        ]
        let rest = words.map { (adherence.count($0.0), $0.1) }.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }.joined(
            separator: ", ")
        let others: HTML? = rest.isEmpty ? nil : "<p>\(rest)</p>"
        guard let rate = adherence.rate, let interval = adherence.interval else { return "<p>Not known.</p>\(others)" }
        return """
            <p><b>\(percent(rate))</b> (\(percent(interval.lowerBound)) to \(percent(interval.upperBound))), \(grouped(adherence.count(.taken))) of \(grouped(adherence.known))</p>\(others)
            """
    }

    private func asNeeded(_ medicines: [ReportMedicine]) -> HTML? {
        guard !medicines.isEmpty else { return nil }
        let rows = medicines.html { medicine in
            let own = medicine.asNeeded ? "" : say(", extra doses")
            return """
                <tr><th scope="row" dir="auto">\(breakable(medicine.title))\(own)</th><td>\(medicine.extraDoses == 0 ? say("not taken") : "\(counted(medicine.extraDoses, "dose")) on \(counted(medicine.extraDays, "day"))")\(note(medicine))</td><td>\(months(medicine))</td></tr>
                """
        }
        return """
            <table class="sheet-table sheet-medicines\(" sheet-short", if: medicines.count <= 8)"><caption>As needed.</caption>
            <thead><tr><th scope="col">Medicine</th><th scope="col">Taken</th><th scope="col">Days with a dose, by month</th></tr></thead><tbody>\(rows)</tbody></table>
            """
    }

    private func months(_ medicine: ReportMedicine) -> String {
        guard !medicine.extra.isEmpty else { return "–" }
        return medicine.extra.map { extra in
            let month = extra.days.lowerBound.month
            let isWhole = extra.days == month.days
            return "\(extra.used) in \(dates.month(month))" + (isWhole ? "" : say(" (\(counted(extra.days.count, "day")) of it)"))
        }.joined(separator: ", ")
    }

    /// A person's text, cut to this many characters.
    static func cut(_ text: String, to length: Int) -> String {
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return plain.count <= length ? plain : plain.prefix(length - 1) + "…"
    }
}

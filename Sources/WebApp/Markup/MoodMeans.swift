import Base
import Documents
import Findings
import Insights
import Journal

/// The mean mood by weekday, hour and tag, with the number of days of each.
struct MoodMeans {
    let moods: MoodLevels
    let dates: DateLanguage

    var html: HTML? {
        guard moods.levels.observed > 0 else { return nil }
        let weekdays = (0..<7).html { offset in
            let place = (dates.firstWeekday - 1 + offset) % 7
            // 1970-01-05 was a Monday.
            return row(LocalDay(number: 4 + place).map { dates.day($0, style: .weekday) } ?? "", moods.week.weekdays[place])
        }
        let hours = moods.week.hours.enumerated().filter { $0.element.days > 0 }.html {
            row(padded($0.offset, to: 2) + ":00", $0.element)
        }
        let tags = moods.tags.html { row("#" + $0.name, mean: $0.mean, days: $0.days) }
        return """
            <section class="card" aria-labelledby="mood-means"><h2 id="mood-means">Mood by weekday, hour and tag</h2>
            <p class="hint">Each mean is of days with a mood, and each day counts once. A mean of fewer than \(MoodLevels.leastDays) days is not shown. A difference here may be chance: <a href="/insights">Insights</a> tests which ones are more.</p>
            <div class="mood-means">\(table("Weekday", weekdays))\(table("Hour", hours))\(moods.tags.isEmpty ? MoodMeans.noTags : table("Tag", tags))</div></section>
            """
    }

    private static let noTags: HTML = "<p class=\"hint\">No tag is on enough days with a mood yet.</p>"

    private func table(_ name: HTML, _ rows: HTML) -> HTML {
        """
        <table><thead><tr><th scope="col">\(name)</th><th scope="col">Mood</th><th scope="col">Days</th></tr></thead><tbody>\(rows)</tbody></table>
        """
    }

    private func row(_ name: String, _ cell: WeekPattern.Cell) -> HTML { row(name, mean: cell.mean, days: cell.days) }

    private func row(_ name: String, mean: Double?, days: Int) -> HTML {
        let known = days < MoodLevels.leastDays ? nil : mean
        let bar: HTML? = known.map {
            "<meter min=\"0\" max=\"10\" value=\"\(tenths($0))\" aria-hidden=\"true\"></meter> \(tenths($0))"
        }
        return "<tr><th scope=\"row\">\(name)</th><td>\(bar ?? "–")</td><td>\(days)</td></tr>"
    }
}

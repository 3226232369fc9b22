import Base
import Documents
import Engine
import Findings
import HTTP
import Journal

extension WebApp {
    func calendar(_ visit: Visit) async throws -> Response {
        let query = visit.request.query
        let year = query["year"].map { Int($0) ?? 0 } ?? today.year
        guard let first = LocalDay(year: year, month: 1, day: 1), let last = LocalDay(year: year, month: 12, day: 31) else {
            throw HTTPFault.notFound
        }
        let (today, days, showsMood) = (today, first...last, query["show"] == "mood")
        let (calendar, streak) = try await visit.read { vault, preferences in
            let calendar = YearCalendar(
                year: year, counts: try vault.dayCounts(days), marked: try vault.markedDays(days),
                moods: showsMood ? try vault.moods(on: days) : nil, today: today, dates: preferences.dates,
                firstWeekday: preferences.firstWeekday, years: Set(try vault.monthsWithEntries().map(\.year)).union([today.year]))
            return (calendar, try vault.streak(today))
        }
        let rule: HTML =
            "<p class=\"hint\">A streak counts days in a row with an entry, up to today or yesterday. Entries you add for earlier days count too.</p>"
        let content: HTML = """
            <header class="journal-head"><h1>Calendar</h1>\(streakLine(streak))
            <ul class="journal-ways"><li><a href="/journal">Journal</a></li></ul></header>
            \(calendar.html(for: visit))
            \(calendar.moods.flatMap { MoodMeans(moods: $0, dates: calendar.dates).html })
            \(rule, if: streak.days > 1)
            """
        return PageFrame(title: "Calendar", place: .journal, name: "calendar", isForReading: true).page(content, for: visit)
    }
}

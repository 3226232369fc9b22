import Base
import Documents
import Engine
import HTTP
import Journal

extension WebApp {
    func calendar(_ visit: Visit) async throws -> Response {
        let typed = visit.request.query["year"]
        let year = typed.map { Int($0) ?? 0 } ?? today.year
        guard (1...9999).contains(year) else { throw HTTPFault.notFound }
        let today = today
        let (calendar, streak) = try await visit.read { vault, preferences in
            let months = try vault.monthsWithEntries()
            let (first, last) = (min(months.last?.year ?? year, today.year), max(months.first?.year ?? year, today.year))
            let calendar = YearCalendar(
                year: year, counts: try vault.yearOfDays(year), today: today, dates: preferences.dates,
                firstWeekday: preferences.firstWeekday, previous: year > first ? min(year - 1, last) : nil,
                next: year < last ? max(year + 1, first) : nil)
            return (calendar, try vault.streak(today))
        }
        let rule: HTML =
            "<p class=\"hint\">A streak counts days in a row with an entry, up to today or yesterday. Entries you add for earlier days count too.</p>"
        let content: HTML = """
            <header class="journal-head"><h1>Calendar</h1>\(streakLine(streak))
            <ul class="journal-ways"><li><a href="/journal">Journal</a></li></ul></header>
            \(calendar.html(for: visit))
            \(rule, if: streak.days > 1)
            """
        return PageFrame(title: "Calendar", place: .journal, name: "calendar", isForReading: true).page(content, for: visit)
    }
}

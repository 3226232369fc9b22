import Base
import Documents
import Journal

/// The days of a year with their number of entries: twelve small calendars, in which a day with entries is a button.
struct YearCalendar {
    let year: Int
    let counts: [LocalDay: Int]
    let today: LocalDay
    let dates: DateLanguage
    /// 1 = Monday … 7 = Sunday.
    let firstWeekday: Int
    /// Neighboring years with entries; `nil` if there are none.
    let previous: Int?
    let next: Int?

    func html(for visit: Visit) -> HTML {
        """
        <div class="year" id="year-calendar">
        <div class="year-head"><h2>\(year)</h2>\(ways)</div>
        <p class="year-sum">\(sum)</p>\(wayToToday)
        <form method="post" action="/journal/find" class="months">\(formToken(visit))
        \((1...12).compactMap { LocalMonth(year: year, month: $0) }.html(month))</form>
        \(YearCalendar.legend)
        </div>
        """
    }

    /// One of four color steps; 0 for a day without an entry.
    static func step(of count: Int) -> Int {
        switch count {
        case ...0: 0
        case 1: 1
        case 2: 2
        case 3...4: 3
        default: 4
        }
    }

    private var sum: HTML {
        let entries = counts.values.reduce(0, +)
        guard entries > 0 else { return "No entries in \(year)." }
        return "\(YearCalendar.inWords(entries)) on \(counted(counts.count, "day", "days"))."
    }

    /// If the months are in one column, the present one is far down.
    private var wayToToday: HTML? {
        guard today.year == year, today.month.month > 3 else { return nil }
        return "<p class=\"to-month\"><a class=\"button\" href=\"#m-\(today.month.iso)\">Go to \(name(of: today.month))</a></p>"
    }

    /// Without the year, which is above all of them.
    private func name(of month: LocalMonth) -> String {
        let (words, year) = (dates.month(month), " \(month.year)")
        return words.hasSuffix(year) ? String(words.dropLast(year.count)) : words
    }

    private var ways: HTML {
        let before: HTML? = previous.map {
            "<a class=\"button quiet\" rel=\"prev\" href=\"/journal/calendar?year=\($0)\"><span aria-hidden=\"true\">‹</span> \($0)</a>"
        }
        let after: HTML? = next.map {
            "<a class=\"button quiet\" rel=\"next\" href=\"/journal/calendar?year=\($0)\">\($0) <span aria-hidden=\"true\">›</span></a>"
        }
        return "<nav aria-label=\"Years\" class=\"year-ways\">\(before)\(after)</nav>"
    }

    private func month(_ month: LocalMonth) -> HTML {
        """
        <table class="month-days" id="m-\(month.iso)"><caption>\(name(of: month))</caption><thead><tr>\(weekdays)</tr></thead>
        <tbody>\(weeks(of: month).html { "<tr>\($0.html(cell))</tr>" })</tbody></table>
        """
    }

    private var weekdays: HTML {
        (0..<7).html { offset in
            // 1970-01-05 was a Monday.
            guard let day = LocalDay(number: 4 + firstWeekday - 1 + offset) else { return .empty }
            let name = dates.day(day, style: .weekday)
            return """
                <th scope="col"><span class="hidden">\(name)</span><span aria-hidden="true">\(String(name.prefix(2)))</span></th>
                """
        }
    }

    /// Rows of seven; `nil` before the first and after the last day of the month.
    private func weeks(of month: LocalMonth) -> [[LocalDay?]] {
        let (first, last) = (month.days.lowerBound, month.days.upperBound)
        var cells = [LocalDay?](repeating: nil, count: (first.weekday - firstWeekday + 7) % 7)
        cells += (first.number...last.number).map { LocalDay(number: $0) }
        cells += [LocalDay?](repeating: nil, count: (7 - cells.count % 7) % 7)
        return stride(from: 0, to: cells.count, by: 7).map { Array(cells[$0..<$0 + 7]) }
    }

    private func cell(_ day: LocalDay?) -> HTML {
        guard let day else { return "<td></td>" }
        let current: HTML = " aria-current=\"date\""
        let number = day.parts.day
        guard let count = counts[day], count > 0 else {
            guard day <= today else { return "<td><span class=\"day\">\(number)</span></td>" }
            let words = say("\(number) \(dates.month(day.month)): write")
            return
                "<td><a class=\"day\" href=\"/today\(day == today ? "" : "?on=" + day.iso)\" title=\"\(words)\" aria-label=\"\(words)\"\(current, if: day == today)>\(number)</a></td>"
        }
        let words = "\(number) \(dates.month(day.month)): \(YearCalendar.inWords(count))"
        return """
            <td><button class="day day-\(YearCalendar.step(of: count))" name="on" value="\(day.iso)" title="\(words)" aria-label="\(words)"\(current, if: day == today)>\(number)</button></td>
            """
    }

    private static func inWords(_ count: Int) -> String { say("\(counted(count, "entry", "entries"))") }

    private static let legend: HTML = """
        <ul class="legend" aria-label="Colours"><li><span class="day day-1" aria-hidden="true"></span>1 entry</li><li><span class="day day-2" aria-hidden="true"></span>2</li><li><span class="day day-3" aria-hidden="true"></span>3 or 4</li><li><span class="day day-4" aria-hidden="true"></span>5 or more</li></ul>
        """
}

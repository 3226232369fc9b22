import Base
import Documents
import Findings
import Insights
import Journal

/// The days of a year with their number of entries or their mood: twelve small calendars, in which a day with something is a button.
struct YearCalendar {
    let year: Int
    let counts: [LocalDay: Int]
    let marked: (files: Set<LocalDay>, health: Set<LocalDay>)
    /// If given, the days have the colors of their moods.
    let moods: MoodLevels?
    let today: LocalDay
    let dates: DateLanguage
    /// 1 = Monday … 7 = Sunday.
    let firstWeekday: Int
    /// The years with entries, and the present one.
    let years: Set<Int>

    func html(for visit: Visit) -> HTML {
        """
        <div class="year" id="year-calendar">
        <div class="year-head"><h2>\(year)</h2>\(printing(String(year), say("Print \(String(year))"), if: !counts.isEmpty))\(ways)</div>
        <nav class="pills pills-joined" aria-label="Colours">\(way("Writing", showsMood: false))\(way("Mood", showsMood: true))</nav>
        <p class="year-sum">\(moods.map(moodSum) ?? sum)</p>\(moods == nil ? YearCalendar.legend : YearCalendar.moodLegend)\(wayToToday)
        <form method="post" action="/journal/find" class="months" id="year-days">\(formToken(visit))
        \((1...12).compactMap { LocalMonth(year: year, month: $0) }.html(month))</form>
        </div>
        """
    }

    private func way(_ label: HTML, showsMood: Bool) -> HTML {
        "<a class=\"button pill\" href=\"\(address(year, showsMood: showsMood))\"\(" aria-current=\"true\"", if: showsMood == (moods != nil))>\(label)</a>"
    }

    private func address(_ year: Int, showsMood: Bool) -> String {
        "/journal/calendar?year=\(year)" + (showsMood ? "&show=mood" : "")
    }

    /// Entries of a month or of the year on a page to print.
    private func printing(_ span: String, _ words: String, if isShown: Bool) -> HTML? {
        guard isShown else { return nil }
        return
            "<button class=\"quiet print-way\" form=\"year-days\" formaction=\"/print\" value=\"\(span)\" name=\"on\" title=\"\(words)\" aria-label=\"\(words)\">\(Icon.printer)</button>"
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

    private func moodSum(_ moods: MoodLevels) -> HTML {
        let known = moods.levels.values.filter { !$0.isNaN }
        guard !known.isEmpty else { return "No mood was logged in \(year). <a href=\"/check-in/new\">Log your mood</a>" }
        let days = say("\(counted(known.count, "day has", "days have")) a mood")
        guard known.count >= MoodLevels.leastDays else { return "\(days)." }
        return "\(days): \(tenths(known.reduce(0, +) / Double(known.count))) of 10 on average."
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

    /// To the years beside this one, and over years without an entry to the nearest that has some.
    private var ways: HTML {
        let (before, after) = (years.filter { $0 < year }.max(), years.filter { $0 > year }.min())
        let isBetween = years.contains(year) || before != nil && after != nil
        func ways(_ far: Int?, _ near: Int, _ relation: HTML) -> HTML? {
            far.map { Set([$0] + (isBetween ? [near] : [])).sorted().html { way(to: $0, relation, if: $0 == near) } }
        }
        return
            "<nav aria-label=\"Years\" class=\"year-ways\">\(ways(before, year - 1, "prev"))\(ways(after, year + 1, "next"))</nav>"
    }

    private func way(to other: Int, _ relation: HTML, if isNext: Bool) -> HTML {
        let (back, on): (HTML, HTML) = isNext ? ("‹", "›") : ("«", "»")
        let words: HTML =
            other < year
            ? "<span aria-hidden=\"true\">\(back)</span> \(other)" : "\(other) <span aria-hidden=\"true\">\(on)</span>"
        return
            "<a class=\"button quiet\" rel=\"\(relation)\" href=\"\(address(other, showsMood: moods != nil))\">\(words)</a>"
    }

    private func month(_ month: LocalMonth) -> HTML {
        """
        <table class="month-days" id="m-\(month.iso)"><caption>\(name(of: month))\(printing(month.iso, say("Print \(dates.month(month))"), if: counts.keys.contains { $0.month == month }))</caption><thead><tr>\(weekdays)</tr></thead>
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
        let (number, count, level) = (day.parts.day, counts[day] ?? 0, moods?.levels[day.number])
        let (hasFile, isLogged) = (marked.files.contains(day), marked.health.contains(day))
        let marks: HTML? =
            hasFile || isLogged
            ? "<span class=\"day-marks\" aria-hidden=\"true\">\("<i class=\"mark-file\"></i>", if: hasFile)\("<i class=\"mark-health\"></i>", if: isLogged)</span>"
            : nil
        let about = [
            level.map { say("mood \(tenths($0))") }, count > 0 ? YearCalendar.inWords(count) : level == nil ? say("write") : nil,
            hasFile ? say("with files") : nil, isLogged ? say("with health records") : nil,
        ]
        let words = "\(number) \(dates.month(day.month)): \(about.compactMap(\.self).joined(separator: ", "))"
        let id: HTML? = day == today ? " id=\"now\"" : nil
        guard count > 0 || level != nil else {
            guard day <= today else { return "<td><span class=\"day\">\(number)</span></td>" }
            return
                "<td><a class=\"day\"\(id) href=\"/today\(day == today ? "" : "?on=" + day.iso)\" title=\"\(words)\" aria-label=\"\(words)\"\(current, if: day == today)>\(number)\(marks)</a></td>"
        }
        // A day without an entry leads to what was logged on it.
        let field: HTML = count > 0 ? "name=\"on\"" : "formaction=\"/day/go\" name=\"day\""
        let shade =
            moods == nil
            ? "day-\(YearCalendar.step(of: count))"
            : level.map { "mood-\(MoodFace(mood: Int($0.rounded())).level)" } ?? "mood-none"
        return """
            <td><button class="day \(shade)"\(id) \(field) value="\(day.iso)" title="\(words)" aria-label="\(words)"\(current, if: day == today)>\(number)\(level.map { "<span class=\"day-level\">\(tenths($0))</span>" as HTML })\(marks)</button></td>
            """
    }

    private static func inWords(_ count: Int) -> String { say("\(counted(count, "entry", "entries"))") }

    private static let legend: HTML = """
        <ul class="legend" aria-label="Colours and marks"><li><span class="day day-1" aria-hidden="true"></span>1 entry</li><li><span class="day day-2" aria-hidden="true"></span>2</li><li><span class="day day-3" aria-hidden="true"></span>3 or 4</li><li><span class="day day-4" aria-hidden="true"></span>5 or more</li>\(marksLegend)</ul>
        """

    private static let marksLegend: HTML = """
        <li><span class="day-marks" aria-hidden="true"><i class="mark-file"></i></span>files</li><li><span class="day-marks" aria-hidden="true"><i class="mark-health"></i></span>health records</li>
        """

    /// The numbers in the days need no script.
    private static let moodLegend: HTML = """
        <ul class="legend" aria-label="Colours and marks">\(MoodFace.allCases.html { face in "<li><span class=\"day mood-\(face.level)\" aria-hidden=\"true\"></span>\(face.mood - 1)–\(face.mood)\(", worst", if: face.level == 1)\(", best", if: face.level == 5)</li>" })<li><span class="day mood-none" aria-hidden="true"></span>no mood</li>\(marksLegend)</ul>
        <label class="check"><input type="checkbox" id="day-levels"> Show the number in each day</label>
        """
}

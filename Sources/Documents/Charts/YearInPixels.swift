import Base
import Findings
import Insights
import Journal

/// Twelve months at a glance: one small square a day; a higher level has a stronger color and a larger mark inside.
package struct YearInPixels {
    package let days: ChartDays

    package init(days: ChartDays) { self.days = days }

    /// The year as a table of squares, with a legend.
    package var html: HTML? {
        // Its colours are those of levels from 0 to 10.
        if days.scale != nil { return nil }
        return """
            <figure class="card pixels" aria-labelledby="pixels-title"><figcaption><h3 id="pixels-title">\(days.capital), the year in pixels</h3><p>\(sentence)</p></figcaption>
            <div><table id="pixels"><caption class="hidden">\(days.capital), by month and day</caption><thead><tr><td></td>\(dayNumbers)</tr></thead><tbody>\(months.html(row))</tbody></table></div>
            \(YearInPixels.legend)</figure>
            """
    }

    private var months: [LocalMonth] {
        guard let last = LocalDay(number: days.diary.days.upperBound)?.month else { return [] }
        return (0..<12).reversed().compactMap { back in
            let month = last.month - 1 - back
            return LocalMonth(year: last.year + (month < 0 ? -1 : 0), month: (month + 12) % 12 + 1)
        }
    }

    private var sentence: String {
        let means = months.compactMap { month -> (month: LocalMonth, mean: Double, days: Int)? in
            let values = (month.days.lowerBound.number...month.days.upperBound.number).compactMap { days.levels[$0] }
            return ChartDays.mean(values).map { (month, $0, values.count) }
        }
        let known = means.filter { $0.days >= 7 }
        guard let high = known.max(by: { $0.mean < $1.mean }), let low = known.min(by: { $0.mean < $1.mean }), known.count > 1
        else {
            return say("\(counted(means.reduce(0) { $0 + $1.days }, "day")) of the last twelve months have a level.")
        }
        return
            say(
                "\(counted(means.reduce(0) { $0 + $1.days }, "day")) have a level. The highest month is \(days.dates.month(high.month)) with \(tenths(high.mean)) on average, the lowest \(days.dates.month(low.month)) with \(tenths(low.mean))."
            )
    }

    private var dayNumbers: HTML {
        (1...31).html {
            $0 == 1 || $0 % 5 == 0
                ? "<th scope=\"col\"><span>\($0)</span></th>" : "<th scope=\"col\"><span class=\"hidden\">\($0)</span></th>"
        }
    }

    private func row(_ month: LocalMonth) -> HTML {
        let first = month.days.lowerBound.number
        let length = month.days.upperBound.number - first + 1
        let name = days.dates.month(month)
        return """
            <tr><th scope="row"><span class="hidden">\(name)</span><span aria-hidden="true">\(String(name.prefix(3)))</span></th>\((0..<31).html { $0 < length ? cell(first + $0) : "<td class=\"px-none\"></td>" })</tr>
            """
    }

    private func cell(_ number: Int) -> HTML {
        if number > days.diary.days.upperBound { return "<td class=\"px-none\"></td>" }
        guard let level = days.levels[number] else { return "<td class=\"px\"></td>" }
        return
            "<td class=\"px px-\(YearInPixels.step(of: level))\" title=\"\(days.day(number, .dayMonth)): \(tenths(level))\"><span>\(tenths(level))</span></td>"
    }

    /// One of five steps, two points each.
    static func step(of level: Double) -> Int { min(max(Int(level / 2), 0), 4) + 1 }

    private static let legend: HTML = """
        <ul class="px-legend" aria-label="Colours"><li><span class="px px-1" aria-hidden="true"><span></span></span>under 2</li><li><span class="px px-2" aria-hidden="true"><span></span></span>2 to 4</li><li><span class="px px-3" aria-hidden="true"><span></span></span>4 to 6</li><li><span class="px px-4" aria-hidden="true"><span></span></span>6 to 8</li><li><span class="px px-5" aria-hidden="true"><span></span></span>8 and more</li><li><span class="px" aria-hidden="true"></span>nothing logged</li></ul>
        """
}

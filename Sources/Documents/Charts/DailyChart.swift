import Base
import Findings
import Insights
import Journal

/// The level of each day with its 7- and 28-day means, and below it the doses taken.
package struct DailyChart {
    package let days: ChartDays
    package let words: PatternWords
    package let civil: CivilTime

    package init(days: ChartDays, words: PatternWords, civil: CivilTime) {
        (self.days, self.words, self.civil) = (days, words, civil)
    }

    static let mostMedicines = 6

    package var html: HTML {
        ChartFigure(
            kind: .daily, title: say("\(days.capital), day by day"), sentence: sentence,
            caution: lanes.isEmpty ? nil : say("Below the line: doses, with one strip for each medicine."), table: table,
            scale: days.scale
        ).html
    }

    private var sentence: String {
        let observed = days.observed
        guard let mean = ChartDays.mean(observed), let low = observed.min(), let high = observed.max() else {
            return say("\(days.capital) was not logged in these \(counted(days.window.count, "day")).")
        }
        let first =
            say(
                "\(days.capital) was logged on \(observed.count) of \(counted(days.window.count, "day")): \(tenths(mean)) on average, \(tenths(low)) at the lowest, \(tenths(high)) at the highest."
            )
        guard let now = days.recentMean(28), let before = days.recentMean(28, skipping: 28) else { return first }
        return first + say(" The mean of the last 28 days is \(tenths(now)). In the 28 days before it was \(tenths(before)).")
    }

    // MARK: what was taken

    /// One medicine: the content of its column, by the number of the day.
    private struct Lane {
        let name: String
        let isScheduled: Bool
        let cells: [Int: String]
    }

    private var lanes: [Lane] {
        let lanes = days.diary.medicines.compactMap { medicine in
            medicine.asNeeded ? needed(medicine) : scheduled(medicine)
        }
        return Array((lanes.filter { !$0.isScheduled } + lanes.filter(\.isScheduled)).prefix(DailyChart.mostMedicines))
    }

    private func scheduled(_ medicine: Medicine) -> Lane? {
        var cells: [Int: String] = [:]
        for (day, doses) in medicine.due where days.window.contains(day) {
            let known = doses.taken + doses.early + doses.late + doses.skipped + doses.missed
            cells[day] = known == 0 ? "unknown" : "\(doses.taken + doses.early + doses.late) of \(known + doses.unknown)"
        }
        return cells.isEmpty ? nil : Lane(name: words.name(of: medicine.id), isScheduled: true, cells: cells)
    }

    /// In the journal's present local time: a diary has the moments of doses, not their civil days.
    private func needed(_ medicine: Medicine) -> Lane? {
        var counts: [Int: Int] = [:]
        for instant in medicine.taken {
            guard let day = civil.wall(at: instant.milliseconds)?.day.number, days.window.contains(day) else { continue }
            counts[day, default: 0] += 1
        }
        return counts.isEmpty
            ? nil : Lane(name: words.name(of: medicine.id), isScheduled: false, cells: counts.mapValues { String($0) })
    }

    private var table: HTML {
        let (lanes, levels) = (lanes, days.levels)
        let (seven, month) = (levels.rolling(7, least: 4), levels.rolling(28, least: 14))
        let heads = lanes.html { lane in
            lane.isScheduled
                ? "<th scope=\"col\" data-role=\"due\">\(lane.name), taken of due</th>"
                : "<th scope=\"col\" data-role=\"doses\">\(lane.name), doses</th>"
        }
        let rows = days.window.html { day in
            let index = day - levels.days.lowerBound
            let doses = lanes.html { lane in "<td>\(lane.cells[day] ?? (lane.isScheduled ? "–" : "0"))</td>" }
            return """
                <tr>\(days.rowHeading(day))\(levelCell(levels[day]))<td>\(levels.counts[index])</td>\(levelCell(seven[index]))\(levelCell(month[index]))\(doses)</tr>
                """
        }
        return """
            <table class="numbers"><caption class="hidden">\(days.capital), day by day</caption><thead><tr><th scope="col" data-role="label">Day</th><th scope="col" data-role="level">Level</th><th scope="col">Readings</th><th scope="col" data-role="seven">7-day mean</th><th scope="col" data-role="month">28-day mean</th>\(heads)</tr></thead><tbody>\(rows)</tbody></table>
            """
    }
}

import Insights

package struct Table: Sendable {
    /// A cell and its counts, one for each measure.
    package typealias Row = (cell: Cell, counts: [Count])

    /// People without a pattern: any cue, and by which family.
    package static func noise(_ rows: [Row]) -> String {
        let heads = ["any amber"] + Family.allCases.map(\.heading)
        return markdown(
            ["people", "ρ", "days", "looks"] + heads + ["bound", ""],
            rows.map { start($0.cell) + noiseCounts($0) + end($0) }
                + together(rows).map { [$0.cell.title, "all", "\($0.cell.life.days)"] + noiseCounts($0) + end($0) })
    }

    /// The sums over all cells with the same way of looking and number of days: they test the bound more precisely than one cell
    /// can.
    package static func together(_ rows: [Row]) -> [Row] {
        var places: [[Int]: Int] = [:]
        return rows.reduce(into: []) { sums, row in
            let key = [row.cell.life.days, row.cell.mode == .report ? 0 : 1]
            guard let place = places[key] else {
                places[key] = sums.count
                let cell = Cell(title: "all people", life: row.cell.life, mode: row.cell.mode, measures: row.cell.measures)
                return sums.append((cell, row.counts))
            }
            for measure in row.counts.indices {
                let (sum, count) = (sums[place].counts[measure], row.counts[measure])
                sums[place].counts[measure] = Count(yes: sum.yes + count.yes, of: sum.of + count.of)
            }
        }
    }

    /// Rules for watching: how many people without a pattern are shown one within a year, and how many see one that is there.
    package static func frontier(_ rows: [(rule: Watcher.Rule, noise: Row, power: Row)]) -> String {
        markdown(
            ["watched at", "tests after days", "confirmed at", "or with all days at", "wrong in a year"]
                + (rows.first?.power.cell.measures.prefix(4).map(\.name) ?? []) + [""],
            rows.map { rule, noise, power in
                let tests =
                    rule.tests.count == 1 ? "\(rule.tests.lowerBound)" : "\(rule.tests.lowerBound) to \(rule.tests.upperBound)"
                let all = rule.whole > 0 ? "\(rule.leaning), all at \(rule.whole)" : "–"
                return ["\(rule.watched)", tests, "\(rule.confirmed)", all, noise.counts[0].text]
                    + power.counts.prefix(4).map(\.text) + [rule == .repeated ? "used" : ""]
            })
    }

    private static func noiseCounts(_ row: Row) -> [String] {
        let all = row.counts[0].of
        return [row.cell.mode == .report ? "one" : "every 14 days", row.counts[0].text]
            + row.counts[1..<6].map { $0.short(all: all) }
    }

    /// What each family finds at .05 in one report, in the diaries in which it can ask something.
    package static func families(_ rows: [Row]) -> String {
        markdown(
            ["people", "ρ", "days", "factors", "course", "rhythm", "as needed", "scheduled"],
            rows.filter { $0.cell.mode == .report }.map { start($0.cell) + $0.counts[6..<11].map(\.text) })
    }

    /// How often a planted effect is found.
    package static func power(_ rows: [Row], first heading: String = "planted") -> String {
        guard let first = rows.first else { return "" }
        return markdown(
            [heading, "ρ", "days"] + first.cell.measures.map(\.name) + ["bound", ""],
            rows.map { start($0.cell) + $0.counts.map(\.text) + end($0) })
    }

    /// The broken bounds, one line for each that a count contradicts.
    package static func broken(_ rows: [Row]) -> [String] {
        rows.flatMap { row in
            zip(row.cell.measures, row.counts).filter { $0.bound.isBroken(by: $1) }.map { measure, count in
                (start(row.cell) + [measure.name, count.text, measure.bound.text]).joined(separator: " | ")
            }
        }
    }

    private static func start(_ cell: Cell) -> [String] { [cell.title, "\(cell.life.rho)", "\(cell.life.days)"] }

    private static func end(_ row: Row) -> [String] {
        let bounds = row.cell.measures.filter { $0.bound != .none }.map { "\($0.name) \($0.bound.text)" }
        return [bounds.joined(separator: "; "), broken([row]).isEmpty ? "holds" : "**broken**"]
    }

    private static func markdown(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }
}

import Base
import Findings
import Insights
import Journal

/// Prints outcomes and doses, one below the other in the same columns.
struct InsightsCoursePrinter {
    private let days: ClosedRange<LocalDay>
    private let chart: InsightsChart
    private let margin: Int
    private let words = PatternWords(medicines: [:])

    init(days: ClosedRange<LocalDay>, isPlain: Bool) {
        self.days = days
        margin = Terminal.columns < 70 ? 10 : 20
        let count = days.upperBound.number - days.lowerBound.number + 1
        chart = InsightsChart(days: count, width: min(Terminal.columns, 160) - margin - 1, isPlain: isPlain)
    }

    func show(_ course: InsightsCourse) {
        guard let summary = course.summary else { return }
        let name = MedicationPrinter.capitalised(HealthPrinter.oneLine(words.name(of: course.name), room: 60))
        print(
            Terminal.styled(name, .bold)
                + "  \(Schedule.dateName(days.lowerBound)) to \(Schedule.dateName(days.upperBound))"
                + (chart.daysPerColumn > 1 ? Terminal.styled(say("  \(chart.daysPerColumn) days a column"), .dim) : ""))
        let rows = chart.dots(course.levels.values, in: course.scale, rows: 6)
        for (place, row) in rows.enumerated() {
            let label = place == 0 ? course.scale.upperBound : place == rows.count - 1 ? course.scale.lowerBound : nil
            track(label.map(figure) ?? "", row, style: .primary)
        }
        track("", chart.floor(course.levels.values), style: .dim)
        track("", chart.months(from: days.lowerBound), style: .dim)
        track(margin < 15 ? "7 days" : say("mean of 7 days"), chart.line(course.week, in: course.scale))
        track("28 days", chart.line(course.month, in: course.scale))
        print()
        Paragraph.tell(sentence(course, summary), 0)
        Paragraph.tell(weekdays(course.pattern), 0)
        print()
    }

    /// The doses of medicines, in the columns of the charts.
    func show(_ list: [InsightsDoses]) {
        guard !list.isEmpty else { return }
        print(Terminal.styled(say("Doses"), .bold))
        for doses in list {
            track(
                HealthPrinter.oneLine(doses.title, room: margin - 1), doses.adherence == nil ? asNeeded(doses) : scheduled(doses))
        }
        let signs =
            chart.isPlain
            ? say("= in time   ~ some late or left out   x half or more left out")
            : say("━ in time   ╌ some late or left out   × half or more left out")
        let legend = [
            list.contains { $0.adherence != nil } ? signs : "",
            list.contains { $0.adherence == nil } ? say("1-9 doses as needed") : "",
        ]
        track("", legend.filter { !$0.isEmpty }.joined(separator: "   "), style: .dim)
        print()
        for doses in list { Paragraph.tell(InsightsCoursePrinter.sentence(doses), 0) }
    }

    private func track(_ label: String, _ row: String, style: Terminal.Style? = nil) {
        let row = String(row.reversed().drop { $0 == " " }.reversed())
        let head = Terminal.styled(label.leftPadded(to: margin - 1), .dim)
        print(row.isEmpty && label.isEmpty ? "" : head + " " + (style.map { Terminal.styled(row, $0) } ?? row))
    }

    private func sentence(_ course: InsightsCourse, _ summary: (low: Double, mean: Double, high: Double)) -> String {
        let count = course.levels.days.count
        var parts = [
            "Mean \(mean(summary.mean)), lowest \(figure(summary.low)), highest \(figure(summary.high)), "
                + say("on \(course.levels.observed) of \(count) days.")
        ]
        for length in [7, 28] where length < count {
            guard let last = course.last(length) else { continue }
            parts.append(say("Last \(length) days: \(mean(last.mean)), on \(last.days)."))
        }
        return parts.joined(separator: " ")
    }

    private func weekdays(_ pattern: WeekPattern) -> String {
        zip(LocalMonth.weekdayNames, pattern.weekdays).map { name, cell in
            "\(name.prefix(3)) \(cell.mean.map(mean) ?? "-")"
        }.joined(separator: "  ")
    }

    /// With one decimal, in ASCII if nothing else can be shown.
    private func mean(_ number: Double) -> String { chart.isPlain ? tenths(number).replacing("−", with: "-") : tenths(number) }

    private func figure(_ number: Double) -> String {
        let text = mean(number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func asNeeded(_ doses: InsightsDoses) -> String {
        chart.marks { part in
            let count = part.reduce(0) { $0 + (doses.taken[days.lowerBound.number + $1] ?? 0) }
            return count == 0 ? " " : count > 9 ? "+" : Character(String(count))
        }
    }

    private func scheduled(_ doses: InsightsDoses) -> String {
        let (inTime, some, out): (Character, Character, Character) = chart.isPlain ? ("=", "~", "x") : ("━", "╌", "×")
        return chart.marks { part in
            let known = part.compactMap { doses.medicine.due[days.lowerBound.number + $0] }
            let gone = known.reduce(0) { $0 + $1.missed + $1.skipped }
            let (onTime, offTime) = known.reduce((0, 0)) { ($0.0 + $1.taken, $0.1 + $1.early + $1.late) }
            guard onTime + offTime + gone > 0 else { return " " }
            return gone >= onTime + offTime ? out : gone + offTime > 0 ? some : inTime
        }
    }

    private static func sentence(_ doses: InsightsDoses) -> String {
        let title = HealthPrinter.oneLine(doses.title, room: 60)
        let steps = doses.steps.compactMap { step in
            LocalDay(number: step.day).map { " \(step.kind.past.capitalizedWord) on \(Schedule.dateName($0))." }
        }.joined()
        guard let adherence = doses.adherence else {
            let count = doses.taken.values.reduce(0, +)
            return say("\(title): \(counted(count, "dose")) as needed, on \(counted(doses.taken.count, "day")).") + steps
        }
        var text = say("\(title): \(adherence.doses.taken) of \(counted(adherence.known, "known dose")) in time")
        if let rate = adherence.rate, let interval = adherence.interval {
            text += say(" (\(percent(rate)) %, likely \(percent(interval.lowerBound)) to \(percent(interval.upperBound)) %)")
        }
        let others: [(Adherence.State, String)] = [
            (.early, "early"), (.late, "late"), (.skipped, "skipped"), (.missed, "missed"), (.unknown, "unknown"),
        ]
        for (state, word) in others where adherence.count(state) > 0 { text += ", \(adherence.count(state)) \(word)" }
        return text + "." + steps
    }

    private static func percent(_ share: Double) -> Int { Int((min(max(share, 0), 1) * 100).rounded()) }
}

extension Medicine.Step.Kind {
    fileprivate var past: String {
        switch self {
        case .start: "begun"
        case .stop: "ended"
        case .more: "raised"
        case .less: "lowered"
        }
    }
}

extension String {
    fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}

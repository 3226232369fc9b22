import Base
import Findings
import Insights
import Journal

/// Charts for one medicine: before and after it was started or changed, or after high moments with and without a dose.
package struct MedicineCharts {
    package let days: ChartDays
    package let words: PatternWords
    /// The choice; the first available one if it cannot be drawn.
    package let focus: InsightsChoice.Focus?

    package init(days: ChartDays, words: PatternWords, focus: InsightsChoice.Focus?) {
        (self.days, self.words, self.focus) = (days, words, focus)
    }

    /// Days on either side of a step.
    static let reach = 28
    /// The fewest days with a level on either side.
    private static let least = 7

    /// The available choices, medicines as needed first, later steps before earlier ones.
    package var choices: [(focus: InsightsChoice.Focus, label: String)] {
        let needed = days.compared.filter { $0.asNeeded && isTreated(by: $0) }
            .map { (InsightsChoice.Focus.doses($0.id), words.name(of: $0.id)) }
        let steps = days.compared.flatMap { medicine in medicine.steps.map { (medicine.id, $0) } }
            .filter { isKnown(around: $0.1.day) }.sorted { $0.1.day > $1.1.day }.prefix(6)
            .map { id, step in
                (
                    InsightsChoice.Focus.step(id, day: step.day),
                    "\(words.name(of: id)), \(step.kind.word) \(days.day(step.day))"
                )
            }
        return needed + steps
    }

    /// Whether some high moment of the window had a dose. A good mood is no moment to treat.
    private func isTreated(by medicine: Medicine) -> Bool {
        days.outcome.name != .mood
            && HighMoment.all(of: days.outcome, doses: medicine.taken, window: days.window).contains(where: \.treated)
    }

    private func isKnown(around day: Int) -> Bool {
        let before = ((day - MedicineCharts.reach)..<day).count { days.levels[$0] != nil }
        let after = (day..<(day + MedicineCharts.reach)).count { days.levels[$0] != nil }
        return before >= MedicineCharts.least && after >= MedicineCharts.least
    }

    /// The choice shown, from `choices`.
    package func chosen(of choices: [(focus: InsightsChoice.Focus, label: String)]) -> InsightsChoice.Focus? {
        choices.first { $0.focus == focus }?.focus ?? choices.first?.focus
    }

    package func html(_ chosen: InsightsChoice.Focus) -> HTML {
        switch chosen {
        case .doses(let medicine): moments(medicine)
        case .step(let medicine, let day): step(medicine, day)
        }
    }

    // MARK: before and after

    private func step(_ medicine: RecordID, _ day: Int) -> HTML {
        let window = MedicationWindow(around: [day], in: days.levels, reach: MedicineCharts.reach)
        let kind = days.diary.medicines.first { $0.id == medicine }?.steps.first { $0.day == day }?.kind ?? .start
        let name = words.name(of: medicine)
        let rows = window.points.html { point in
            "<tr><th scope=\"row\">\(signed(point.offset))</th>\(levelCell(point.mean))<td>–</td><td>–</td><td>\(point.count)</td></tr>"
        }
        let table: HTML = """
            <table class="numbers"><thead><tr><th scope="col" data-role="label">Day</th><th scope="col" data-role="level">Level</th><th scope="col" data-role="low">From (95 %)</th><th scope="col" data-role="high">To (95 %)</th><th scope="col" data-role="days">Days</th></tr></thead><tbody>\(rows)</tbody>
            <tfoot>\(side("before", "28 days before", window.before))\(side("after", "28 days from then on", window.after))</tfoot></table>
            """
        return ChartFigure(
            kind: .step, title: say("\(days.capital) before and after: \(name), \(kind.word) \(days.day(day))"),
            sentence:
                "\(sentence(say("In the 28 days before"), window.before)) \(sentence(say("In the 28 days from then on"), window.after))",
            caution: words.caution(.step(medicine, days.outcome.name, day: day)), table: table,
            scale: days.scale
        ).html
    }

    private func side(_ name: HTML, _ label: HTML, _ side: MedicationWindow.Side) -> HTML {
        "<tr data-side=\"\(name)\"><th scope=\"row\">\(label)</th>\(levelCell(side.mean))\(intervalCells(MedicineCharts.interval(side)))<td>\(side.days)</td></tr>"
    }

    private func sentence(_ when: String, _ side: MedicationWindow.Side) -> String {
        guard let mean = side.mean else { return say("\(when) nothing was logged.") }
        let range =
            MedicineCharts.interval(side).map { " (95 %: \(tenths($0.lowerBound)) to \(tenths($0.upperBound)))" }
            ?? say(" (too unsteady for an interval)")
        return say("\(when) \(days.name) was \(tenths(mean))\(range), on \(counted(side.days, "day")).")
    }

    /// Clipped to the scale; `nil` if it says no more than the scale itself, as for days so strongly correlated that they count
    /// as one or two.
    private static func interval(_ side: MedicationWindow.Side) -> ClosedRange<Double>? {
        guard let interval = side.interval, interval.upperBound - interval.lowerBound < 10 else { return nil }
        let (low, high) = (min(max(interval.lowerBound, 0), 10), max(min(interval.upperBound, 10), 0))
        return min(low, high)...max(low, high)
    }

    private func signed(_ offset: Int) -> String { offset < 0 ? "−\(-offset)" : String(offset) }

    // MARK: around high moments

    private func moments(_ medicine: RecordID) -> HTML {
        let doses = days.diary.medicines.first { $0.id == medicine }?.taken ?? []
        let curve = EventCurve(of: days.outcome, doses: doses, window: days.window)
        let name = words.name(of: medicine)
        let title = say("\(days.capital) around high moments, with \(name) and without")
        let rows = zip(curve.treated, curve.untreated).html { treated, untreated in
            "<tr><th scope=\"row\">\(signed(treated.hour))</th>\(cells(treated))\(cells(untreated))</tr>"
        }
        let table: HTML = """
            <table class="numbers"><thead><tr><th scope="col" data-role="label">Hour</th><th scope="col" data-role="with">With, level</th><th scope="col" data-role="with-low">from (95 %)</th><th scope="col" data-role="with-high">to (95 %)</th><th scope="col" data-role="with-count">moments</th><th scope="col" data-role="without">Without, level</th><th scope="col" data-role="without-low">from (95 %)</th><th scope="col" data-role="without-high">to (95 %)</th><th scope="col" data-role="without-count">moments</th></tr></thead><tbody>\(rows)</tbody></table>
            """
        return ChartFigure(
            kind: .moments, title: title, sentence: sentence(curve, name),
            caution:
                say(
                    "Levels usually fall after a peak, with or without medicine: only the distance between the lines may come from the medicine."
                ),
            table: table
        ).html
    }

    private func cells(_ point: EventCurve.Point) -> HTML {
        levelCell(point.mean) + intervalCells(point.interval) + "<td>\(point.moments)</td>"
    }

    private func sentence(_ curve: EventCurve, _ name: String) -> String {
        let counts =
            say("\(counted(curve.treatedMoments, "high moment")) with \(name), \(curve.untreatedMoments) without.")
        func later(_ points: [EventCurve.Point]) -> Double? {
            let after = points.filter { (1..<5).contains($0.hour) && $0.moments > 0 }
            let moments = after.reduce(0) { $0 + $1.moments }
            return moments > 0 ? after.reduce(0) { $0 + ($1.mean ?? 0) * Double($1.moments) } / Double(moments) : nil
        }
        switch (later(curve.treated), later(curve.untreated)) {
        case (let with?, let without?):
            return say(
                "\(counts) One to five hours later \(days.name) was \(tenths(with)) with it and \(tenths(without)) without.")
        case (let with?, nil): return say("\(counts) One to five hours later \(days.name) was \(tenths(with)) with it.")
        case (nil, let without?): return say("\(counts) One to five hours later \(days.name) was \(tenths(without)) without it.")
        case (nil, nil): return say("\(counts) Nothing was logged one to five hours later.")
        }
    }
}

extension Medicine.Step.Kind {
    /// What happened on the day.
    var word: String {
        switch self {
        case .start: "begun"
        case .stop: "ended"
        case .more: "raised"
        case .less: "lowered"
        }
    }
}

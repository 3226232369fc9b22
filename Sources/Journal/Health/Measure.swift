/// Something that a person measures: blood pressure, weight, or whatever they name.
package struct Measure: Hashable, Sendable {
    /// The person's name for it; `Weight` and `weight` are one measure (`key`).
    package var name: String
    package var form: Form
    /// What it is counted in: `kg`; empty for a scale, and for yes or no.
    package var unit: String
    /// The range of its numbers: the one that its owner has set, of a scale with both ends; otherwise what is possible in its unit
    /// of a usual measure. `nil` if any number is possible.
    package var range: ClosedRange<Double>? {
        get { own ?? possible }
        set { own = newValue == possible ? nil : newValue }
    }
    /// A range that no unit has.
    private var own: ClosedRange<Double>?

    package enum Form: String, CaseIterable, Sendable {
        case number
        /// Two numbers of one unit, the upper one first: blood pressure.
        case pair
        /// A number between two ends.
        case scale
        /// 1 for yes, 0 for no.
        case yesNo = "yes_no"
        /// Minutes.
        case duration
    }

    package init(_ name: String, _ form: Form = .number, unit: String = "", range: ClosedRange<Double>? = nil) {
        (self.name, self.form) = (trimmed(name), form)
        self.unit =
            switch form {
            case .number, .pair: trimmed(unit)
            case .duration: "min"
            case .scale, .yesNo: ""
            }
        self.range = range
    }

    /// Identifies the measure: its name in lower case.
    package var key: String { SymptomEntry.key(of: name) }

    /// Measures whose form and units are known before the first entry, each in its first unit.
    package static let usual = MeasureKind.all.map { Measure($0.names[0], $0.form, unit: $0.units[0].name) }

    /// What is known of a measure of this name before its first entry; `nil` if nothing is.
    package static func usual(_ name: String) -> Measure? {
        guard let kind = MeasureKind.named(name) else { return nil }
        let isFirst = SymptomEntry.key(of: name) == SymptomEntry.key(of: kind.names[0])
        return Measure(isFirst ? kind.names[0] : name, kind.form, unit: kind.units[0].name)
    }

    /// The same where a person says no unit: glucose has none until someone says it.
    package static func unsaid(_ name: String) -> Measure? {
        usual(name).map { MeasureKind.named(name)?.hasDefault == false ? Measure($0.name, $0.form) : $0 }
    }

    /// What is known of it by its name, if its numbers are of that form.
    var kind: MeasureKind? { MeasureKind.named(name).flatMap { $0.form == form ? $0 : nil } }

    private var possible: ClosedRange<Double>? { kind?.unit(unit)?.possible }

    /// Its range in whole numbers, if it is a scale with few enough of them for a button each.
    package var steps: ClosedRange<Int>? {
        guard form == .scale, let range, range.upperBound - range.lowerBound <= 10, abs(range.lowerBound) <= 1000,
            [range.lowerBound, range.upperBound].allSatisfy({ $0 == $0.rounded() })
        else { return nil }
        return Int(range.lowerBound)...Int(range.upperBound)
    }

    /// A unit as it is written here, if it is a known one of this measure that was typed otherwise: `F` for `°F`, `lbs` for `lb`.
    package func spelled(_ unit: String) -> String {
        unit.lowercased() == self.unit.lowercased() ? self.unit : MeasureKind.unit(unit, of: name)?.unit.name ?? unit
    }

    /// A number in another unit, in this measure's; `nil` if there is no known way between the two.
    package func number(_ value: Double, in other: String) -> Double? {
        if other == unit { return value }
        guard let from = MeasureKind.unit(other, of: name), let to = MeasureKind.unit(unit, of: name),
            from.kind.names[0] == to.kind.names[0]
        else { return nil }
        return (value * from.unit.factor + from.unit.add - to.unit.add) / to.unit.factor
    }

    /// The first reason why nothing can be saved under it; `nil` if something can.
    package var fault: HealthFault? {
        if let fault = name.nameFault("measure") ?? unit.shortFault("unit") { return fault }
        if form == .scale, range == nil { return .empty(field: "range") }
        guard let range else { return nil }
        let most = MeasureEntry.most
        return range.lowerBound.isFinite && range.upperBound.isFinite && max(abs(range.lowerBound), abs(range.upperBound)) <= most
            && range.lowerBound < range.upperBound
            ? nil : .outside(field: "range", least: numberText(-most), most: numberText(most))
    }
}

/// One measurement at one moment. It says itself in which unit it is and of which kind, so that it depends on no other record.
package struct MeasureEntry: Hashable, Sendable {
    package var instant: Instant
    /// IANA name of the writer's zone.
    package var zone: String
    /// The civil day that the writer saw.
    package var day: LocalDay
    package var measure: Measure
    /// In the measure's unit: the upper number of a pair, minutes of a duration, 1 or 0 for yes or no.
    package var value: Double
    /// The lower number of a pair; `nil` otherwise.
    package var second: Double?
    /// Free text, Markdown.
    package var note: String
    /// The device or program that it came from; empty if it was typed.
    package var source: String

    /// The largest number, either way.
    package static let most = 1e9

    package init(
        instant: Instant, zone: String, day: LocalDay, measure: Measure, value: Double, second: Double? = nil, note: String = "",
        source: String = ""
    ) {
        (self.instant, self.zone, self.day, self.measure) = (instant, zone, day, measure)
        (self.value, self.second, self.note, self.source) = (value, second, note, source)
    }

    package var key: String { measure.key }

    /// The series to which it belongs, for charts: of a pair one for each number.
    package var series: [(key: String, value: Double)] {
        guard let second else { return [(key, value)] }
        return [(key + ", upper", value), (key + ", lower", second)]
    }

    /// Whether two series are of one measure: the two numbers of a pair.
    package static func isOneMeasure(_ one: String, _ other: String) -> Bool {
        func measure(_ series: String) -> Substring {
            series.hasSuffix(", upper") || series.hasSuffix(", lower") ? series.dropLast(7) : series[...]
        }
        return measure(one) == measure(other)
    }

    /// The same entries, each in the unit of its measure's latest one; without those for which no way between the units is known.
    package static func inOneUnit(_ entries: some Sequence<MeasureEntry>) -> [MeasureEntry] {
        var latest: [String: MeasureEntry] = [:]
        for entry in entries where latest[entry.key].map({ $0.instant <= entry.instant }) ?? true { latest[entry.key] = entry }
        return entries.compactMap { entry in
            guard let measure = latest[entry.key]?.measure, measure.unit != entry.measure.unit else { return entry }
            guard let value = measure.number(entry.value, in: entry.measure.unit) else { return nil }
            var moved = entry
            (moved.measure.unit, moved.value) = (measure.unit, value)
            moved.second = entry.second.flatMap { measure.number($0, in: entry.measure.unit) }
            return moved
        }
    }

    /// Whether its lower number is not below its upper one, as in no blood pressure.
    private var isUpsideDown: Bool { measure.kind?.form == .pair && (second ?? value - 1) >= value }

    /// The first reason why it cannot be saved; `nil` if it can.
    package var fault: HealthFault? {
        if let fault = measure.fault { return fault }
        guard (second != nil) == (measure.form == .pair) else { return .empty(field: "value") }
        let isYesNo = measure.form == .yesNo
        let range: ClosedRange<Double> =
            isYesNo ? 0...1 : measure.range ?? (measure.form == .duration ? 0 : -MeasureEntry.most)...MeasureEntry.most
        guard [value, second ?? value].allSatisfy({ range.contains($0) && (!isYesNo || $0 == $0.rounded()) }) else {
            let most = numberText(range.upperBound) + (measure.unit.isEmpty ? "" : " " + measure.unit)
            return .outside(field: "value", least: numberText(range.lowerBound), most: most)
        }
        if isUpsideDown { return .upsideDown }
        return note.noteFault() ?? source.shortFault("source")
    }
}

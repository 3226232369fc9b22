/// Something that a person measures: blood pressure, weight, or whatever they name.
package struct Measure: Hashable, Sendable {
    /// The person's name for it; `Weight` and `weight` are one measure (`key`).
    package var name: String
    /// What kind of number it is.
    package var form: Form
    /// What it is counted in: `kg`; empty for a scale, and for yes or no.
    package var unit: String
    /// The range of its numbers; for a scale both ends are shown. `nil` if any number is possible.
    package var range: ClosedRange<Double>?

    /// The kinds of numbers.
    package enum Form: String, CaseIterable, Sendable {
        /// One number with a unit.
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
        (self.name, self.form, self.range) = (trimmed(name), form, range)
        self.unit =
            switch form {
            case .number, .pair: trimmed(unit)
            case .duration: "min"
            case .scale, .yesNo: ""
            }
    }

    /// Identifies the measure: its name in lower case.
    package var key: String { SymptomEntry.key(of: name) }

    /// Measures whose form, unit and range are known before the first entry.
    package static let usual = [
        Measure("Blood pressure", .pair, unit: "mmHg", range: 20...350), Measure("Weight", unit: "kg", range: 0.2...700),
        Measure("Glucose", unit: "mg/dL", range: 1...2000), Measure("Temperature", unit: "°C", range: 25...45),
        Measure("Heart rate", unit: "bpm", range: 10...350), Measure("Heart rate variability", unit: "ms", range: 0...1000),
        Measure("Exercise", .duration, range: 0...1440),
    ]

    /// The usual measure of this name; `nil` if there is none.
    package static func usual(_ name: String) -> Measure? {
        let key = SymptomEntry.key(of: name)
        return usual.first { $0.key == key }
    }

    /// Its range in whole numbers, if it is a scale with few enough of them for a button each.
    package var steps: ClosedRange<Int>? {
        guard form == .scale, let range, range.upperBound - range.lowerBound <= 10, abs(range.lowerBound) <= 1000,
            [range.lowerBound, range.upperBound].allSatisfy({ $0 == $0.rounded() })
        else { return nil }
        return Int(range.lowerBound)...Int(range.upperBound)
    }

    /// The unit in another spelling, and how a number in it becomes one in this measure's usual unit: times `factor`, plus `add`.
    private static let others: [(measure: String, unit: String, usual: String, factor: Double, add: Double)] = [
        ("weight", "lb", "kg", 0.453_592_37, 0), ("weight", "st", "kg", 6.350_293_18, 0), ("weight", "g", "kg", 0.001, 0),
        ("glucose", "mmol/L", "mg/dL", 18.0156, 0), ("temperature", "°F", "°C", 5.0 / 9, -160.0 / 9),
        ("blood pressure", "kPa", "mmHg", 7.500_617, 0), ("heart rate", "count/s", "bpm", 60, 0),
        ("heart rate variability", "s", "ms", 1000, 0),
    ]

    /// A unit as it is written here, if it is a known one of this measure that was typed otherwise: `F` for `°F`, `lbs` for `lb`.
    package func spelled(_ unit: String) -> String {
        let typed = unit.lowercased() == "lbs" ? "lb" : unit.lowercased()
        let known = Measure.others.filter { $0.measure == key || $0.measure != "glucose" }.flatMap { [$0.unit, $0.usual] }
        return known.first { $0.lowercased() == typed || $0.lowercased() == "°" + typed } ?? unit
    }

    /// A number in another unit, in this measure's; `nil` if there is no known way between the two.
    package func number(_ value: Double, in other: String) -> Double? {
        if other == unit { return value }
        func toUsual(_ name: String) -> (usual: String, factor: Double, add: Double)? {
            // A pound is a pound of whatever a person names; how heavy a mole is depends on the substance.
            let known = Measure.others.filter { $0.measure == key || $0.measure != "glucose" }
            if let found = known.first(where: { $0.unit == name }) { return (found.usual, found.factor, found.add) }
            return known.contains { $0.usual == name } ? (name, 1, 0) : nil
        }
        guard let from = toUsual(spelled(other)), let to = toUsual(spelled(unit)), from.usual == to.usual else { return nil }
        return (value * from.factor + from.add - to.add) / to.factor
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
    /// When it was.
    package var instant: Instant
    /// IANA name of the writer's zone.
    package var zone: String
    /// The civil day that the writer saw.
    package var day: LocalDay
    /// What was measured.
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

    /// Identifies the measure (`Measure.key`).
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

    /// The first reason why it cannot be saved; `nil` if it can.
    package var fault: HealthFault? {
        if let fault = measure.fault { return fault }
        guard (second != nil) == (measure.form == .pair) else { return .empty(field: "value") }
        let isYesNo = measure.form == .yesNo
        let range: ClosedRange<Double> =
            isYesNo ? 0...1 : measure.range ?? (measure.form == .duration ? 0 : -MeasureEntry.most)...MeasureEntry.most
        guard [value, second ?? value].allSatisfy({ range.contains($0) && (!isYesNo || $0 == $0.rounded()) }) else {
            return .outside(field: "value", least: numberText(range.lowerBound), most: numberText(range.upperBound))
        }
        return note.noteFault() ?? source.shortFault("source")
    }
}

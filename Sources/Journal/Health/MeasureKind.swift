/// What is known of a measure by its name before its first entry: its form, its units, and which numbers in them a person has.
package struct MeasureKind: Sendable {
    /// Its names; the first one is shown.
    let names: [String]
    /// The same in small letters.
    private let keys: Set<String>
    let form: Measure.Form
    /// Its units; the first one is meant where none is said, if `hasDefault`.
    package let units: [Unit]
    /// Whether a number without a unit may be taken for the first one. Glucose is counted in two, each common in its countries.
    let hasDefault: Bool
    /// A number this many times larger or smaller than all latest ones is doubted.
    let jump: Double

    package struct Unit: Sendable {
        /// As it is shown, `lb`.
        package let name: String
        /// Other spellings, in small letters.
        let spellings: [String]
        /// A number in it becomes one in the first unit: times `factor`, plus `add`.
        let factor, add: Double
        /// Numbers beyond these are refused.
        package let possible: ClosedRange<Double>
        /// A first number beyond these is doubted; one without a unit may be one of these. `nil`: never without the unit.
        let likely: ClosedRange<Double>?
        /// The smaller unit after it, and how many of those it has: `11 st 4 lb`.
        let smaller: (name: String, count: Double)?

        init(
            _ name: String, _ spellings: [String], _ possible: ClosedRange<Double>, times factor: Double = 1, add: Double = 0,
            likely: ClosedRange<Double>?, smaller: (name: String, count: Double)? = nil
        ) {
            (self.name, self.spellings, self.factor, self.add) = (name, spellings, factor, add)
            (self.possible, self.likely, self.smaller) = (possible, likely, smaller)
        }

        func isSpelled(_ typed: String) -> Bool { name.lowercased() == typed || spellings.contains(typed) }
    }

    /// All; usual measures in the order in which they are offered.
    static let all = [
        MeasureKind(
            ["Blood pressure", "bp"], .pair,
            [
                Unit("mmHg", ["mm hg"], 20...350, likely: 30...260),
                Unit("kPa", [], 2.5...47, times: 7.500_617, likely: 4...34),
            ], jump: 2),
        MeasureKind(
            ["Weight", "body weight", "bodyweight"], .number,
            [
                Unit("kg", ["kgs", "kilo", "kilos", "kilogram", "kilograms"], 0.2...700, likely: 30...150),
                Unit("lb", ["lbs", "pound", "pounds"], 0.4...1543, times: 0.453_592_37, likely: 85...330),
                Unit("st", ["stone", "stones"], 0.04...110, times: 6.350_293_18, likely: 5...24, smaller: ("lb", 14)),
                Unit("g", ["gram", "grams"], 200...700_000, times: 0.001, likely: nil),
                Unit("oz", ["ounce", "ounces"], 7...24_700, times: 0.028_349_523_125, likely: nil),
            ], jump: 1.3),
        MeasureKind(
            ["Glucose", "blood glucose", "blood sugar", "bloodsugar", "fasting glucose", "fasting blood sugar", "bg"], .number,
            [
                Unit("mg/dL", ["mg", "mgdl", "mg per dl"], 10...2000, likely: 20...600),
                Unit("mmol/L", ["mmol", "mmoll", "mmol per l"], 0.5...111, times: 18.0156, likely: 1.1...33.5),
            ], hasDefault: false, jump: 6),
        MeasureKind(
            ["Temperature", "body temperature", "basal temperature", "temp"], .number,
            [
                Unit("°C", ["c", "celsius", "degc", "degrees c", "degrees celsius", "° c"], 25...45, likely: 34...42.5),
                Unit(
                    "°F", ["f", "fahrenheit", "degf", "degrees f", "degrees fahrenheit", "° f"], 77...113, times: 5.0 / 9,
                    add: -160.0 / 9, likely: 93...108.5),
            ], jump: 1.15),
        MeasureKind(
            ["Heart rate", "pulse", "resting heart rate", "heartrate"], .number,
            [Unit("bpm", ["/min", "1/min", "beats/min", "count/min", "beats per minute"], 10...350, likely: 30...220)], jump: 3.5),
        MeasureKind(
            ["Heart rate variability", "hrv"], .number,
            [Unit("ms", [], 0...1000, likely: 1.5...400), Unit("s", ["sec"], 0...1, times: 1000, likely: 0.003...0.4)], jump: 10),
        MeasureKind(
            ["Height", "body height"], .number,
            [
                Unit("cm", [], 20...300, likely: 90...230),
                Unit("m", ["metres", "meters"], 0.2...3, times: 100, likely: 0.9...2.3),
                Unit("in", ["\"", "”", "″", "inch", "inches"], 8...118, times: 2.54, likely: 36...89),
                Unit("ft", ["'", "’", "′", "foot", "feet"], 0.6...9.8, times: 30.48, likely: 3...7.5, smaller: ("in", 12)),
            ], jump: 1.15),
        MeasureKind(["Exercise"], .duration, [Unit("min", [], 0...1440, likely: 0...1440)], jump: 30),
    ]

    private init(
        _ names: [String], _ form: Measure.Form, _ units: [Unit], hasDefault: Bool = true, jump: Double
    ) {
        keys = Set(names.map { SymptomEntry.key(of: $0) })
        (self.names, self.form, self.units, self.hasDefault, self.jump) = (names, form, units, hasDefault, jump)
    }

    /// The kind of a measure with this name in any case; `nil` if none is known.
    package static func named(_ name: String) -> MeasureKind? {
        let key = SymptomEntry.key(of: name)
        return all.first { $0.keys.contains(key) }
    }

    package func unit(_ typed: String) -> Unit? {
        let typed = trimmed(typed).lowercased()
        return units.first { $0.isSpelled(typed) }
    }

    static func isUnit(_ typed: String) -> Bool { all.contains { $0.unit(typed) != nil } }

    /// A unit and the kind that has it, of whatever a person names: a pound is a pound. How heavy a mole is depends on the
    /// substance, so the units of glucose are only for glucose. Other spellings than the unit's own are only for its kind.
    static func unit(_ typed: String, of name: String) -> (kind: MeasureKind, unit: Unit)? {
        if let kind = named(name) { return kind.unit(typed).map { (kind, $0) } }
        let typed = typed.lowercased() == "lbs" ? "lb" : trimmed(typed).lowercased()
        for kind in all where kind.hasDefault && kind.form != .duration {
            if let unit = kind.units.first(where: { $0.name.lowercased() == typed }) { return (kind, unit) }
        }
        return nil
    }
}

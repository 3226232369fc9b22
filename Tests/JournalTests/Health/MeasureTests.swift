import Journal
import Testing

/// What is typed for a measure, how it is shown, and what two units have in common.
@Suite struct MeasureTests {
    @Test(arguments: [
        (Measure.Form.number, "71,4", 71.4, Double?.none, "71.4 kg"), (.number, "-3.25", -3.25, nil, "-3.25 kg"),
        (.pair, "128 / 82", 128, 82, "128/82 kg"), (.yesNo, "YES", 1, nil, "yes"), (.yesNo, "n", 0, nil, "no"),
        (.duration, "40", 40, nil, "40 min"), (.duration, "1h20", 80, nil, "1 h 20 min"),
        (.duration, "1 hour 20 minutes", 80, nil, "1 h 20 min"), (.duration, "1:20", 80, nil, "1 h 20 min"),
        (.duration, "90 min", 90, nil, "1 h 30 min"), (.scale, "3/5", 3, nil, "3 of 5"), (.scale, "3", 3, nil, "3 of 5"),
    ])
    func `a value is read as it is typed, and shown with its unit`(
        form: Measure.Form, typed: String, value: Double, second: Double?, words: String
    ) throws {
        let measure = Measure("M", form, unit: "kg", range: form == .scale ? 1...5 : nil)
        let read = try #require(measure.read(typed))
        #expect(read.value == value && read.second == second)
        #expect(measure.words(read.value, read.second) == words)
        // What is shown in a field is read as the same.
        let again = try #require(measure.read(measure.typed(read.value, read.second)))
        #expect(again.value == value && again.second == second)
    }

    @Test(arguments: [
        (Measure.Form.number, "1.2.3"), (.number, ""), (.number, "kg"), (.number, "1e5"), (.pair, "128"), (.pair, "1/2/3"),
        (.yesNo, "maybe"), (.duration, "h"), (.duration, "soon"), (.scale, "."), (.number, "12345678901234567890"),
    ])
    func `what is no value is refused`(form: Measure.Form, typed: String) { #expect(Measure("M", form).read(typed) == nil) }

    @Test func `the form of a new measure is seen from its first value`() {
        #expect(
            ["71.4", "128/82", "1h 20min", "no", "high"].map { Measure.form(of: $0) } == [.number, .pair, .duration, .yesNo, nil])
    }

    @Test func `known units are converted both ways, others never`() throws {
        let kilograms = Measure("Weight", unit: "kg")
        let pounds = Measure("weight", unit: "lb")
        let there = try #require(kilograms.number(150, in: "lb"))
        let back = try #require(pounds.number(there, in: "kg"))
        let fever = try #require(Measure("Temperature", unit: "°C").number(98.6, in: "°F"))
        #expect(abs(there - 68.0388555) < 1e-9 && abs(back - 150) < 1e-9 && abs(fever - 37) < 1e-9)
        #expect(["LBS", "kg", "Kg", "bags"].map(kilograms.spelled) == ["lb", "kg", "kg", "bags"])
        #expect(["F", "°c", "f"].map(Measure("Temperature").spelled) == ["°F", "°C", "°F"])
        #expect(kilograms.number(1, in: "bags") == nil && Measure("Iron", unit: "mg/dL").number(1, in: "mmol/L") == nil)
        #expect(Measure("Without shoes", unit: "kg").number(150, in: "lb") == there)
    }

    private func entry(_ hour: Int64, _ measure: Measure, _ value: Double, _ second: Double? = nil) throws -> MeasureEntry {
        let instant = try #require(Instant(milliseconds: 1_773_500_000_000 + hour * 3_600_000))
        return MeasureEntry(
            instant: instant, zone: "UTC", day: try #require(LocalDay(iso: "2026-03-14")), measure: measure, value: value,
            second: second)
    }

    @Test func `a series is in the unit of its latest entry, without what cannot be converted`() throws {
        let weight = Measure("Weight", unit: "kg")
        let all = [
            try entry(0, Measure("weight", unit: "lb"), 150), try entry(1, Measure("WEIGHT", unit: "bags"), 3),
            try entry(2, weight, 70), try entry(1, Measure("Blood pressure", .pair, unit: "kPa"), 16, 11),
            try entry(2, Measure("Blood pressure", .pair, unit: "mmHg"), 120, 80),
        ]
        let series = MeasureEntry.inOneUnit(all).flatMap(\.series)
        #expect(
            series.map { $0.key + " \(Int($0.value.rounded()))" } == [
                "weight 68", "weight 70", "blood pressure, upper 120", "blood pressure, lower 83", "blood pressure, upper 120",
                "blood pressure, lower 80",
            ])
        #expect(MeasureEntry.isOneMeasure("blood pressure, upper", "blood pressure, lower"))
        #expect(!MeasureEntry.isOneMeasure("weight", "height"))
    }

    @Test func `what cannot be saved is said`() throws {
        func fault(_ measure: Measure, _ value: Double, _ second: Double? = nil) throws -> HealthFault? {
            try entry(0, measure, value, second).fault
        }
        #expect(try fault(Measure("Weight", unit: "kg", range: 0.2...700), 71.4) == nil)
        #expect(try fault(Measure("Weight", range: 0.2...700), 0.1) == .outside(field: "value", least: "0.2", most: "700"))
        #expect(try fault(Measure(" "), 1) == .empty(field: "measure"))
        #expect(try fault(Measure("P", .pair), 1) == .empty(field: "value"))
        #expect(try fault(Measure("E", .scale), 1) == .empty(field: "range"))
        #expect(try fault(Measure("A", .yesNo), 0.5) == .outside(field: "value", least: "0", most: "1"))
        #expect(try fault(Measure("W"), .nan) != nil && fault(Measure("W", range: 5...5), 5) != nil)
    }
}

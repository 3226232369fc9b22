import Journal
import Testing

/// What a typed measurement may mean: saved as it is, asked about, or refused.
@Suite struct MeasureReadingTests {
    /// `71.4 kg` for one that is clear; `157 kg | 157 lb` for one that is asked about; `!98 °C` for one that cannot be saved.
    private func meaning(
        _ typed: String, of name: String, last: [String] = [], unit: String? = nil, range: ClosedRange<Double>? = nil
    ) throws -> String {
        let recent = try last.reversed().map { try entry($0, of: name) }
        guard
            let reading = MeasureReading(
                typed, of: name, unit: unit, range: range, known: recent.first?.measure, recent: recent)
        else { return "no value" }
        if reading.doubt != nil { return reading.choices.map(\.words).joined(separator: " | ") }
        let only = try #require(reading.choices.first)
        let fault = try entry(only).fault
        return (fault == nil ? "" : "!") + only.words
    }

    private func entry(_ choice: MeasureReading.Choice) throws -> MeasureEntry {
        MeasureEntry(
            instant: try #require(Instant(milliseconds: 1_773_500_000_000)), zone: "UTC",
            day: try #require(LocalDay(iso: "2026-03-14")),
            measure: choice.measure, value: choice.value, second: choice.second)
    }

    private func entry(_ typed: String, of name: String) throws -> MeasureEntry {
        try entry(try #require(MeasureReading(typed, of: name, known: nil, recent: [])?.choices.first))
    }

    @Test(arguments: [
        ("Steps", "10,500", "10.5 | 10500"), ("Steps", "10.500", "10.5 | 10500"), ("Steps", "10500", "10500"),
        // Where only one reading is possible, there is no question.
        ("Weight", "71,125", "71.125 kg"), ("Weight", "71.400 kg", "71.4 kg"), ("Temperature", "36,600", "36.6 °C"),
        ("Glucose", "5.4", "5.4 mmol/L"), ("Glucose", "100", "100 mg/dL | 100 mmol/L"), ("Blood sugar", "5,4", "5.4 mmol/L"),
        ("Glucose", "250", "250 mg/dL"), ("Glucose", "5.4 mmol/l", "5.4 mmol/L"), ("glucose", "97mg/dl", "97 mg/dL"),
        ("Temperature", "98.6", "98.6 °F"), ("Temperature", "98 °C", "98 °F"), ("Temperature", "100.4F", "100.4 °F"),
        ("Temperature", "36.6", "36.6 °C"), ("Weight", "714", "!714 kg"), ("Weight", "150", "150 kg | 150 lb"),
        ("Weight", "71.4", "71.4 kg"), ("Weight", "4.2", "4.2 kg"), ("Weight", "4.2 kg", "4.2 kg"),
        ("Weight", "11st", "11 st"), ("Weight", "11st 4lb", "11 st 4 lb"), ("Weight", "11 stone 4", "11 st 4 lb"),
        ("Weight", "157 lbs", "157 lb"), ("Weight", "3 bags", "3 kg | 3 lb | 3 st"),
        ("Height", "5'11\"", "5 ft 11 in"), ("Height", "5ft 11in", "5 ft 11 in"), ("Height", "5’11”", "5 ft 11 in"),
        ("Height", "180", "180 cm"), ("Height", "1.80 m", "1.8 m"), ("Height", "1,80", "1.8 m"), ("Height", "71\"", "71 in"),
        ("Blood pressure", "128/82", "128/82 mmHg"), ("Blood pressure", "82/128", "128/82 mmHg"),
        ("BP", "82 / 128", "128/82 mmHg"),
        ("Blood pressure", "100/100", "!100/100 mmHg"), ("Blood pressure", "128/82mmHg", "128/82 mmHg"),
        ("Blood pressure", "16,9/11,2 kPa", "16.9/11.2 kPa"), ("Blood pressure", "16.9/11.2", "16.9/11.2 kPa"),
        ("Pulse", "64 bpm", "64 bpm"), ("Heart rate", "64 /min", "64 bpm"), ("Breaths", "14 /min", "14 /min"),
        ("Rain", "5 mm", "5 mm"), ("Ferritin", "38 µg/L", "38 µg/L"), ("Oxygen", "97%", "97 %"), ("Walk", "40 min", "40 min"),
        ("Walk", "1h20", "1 h 20 min"), ("Alcohol", "no", "no"), ("Omega", "3 2 g", "no value"), ("Seen", "82/128", "82/128"),
        // More of a number is no unit.
        ("Hb", "1e5", "no value"), ("INR", "1e400", "no value"), ("Steps", "1_000", "no value"), ("Steps", "7-8", "no value"),
        ("Steps", "2½", "no value"), ("Hb", "1 e-5", "no value"), ("Eggs", "3 eggs", "3 eggs"),
        // Degrees may be of either scale; a knee has only these.
        ("Temperature", "38°", "38 °C"), ("Temperature", "98.6 degrees", "98.6 °F"), ("Knee", "120°", "120 °"),
        // One reading of the separator is impossible, and no one types the other.
        ("Exercise", "1,500", "1.5 min"), ("Exercise", "90", "1 h 30 min"),
    ])
    func `a first value`(name: String, typed: String, expected: String) throws {
        let found = try meaning(typed, of: name)
        #expect(found == expected, "\(name) \(typed)")
    }

    @Test(arguments: [
        ("Weight", ["71.4 kg"], "157", "157 kg | 157 lb"), ("Weight", ["71.4 kg"], "714", "!714 kg"),
        ("Weight", ["71.4 kg"], "614", "614 kg"), ("Weight", ["71.4 kg"], "71,9", "71.9 kg"),
        ("Weight", ["157 lb"], "71.4", "71.4 lb | 71.4 kg"),
        ("Weight", ["157 lb"], "156", "156 lb"), ("Weight", ["11st 4lb"], "11.5", "11 st 7 lb"),
        ("Weight", ["150 lb"], "149", "149 lb"),
        ("Weight", ["71.4 kg"], "157 lb", "157 lb"), ("Weight", ["4.2 kg"], "4.4", "4.4 kg"),
        ("Temperature", ["98.6 °F"], "98", "98 °F"), ("Temperature", ["98.6 °F"], "37", "37 °C"),
        ("Temperature", ["36.6 °C", "98.6 °F"], "36.9 C", "36.9 °C"),
        ("Temperature", ["36.6 °C"], "98", "98 °F"), ("Glucose", ["5.4 mmol/L"], "6.1", "6.1 mmol/L"),
        ("Glucose", ["5.4 mmol/L"], "104", "104 mmol/L | 104 mg/dL"), ("Glucose", ["97 mg/dL"], "5.4", "5.4 mmol/L"),
        ("Glucose", ["97 mg/dL"], "250", "250 mg/dL"), ("Glucose", ["97 mg/dL"], "20", "20 mg/dL | 20 mmol/L"),
        ("Glucose", ["5.4 mmol/L"], "30", "30 mmol/L | 30 mg/dL"), ("Glucose", ["5.4 mmol/L"], "16", "16 mmol/L"),
        ("Glucose", ["97 mg/dL"], "20 mg/dL", "20 mg/dL"), ("Glucose", ["97 mg/dL"], "60", "60 mg/dL"),
        ("Steps", ["10500"], "500 steps", "500 steps"),
        ("Temperature", ["36.6 °C"], "38 deg", "38 °C"), ("Blood pressure", ["128/82"], "131/85", "131/85 mmHg"),
        ("Blood pressure", ["128/82"], "13/8", "13/8 kPa"), ("Steps", ["10500"], "10,500", "10.5 | 10500"),
        ("Steps", ["10500"], "9000", "9000"),
        ("Steps", ["10500"], "10.5", "10.5"), ("Cigarettes", ["1", "0"], "3", "3"), ("Cigarettes", ["0"], "12", "12"),
        ("Screen time", ["2 h", "150 min"], "3", "3 min | 3 h 0 min"), ("Screen time", ["2 h"], "90", "1 h 30 min"),
        ("Iron", ["60 mg"], "3 mmol/L", "3 mmol/L"), ("Iron", ["60 mg"], "61", "61 mg"),
        ("Waist", ["80 cm"], "31.5 in", "31.5 in"),
    ])
    func `a value after others`(name: String, last: [String], typed: String, expected: String) throws {
        #expect(try meaning(typed, of: name, last: last) == expected)
        // What is offered means just that when it is typed.
        for words in expected.split(separator: " | ") where !expected.hasPrefix("!") {
            let again = MeasureReading(String(words), of: name, known: try entry(last[0], of: name).measure, recent: [])
            #expect(again?.choices.first?.words == String(words))
        }
    }

    /// The value, the name, the last value, the doubt, and what a plain yes saves.
    private static let doubts: [(String, String, String?, MeasureDoubt?, String?)] = [
        ("10,500", "Steps", nil, .separator("10,500"), nil), ("5.4", "Glucose", nil, .noUnit(["5.4 mg/dL", "5.4 mmol/L"]), nil),
        ("98", "Temperature", nil, .impossible("98 °C", ["98 °F"]), nil),
        ("20", "Glucose", "97 mg/dL", .twoUnits(["20 mg/dL", "20 mmol/L"]), "20 mg/dL"),
        ("1,500", "Exercise", nil, .separator("1,500"), nil),
        ("500 steps", "Steps", "10500", .otherUnit("steps", ""), "500 steps"),
        ("82/128", "Blood pressure", nil, .upsideDown("128/82 mmHg"), nil),
        ("157", "Weight", "71.4 kg", .twoUnits(["157 kg", "157 lb"]), "157 kg"),
        ("614", "Weight", "71.4 kg", .far("614 kg", "71.4 kg"), "614 kg"),
        ("10.5", "Steps", "10500", .far("10.5", "10500"), "10.5"), ("4.2", "Weight", nil, .unusual("4.2 kg"), "4.2 kg"),
        ("3 bags", "Weight", nil, .unknownUnit("bags", ["kg", "lb", "st", "g", "oz"]), nil),
        ("3 mmol/L", "Iron", "60 mg", .otherUnit("mmol/L", "mg"), "3 mmol/L"), ("71.9", "Weight", "71.4 kg", nil, "71.9 kg"),
    ]

    @Test(arguments: doubts)
    func `what is asked about, and what a plain yes decides`(
        typed: String, name: String, last: String?, doubt: MeasureDoubt?, literal: String?
    ) throws {
        let recent = try last.map { [try entry($0, of: name)] } ?? []
        let reading = try #require(MeasureReading(typed, of: name, known: recent.first?.measure, recent: recent))
        #expect(reading.doubt == doubt)
        #expect(reading.literal?.words == literal)
    }

    @Test func `two units are asked about where both are possible`() throws {
        #expect(try meaning("150 lb", of: "Weight", unit: "kg") == "150 lb | 150 kg")
        #expect(try meaning("100.4F", of: "Temperature", unit: "°C") == "100.4 °F")
        #expect(try meaning("1,500", of: "Pain", range: 1...5) == "1.5")
        #expect(MeasureReading("1,500", of: "Pain", range: 1...5, known: nil, recent: [])?.doubt == .separator("1,500"))
        #expect(try meaning("3/5", of: "Energy", range: 1...5) == "3" && meaning("9", of: "Energy", range: 1...5) == "!9")
    }
}

import Journal

/// The columns of a table that are measurements: `Weight (kg)`, `Glucose [mmol/L]`, `Systolic` beside `Diastolic`; beside such a
/// one also any other column of numbers whose heading names a unit, such as `Fat mass (kg)`.
struct MeasureColumns {
    /// One measurement of each row.
    fileprivate struct Found {
        let column: Int
        /// Of a pair, the column of its lower number.
        let lower: Int?
        var measure: Measure
        /// The heading names the unit.
        let hasUnit: Bool
        /// What a cell can be; `nil` for any number.
        var possible: ClosedRange<Double>?
    }

    private let names: [String]
    private var found: [Found]

    private static let others = [
        "pulse": "heart rate", "pulse rate": "heart rate", "hr": "heart rate", "puls": "heart rate", "pouls": "heart rate",
        "pul": "heart rate", "polso": "heart rate", "pulso": "heart rate", "pols": "heart rate", "hartslag": "heart rate",
        "herzfrequenz": "heart rate", "fréquence cardiaque": "heart rate", "frecuencia cardíaca": "heart rate",
        "body weight": "weight", "gewicht": "weight", "körpergewicht": "weight", "poids": "weight", "peso": "weight",
        "body temperature": "temperature", "temp": "temperature", "temperatur": "temperature", "körpertemperatur": "temperature",
        "blood glucose": "glucose", "blood sugar": "glucose", "glucose level": "glucose", "blutzucker": "glucose",
        "glukose": "glucose", "glycémie": "glucose", "hrv": "heart rate variability", "bp": "blood pressure",
        "blutdruck": "blood pressure",
    ]
    private static let upper: Set = [
        "systolic", "sys", "systole", "systolic blood pressure", "blood pressure systolic", "systolic pressure", "systolic bp",
        "bp systolic", "systolisch", "sbp", "systolique", "sistolica", "sistólica",
    ]
    private static let lower: Set = [
        "diastolic", "dia", "diastole", "diastolic blood pressure", "blood pressure diastolic", "diastolic pressure",
        "diastolic bp", "bp diastolic", "diastolisch", "dbp", "diastolique", "diastolica", "diastólica",
    ]
    /// Beside these, a temperature is the weather's.
    private static let weather: Set = ["weather", "humidity", "wind", "conditions", "rain", "wetter"]

    /// From the names above the columns; an empty one is not looked at.
    init(_ names: [String]) {
        self.names = names
        let heads = names.map(MeasureColumns.parts)
        let lower = heads.firstIndex { MeasureColumns.lower.contains($0.name) }
        let isOutside = heads.contains { MeasureColumns.weather.contains($0.name) }
        found = heads.enumerated().compactMap { column, head in
            let isUpper = MeasureColumns.upper.contains(head.name)
            if isUpper, lower == nil { return nil }
            let name = isUpper ? "blood pressure" : MeasureColumns.others[head.name] ?? head.name
            if isOutside, name == "temperature", !head.name.hasPrefix("body") { return nil }
            return MeasureColumns.measure(name, head.unit).map {
                Found(column: column, lower: isUpper ? lower : nil, measure: $0, hasUnit: !head.unit.isEmpty, possible: $0.range)
            }
        }
        guard !found.isEmpty else { return }
        for (column, head) in heads.enumerated() where !holds(column) && !head.unit.isEmpty && head.unit.count <= 12 {
            let name = trimmed(names[column].prefix { !"([".contains($0) })
            guard !MeasureColumns.lower.contains(head.name) else { continue }
            let measure = Measure(name, unit: head.unit)
            if measure.fault == nil { found.append(Found(column: column, lower: nil, measure: measure, hasUnit: true)) }
        }
    }

    var isEmpty: Bool { found.isEmpty }

    func holds(_ column: Int) -> Bool { found.contains { $0.column == column || $0.lower == column } }

    /// The measurements in a row's cells, the columns that they came from, and the names of columns whose cell is no possible value,
    /// or half of one: it stays a text.
    func parts(_ cells: [String]) -> (parts: [ImportedPart], columns: Set<Int>, left: [String]) {
        var (parts, columns, left) = ([ImportedPart](), Set<Int>(), [String]())
        for one in found {
            let places = [one.column, one.lower].compactMap(\.self)
            if let typed = one.typed(cells), let part = ImportedPart(measure: one.measure, typed, one.possible) {
                parts.append(part)
                columns.formUnion(places)
            } else if let place = places.first(where: { cells.indices.contains($0) && !cells[$0].isEmpty }) {
                left.append(names[place])
            }
        }
        return (parts, columns, left)
    }

    // ---- what all rows say together ----

    /// How many cells of each column are possible values, in each unit that they could be in.
    struct Survey {
        fileprivate let columns: MeasureColumns
        fileprivate var filled: [Int]
        fileprivate var fitting: [[Int]]
        /// Cells above 1.
        fileprivate var large: [Int]
        /// Cells that name their unit.
        fileprivate var named: [Int]

        mutating func add(_ cells: [String]) {
            for (index, one) in columns.found.enumerated() {
                guard let typed = one.typed(cells) else { continue }
                filled[index] += 1
                guard let read = MeasureColumns.read(typed, as: one.measure) else { continue }
                if read.value > 1 { large[index] += 1 }
                if read.namesUnit { named[index] += 1 }
                for (place, candidate) in one.candidates.enumerated()
                where read.namesUnit || candidate.range?.contains(read.value) ?? true { fitting[index][place] += 1 }
            }
        }
    }

    var survey: Survey {
        Survey(
            columns: self, filled: found.map { _ in 0 }, fitting: found.map { $0.candidates.map { _ in 0 } },
            large: found.map { _ in 0 }, named: found.map { _ in 0 })
    }

    /// Settles units that no heading names, and leaves out columns of which most cells are no possible value.
    mutating func settle(by survey: Survey) -> [ImportFinding] {
        var findings: [ImportFinding] = []
        var settled: [Found] = []
        for (index, var one) in found.enumerated() {
            let (filled, fitting) = (survey.filled[index], survey.fitting[index])
            let most = fitting.max() ?? 0
            guard filled > 0, most * 2 >= filled, let place = fitting.firstIndex(of: most) else { continue }
            // Marks of yes and no are no minutes.
            if one.measure.form == .duration, !one.hasUnit, survey.large[index] == 0 { continue }
            let candidates = one.candidates
            // Glucose has values in either unit that are not rare in the other.
            if one.measure.key == "glucose", fitting.count == 2, !MeasureColumns.areClear(fitting[0], fitting[1]) {
                findings.append(.unitUnclear(names[one.column], candidates.map(\.unit)))
                continue
            }
            (one.measure, one.possible) = (candidates[place].measure, candidates[place].range)
            settled.append(one)
            guard !one.hasUnit, survey.named[index] < filled else { continue }
            if one.measure.key == "weight" { findings.append(.unitAssumed(names[one.column], "kg", not: "lb")) }
            if one.measure.key == "glucose" { findings.append(.glucose(names[one.column], one.measure.unit)) }
        }
        found = settled
        return findings
    }

    /// Whether values say their unit: of two counts one is small enough for faults.
    static func areClear(_ count: Int, _ other: Int) -> Bool { min(count, other) * 3 <= max(count, other) }

    // ---- names and units ----

    /// A cell as a value of a measure, also with its unit behind it.
    static func read(_ typed: String, as measure: Measure) -> (measure: Measure, value: Double, second: Double?, namesUnit: Bool)?
    {
        if let (value, second) = measure.read(typed) { return (measure, value, second, false) }
        guard measure.form != .duration, let cut = TypedMeasure(typed), cut.choices.count == 1,
            cut.isPair == (measure.form == .pair), MeasureKind.named(measure.name)?.unit(cut.unit) != nil,
            let named = MeasureColumns.measure(measure.name, cut.unit)
        else { return nil }
        return (named, cut.choices[0].value, cut.choices[0].second, true)
    }

    /// A measure in a unit that a table names; in the usual unit where it names none. `nil` if it is no usual measure.
    static func measure(_ name: String, _ unit: String) -> Measure? {
        guard let usual = Measure.usual(others[name.lowercased()] ?? name) else { return nil }
        guard !unit.isEmpty, unit.lowercased() != usual.unit.lowercased(), usual.form != .duration else { return usual }
        let spelled = usual.spelled(unit)
        return spelled == usual.unit ? usual : Measure(usual.name, usual.form, unit: spelled)
    }

    /// `weight` and `kg` of `Weight (kg)`, `Weight [kg]`, `Weight kg` and `weight_kg`.
    private static func parts(_ head: String) -> (name: String, unit: String) {
        let plain = { (text: Substring) in
            trimmed(text.lowercased().replacing("_", with: " ").replacing(".", with: "").replacing(":", with: ""))
        }
        if let open = head.firstIndex(where: { "([".contains($0) }), let last = head.last, ")]".contains(last) {
            return (plain(head[..<open]), trimmed(head[head.index(after: open)...].dropLast()))
        }
        let words = plain(head[...])
        guard let blank = words.lastIndex(of: " "),
            case let (name, unit) = (words[..<blank], words[words.index(after: blank)...]),
            upper.contains(String(name)) || lower.contains(String(name))
                || Measure.usual(others[String(name)] ?? String(name)) != nil,
            ["kg", "lb", "lbs", "st", "bpm", "/min", "1/min", "mmhg", "kpa", "mg/dl", "mmol/l", "c", "f", "°c", "°f", "ms"]
                .contains(unit)
        else { return (words, "") }
        return (String(name), String(unit))
    }
}

extension MeasureColumns.Found {
    /// What a row's cells say of it; `nil` if nothing.
    fileprivate func typed(_ cells: [String]) -> String? {
        let typed = [column, lower].compactMap { $0.map { cells.indices.contains($0) ? cells[$0] : "" } }
        return typed.contains("") ? nil : typed.joined(separator: "/")
    }

    /// The units that its numbers could be in if no heading says so, each with the range of its values.
    fileprivate var candidates: [(measure: Measure, unit: String, range: ClosedRange<Double>?)] {
        let other: (unit: String, usual: ClosedRange<Double>, range: ClosedRange<Double>)? =
            switch measure.key {
            case _ where hasUnit: nil
            case "glucose": ("mmol/L", 36...2000, 1...35)
            case "temperature": ("°F", 25...45, 77...113)
            case "blood pressure": ("kPa", 30...350, 3...30)
            default: nil
            }
        guard let other else { return [(measure, measure.unit, possible)] }
        return [
            (measure, measure.unit, other.usual),
            (Measure(measure.name, measure.form, unit: other.unit), other.unit, other.range),
        ]
    }
}

extension ImportedPart {
    /// A measurement as it is typed; `nil` if it is no possible value.
    init?(measure: Measure, _ typed: String, _ possible: ClosedRange<Double>? = nil) {
        guard let (measure, value, second, namesUnit) = MeasureColumns.read(typed, as: measure) else { return nil }
        let range = (namesUnit ? nil : possible) ?? measure.range ?? -MeasureEntry.most...MeasureEntry.most
        guard measure.fault == nil, range.contains(value), range.contains(second ?? value) else { return nil }
        // A blood pressure upside down.
        if let second, second >= value, MeasureKind.named(measure.name) != nil { return nil }
        self = .measure(measure, value, second: second)
    }
}

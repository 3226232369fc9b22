import Journal

/// The columns of a table that are measurements: `Weight (kg)`, `Glucose [mmol/L]`, `Systolic` beside `Diastolic`.
struct MeasureColumns {
    /// The measure of a column, and of a pair the column of its lower number.
    private let found: [(column: Int, lower: Int?, measure: Measure)]

    private static let others = [
        "pulse": "heart rate", "body weight": "weight", "body temperature": "temperature", "temp": "temperature",
        "blood glucose": "glucose", "blood sugar": "glucose", "hrv": "heart rate variability",
    ]
    private static let upper: Set = ["systolic", "sys", "systole", "systolic blood pressure"]
    private static let lower: Set = ["diastolic", "dia", "diastole", "diastolic blood pressure"]

    /// From the names above the columns.
    init(_ names: [String]) {
        let heads = names.map(MeasureColumns.parts)
        let lower = heads.firstIndex { MeasureColumns.lower.contains($0.name) }
        found = heads.enumerated().compactMap { column, head in
            if MeasureColumns.upper.contains(head.name) {
                return lower.flatMap { low in MeasureColumns.measure("blood pressure", head.unit).map { (column, low, $0) } }
            }
            let name = MeasureColumns.others[head.name] ?? head.name
            return MeasureColumns.measure(name, head.unit).map { (column, nil, $0) }
        }
    }

    /// There is none.
    var isEmpty: Bool { found.isEmpty }

    /// The measurements in a row's cells, and the columns that they came from. A cell that is no possible value stays a text.
    func parts(_ cells: [String]) -> (parts: [ImportedPart], columns: Set<Int>) {
        var (parts, columns) = ([ImportedPart](), Set<Int>())
        for (column, lower, measure) in found {
            let typed = cells[column] + (lower.map { "/" + cells[$0] } ?? "")
            guard let part = ImportedPart(measure: measure, typed) else { continue }
            parts.append(part)
            columns.formUnion([column, lower].compactMap(\.self))
        }
        return (parts, columns)
    }

    /// A measure in a unit that a table names; in the usual unit where it names none. `nil` if it is no usual measure.
    static func measure(_ name: String, _ unit: String) -> Measure? {
        guard let usual = Measure.usual(name) else { return nil }
        guard !unit.isEmpty, unit.lowercased() != usual.unit.lowercased(), usual.form != .duration else { return usual }
        let spelled = usual.spelled(unit)
        return spelled == usual.unit ? usual : Measure(usual.name, usual.form, unit: spelled)
    }

    /// `weight` and `kg` of `Weight (kg)`.
    private static func parts(_ head: String) -> (name: String, unit: String) {
        guard let open = head.firstIndex(where: { "([".contains($0) }), let last = head.last, ")]".contains(last) else {
            return (trimmed(head).lowercased(), "")
        }
        return (trimmed(head[..<open]).lowercased(), trimmed(head[head.index(after: open)...].dropLast()))
    }
}

extension ImportedPart {
    /// A measurement as it is typed; `nil` if it is no possible value.
    init?(measure: Measure, _ typed: String) {
        guard let (value, second) = measure.read(typed) else { return nil }
        let range = measure.range ?? -MeasureEntry.most...MeasureEntry.most
        guard measure.fault == nil, range.contains(value), range.contains(second ?? value) else { return nil }
        self = .measure(measure, value, second: second)
    }
}

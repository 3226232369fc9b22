import Journal

/// What the rows of a table say besides a text: usual measures in columns of their own, or one column that names the subject of a
/// row beside one with its number. Their notes are in further columns.
struct TableFacts {
    private let names: [String]
    private var measures: MeasureColumns
    /// The columns of a row's subject, its number, and the unit of that.
    private let about: Int?
    private let level: Int?
    private let unit: Int?
    /// Its numbers are called values, and are no strengths.
    private let isValue: Bool
    /// Columns of free words.
    private let notes: [Int]
    /// Each subject's kind of number, from all its rows.
    private var forms: [String: Measure.Form] = [:]
    /// The unit of glucose where rows name none; `nil` if its numbers fit two.
    private var glucose: String?

    /// Headings of free words, as `TableColumns` compares them.
    static let noteNames = [
        "note", "notes", "description", "comment", "comments", "remark", "remarks", "memo", "bemerkung", "bemerkungen", "notiz",
        "notizen", "kommentar", "kommentare", "commentaire", "commentaires", "nota", "notas", "comentario", "comentarios",
        "opmerking", "opmerkingen",
    ]
    /// Headings of symptoms. Beside them more words mean a strength than beside a name, which may be a film's with its rating.
    static let symptomNames: [String] = [
        "symptom", "symptoms", "symptomname", "symptome", "beschwerde", "beschwerden", "symptôme", "symptômes", "síntoma",
        "síntomas", "sintoma", "sintomas", "sintomo", "sintomi", "symptoom", "symptomen", "klacht", "klachten", "complaint",
    ]
    private static let aboutNames: [String] = symptomNames + ["featurename", "name", "metric", "region", "activity"]
    private static let levelNames = ["intensity", "severity", "level", "value"]
    /// Headings of a symptom's strength.
    static let strengthNames: [String] =
        levelNames + [
            "rating", "score", "strength", "pain", "painlevel", "painscore", "painrating", "painintensity", "symptomseverity",
            "symptomintensity", "grade", "scale", "nrs", "vas", "stärke", "staerke", "intensität", "intensitaet", "schweregrad",
            "schwere", "ausprägung", "bewertung", "skala", "schmerz", "schmerzen", "schmerzstärke", "symptomstärke", "niveau",
            "wert", "intensité", "sévérité", "gravité", "douleur", "valeur", "intensidad", "severidad", "gravedad", "nivel",
            "puntuación", "dolor", "valor", "intensità", "gravità", "livello", "punteggio", "dolore", "valore", "intensidade",
            "gravidade", "nível", "dor", "intensiteit", "ernst", "sterkte", "pijn",
        ]

    /// - `keys`: the names as `TableColumns` compares them.
    /// - `taken`: columns with another meaning.
    init(_ names: [String], _ keys: [String], taken: Set<Int>) {
        let column = { (wanted: [String]) in wanted.lazy.compactMap(keys.firstIndex).first { !taken.contains($0) } }
        self.names = names
        let about = column(TableFacts.aboutNames)
        let isOfSymptoms = about.map { TableFacts.symptomNames.contains(keys[$0]) } ?? false
        let level = column(isOfSymptoms ? TableFacts.strengthNames : TableFacts.levelNames)
        (self.about, self.level, unit) = (about, level, column(["unit", "units"]))
        isValue = !isOfSymptoms && level.map { names[$0].lowercased() == "value" } ?? false
        let hasSubject = about != nil && level != nil
        measures = MeasureColumns(hasSubject ? [] : names.indices.map { taken.contains($0) ? "" : names[$0] })
        notes = names.indices.filter { (TableFacts.noteNames + ["label"]).contains(keys[$0]) && !taken.contains($0) }
    }

    var isEmpty: Bool { measures.isEmpty && (about == nil || level == nil) }
    var firstNote: Int? { notes.first }
    /// Whether a column names what each row is about.
    var hasSubject: Bool { about != nil }
    /// The columns with a row's subject and its number, which sparse tables leave empty if they are as above.
    var subject: [Int] { level == nil ? [] : [about, level].compactMap(\.self) }

    func holds(_ place: Int) -> Bool {
        !isEmpty && ([about, level, unit].contains(place) || measures.holds(place) || notes.contains(place))
    }

    /// Whether most cells are numbers: at least four columns, if a width is given.
    static func areNumbers(_ rows: [[TableCell]], _ width: Int = 4) -> Bool {
        let filled = rows.joined().compactMap(\.words).map { trimmed($0) }.filter { !$0.isEmpty }
        let numbers = filled.count { typedNumber($0) != nil }
        return width >= 4 && numbers > 0 && numbers * 3 >= filled.count * 2
    }

    /// A row's words, one for each column at least.
    func cells(_ row: [TableCell]) -> [String] {
        (0..<max(names.count, row.count)).map { row.indices.contains($0) ? TableFacts.words(row[$0]) : "" }
    }

    /// Decides by all rows what one alone does not say: a unit, and each subject's kind of number.
    mutating func settle(_ rows: TableRecords.Rows) throws -> [ImportFinding] {
        guard !isEmpty else { return [] }
        var forms: [String: [Measure.Form: Int]] = [:]
        var (low, high) = (0, 0)
        var survey = measures.survey
        try rows { row in
            let cells = cells(row)
            survey.add(cells)
            if let about, let level, !cells[about].isEmpty, forms.count < 10_000, let reading = Reading(cells[level]) {
                forms[SymptomEntry.key(of: cells[about]), default: [:]][reading.form, default: 0] += 1
                if isGlucose(cells) { if reading.value <= 35 { low += 1 } else { high += 1 } }
            }
        }
        self.forms = forms.compactMapValues { counts in
            Measure.Form.allCases.max { counts[$0, default: 0] < counts[$1, default: 0] }
        }
        glucose = MeasureColumns.areClear(high, low) ? (high < low ? "mmol/L" : "mg/dL") : nil
        guard let level, low + high > 0 else { return measures.settle(by: survey) }
        return [glucose.map { .glucose(names[level], $0) } ?? .unitUnclear(names[level], ["mg/dL", "mmol/L"])]
    }

    /// A cell's words; empty if it has none, and for the signs that programs write for nothing.
    static func words(_ cell: TableCell) -> String {
        let words = trimmed(cell.words ?? "")
        // A number with the noise of its binary form, as in 71.40000000000001.
        if words.utf8.count > 15, let number = cell.number, abs(number) < 1e9 { return String((number * 1e6).rounded() / 1e6) }
        return words.utf8.count <= 4 && ["-", "--", "–", "—", "n/a", "null", "nan"].contains(words.lowercased()) ? "" : words
    }

    /// The parts in a row, the words of its notes, the columns that they came from, and the names of those with a cell that is no
    /// possible value: it stays in the rest of the row.
    func parts(_ cells: [String]) -> (parts: [ImportedPart], notes: [String], columns: Set<Int>, left: [String]) {
        guard !isEmpty else { return ([], [], [], []) }
        var (parts, columns, left) = measures.parts(cells)
        var notes = self.notes.map { cells[$0] }.filter { !$0.isEmpty }
        if let about, let level, !cells[about].isEmpty, let reading = Reading(cells[level]) {
            if let part = measured(cells, about, level) ?? part(cells, about, level, reading) {
                parts.append(part)
                columns.formUnion([about, level, unit].compactMap(\.self))
                if !reading.label.isEmpty { notes.insert(reading.label, at: 0) }
            } else if MeasureColumns.measure(cells[about], "") != nil {
                left.append(cells[about])
            }
        }
        return (parts, notes, columns.union(self.notes), left)
    }

    /// A row about glucose that names no unit.
    private func isGlucose(_ cells: [String]) -> Bool {
        guard let about, unit.map({ cells[$0].isEmpty }) ?? true else { return false }
        return MeasureColumns.measure(cells[about], "")?.key == "glucose"
    }

    /// A row about a usual measure.
    private func measured(_ cells: [String], _ about: Int, _ level: Int) -> ImportedPart? {
        var written = unit.map { cells[$0] } ?? ""
        if isGlucose(cells) {
            guard let glucose else { return nil }
            written = glucose
        }
        return MeasureColumns.measure(cells[about], written).flatMap { ImportedPart(measure: $0, cells[level]) }
    }

    /// The words of a row whose subject has no number that could be a part: `Knees 11`.
    func heading(_ cells: [String]) -> (text: String, subject: String, columns: Set<Int>) {
        let name = about.map { cells[$0] } ?? ""
        let number = level.map { cells[$0] } ?? ""
        return ([name, number].filter { !$0.isEmpty }.joined(separator: " "), name, Set([about, level].compactMap(\.self)))
    }

    /// A strength from 0 to 10, with the number itself as a metric by the name of its column; anything with a unit, and numbers
    /// that are called values, are measurements.
    private func part(_ cells: [String], _ about: Int, _ level: Int, _ reading: Reading) -> ImportedPart? {
        let written = unit.map { cells[$0] } ?? ""
        guard MeasureColumns.measure(cells[about], "") == nil else { return nil }
        guard written.isEmpty, !isValue, reading.form == .number else {
            guard !written.isEmpty || isValue, let form = forms[SymptomEntry.key(of: cells[about])] else { return nil }
            return ImportedPart(measure: Measure(cells[about], form, unit: written), reading)
        }
        guard (0...10).contains(reading.value) else { return nil }
        return .symptom(
            cells[about], severity: Int(reading.value.rounded()), metrics: [names[level].lowercased(): reading.value])
    }

    /// A number in a cell: `5,7`, `128/82`, `7/10`, `1:10:00`; in older files of Track & Graph also with a label, `3.0:Bad`.
    struct Reading {
        let value: Double
        var second: Double?
        let form: Measure.Form
        var label = ""

        init?(_ words: String) {
            if let number = typedNumber(words.hasSuffix("/10") ? words.dropLast(3) : words[...]) {
                (value, form) = (number, .number)
                return
            }
            if let (upper, lower) = Measure("", .pair).read(words) {
                (value, second, form) = (upper, lower, .pair)
                return
            }
            let pieces = words.split(separator: ":", omittingEmptySubsequences: false).map { trimmed($0) }
            let clock = pieces.prefix(3).compactMap { Int($0) }
            if clock.count == 3, clock.allSatisfy({ abs($0) < 100_000_000 }) {
                (value, form) = (Double(clock[0] * 60 + clock[1]) + Double(clock[2]) / 60, .duration)
                label = trimmed(pieces.dropFirst(3).joined(separator: ":"))
            } else if pieces.count >= 2, let number = typedNumber(pieces[0]), !pieces[1].isEmpty, Int(pieces[1]) == nil {
                (value, form) = (number, .number)
                label = pieces.dropFirst().joined(separator: ":")
            } else if let form = Measure.form(of: words), let (value, second) = Measure("", form).read(words) {
                (self.value, self.second, self.form) = (value, second, form)
            } else {
                return nil
            }
        }
    }
}

extension ImportedPart {
    /// `nil` if it is no possible value.
    fileprivate init?(measure: Measure, _ reading: TableFacts.Reading) {
        let least = measure.form == .duration ? 0 : -MeasureEntry.most
        guard measure.fault == nil, measure.form == reading.form, (least...MeasureEntry.most).contains(reading.value) else {
            return nil
        }
        self = .measure(measure, reading.value, second: reading.second)
    }

    func noted(_ words: String) -> ImportedPart {
        switch self {
        case .symptom(let name, let severity, let metrics, let menstruation, _):
            .symptom(name, severity: severity, metrics: metrics, menstruation: menstruation, note: words)
        case .measure(let measure, let value, let second, _): .measure(measure, value, second: second, note: words)
        case .checkIn, .dose, .sample: self
        }
    }
}

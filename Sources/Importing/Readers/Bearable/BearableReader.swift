import Foundation
import Journal
import Ledger

/// Bearable's CSV export: a row for each symptom, mood, dose, night or note.
enum BearableReader: ImportReader {
    static let format = ImportFormat.bearable

    static func recognises(_ tree: SourceTree) throws -> Bool { try table(in: tree) != nil }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard let path = try table(in: tree) else { throw ImportError.notThisFormat }
        var table = TableReader(try SourceText(tree.bytes(of: path)).bytes)
        try table.handOutRows(knowing: BearableRow.known, where: beginsRow, to: take) {
            (line, head, position) throws(ImportProblem) in
            try BearableRow(line, head, position).record()
        }
    }

    private static func table(in tree: SourceTree) throws -> String? {
        let candidates = tree.shape == .file ? tree.files : Array(tree.files.filter { $0.ending == "csv" }.prefix(20))
        return try candidates.first { file in
            guard let head = TableHead.of(try tree.head(of: file.path)) else { return false }
            return head.has("date", "category", "detail") && head.column("rating/amount") != nil
        }?.path
    }

    /// `"22nd Sep 2020"`: one or two digits with the ending of an ordinal number.
    private static func beginsRow(_ line: ArraySlice<UInt8>) -> Bool {
        let bare = line.first == UInt8(ascii: "\"") ? line.dropFirst() : line
        let figures = bare.prefix(3).prefix { isDigit($0) }.count
        let rest = bare.dropFirst(figures)
        return (1...2).contains(figures) && ["st ", "nd ", "rd ", "th "].contains { rest.starts(with: $0.utf8) }
    }
}

struct BearableRow {
    static let known: Set = [
        "date", "date formatted", "weekday", "time of day", "category", "rating/amount", "detail", "notes",
    ]

    private let position: SourcePosition
    private let isSound: Bool
    private let day: LocalDay?
    private let hasDate: Bool
    private let partOfDay: String
    private let category: String
    private let amount: String
    private let detail: String
    private let notes: String

    init(_ line: TableLine, _ head: TableHead, _ position: SourcePosition) {
        let cell = { (names: [String]) in
            names.lazy.compactMap { head.column($0) }.map { trimmed(line[$0]) }.first { !$0.isEmpty } ?? ""
        }
        self.position = position
        isSound = line.isSound && line.cells.count <= head.count
        let formatted = cell(["date formatted"])
        let date = cell(["date"])
        day = LocalDay(iso: formatted) ?? DateWords.day(date)
        hasDate = !(formatted + date).isEmpty
        (partOfDay, category) = (cell(["time of day"]).lowercased(), cell(["category"]))
        let said = { (text: String) in ["none", ".", "-", "null"].contains(text.lowercased()) ? "" : text }
        (amount, detail, notes) = (said(cell(["rating/amount"])), said(cell(["detail"])), said(cell(["notes"])))
    }

    /// The row as a record; throws the problem if it is none.
    func record() throws(ImportProblem) -> ImportedRecord {
        guard let day else { throw ImportProblem(position: position, reason: hasDate ? .impossibleDate : .noDate) }
        var record = ImportedRecord(position: position, day: day, text: "")
        if !isSound { record.changes.append(.rowMended) }
        setTime(&record)
        if category.lowercased().hasSuffix("factors") {
            try setFactors(&record)
            return record
        }
        let parts = parts()
        if parts.isEmpty { try setText(&record) } else { record.parts = parts }
        return record
    }

    /// Words for the strength of a factor, which are no units.
    private static let levels: Set = [
        "none", "no", "low", "little", "a little", "some", "moderate", "average", "medium", "high", "lots", "a lot", "mild",
        "severe",
        "unbearable",
    ]

    /// Factors, `Quiet day | Caffeine (2)`: one with an amount is a measurement, any other a tag, since a day without it says that
    /// it was not there. The word of a level, `Screen time (High)`, stays in the text.
    private func setFactors(_ record: inout ImportedRecord) throws(ImportProblem) {
        let factors = detail.split(separator: "|").map { trimmed($0) }.filter { !$0.isEmpty }
        var tags: [String] = []
        var left: [String] = []
        for factor in factors {
            let (name, inside) = BearableRow.withoutLastBrackets(factor)
            let number = typedNumber(inside)
            let said = number ?? (factors.count == 1 ? typedNumber(amount) : nil)
            let isUnit = number == nil && !BearableRow.levels.contains(inside.lowercased())
            let measure = Measure(name, unit: isUnit ? inside : "")
            if let said, measure.fault == nil, abs(said) <= MeasureEntry.most {
                let words = [number == nil && !isUnit ? inside : "", record.parts.isEmpty ? notes : ""]
                record.parts.append(.measure(measure, said, note: note(words)))
            } else {
                if !["none", "no"].contains(inside.lowercased()) { tags.append(name) }
                left.append(factor)
            }
        }
        guard !left.isEmpty || record.parts.isEmpty else { return }
        let isAmount = !amount.isEmpty && record.parts.isEmpty
        let words = [isAmount ? amount : "", left.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: ", ")
        try record.take(text: [words, record.parts.isEmpty ? notes : ""].filter { !$0.isEmpty }.joined(separator: "\n\n"))
        record.tags = TagChoice(tags).taken(&record.changes)
    }

    /// The middle of each quarter of the day: `am` is no exact time, but the order within a day is the writer's.
    private static let quarters = ["pre": 3, "am": 9, "mid": 15, "pm": 21]

    private func setTime(_ record: inout ImportedRecord) {
        if let hour = BearableRow.quarters[partOfDay] {
            record.time = TimeOfDay(hour: hour, minute: 0)
            record.changes.append(.hourOfDayPart(partOfDay))
        } else if !["", "all day"].contains(partOfDay) {
            record.time = DateWords.time(partOfDay)
            if record.time == nil { record.changes.append(.impossibleTime) }
        }
    }

    /// The row's parts in a health log; empty if it has none.
    private func parts() -> [ImportedPart] {
        switch category.lowercased() {
        case "symptom", "symptoms": return symptom().map { [$0] } ?? []
        case "mood":
            guard let mood = whole(amount), CheckIn.moodRange.contains(mood) else { return [] }
            return [
                .checkIn(
                    mood: mood, note: note([detail.split(separator: "|").map { trimmed($0) }.joined(separator: ", "), notes]))
            ]
        case "sleep quality":
            guard let sleep = whole(amount), CheckIn.sleepRange.contains(sleep) else { return [] }
            return [.checkIn(sleep: sleep, note: note([detail, notes]))]
        case "sleep":
            guard let minutes = DaylioScales.minutes(amount) else { return [] }
            // The time of falling asleep has no field.
            let words = note([detail, notes])
            return [.sample(.sleep, Double(minutes))] + (words.isEmpty ? [] : [.checkIn(note: words)])
        case let name where name.hasPrefix("med") || name.hasPrefix("supplement"): return dose().map { [$0] } ?? []
        default: return []
        }
    }

    /// 1 to 4 (mild to unbearable) on our 0 to 10: 3, 5, 8, 10, which is two and a half times as much, rounded; the number itself
    /// is stored as the metric `bearable`.
    private func symptom() -> ImportedPart? {
        let (name, word) = BearableRow.withoutLastBrackets(detail)
        let words = ["mild": 1, "moderate": 2, "severe": 3, "unbearable": 4, "none": 0]
        guard !name.isEmpty, let level = whole(amount) ?? words[word.lowercased()], (0...4).contains(level) else { return nil }
        return .symptom(name, severity: (level * 5 + 1) / 2, metrics: ["bearable": Double(level)], note: notes)
    }

    /// An amount, and the unit in brackets after the name; without an amount one dose.
    private func dose() -> ImportedPart? {
        let (name, unit) = BearableRow.withoutLastBrackets(detail)
        guard !name.isEmpty else { return nil }
        guard let number = Double(amount), number.isFinite, number > 0, number <= 1_000_000,
            let thousandths = Int(exactly: (number * 1000).rounded()), let found = Amount(thousandths: thousandths),
            found != .none
        else { return amount.isEmpty ? .dose(of: name, note: notes) : nil }
        return .dose(of: name, amount: found, unit: unit.isEmpty ? "dose" : unit, note: notes)
    }

    /// Rows without a scale here become text: `Coffee`, `Energy: 4`; the category is the tag.
    private func setText(_ record: inout ImportedRecord) throws(ImportProblem) {
        let lines = [detail, notes].filter { !$0.isEmpty }
        guard !(lines.isEmpty && amount.isEmpty), !category.isEmpty else {
            throw ImportProblem(position: position, reason: category.isEmpty ? .malformed : .empty)
        }
        var text = lines.joined(separator: "\n\n")
        if !amount.isEmpty {
            text = category + ": " + amount + (text.isEmpty ? "" : ", " + text)
            record.changes.append(.wordsFromFacts)
        }
        record.text = text
        guard record.text.utf8.count <= Limits.textBytes else {
            throw ImportProblem(position: position, reason: .tooLong(bytes: record.text.utf8.count))
        }
        record.tags = TagChoice([category.lowercased()]).taken(&record.changes)
        record.more = ["category": .string(category), "amount": .string(amount), "detail": .string(detail)].filter {
            $0.value != ""
        }
    }

    /// Only the last brackets: `Back (lower) pain (Mild)`.
    private static func withoutLastBrackets(_ text: String) -> (name: String, inside: String) {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex else { return (text, "") }
        return (trimmed(text[..<open]), trimmed(text[text.index(after: open)...].dropLast()))
    }

    private func whole(_ text: String) -> Int? { Double(text).flatMap { Int(exactly: $0) } }

    private func note(_ words: [String]) -> String { words.filter { !$0.isEmpty }.joined(separator: "\n") }
}

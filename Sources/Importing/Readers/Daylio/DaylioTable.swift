import Journal

/// Daylio's CSV in its four versions. Columns are found by their names; the newest entry comes first.
struct DaylioTable {
    private let bytes: [UInt8]
    private let file: String?

    /// - `file`: its name in positions, if there are several.
    init(_ source: [UInt8], file: String?) throws(ImportError) {
        bytes = try SourceText(source).bytes
        self.file = file
    }

    /// Whether a file begins with Daylio's column names.
    static func looksLike(_ head: [UInt8]) -> Bool { TableHead.of(head).map(isHead) ?? false }

    private static let known: Set = [
        "full_date", "date", "year", "weekday", "time", "mood", "activities", "note_title", "note", "scales",
    ]

    private static func isHead(_ head: TableHead) -> Bool {
        head.has("weekday", "time", "mood", "activities", "note") && (head.has("full_date") || head.has("year", "date"))
    }

    func handOut(_ take: (ImportItem) throws -> Void) throws {
        var table = TableReader(bytes, separator: nil)
        try table.handOutRows(
            of: file, knowing: DaylioTable.known, where: DaylioTable.beginsRow, head: DaylioTable.isHead, to: take,
            as: DaylioTable.record)
    }

    /// `2022-10-30,` or, before 2019, `2018,`; optionally in quotation marks.
    private static func beginsRow(_ line: ArraySlice<UInt8>) -> Bool {
        let bare = line.first == UInt8(ascii: "\"") ? line.dropFirst() : line
        guard bare.prefix(4).count == 4, bare.prefix(4).allSatisfy({ isDigit($0) }) else { return false }
        let rest = bare.dropFirst(4)
        let ends: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\"")]
        if let next = rest.first, ends.contains(next) { return true }
        let tail = rest.prefix(6)
        return tail.count == 6 && tail.first == UInt8(ascii: "-") && tail.dropFirst(3).first == UInt8(ascii: "-")
            && rest.dropFirst(6).first.map { ends.contains($0) } == true
    }

    private static func record(_ line: TableLine, _ head: TableHead, _ position: SourcePosition) throws(ImportProblem)
        -> ImportedRecord
    {
        let refuse = { (reason: ImportProblem.Reason) in ImportProblem(position: position, reason: reason) }
        guard line.cells.count >= 5 else { throw refuse(.malformed) }
        let row = DaylioRow(line, head)
        let cell = { (name: String) in head.column(name).map { row.cells[$0] } ?? "" }
        guard let day = day(cell) else {
            throw refuse(trimmed(cell("full_date") + cell("date")).isEmpty ? .noDate : .impossibleDate)
        }
        var record = ImportedRecord(position: position, day: day, text: "")
        if row.isMended || !line.isSound { record.changes.append(.rowMended) }
        let clock = trimmed(cell("time"))
        record.time = DateWords.time(clock)
        if record.time == nil, !clock.isEmpty { record.changes.append(.impossibleTime) }
        var entry = DaylioEntry()
        entry.mood = ImportedRating(name: cell("mood"))
        entry.activities = cell("activities").split(separator: "|").map { trimmed($0) }.filter { !$0.isEmpty }
        (entry.title, entry.note, entry.scales) = (cell("note_title"), cell("note"), cell("scales"))
        if let reason = entry.fill(&record) { throw refuse(reason) }
        return record
    }

    /// The full date has priority: the localised ones beside it can contradict it.
    private static func day(_ cell: (String) -> String) -> LocalDay? {
        let whole = trimmed(cell("full_date"))
        if !whole.isEmpty { return LocalDay(iso: whole) }
        return Int(trimmed(cell("year"))).flatMap { DateWords.day(cell("date"), year: $0) }
    }
}

/// The cells of a row in the order of the head, even if it has more of them.
private struct DaylioRow {
    private(set) var cells: [String]
    private(set) var isMended = false

    /// For a row with too many cells: if title and note are in quotation marks, empty cells before them are superfluous (some
    /// exports have these); otherwise the commas belong to the note, which is last.
    init(_ line: TableLine, _ head: TableHead) {
        cells = line.cells
        while cells.count < head.count { cells.append("") }
        while cells.count > head.count, cells.last == "" { cells.removeLast() }
        guard cells.count > head.count else { return }
        isMended = true
        let last = cells.count - 1
        let title = head.column("note_title")
        if let title, line.quoted.contains(last), line.quoted.contains(last - 1) {
            let first = (head.column("activities") ?? title) + 1
            while cells.count > head.count,
                let empty = cells[first..<(cells.count - 2)].firstIndex(where: { trimmed($0).isEmpty })
            {
                cells.remove(at: empty)
            }
        }
        if cells.count > head.count {
            cells[(head.count - 1)...] = [cells[(head.count - 1)...].joined(separator: ",")]
        }
    }
}

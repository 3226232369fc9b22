import Journal

/// One line of a table (RFC 4180), with the file's separator.
struct TableLine {
    /// From 1, empty lines included; the first one if cells contain line ends.
    let line: Int
    /// Without quotation marks; at most `mostColumns`.
    let cells: [String]
    let quoted: Set<Int>
    /// Whether all quotation marks follow the rules, and no cell was left out.
    let isSound: Bool
    /// The last cell never ended.
    fileprivate let isOpen: Bool
    private let style: NumberStyle

    fileprivate init(
        line: Int, cells: [String], quoted: Set<Int>, isSound: Bool, isOpen: Bool, style: NumberStyle
    ) {
        (self.line, self.cells, self.quoted, self.isSound) = (line, cells, quoted, isSound)
        (self.isOpen, self.style) = (isOpen, style)
    }

    static let mostColumns = 400
    /// The most lines, empty ones included, and the most cells.
    static let (mostLines, mostCells) = (1_000_000, 8_000_000)

    /// A cell; empty beyond the last.
    subscript(column: Int) -> String { cells.indices.contains(column) ? cells[column] : "" }

    /// The number in a cell; `nil` if there is none, it is out of range, or nothing in the table decides which of two it is.
    func number(_ column: Int?) -> Double? {
        guard let column, case let text = trimmed(self[column]), !text.isEmpty, text.utf8.count <= 40 else { return nil }
        if let number = TypedNumber(text, in: style) { return number.only.flatMap { abs($0) <= 1e9 ? $0 : nil } }
        guard text.utf8.allSatisfy({ (0x2B...0x39).contains($0) || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) else {
            return nil
        }
        return Double(text).flatMap { $0.isFinite && abs($0) <= 1e9 ? $0 : nil }
    }

    /// The readings of the number in a cell, two if nothing in the table decides; `nil` if there is none.
    func readings(_ column: Int?) -> [Double]? {
        column.flatMap { TypedNumber(self[$0], in: style)?.readings.map { $0.value } }
    }

    var isEmpty: Bool { cells.allSatisfy { trimmed($0).isEmpty } }

    /// All lines of a file. A quotation mark opens a cell only at its beginning; what is not UTF-8 is read as Windows-1252.
    static func lines(of bytes: [UInt8]) throws(LoggedFileError) -> [TableLine] {
        var reader = TableReader(bytes)
        var lines: [TableLine] = []
        var count = 0
        while let line = reader.next() {
            guard line.cells.count < mostColumns || line.isSound else { throw .tooWide(limit: mostColumns) }
            guard lines.count < mostLines else { throw .tooMany(.lines, limit: mostLines) }
            count += line.cells.count
            guard count <= mostCells else { throw .tooMany(.cells, limit: mostCells) }
            lines.append(line)
        }
        return lines
    }
}

/// Reads a table line by line: holds its bytes, and one line.
struct TableReader {
    private let bytes: [UInt8]
    private let separator: UInt8
    /// How its first cells write numbers.
    private var style = NumberStyle()
    private var index: Int
    private var line = 1
    /// The start of the next line that is recognised by its beginning.
    private var knownStart = -1

    /// - `separator`: `nil` for the character that is most frequent in the first bytes.
    init(_ bytes: [UInt8], separator: UInt8? = nil) {
        self.bytes = TableReader.withLF(bytes)
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // A spreadsheet's first line may name the separator.
        let (named, end) = (self.bytes[index...].prefix(6), self.bytes[index...].prefix(8).firstIndex(of: 0x0A))
        if named.starts(with: "sep=".utf8), let end, named.count > 4 {
            self.separator = self.bytes[index + 4]
            (index, line) = (end + 1, 2)
        } else {
            self.separator = separator ?? TableReader.separator(of: self.bytes)
        }
        var first = self
        for _ in 0..<500 {
            guard let line = first.next() else { break }
            for cell in line.cells { style.note(cell) }
        }
        // Where commas separate cells, a point is left for decimals.
        if style.decimal == nil, self.separator == UInt8(ascii: ",") { style.note("0.5") }
    }

    /// Converts lines that end with a carriage return alone, as in old Mac programs, to LF: in a file without an LF outside of
    /// quotation marks.
    private static func withLF(_ bytes: [UInt8]) -> [UInt8] {
        var isQuoted = false
        var returns: [Int] = []
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if byte == 0x0A { return bytes }
            if byte == 0x0D { returns.append(index) }
        }
        var bytes = bytes
        for index in returns { bytes[index] = 0x0A }
        return bytes
    }

    /// The next line of a table whose lines are recognised by their beginning, according to `isStart` for up to 32 bytes:
    /// misplaced quotation marks then damage only their own line.
    ///
    /// A line that follows the rules is read by them. Otherwise a quotation mark ends a cell only before a separator or a line
    /// end, since people's files have cells such as `"He said "hi" to me"`, and the line ends before the next recognised one.
    mutating func next(where isStart: (ArraySlice<UInt8>) -> Bool) -> TableLine? {
        let (start, first) = (index, line)
        if knownStart <= start { knownStart = nextStart(behind: start, isStart) }
        let end = knownStart
        guard let strict = read(upTo: end) else { return nil }
        if strict.isSound { return strict }
        // A note may contain a line that looks like the next one of the table.
        var longer = end
        for _ in 0..<16 where strict.isOpen && longer < bytes.count {
            longer = nextStart(behind: longer, isStart)
            (index, line) = (start, first)
            if let whole = read(upTo: longer), whole.isSound { return whole }
        }
        (index, line) = (start, first)
        return read(upTo: end, hasLooseQuotes: true)
    }

    private func nextStart(behind start: Int, _ isStart: (ArraySlice<UInt8>) -> Bool) -> Int {
        var place = start
        while place < bytes.count, let feed = bytes[place...].firstIndex(of: 0x0A) {
            place = feed + 1
            if isStart(bytes[place...].prefix(32)) { return place }
        }
        return bytes.count
    }

    /// The next line, empty ones included; `nil` at the end.
    mutating func next() -> TableLine? { read(upTo: bytes.count) }

    private mutating func read(upTo limit: Int, hasLooseQuotes: Bool = false) -> TableLine? {
        guard index < limit else { return nil }
        let first = line
        var cells: [String] = []
        var quoted: Set<Int> = []
        var cell: [UInt8] = []
        var (isQuoted, wasQuoted, isSound) = (false, false, true)
        func endCell() {
            guard cells.count < TableLine.mostColumns else {
                isSound = false
                return
            }
            var changes: [ImportChange] = []
            if wasQuoted { quoted.insert(cells.count) }
            cells.append(SourceText.text(of: cell[...], changes: &changes))
            cell.removeAll(keepingCapacity: true)
            wasQuoted = false
        }
        reading: while index < limit {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A { line += 1 }
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    cell.append(byte)
                } else if index < limit, bytes[index] == UInt8(ascii: "\"") {
                    cell.append(byte)
                    index += 1
                } else if !hasLooseQuotes || endsCell(index, limit) {
                    isQuoted = false
                } else {
                    cell.append(byte)
                    isSound = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\"") where cell.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
            case separator: endCell()
            case 0x0A: break reading
            case 0x0D: break
            default:
                if byte == UInt8(ascii: "\"") || wasQuoted { isSound = false }
                cell.append(byte)
            }
        }
        endCell()
        return TableLine(
            line: first, cells: cells, quoted: quoted, isSound: isSound && !isQuoted, isOpen: isQuoted,
            style: style)
    }

    private func endsCell(_ place: Int, _ limit: Int) -> Bool {
        guard place < limit else { return true }
        return bytes[place] == separator || bytes[place] == 0x0A
            || (bytes[place] == 0x0D && (place + 1 >= limit || bytes[place + 1] == 0x0A))
    }

    /// The character that is equally frequent in most of the first lines, outside of quotation marks: in `1.3.2026;71,4;80,2` a
    /// comma is part of a number, and lines of a title above the names have other characters.
    private static func separator(of bytes: [UInt8]) -> UInt8 {
        let signs = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
        var tallies: [[Int: Int]] = [[:], [:], [:]]
        var (counts, isQuoted) = ([0, 0, 0], false)
        let first = bytes.prefix(1 << 14)
        for (place, byte) in first.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, let sign = signs.firstIndex(of: byte) { counts[sign] += 1 }
            guard byte == 0x0A && !isQuoted || place == bytes.count - 1 else { continue }
            for sign in signs.indices where counts[sign] > 0 { tallies[sign][counts[sign], default: 0] += 1 }
            counts = [0, 0, 0]
        }
        let best = tallies.map { tally in tally.map { ($0.value, $0.key) }.max { $0 < $1 } ?? (0, 0) }
        guard let most = best.max(by: { $0 < $1 }), most.0 > 0 else {
            return signs.max { sign, other in first.count { $0 == sign } < first.count { $0 == other } } ?? signs[0]
        }
        return signs[best.firstIndex { $0 == most } ?? 0]
    }
}

/// The columns of a table by their names, in lower case.
struct TableHead {
    private let columns: [String: Int]
    /// In their spelling.
    let names: [String]
    var count: Int { names.count }

    init(_ line: TableLine) {
        names = line.cells.map { trimmed($0) }
        columns = Dictionary(line.cells.enumerated().map { (trimmed($0.element).lowercased(), $0.offset) }) { first, _ in first }
    }

    /// The first column with one of these names.
    func column(_ names: String...) -> Int? { names.lazy.compactMap { columns[$0] }.first }

    /// The columns, besides the known ones, that a line fills. None for a line with more cells than names, since it is unclear
    /// what belongs where.
    func filled(_ line: TableLine, without known: Set<String>) -> [Int] {
        guard line.cells.count <= count else { return [] }
        return names.indices.filter { place in
            !names[place].isEmpty && !known.contains(names[place].lowercased()) && !trimmed(line[place]).isEmpty
        }
    }

    func has(_ names: String...) -> Bool { names.allSatisfy { columns[$0] != nil } }

    /// The head of a file, from its first bytes, if its first line that is not empty is one; `nil` if the bytes are no text.
    static func of(_ head: [UInt8]) -> TableHead? {
        let head = SourceText.utf8(head)
        guard !head.contains(0) else { return nil }
        var reader = TableReader(head)
        while let line = reader.next() { if !line.isEmpty { return TableHead(line) } }
        return nil
    }
}

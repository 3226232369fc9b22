import Journal

/// One line of a table (RFC 4180), with the separator that the file uses.
struct LoggedFileCells {
    /// Counted from 1, empty lines included.
    let line: Int
    /// Without quotation marks.
    let cells: [String]
    /// Whether a comma stands for the point of a number.
    private let hasDecimalComma: Bool

    /// How many columns a table may have.
    static let mostColumns = 400
    /// How many lines, empty ones included, and how many cells in all.
    static let (mostLines, mostCells) = (1_000_000, 8_000_000)

    /// A cell; empty beyond the last.
    subscript(column: Int) -> String { cells.indices.contains(column) ? cells[column] : "" }

    /// The number in a cell; `nil` where there is none, and for one that is out of all reason.
    func number(_ column: Int?) -> Double? {
        guard let column, case let text = trimmed(self[column]), !text.isEmpty, text.utf8.count <= 40 else { return nil }
        let plain = hasDecimalComma ? String(text.map { $0 == "," ? "." : $0 }) : text
        guard plain.utf8.allSatisfy({ (0x2B...0x39).contains($0) || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) else {
            return nil
        }
        return Double(plain).flatMap { $0.isFinite && abs($0) <= 1e9 ? $0 : nil }
    }

    /// Whether nothing stands in it.
    var isEmpty: Bool { cells.allSatisfy { trimmed($0).isEmpty } }

    /// All lines of a file. A quotation mark opens a cell only at its beginning; what is not UTF-8 is read as Windows-1252.
    static func lines(of bytes: [UInt8]) throws(LoggedFileError) -> [LoggedFileCells] {
        let separator = separator(of: bytes)
        var lines: [LoggedFileCells] = []
        var cells: [String] = []
        var cell: [UInt8] = []
        var (line, start, index, isQuoted, count) = (1, 1, 0, false, 0)
        func endCell() throws(LoggedFileError) {
            guard cells.count < mostColumns else { throw .tooWide(limit: mostColumns) }
            guard count < mostCells else { throw .tooMany(.cells, limit: mostCells) }
            count += 1
            var changes: [ImportChange] = []
            cells.append(SourceText.text(of: cell[...], changes: &changes))
            cell.removeAll(keepingCapacity: true)
        }
        func endLine() throws(LoggedFileError) {
            guard lines.count < mostLines else { throw .tooMany(.lines, limit: mostLines) }
            lines.append(LoggedFileCells(line: start, cells: cells, hasDecimalComma: separator != UInt8(ascii: ",")))
            cells = []
            start = line
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A { line += 1 }
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    cell.append(byte)
                } else if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                    cell.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == UInt8(ascii: "\""), cell.isEmpty {
                isQuoted = true
            } else if byte == separator {
                try endCell()
            } else if byte == 0x0A {
                try endCell()
                try endLine()
            } else if byte != 0x0D {
                cell.append(byte)
            }
        }
        if !cell.isEmpty || !cells.isEmpty {
            try endCell()
            try endLine()
        }
        return lines
    }

    /// The sign that stands most often in the first lines.
    private static func separator(of bytes: [UInt8]) -> UInt8 {
        let first = bytes.prefix(4096)
        return [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].max { sign, other in
            first.count { $0 == sign } < first.count { $0 == other }
        } ?? UInt8(ascii: ",")
    }
}

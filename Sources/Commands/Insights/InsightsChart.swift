import Foundation
import Journal

/// Charts made of characters, with as many days per column as needed to fit: braille dots, eighths of a block, or ASCII.
struct InsightsChart {
    let daysPerColumn: Int
    let columns: Int
    let isPlain: Bool

    /// - Parameter width: the available characters, at least 10.
    init(days: Int, width: Int, isPlain: Bool) {
        let width = max(width, 10)
        daysPerColumn = max(1, (days + width - 1) / width)
        columns = (days + daysPerColumn - 1) / daysPerColumn
        self.isPlain = isPlain
    }

    /// Each value as a dot at its height, the top row first; NaN is empty.
    func dots(_ values: [Double], in scale: ClosedRange<Double>, rows: Int) -> [String] {
        isPlain ? stars(values, scale, rows) : braille(values, scale, rows)
    }

    private func braille(_ values: [Double], _ scale: ClosedRange<Double>, _ rows: Int) -> [String] {
        // The dots of a cell from the top, left and right (Unicode, Braille Patterns).
        let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        var cells = [[UInt32]](repeating: [UInt32](repeating: 0, count: columns), count: rows)
        for column in 0..<columns {
            for side in 0..<2 {
                let part = days(of: column).filter { ($0 % daysPerColumn) * 2 / daysPerColumn == side }
                guard let mean = mean(of: part, values) else { continue }
                let height = place(mean, scale, of: rows * 4)
                let fromTop = rows * 4 - 1 - height
                cells[fromTop / 4][column] |= bits[side][fromTop % 4]
            }
        }
        return cells.map { row in
            String(String.UnicodeScalarView(row.map { $0 == 0 ? " " : Unicode.Scalar(0x2800 + $0) ?? " " }))
        }
    }

    private func stars(_ values: [Double], _ scale: ClosedRange<Double>, _ rows: Int) -> [String] {
        var cells = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
        for column in 0..<columns {
            guard let mean = mean(of: days(of: column), values) else { continue }
            cells[rows - 1 - place(mean, scale, of: rows)][column] = "*"
        }
        return cells.map { String($0) }
    }

    /// One line: a block for each column, or a digit from 0 to 9; a gap for no value.
    func line(_ values: [Double], in scale: ClosedRange<Double>) -> String {
        let signs = Array(isPlain ? "0123456789" : "▁▂▃▄▅▆▇█")
        return String(
            (0..<columns).map { column -> Character in
                mean(of: days(of: column), values).map { signs[place($0, scale, of: signs.count)] } ?? " "
            })
    }

    /// The line below the dots, with gaps for days without a value.
    func floor(_ values: [Double]) -> String {
        let (line, gap): (Character, Character) = isPlain ? ("-", " ") : ("─", " ")
        return String((0..<columns).map { mean(of: days(of: $0), values) == nil ? gap : line })
    }

    /// The names of months below their first days, if there is room.
    func months(from first: LocalDay) -> String {
        var row = [Character](repeating: " ", count: columns)
        var free = 0
        for column in 0..<columns {
            let found = (column * daysPerColumn..<(column + 1) * daysPerColumn).lazy
                .compactMap { first.adding(days: $0)?.parts }.first { $0.day == 1 }
            guard let parts = found, column >= free else { continue }
            let name = LocalMonth.names[parts.month - 1].prefix(3) + (parts.month == 1 ? " \(parts.year)" : "")
            guard column + name.count <= columns else { continue }
            for (index, letter) in name.enumerated() { row[column + index] = letter }
            free = column + name.count + 1
        }
        return String(row)
    }

    /// One character a column, chosen from its days in order.
    func marks(_ sign: (Range<Int>) -> Character) -> String { String((0..<columns).map { sign(days(of: $0)) }) }

    private func days(of column: Int) -> Range<Int> { column * daysPerColumn..<(column + 1) * daysPerColumn }

    private func mean(of part: some Sequence<Int>, _ values: [Double]) -> Double? {
        let known = part.compactMap { values.indices.contains($0) && !values[$0].isNaN ? values[$0] : nil }
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }

    private func place(_ value: Double, _ scale: ClosedRange<Double>, of count: Int) -> Int {
        let share = (value - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
        return min(max(Int((share * Double(count - 1)).rounded()), 0), count - 1)
    }
}

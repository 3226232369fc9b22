import Journal

/// Properties of all rows of another program's table.
struct TableSurvey {
    /// The numbers in the column of dates.
    private(set) var numbers = TableClock.Numbers()
    /// Dates in words, up to the number that is examined.
    private(set) var written: [String] = []
    private(set) var holdsDates = false
    private(set) var filled: Set<Int> = []
    /// Columns without a field in which some cell has a blank between two words.
    private(set) var phrases: Set<Int> = []

    init(_ columns: TableColumns, _ rows: TableRecords.Rows) throws {
        let place = columns[.date] ?? 0
        var found = self
        try rows { cells in
            for (index, cell) in cells.enumerated() where !columns.holds(index) && !found.phrases.contains(index) {
                guard let words = cell.words, case let words = trimmed(words), !words.isEmpty else { continue }
                found.filled.insert(index)
                if cell.number == nil, words.contains(where: \.isWhitespace), words.contains(where: \.isLetter),
                    TableSurvey.stamp(cell) == nil
                {
                    found.phrases.insert(index)
                }
            }
            guard cells.indices.contains(place) else { return }
            let cell = cells[place]
            if let number = cell.number {
                found.numbers.add(number)
                found.holdsDates = true
            } else if let words = cell.words, words.utf8.count <= 40, !trimmed(words).isEmpty {
                // Only dates such as 09/06/2013 are ambiguous, and a few of them decide it.
                if found.written.count < TableClock.mostDates { found.written.append(trimmed(words)) }
                found.holdsDates = true
            }
        }
        self = found
    }

    /// Another date column: one with a usual name, otherwise the one with the most dates, if most of its cells are dates.
    static func dateColumn(_ columns: TableColumns, filled: Set<Int>, _ rows: TableRecords.Rows) throws -> Int? {
        let candidates = filled.union(columns.dates)
        var counts: [Int: (dates: Int, filled: Int)] = [:]
        try rows { cells in
            for place in candidates where cells.indices.contains(place) {
                let cell = cells[place]
                guard let words = cell.words, !trimmed(words).isEmpty else { continue }
                let isDate = stamp(cell) != nil || cell.number != nil && columns.dates.contains(place)
                counts[place, default: (0, 0)].dates += isDate ? 1 : 0
                counts[place, default: (0, 0)].filled += 1
            }
        }
        if let usual = columns.dates.first(where: { (counts[$0]?.dates ?? 0) > 0 }) { return usual }
        return counts.filter { $0.value.dates * 2 > $0.value.filled }.max {
            ($0.value.dates, $1.key) < ($1.value.dates, $0.key)
        }?.key
    }

    private static func stamp(_ cell: TableCell) -> CivilStamp? {
        cell.words.flatMap { $0.utf8.count > 60 ? nil : CivilStamp(Array(trimmed($0).utf8)[...], shortYears: true) }
    }
}

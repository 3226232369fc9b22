import Base
import Insights
import Journal

/// The dates of a table's lines.
struct LoggedFileDates {
    /// A day, and the local time if it is given.
    struct Stamp {
        let day: LocalDay
        let minute: Int
        let instant: Instant
    }

    /// One for each line; `nil` for an empty line.
    private(set) var stamps: [Stamp?] = []

    /// - `columns`: the date's, one or year, month and day. `clock`: that of the time of day, if it has its own. `heading`: what the
    ///   heading of the one with the time says (`TableColumns.clock`).
    /// - `zone`: the owner's, for times that end in `Z`.
    /// - Throws: `notADate` for a line whose date or time cannot be read.
    init(
        columns: [Int], clock: Int?, heading: (offset: Int?, isInstant: Bool), zone: CivilTime, lines: ArraySlice<TableLine>
    ) throws(LoggedFileError) {
        let whole = columns.count == 1 ? columns[0] : nil
        let written = lines.map { line in
            whole.flatMap { CivilStamp(Array(trimmed(line[$0]).utf8.prefix(100))[...], shortYears: true) }
        }
        let order = DateOrderChoice(written.compactMap(\.self)).order
        var known: [Int?] = [nil, nil, nil]
        for (line, stamp) in zip(lines, written) {
            if line.isEmpty {
                stamps.append(nil)
                continue
            }
            if whole == nil { LoggedFileDates.read(line, columns, into: &known) }
            let day = whole == nil ? LoggedFileDates.day(known) : stamp?.day(order)
            let words = clock.map { trimmed(line[$0]) } ?? ""
            guard let day, let made = LoggedFileDates.made(day, stamp, words, heading, zone) else {
                throw .notADate(line: line.line)
            }
            stamps.append(made)
        }
    }

    private static func read(_ line: TableLine, _ columns: [Int], into known: inout [Int?]) {
        for (place, column) in columns.enumerated() where !trimmed(line[column]).isEmpty {
            known[place] = line.number(column).flatMap { Int(exactly: $0) } ?? 0
        }
    }

    private static func day(_ known: [Int?]) -> LocalDay? {
        guard let year = known[0], let month = known[1], let day = known[2] else { return nil }
        return LocalDay(year: year, month: month, day: day)
    }

    /// As in an import (TableRecords): a time of its own counts where the date has none, or only the midnight of spreadsheets.
    private static func made(
        _ day: LocalDay, _ stamp: CivilStamp?, _ clock: String, _ heading: (offset: Int?, isInstant: Bool),
        _ zone: CivilTime
    ) -> Stamp? {
        var (day, time, offset, isInstant) = (day, stamp?.time, stamp?.offset, stamp?.isInstant ?? false)
        if !clock.isEmpty, offset == nil, time.map({ $0 == .midnight }) ?? true {
            guard let own = TableClock.time(clock) else { return nil }
            (time, offset, isInstant) = (own.time, own.offset, own.isInstant)
        }
        if offset == nil { (offset, isInstant) = heading }
        if isInstant, let said = time, let moment = SourceMoment(day, said) {
            guard let wall = zone.wall(at: moment.milliseconds) else { return nil }
            (day, time, offset) = (wall.day, wall.time, zone.offset(at: moment.milliseconds))
        }
        let local = Int64(day.number) * Instant.dayMilliseconds + Int64((time ?? .noon).milliseconds)
        return Instant(milliseconds: local - Int64(offset ?? 0) * 1000).map {
            Stamp(day: day, minute: (time ?? .noon).hour * 60 + (time ?? .noon).minute, instant: $0)
        }
    }
}

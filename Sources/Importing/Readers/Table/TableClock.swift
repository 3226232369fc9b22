import Base
import Journal

/// How a table stores its dates: decided by all of them, since one number could be seconds since 1970 or since 2001.
struct TableClock {
    enum Unit: Hashable {
        /// Seconds since 2001, as in Apple's Core Data and SwiftData.
        case apple
        case seconds
        case milliseconds
        case microseconds
        case nanoseconds
        /// Days since noon of 24 November 4714 BC, SQLite's own.
        case julianDays
        /// Local days since 30 December 1899, as spreadsheets count.
        case spreadsheetDays
    }

    /// The most dates in words that are examined.
    static let mostDates = 100_000

    let unit: Unit
    /// The order of dates such as 09/06/2013.
    let order: DateOrder
    let finding: ImportFinding?
    /// The owner's zone.
    let surroundings: Surroundings

    /// Seconds from 1970 to 2001.
    private static let appleEpoch = 978_307_200.0

    /// - `numbers`: the numbers in the column.
    /// - `isCoreData`: the table is one of Core Data, whose dates count from 2001.
    /// - `written`: dates in words, as many as are known.
    init(numbers: Numbers, isCoreData: Bool, written: some Sequence<String>, _ options: ImportOptions) {
        unit = numbers.unit(isCoreData)
        let choice = DateOrderChoice(
            written.compactMap { CivilStamp(Array($0.utf8.prefix(100))[...], shortYears: true) }, asked: options.dateOrder,
            today: options.surroundings.wall.day)
        (order, finding) = (choice.order, choice.finding)
        surroundings = options.surroundings
    }

    /// The numbers in a column of dates, by their size: most of them decide, since one faulty number says nothing about the others.
    struct Numbers {
        private var counts: [Unit: Int] = [:]
        /// Some are later than 2001 if they are seconds since 1970.
        private var isUnix = false

        mutating func add(_ number: Double) {
            let unit: Unit =
                switch number {
                case 1e17...: .nanoseconds
                case 1e14...: .microseconds
                case 1e11...: .milliseconds
                case 2_200_000..<2_600_000: .julianDays
                case 20_000..<80_000: .spreadsheetDays
                default: .seconds
                }
            counts[unit, default: 0] += 1
            // Up to the year 2100.
            if (appleEpoch..<4_102_444_800).contains(number) { isUnix = true }
        }

        fileprivate func unit(_ isCoreData: Bool) -> Unit {
            let units: [Unit] = [.seconds, .milliseconds, .microseconds, .nanoseconds, .julianDays, .spreadsheetDays]
            let most = units.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .seconds
            switch most {
            case .nanoseconds, .microseconds, .milliseconds: return most
            case _ where isCoreData: return .apple
            case .julianDays, .spreadsheetDays: return most
            // Counted from 1970, every date would be before 2001, too early for such programs: they count from 2001.
            default: return isUnix ? .seconds : .apple
            }
        }
    }

    /// The date in a cell; throws the reason if it has none.
    ///
    /// - `zone`: the zone that the row names elsewhere.
    func date(of cell: TableCell, in zone: String?) throws(Refusal) -> (local: LocalStamp, instant: SourceMoment?) {
        if let number = cell.number, !TableClock.isCompactDate(cell) {
            if unit == .spreadsheetDays {
                guard let local = TableClock.spreadsheet(number, zone) else { throw Refusal(reason: .impossibleDate) }
                return (local, nil)
            }
            guard let moment = instant(number), let local = LocalStamp(moment, in: zone, surroundings) else {
                throw Refusal(reason: .impossibleDate)
            }
            return (local, moment)
        }
        guard let words = cell.words.map({ trimmed($0) }), !words.isEmpty else { throw Refusal(reason: .noDate) }
        guard words.utf8.count <= 100, let stamp = CivilStamp(Array(words.utf8)[...], shortYears: true),
            let local = stamp.local(order, in: zone, surroundings)
        else {
            guard let date = LocalisedDate(words), let day = date.day else { throw Refusal(reason: .impossibleDate) }
            return (LocalStamp(day: day, time: date.time, offset: date.offset, zone: date.zone ?? zone), nil)
        }
        return (local, nil)
    }

    /// A time of day in a column of its own: `21:05`, `9:05 PM`, `21h05`, `23:30Z`, `23:30 GMT+1`, a spreadsheet's fraction of a
    /// day (`0.302083`) or its whole date. `nil` if it is none.
    static func time(_ words: String) -> WrittenTime? {
        let (plain, offset) = LocalisedDate.cut(words)
        if var written = WrittenTime(plain) {
            written.offset = offset ?? written.offset
            return written
        }
        if let part = Double(plain.replacing(",", with: ".")), (0..<1).contains(part) {
            return TimeOfDay(milliseconds: milliseconds(ofDay: part)).map { WrittenTime(time: $0) }
        }
        if let stamp = CivilStamp(Array(words.utf8.prefix(60))[...], shortYears: true), let time = stamp.time {
            return WrittenTime(time: time, offset: stamp.offset, zone: stamp.zone, isInstant: stamp.isInstant)
        }
        // The time in words passes over everything else, so that nothing may be there that would move it.
        let rest = plain.uppercased()
        guard !rest.contains(where: { "+-−".contains($0) }), !["Z", "UTC", "GMT"].contains(where: rest.hasSuffix) else {
            return nil
        }
        return DateWords.time(plain.lowercased().replacing("h", with: ":")).map { WrittenTime(time: $0, offset: offset) }
    }

    struct Refusal: Error { let reason: ImportProblem.Reason }

    /// `20260314`, also with six figures of a time, is a date in words, not a number of seconds.
    private static func isCompactDate(_ cell: TableCell) -> Bool {
        guard case .text(let text) = cell else { return false }
        let figures = trimmed(text)
        return [8, 14].contains(figures.utf8.count) && CivilStamp(Array(figures.utf8)[...])?.day(.dayFirst) != nil
    }

    private static func spreadsheet(_ number: Double, _ zone: String?) -> LocalStamp? {
        let days = number.rounded(.down)
        guard (0..<3_000_000).contains(days), let day = LocalDay(number: Int(days) - 25_569) else { return nil }
        let time = milliseconds(ofDay: number - days)
        return LocalStamp(day: day, time: time == 0 ? nil : TimeOfDay(milliseconds: time), offset: nil, zone: zone)
    }

    /// To the second: a fraction of a day has no exact one.
    private static func milliseconds(ofDay part: Double) -> Int { min(Int((part * 86_400).rounded()), 86_399) * 1000 }

    private func instant(_ number: Double) -> SourceMoment? {
        switch unit {
        case .apple: SourceMoment(seconds: number, epoch: TableClock.appleEpoch)
        case .seconds: SourceMoment(seconds: number)
        case .milliseconds: SourceMoment(seconds: number / 1e3)
        case .microseconds: SourceMoment(seconds: number / 1e6)
        case .nanoseconds: SourceMoment(seconds: number / 1e9)
        case .julianDays: SourceMoment(seconds: (number - 2_440_587.5) * 86_400)
        case .spreadsheetDays: nil
        }
    }
}

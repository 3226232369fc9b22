import Base
import Journal

/// How a table stores its dates: decided by all of them, since one number could be seconds since 1970 or since 2001.
struct TableClock {
    /// The unit of numbers in the column.
    enum Unit: Hashable {
        /// Seconds since 2001, as in Apple's Core Data and SwiftData.
        case apple
        case seconds
        case milliseconds
        case microseconds
        case nanoseconds
        /// Days since noon of 24 November 4714 BC, SQLite's own.
        case julianDays
    }

    /// The most dates in words that are examined.
    static let mostDates = 100_000

    /// The unit of numbers.
    let unit: Unit
    /// The order of dates such as 09/06/2013.
    let order: DateOrder
    /// What remains uncertain about that.
    let finding: ImportFinding?

    /// Seconds from 1970 to 2001.
    private static let appleEpoch = 978_307_200.0

    /// - `largest`: the largest number in the column.
    /// - `isCoreData`: the table is one of Core Data, whose dates count from 2001.
    /// - `written`: dates in words, as many as are known.
    init(largest: Double?, isCoreData: Bool, written: some Sequence<String>, _ options: ImportOptions) {
        unit = TableClock.unit(of: largest ?? 0, isCoreData)
        let choice = DateOrderChoice(
            written.compactMap { CivilStamp(Array($0.utf8.prefix(100))[...], shortYears: true) }, asked: options.dateOrder,
            today: options.surroundings.wall.day)
        (order, finding) = (choice.order, choice.finding)
    }

    private static func unit(of largest: Double, _ isCoreData: Bool) -> Unit {
        switch largest {
        case 1e17...: .nanoseconds
        case 1e14...: .microseconds
        case 1e11...: .milliseconds
        case _ where isCoreData: .apple
        case appleEpoch...: .seconds
        case 2_200_000..<2_600_000: .julianDays
        // Counted from 1970, every date would be before 2001, too early for such programs: they count from 2001.
        default: .apple
        }
    }

    /// The date of a row: an instant, or a local time without a zone.
    enum Moment {
        case instant(SourceMoment)
        case civil(LocalDay, CivilStamp)
    }

    /// The date in a cell; throws the reason if it has none.
    func moment(of cell: TableCell) throws(Refusal) -> Moment {
        if let number = cell.number, !TableClock.isCompactDate(cell) {
            guard let moment = instant(number) else { throw Refusal(reason: .impossibleDate) }
            return .instant(moment)
        }
        guard let words = cell.words.map({ trimmed($0) }), !words.isEmpty else { throw Refusal(reason: .noDate) }
        guard words.utf8.count <= 100, let stamp = CivilStamp(Array(words.utf8)[...], shortYears: true),
            let day = stamp.day(order)
        else {
            guard let day = DateWords.day(words), let stamp = CivilStamp(Array(day.iso.utf8)[...]) else {
                throw Refusal(reason: .impossibleDate)
            }
            return .civil(day, stamp)
        }
        return .civil(day, stamp)
    }

    /// Why a cell has no date.
    struct Refusal: Error { let reason: ImportProblem.Reason }

    /// `20260314` in words is a date, not a number of seconds.
    private static func isCompactDate(_ cell: TableCell) -> Bool {
        guard case .text(let text) = cell else { return false }
        let figures = trimmed(text)
        return figures.utf8.count == 8 && CivilStamp(Array(figures.utf8)[...])?.day(.dayFirst) != nil
    }

    private func instant(_ number: Double) -> SourceMoment? {
        switch unit {
        case .apple: SourceMoment(seconds: number, epoch: TableClock.appleEpoch)
        case .seconds: SourceMoment(seconds: number)
        case .milliseconds: SourceMoment(seconds: number / 1e3)
        case .microseconds: SourceMoment(seconds: number / 1e6)
        case .nanoseconds: SourceMoment(seconds: number / 1e9)
        case .julianDays: SourceMoment(seconds: (number - 2_440_587.5) * 86_400)
        }
    }
}

import Journal

/// A date, perhaps with a time of day and an offset or zone, in one of the shapes that journals use.
///
/// Read are: year, month and day in figures (`2026-03-14`, `2026/3/14`, `20260314`), day and month before the
/// year (`14.03.2026`, `3/14/2026`: which is which is left open), and English names of months (`14 March
/// 2026`, `Mar 14th, 2026`); after the date, `21:00`, `21:00:05.250`, `9:00 PM`, `9pm`; after the time, `Z`,
/// `+01:00`, `Europe/Vienna`. Nothing is taken from the present: a date without a year is no date.
struct CivilStamp: Hashable {
    /// The three figures of the date.
    private enum Figures: Hashable {
        case settled(year: Int, month: Int, day: Int)
        case open(first: Int, second: Int, year: Int, separator: UInt8)
    }

    private let figures: Figures
    /// The time of day; `nil` when there is none, or one that does not exist.
    let time: TimeOfDay?
    /// A time stands there which does not exist, such as 25:11.
    let timeIsImpossible: Bool
    /// Seconds east of UTC.
    let offset: Int?
    /// A name with a slash, as in `Europe/Vienna`.
    let zone: String?

    /// Reads the whole of `bytes`; `nil` when anything else stands there.
    init?(_ bytes: ArraySlice<UInt8>) {
        var cursor = StampCursor(bytes)
        cursor.skipBlanks()
        cursor.skipWeekday()
        guard let figures = CivilStamp.figures(&cursor) else { return nil }
        self.figures = figures
        cursor.skipLink()
        let clock = cursor.clock(capitalsOnly: false)
        time = clock?.time
        timeIsImpossible = clock.map { $0.time == nil } ?? false
        (offset, zone) = clock == nil ? (nil, nil) : cursor.offsetOrZone()
        cursor.skipBlanks()
        guard cursor.isAtEnd else { return nil }
    }

    /// Reads a date and a time from the start of a line, as jrnl wrote them before version 2, and the blank
    /// behind them; gives the number of bytes read. Capital `AM` and `PM` only, since `am` may begin the
    /// title.
    static func leading(_ line: ArraySlice<UInt8>) -> (stamp: CivilStamp, length: Int)? {
        var cursor = StampCursor(line)
        guard let figures = CivilStamp.numericFigures(&cursor), cursor.take(0x20),
            let clock = cursor.clock(capitalsOnly: true), cursor.take(0x20)
        else { return nil }
        return (CivilStamp(figures: figures, clock: clock.time), cursor.index - line.startIndex)
    }

    private init(figures: Figures, clock: TimeOfDay?) {
        self.figures = figures
        time = clock
        timeIsImpossible = clock == nil
        offset = nil
        zone = nil
    }

    /// The civil day, with an open date read in `order`, or the other way round where only that is a day;
    /// `nil` for a day that the calendar does not have.
    func day(_ order: DateOrder) -> LocalDay? {
        switch figures {
        case .settled(let year, let month, let day): return LocalDay(year: year, month: month, day: day)
        case .open(let first, let second, let year, _):
            let dayFirst = LocalDay(year: year, month: second, day: first)
            let monthFirst = LocalDay(year: year, month: first, day: second)
            return order == .dayFirst ? dayFirst ?? monthFirst : monthFirst ?? dayFirst
        }
    }

    /// Whether day and month could be either way round.
    var isOpen: Bool { if case .open = figures { true } else { false } }

    /// The order that this date alone proves; `nil` when it proves none.
    var provenOrder: DateOrder? {
        guard case .open(let first, let second, _, _) = figures else { return nil }
        if first > 12, second <= 12 { return .dayFirst }
        return second > 12 && first <= 12 ? .monthFirst : nil
    }

    /// The usual order of an open date: where dots stand between the figures the day comes first everywhere;
    /// jrnl itself takes slashes for month first.
    var usualOrder: DateOrder? {
        guard case .open(_, _, _, let separator) = figures else { return nil }
        return separator == UInt8(ascii: "/") ? .monthFirst : .dayFirst
    }

    /// Whether the figures are set apart by dots, which leaves no doubt about their order.
    var hasDots: Bool {
        if case .open(_, _, _, UInt8(ascii: ".")) = figures { true } else { false }
    }

    private static func figures(_ cursor: inout StampCursor) -> Figures? {
        let start = cursor
        if let figures = numericFigures(&cursor) { return figures }
        cursor = start
        return namedFigures(&cursor)
    }

    private static func numericFigures(_ cursor: inout StampCursor) -> Figures? {
        guard let first = cursor.digits(upTo: 8) else { return nil }
        if first.count == 8, cursor.peek.map(isDigit) != true {
            return .settled(year: first.value / 10_000, month: first.value / 100 % 100, day: first.value % 100)
        }
        guard let separator = cursor.peek, [0x2D, 0x2E, 0x2F].contains(separator), cursor.take(separator),
            let second = cursor.digits(upTo: 2), cursor.take(separator), let third = cursor.digits(upTo: 6),
            cursor.peek.map(isDigit) != true
        else { return nil }
        // Five and six figures are taken too, so that the year 99999 is a date that does not exist rather than text.
        if (4...6).contains(first.count), third.count <= 2 {
            return .settled(year: first.value, month: second.value, day: third.value)
        }
        guard first.count <= 2, third.count >= 4 else { return nil }
        return .open(first: first.value, second: second.value, year: third.value, separator: separator)
    }

    /// `14 March 2026` and `March 14th, 2026`.
    private static func namedFigures(_ cursor: inout StampCursor) -> Figures? {
        if let month = cursor.month() {
            cursor.skipLink()
            guard let day = cursor.digits(upTo: 2) else { return nil }
            cursor.skipOrdinal()
            cursor.skipLink()
            guard let year = cursor.digits(upTo: 6), year.count >= 4 else { return nil }
            return .settled(year: year.value, month: month, day: day.value)
        }
        guard let day = cursor.digits(upTo: 2) else { return nil }
        cursor.skipOrdinal()
        cursor.skipLink()
        guard let month = cursor.month() else { return nil }
        cursor.skipLink()
        guard let year = cursor.digits(upTo: 6), year.count >= 4 else { return nil }
        return .settled(year: year.value, month: month, day: day.value)
    }
}

/// Whether the byte is one of `0`–`9`.
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

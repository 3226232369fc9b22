import Journal

/// A date, optionally with a time of day and an offset or zone, in one of the forms that journals use.
///
/// It reads year, month and day in digits (`2026-03-14`, `2026/3/14`, `20260314`), day and month before the year (`14.03.2026`,
/// `3/14/2026`, in undecided order), and English names of months (`14 March 2026`, `Mar 14th, 2026`, `14-Mar-2026`); after the
/// date, `21:00`, `21:00:05.250`, `9:00 PM`, `9pm`, in ISO's basic format `20260314T2100` and `20260314210005`; after the time, `Z`, `+01:00`, `Europe/Vienna`. Nothing is taken from the
/// present: a date without a year is no date.
///
/// If a column is known to contain dates, years may also have two digits (`4.3.24`, `24-03-14`, `14-Mar-24`): 69 to 99 are 1969
/// to 1999, and 00 to 68 are 2000 to 2068 (POSIX, strptime).
struct CivilStamp: Hashable {
    /// The three numbers of the date.
    private enum Figures: Hashable {
        case settled(year: Int, month: Int, day: Int)
        case open(Open)
    }

    /// Three numbers of which more than one could be the day, the month or the year.
    private struct Open: Hashable {
        let figures: [Int]
        let separator: UInt8
        /// Whether the year may be the first of them, or the last.
        let (yearMayLead, yearMayEnd): (Bool, Bool)

        /// The numbers as year, month and day; `nil` if they cannot be in this order.
        func parts(_ order: DateOrder) -> (year: Int, month: Int, day: Int)? {
            switch order {
            case .dayFirst: yearMayEnd ? (CivilStamp.year(figures[2]), figures[1], figures[0]) : nil
            case .monthFirst: yearMayEnd ? (CivilStamp.year(figures[2]), figures[0], figures[1]) : nil
            case .yearFirst: yearMayLead ? (CivilStamp.year(figures[0]), figures[1], figures[2]) : nil
            }
        }
    }

    private let figures: Figures
    /// The time of day; `nil` if there is none, or it does not exist.
    let time: TimeOfDay?
    /// There is a time that does not exist, such as 25:11.
    let timeIsImpossible: Bool
    /// Seconds east of UTC.
    let offset: Int?
    /// It ends in `Z`, `UTC` or `GMT`: an instant, which says nothing about the writer's clock.
    let isInstant: Bool
    /// A name with a slash, as in `Europe/Vienna`.
    let zone: String?

    /// Reads all of `bytes`; `nil` if there is anything else.
    ///
    /// - `shortYears`: a year may have two digits.
    init?(_ bytes: ArraySlice<UInt8>, shortYears: Bool = false) {
        var cursor = StampCursor(bytes)
        cursor.skipBlanks()
        cursor.skipWeekday()
        guard let figures = CivilStamp.figures(&cursor, shortYears) else { return nil }
        self.figures = figures
        cursor.skipLink()
        let clock = cursor.clock(capitalsOnly: false) ?? cursor.basicClock()
        time = clock?.time
        timeIsImpossible = clock.map { $0.time == nil } ?? false
        (offset, zone, isInstant) = clock == nil ? (nil, nil, false) : cursor.offsetOrZone()
        cursor.skipBlanks()
        guard cursor.isAtEnd else { return nil }
    }

    /// Reads a date and a time from the start of a line, as jrnl wrote them before version 2, and the blank after them; returns
    /// the number of bytes read. Only upper-case `AM` and `PM`, since `am` may begin the title.
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
        (offset, zone, isInstant) = (nil, nil, false)
    }

    /// The civil day, with an undecided date read in `order`, or in another order if only that gives a day; `nil` for a day that
    /// does not exist.
    func day(_ order: DateOrder) -> LocalDay? {
        switch figures {
        case .settled(let year, let month, let day): LocalDay(year: year, month: month, day: day)
        case .open: ([order] + DateOrder.allCases).lazy.compactMap(reading).first
        }
    }

    /// The day of an undecided date in this order and no other.
    func reading(_ order: DateOrder) -> LocalDay? {
        guard case .open(let open) = figures, let (year, month, day) = open.parts(order) else { return nil }
        return LocalDay(year: year, month: month, day: day)
    }

    /// Whether the order of day, month and year is undecided.
    var isOpen: Bool { if case .open = figures { true } else { false } }

    /// Whether an undecided date exists in this order. One that exists in none, such as 31/04/2026, is its writer's mistake and
    /// says nothing about the others.
    func allows(_ order: DateOrder) -> Bool { reading(order) != nil }

    /// The day of an undecided date in this order, and its other day in the most usual of the other orders; `nil` if it can be read
    /// in one way only.
    func readings(_ order: DateOrder) -> ImportFinding.TwoReadings? {
        guard let day = reading(order),
            let other = usualOrders.first(where: { reading($0).map { $0 != day } ?? false }), let otherDay = reading(other)
        else { return nil }
        return ImportFinding.TwoReadings(day: day, other: other, otherDay: otherDay)
    }

    /// The orders of an undecided date, the usual one first: with dots, the day comes first everywhere; jrnl itself reads slashes
    /// as month first; hyphens with a two-digit year are shortened ISO dates.
    var usualOrders: [DateOrder] {
        guard case .open(let open) = figures else { return DateOrder.allCases }
        switch open.separator {
        case UInt8(ascii: "/"): return [.monthFirst, .dayFirst, .yearFirst]
        case UInt8(ascii: "-") where open.yearMayLead: return [.yearFirst, .dayFirst, .monthFirst]
        default: return [.dayFirst, .monthFirst, .yearFirst]
        }
    }

    /// Whether the numbers are separated by dots, which decides their order.
    var hasDots: Bool { if case .open(let open) = figures { open.separator == UInt8(ascii: ".") } else { false } }

    private static func year(_ figure: Int) -> Int { figure < 100 ? figure + (figure < 69 ? 2000 : 1900) : figure }

    private static func figures(_ cursor: inout StampCursor, _ shortYears: Bool) -> Figures? {
        let start = cursor
        if let figures = numericFigures(&cursor, shortYears) { return figures }
        cursor = start
        return namedFigures(&cursor, shortYears)
    }

    private static func numericFigures(_ cursor: inout StampCursor, _ shortYears: Bool = false) -> Figures? {
        guard let first = cursor.digits(upTo: 8) else { return nil }
        if first.count == 8, [0, 6].contains(cursor.figuresAhead) {
            return .settled(year: first.value / 10_000, month: first.value / 100 % 100, day: first.value % 100)
        }
        guard let separator = cursor.peek, [0x2D, 0x2E, 0x2F].contains(separator), cursor.take(separator),
            let second = cursor.digits(upTo: 2), cursor.take(separator), let third = cursor.digits(upTo: 6),
            cursor.peek.map(isDigit) != true
        else { return nil }
        // Five and six digits are accepted too, so that the year 99999 is a date that does not exist, not text.
        if (4...6).contains(first.count), third.count <= 2 {
            return .settled(year: first.value, month: second.value, day: third.value)
        }
        let isShort = shortYears && third.count <= 2
        let (mayLead, mayEnd) = (isShort && first.count == 2, isShort && third.count == 2 || third.count >= 4)
        guard first.count <= 2, mayLead || mayEnd else { return nil }
        let figures = [first.value, second.value, third.value]
        return .open(Open(figures: figures, separator: separator, yearMayLead: mayLead, yearMayEnd: mayEnd))
    }

    /// `14 March 2026`, `14-Mar-2026` and `March 14th, 2026`.
    private static func namedFigures(_ cursor: inout StampCursor, _ shortYears: Bool) -> Figures? {
        func year() -> Int? {
            guard let year = cursor.digits(upTo: 6) else { return nil }
            return year.count >= 4 ? year.value : shortYears && year.count == 2 ? CivilStamp.year(year.value) : nil
        }
        if let month = cursor.month() {
            cursor.skipLink()
            guard let day = cursor.digits(upTo: 2) else { return nil }
            cursor.skipOrdinal()
            cursor.skipLink()
            return year().map { .settled(year: $0, month: month, day: day.value) }
        }
        guard let day = cursor.digits(upTo: 2) else { return nil }
        cursor.skipOrdinal()
        cursor.skipLink()
        let hasHyphens = cursor.take(UInt8(ascii: "-"))
        guard let month = cursor.month() else { return nil }
        if hasHyphens { guard cursor.take(UInt8(ascii: "-")) else { return nil } } else { cursor.skipLink() }
        return year().map { .settled(year: $0, month: month, day: day.value) }
    }
}

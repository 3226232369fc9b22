import Journal

/// The data in a note's path: a day, perhaps a time, and a title.
struct NoteName {
    /// The day in the name or the folders.
    private(set) var day: LocalDay?
    /// The time after the day in the name.
    private(set) var time: TimeOfDay?
    /// The name without the date and the extension; empty if there is nothing else.
    private(set) var title: String
    /// The date in the name, if its day and month could be exchanged.
    private(set) var stamp: CivilStamp?

    /// Reads, in this order: `2026-03-14`, `2026_03_14`, `2026.03.14` or `20260314` at the start of the name, followed by a title
    /// or a time; eight digits and a time in digits (`202603142105`); `14` in folders `2026/03`; a date for `CivilStamp` (`March
    /// 14th, 2026`); `14-03-2026` followed by a title.
    ///
    /// - `order`: of day, month and year in the names of all notes.
    init(path: String, order: DateOrder = .dayFirst) {
        let parts = path.split(separator: "/")
        let name = parts.last ?? ""
        let dot = name.lastIndex(of: ".")
        let stem = dot.map { name[..<$0] } ?? name
        title = trimmed(stem)
        if readStart(of: stem) || readFolders(parts, stem) { return }
        let figures = title.utf8.prefix { isDigit($0) || $0 == UInt8(ascii: "_") }.count
        let bytes = title.utf8.enumerated().map { $0 < figures && $1 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $1 }
        var length = bytes.count
        if CivilStamp(bytes[...]) == nil {
            length = bytes.prefix { isDigit($0) || [0x2D, 0x2E].contains($0) }.count
            while length > 0, !isDigit(bytes[length - 1]) { length -= 1 }
            // A number directly before a word is none of a date.
            guard length < bytes.count, !isLetter(bytes[length]), bytes[..<length].contains(where: { !isDigit($0) }) else {
                return
            }
        }
        guard let stamp = CivilStamp(bytes[..<length]), let day = stamp.day(order) else { return }
        (self.day, time, self.stamp) = (day, stamp.time, stamp.isOpen ? stamp : nil)
        readRest(String(decoding: title.utf8.dropFirst(length), as: UTF8.self))
    }

    private mutating func readStart(of stem: Substring) -> Bool {
        let bytes = Array(stem.utf8)
        let length: Int
        if bytes.count >= 10, [0x2D, 0x5F, 0x2E].contains(bytes[4]), bytes[7] == bytes[4] {
            day = NoteName.day(bytes[0..<4], bytes[5..<7], bytes[8..<10])
            length = 10
        } else if bytes.count >= 8 {
            day = NoteName.day(bytes[0..<4], bytes[4..<6], bytes[6..<8])
            length = 8
        } else {
            return false
        }
        guard day != nil else { return false }
        let rest = bytes[length...]
        if length == 8, rest.count == 4 || rest.count == 6, let found = NoteName.time(rest) {
            (time, title) = (found, "")
            return true
        }
        // A longer number is not a date, nor are eight digits directly before a word, except `T` and a time.
        let isWord = length == 8 && rest.first.map(isLetter) == true
        let isTime = rest.first == UInt8(ascii: "T") && rest.dropFirst().first.map(isDigit) == true
        if rest.first.map(isDigit) == true || (isWord && !isTime) {
            day = nil
            return false
        }
        readRest(String(decoding: rest, as: UTF8.self))
        return true
    }

    /// A time (`T21-05`, `2105`, `21.05.30`) with nothing after it, or a title.
    private mutating func readRest(_ rest: String) {
        let joints: Set<Character> = [" ", "-", "_", "–", "—", "."]
        title = trimmed(rest.drop { joints.contains($0) })
        var clock = title[...]
        if rest.first == "T" || rest.first == "t" { clock = clock.dropFirst() }
        let figures = clock.utf8.filter { isDigit($0) }
        let separated = clock.utf8.count == figures.count + (figures.count == 6 ? 2 : 1)
        let shaped = clock.utf8.allSatisfy { isDigit($0) || [0x2D, 0x2E, 0x3A, 0x5F, 0x68].contains($0) }
        let joined = clock.utf8.count == figures.count && clock.startIndex > title.startIndex
        guard shaped, separated || joined, let found = NoteName.time(figures[...]) else { return }
        (time, title) = (found, "")
    }

    /// `2026/03/14` and `2026/03-March/14 Title`.
    private mutating func readFolders(_ parts: [Substring], _ stem: Substring) -> Bool {
        guard parts.count >= 3 else { return false }
        let (year, month) = (parts[parts.count - 3].utf8, parts[parts.count - 2].utf8)
        let day = Array(stem.utf8.prefix(2))
        guard year.count == 4, month.count >= 2, month.dropFirst(2).first.map(isDigit) != true,
            stem.utf8.dropFirst(2).first.map(isDigit) != true,
            let found = NoteName.day(Array(year)[...], Array(month.prefix(2))[...], day[...])
        else { return false }
        self.day = found
        readRest(String(stem.dropFirst(2)))
        return true
    }

    private static func day(
        _ year: ArraySlice<UInt8>, _ month: ArraySlice<UInt8>, _ day: ArraySlice<UInt8>
    ) -> LocalDay? {
        guard let year = number(year), let month = number(month), day.count == 2, let day = number(day) else {
            return nil
        }
        return LocalDay(year: year, month: month, day: day)
    }

    /// Four or six digits.
    private static func time(_ figures: ArraySlice<UInt8>) -> TimeOfDay? {
        guard figures.count == 4 || figures.count == 6, let value = number(figures) else { return nil }
        let seconds = figures.count == 6 ? value : value * 100
        return TimeOfDay(hour: seconds / 10_000, minute: seconds / 100 % 100, second: seconds % 100)
    }

    private static func number(_ figures: ArraySlice<UInt8>) -> Int? {
        var cursor = StampCursor(figures)
        let found = cursor.digits(upTo: 8)
        return cursor.isAtEnd ? found?.value : nil
    }
}

import Journal

/// A position in the bytes of a date, and readers for what may follow.
struct StampCursor {
    private let bytes: ArraySlice<UInt8>
    /// The index of the next byte.
    private(set) var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index >= bytes.endIndex }

    var peek: UInt8? { isAtEnd ? nil : bytes[index] }

    /// Skips `byte` if it is next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// A number of one to `limit` digits.
    mutating func digits(upTo limit: Int) -> (value: Int, count: Int)? {
        var value = 0
        var count = 0
        while count < limit, let byte = peek, isDigit(byte) {
            value = value * 10 + Int(byte - 0x30)
            count += 1
            index += 1
        }
        return count == 0 ? nil : (value, count)
    }

    /// Blanks: the space, the tab, and the no-break and narrow spaces that some systems put before AM and PM.
    mutating func skipBlanks() {
        let wide: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0xAF], [0xE2, 0x80, 0x89]]
        while true {
            if take(0x20) || take(0x09) { continue }
            guard let blank = wide.first(where: { bytes[index...].starts(with: $0) }) else { return }
            index += blank.count
        }
    }

    /// Skips what joins the parts of a date: blanks, a comma or full stop, `T` before a digit, `at`, `of`.
    mutating func skipLink() {
        skipBlanks()
        if take(0x2C) || take(0x2E) { skipBlanks() }
        let start = index
        let word = self.word()
        if word == "at" || word == "of" || (word == "t" && peek.map(isDigit) == true) {
            skipBlanks()
        } else {
            index = start
        }
    }

    /// Skips an English name of a weekday, complete or abbreviated, and what follows it.
    mutating func skipWeekday() {
        let start = index
        if weekdayNumber(word()) != nil { skipLink() } else { index = start }
    }

    mutating func skipOrdinal() {
        let start = index
        if !["st", "nd", "rd", "th"].contains(word()) { index = start }
    }

    /// The number, 1–12, of an English month name, complete or abbreviated.
    mutating func month() -> Int? {
        let start = index
        if let month = monthNumber(word()) { return month }
        index = start
        return nil
    }

    /// A time of day; `time` is `nil` if it does not exist; the result is `nil`, with nothing read, if there is none.
    mutating func clock(capitalsOnly: Bool) -> (time: TimeOfDay?, Void)? {
        let start = index
        skipBlanks()
        guard let hour = digits(upTo: 2) else {
            index = start
            return nil
        }
        var minute = 0
        var second = 0
        var fraction = 0
        let hasMinutes = take(0x3A)
        if hasMinutes {
            guard let found = digits(upTo: 2), found.count == 2 else {
                index = start
                return nil
            }
            minute = found.value
            if take(0x3A) {
                guard let found = digits(upTo: 2), found.count == 2 else {
                    index = start
                    return nil
                }
                second = found.value
                if take(0x2E) || take(0x2C) { fraction = milliseconds() }
            }
        }
        let half = meridiem(capitalsOnly: capitalsOnly)
        if !hasMinutes, half == nil {
            index = start
            return nil
        }
        return (StampCursor.time(hour.value, minute, second, fraction, half), ())
    }

    /// The time of ISO's basic format, four or six figures, at the start or directly after `T` or the figures of a date.
    mutating func basicClock() -> (time: TimeOfDay?, Void)? {
        let before = index > bytes.startIndex ? bytes[index - 1] : UInt8(ascii: "T")
        guard isDigit(before) || before | 0x20 == UInt8(ascii: "t"), [4, 6].contains(figuresAhead),
            let found = digits(upTo: 6)
        else { return nil }
        let seconds = found.count == 6 ? found.value : found.value * 100
        let fraction = found.count == 6 && (take(0x2E) || take(0x2C)) ? milliseconds() : 0
        return (StampCursor.time(seconds / 10_000, seconds / 100 % 100, seconds % 100, fraction, nil), ())
    }

    var figuresAhead: Int { bytes[index...].prefix(while: isDigit).count }

    /// The first three digits of a fraction of a second.
    private mutating func milliseconds() -> Int {
        guard let found = digits(upTo: 3) else { return 0 }
        while let byte = peek, isDigit(byte) { index += 1 }
        return found.value * [100, 10, 1][found.count - 1]
    }

    private enum Half { case morning, afternoon }

    private static func time(
        _ hour: Int, _ minute: Int, _ second: Int, _ millisecond: Int, _ half: Half?
    ) -> TimeOfDay? {
        let turned =
            switch half {
            case .morning where hour == 12: 0
            case .afternoon where hour < 12: hour + 12
            default: hour
            }
        return TimeOfDay(hour: turned, minute: minute, second: second, millisecond: millisecond)
    }

    private mutating func meridiem(capitalsOnly: Bool) -> Half? {
        let start = index
        skipBlanks()
        let letters = bytes[index...].prefix(4)
        var length = 0
        for (plain, dotted) in [("AM", "A.M."), ("PM", "P.M.")] {
            for form in [dotted, plain] {
                let matches = letters.prefix(form.utf8.count).elementsEqual(form.utf8) { have, want in
                    have == want || (!capitalsOnly && have == (want | 0x20))
                }
                if matches { length = form.utf8.count }
                if length > 0 { break }
            }
            guard length > 0 else { continue }
            index += length
            if let next = peek, isLetter(next) { break }
            return plain == "AM" ? .morning : .afternoon
        }
        index = start
        return nil
    }

    /// What may follow a time: `Z`, `UTC`, `+01:00`, `-0330`, a zone's name; an abbreviation such as `CET` is skipped, because it
    /// is ambiguous.
    mutating func offsetOrZone() -> (offset: Int?, zone: String?, isInstant: Bool) {
        skipBlanks()
        guard let next = peek else { return (nil, nil, false) }
        if next == 0x2B || next == 0x2D { return (signedOffset(), nil, false) }
        let start = index
        while let byte = peek, isLetter(byte) || isDigit(byte) || [0x2B, 0x2D, 0x2F, 0x5F].contains(byte) { index += 1 }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        if ["Z", "z", "UTC", "GMT"].contains(name) { return (0, nil, true) }
        if name.contains("/"), name.utf8.count <= 64, !name.hasPrefix("/"), !name.hasSuffix("/") { return (nil, name, false) }
        if !(2...5).contains(name.count) || !name.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) { index = start }
        return (nil, nil, false)
    }

    private mutating func signedOffset() -> Int? {
        let start = index
        let sign = peek == 0x2D ? -1 : 1
        index += 1
        guard let hours = digits(upTo: 2), hours.count == 2, hours.value <= 18 else {
            index = start
            return nil
        }
        _ = take(0x3A)
        let minutes = digits(upTo: 2)
        guard minutes == nil || (minutes?.count == 2 && (minutes?.value ?? 60) < 60) else {
            index = start
            return nil
        }
        return sign * (hours.value * 3600 + (minutes?.value ?? 0) * 60)
    }

    /// Consecutive ASCII letters, in lower case; empty if there are none.
    private mutating func word() -> String {
        let start = index
        while let byte = peek, isLetter(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    }
}

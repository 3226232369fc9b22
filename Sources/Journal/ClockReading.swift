/// A written time of day: `9pm`, `9:30 am`, `21:00`, `21.00`, `21:00:05.250+01:00`, `9 o'clock`.
struct ClockReading {
    let time: TimeOfDay
    /// Seconds east of UTC, if written.
    let offset: Int?
    /// How many words it took, 1 or 2.
    let wordCount: Int

    /// The time at the beginning of the words; `nil` if there is none. A number alone is an hour only if `bareHour` is set.
    /// Throws for a time that does not exist.
    static func read(_ words: ArraySlice<String>, bareHour: Bool) throws(WhenError) -> ClockReading? {
        guard let word = words.first else { return nil }
        var rest = word[...]
        let hours = takeDigits(&rest)
        guard !hours.isEmpty else { return nil }
        var numbers = [hours]
        var fraction = ""
        if let mark = rest.first, mark == ":" || (mark == "." && hours.count <= 2) {
            rest.removeFirst()
            numbers.append(takeDigits(&rest))
            if mark == ":", rest.first == ":" {
                rest.removeFirst()
                numbers.append(takeDigits(&rest))
                if rest.first == "." {
                    rest.removeFirst()
                    fraction = takeDigits(&rest)
                    guard !fraction.isEmpty else { return nil }
                }
            }
            guard numbers.dropFirst().allSatisfy({ $0.count == 2 }) else { return nil }
        }
        var wordCount = 1
        var suffix = String(rest)
        let next = words.dropFirst().first
        if suffix.isEmpty, let next, halves[next] != nil || next == "o'clock" || next == "o’clock" {
            suffix = next
            wordCount = 2
        }
        if suffix.isEmpty, numbers.count == 1, !(bareHour && hours.count <= 2) { return nil }
        let half = halves[suffix]
        let zone = try readOffset(suffix)
        guard suffix.isEmpty || half != nil || zone != nil || wordCount == 2 else { return nil }
        guard zone == nil || numbers.count > 1 else { return nil }
        guard let time = time(numbers, fraction: fraction, half: half) else { throw .noSuchTime(word) }
        return ClockReading(time: time, offset: zone, wordCount: wordCount)
    }

    private static let halves = ["am": 0, "a.m": 0, "a.m.": 0, "pm": 12, "p.m": 12, "p.m.": 12]

    private static func time(_ numbers: [String], fraction: String, half: Int?) -> TimeOfDay? {
        guard var hour = wholeNumber(numbers[0]) else { return nil }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        let minute = numbers.count > 1 ? wholeNumber(numbers[1]) : 0
        let second = numbers.count > 2 ? wholeNumber(numbers[2]) : 0
        guard let minute, let second, let thousandths = wholeNumber(String((fraction + "000").prefix(3))) else {
            return nil
        }
        return TimeOfDay(hour: hour, minute: minute, second: second, millisecond: thousandths)
    }

    /// `z`, `+01`, `+0100` or `+01:00` in seconds; `nil` for another text.
    private static func readOffset(_ text: String) throws(WhenError) -> Int? {
        if text == "z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        var rest = text.dropFirst()
        var digits = takeDigits(&rest)
        if digits.count == 2, rest.first == ":" {
            rest.removeFirst()
            digits += takeDigits(&rest)
            guard digits.count == 4 else { return nil }
        }
        guard rest.isEmpty, digits.count == 2 || digits.count == 4, let number = wholeNumber(digits) else { return nil }
        let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 23, minutes <= 59 else { throw .noSuchTime(text) }
        return (hours * 60 + minutes) * (sign == "-" ? -60 : 60)
    }
}

extension TimeOfDay {
    /// Reads a time of day in whole minutes as people type it, `21:00`, `9pm`, `9.30 am`, `9`; `nil` for anything else.
    package init?(typed: some StringProtocol) {
        let words = SpokenWhen.split(String(typed))
        // What is no time is refused by the caller, who knows what was asked.
        guard let reading = try? ClockReading.read(words[...], bareHour: true), reading.wordCount == words.count,
            reading.offset == nil, reading.time.milliseconds % 60_000 == 0
        else { return nil }
        self = reading.time
    }
}

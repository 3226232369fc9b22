/// A typed duration: `15m`, `2h`, `90s`, `1h30m`, `1 day`, `an hour and 10 minutes`.
package struct Timespan: Hashable, Comparable, Sendable {
    /// Its length, at least 0. A day has 24 hours, a week 7 days; months and years have no fixed length and are not accepted.
    package let seconds: Int

    /// Reads whole numbers with units, from the largest unit to the smallest, each unit once: `s`, `sec`, `second`, `m`, `min`,
    /// `minute`, `h`, `hr`, `hour`, `d`, `day`, `w`, `week` and their plurals. `a`, `an` and `one` … `twelve` are accepted;
    /// blanks, commas, `and` and case do not matter.
    ///
    /// Throws if it is empty, a number has no unit (`15` may be minutes or seconds), a word is not understood, or the length is
    /// outside `bounds` (seconds).
    package static func parse(
        _ text: some StringProtocol, within bounds: ClosedRange<Int> = 0...Int.max
    ) throws(TimespanError) -> Timespan {
        guard text.utf8.count <= 100 else { throw .notUnderstood(String(text.prefix(100))) }
        var pieces = pieces(of: text)[...]
        guard !pieces.isEmpty else { throw .empty }
        var total = 0
        var limit = Int.max
        while let first = pieces.popFirst() {
            if first.count > 9, first.allSatisfy(isASCIIDigit) { throw .tooLong(maximum: bounds.upperBound) }
            guard let count = wholeNumber(first) else { throw .notUnderstood(trimmed(text)) }
            guard let unit = pieces.popFirst() else { throw .noUnit(trimmed(text)) }
            guard let length = unitLengths[unit], length < limit else { throw .notUnderstood(trimmed(text)) }
            limit = length
            let (product, overflow) = count.multipliedReportingOverflow(by: length)
            let (sum, overflowOfSum) = total.addingReportingOverflow(product)
            guard !overflow, !overflowOfSum else { throw .tooLong(maximum: bounds.upperBound) }
            total = sum
        }
        guard total >= bounds.lowerBound else { throw .tooShort(minimum: bounds.lowerBound) }
        guard total <= bounds.upperBound else { throw .tooLong(maximum: bounds.upperBound) }
        return Timespan(seconds: total)
    }

    package static func < (a: Timespan, b: Timespan) -> Bool { a.seconds < b.seconds }

    /// Splits numbers and words: `1h30m` gives `1`, `h`, `30`, `m`.
    private static func pieces(of text: some StringProtocol) -> [String] {
        var pieces: [String] = []
        var isDigit = false
        for word in text.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," }) where word != "and" {
            var open = false
            for character in word {
                let digit = isASCIIDigit(character)
                if open, digit == isDigit, let last = pieces.indices.last {
                    pieces[last].append(character)
                } else {
                    pieces.append(String(character))
                }
                isDigit = digit
                open = true
            }
        }
        return pieces
    }

    private static let unitLengths: [String: Int] = {
        let names: [(Int, [String])] = [
            (1, ["s", "sec", "secs", "second", "seconds"]),
            (60, ["m", "min", "mins", "minute", "minutes"]),
            (3600, ["h", "hr", "hrs", "hour", "hours"]),
            (86_400, ["d", "day", "days"]),
            (604_800, ["w", "week", "weeks"]),
        ]
        var lengths: [String: Int] = [:]
        for (length, words) in names {
            for word in words { lengths[word] = length }
        }
        return lengths
    }()
}

package enum TimespanError: Error, Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// Not written as numbers with units; the text, at most 100 characters.
    case notUnderstood(String)
    /// A number without a unit; the text.
    case noUnit(String)
    /// Shorter than allowed, in seconds.
    case tooShort(minimum: Int)
    /// Longer than allowed, in seconds.
    case tooLong(maximum: Int)
}

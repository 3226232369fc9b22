/// A number as a person types it or a table has it: `71.4`, `71,4`, `10 500`, `1.234,5`. The one reader of such numbers.
///
/// A point or a comma before exactly three digits may separate decimals or thousands: `10,500` has two readings. Only a point
/// that is followed by a digit other than 0 at the end has one, since that is how Auralyst itself writes decimals.
package struct TypedNumber: Hashable, Sendable {
    /// One reading, or two: the one with decimals, then the one with thousands.
    package let readings: [Reading]

    /// A decimal number of at most 15 digits.
    package struct Reading: Hashable, Sendable {
        fileprivate let isNegative: Bool
        fileprivate let digits: Int64
        fileprivate let decimals: Int

        /// The nearest number: two whole numbers below 2^53 and one division give it.
        package var value: Double {
            (isNegative ? -1 : 1) * Double(digits) / (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        }

        /// Its thousandths; `nil` if it is below 0, beyond 10^12, or has more than three decimals.
        var thousandths: Int64? {
            guard !isNegative, decimals <= 3, digits < 1_000_000_000_000_000 / 1000 else { return nil }
            return (decimals..<3).reduce(digits) { power, _ in power * 10 }
        }
    }

    package enum Mark: Hashable, Sendable {
        case point, comma

        fileprivate init?(_ scalar: Unicode.Scalar) {
            switch scalar {
            case ".": self = .point
            case ",": self = .comma
            default: return nil
            }
        }
    }

    /// `nil` for anything else than a number.
    package init?(_ text: some StringProtocol) { self.init(text, decimal: nil, isTyped: true) }

    /// The same in a column of a table: its style decides. Where it does not, no point is taken for our own.
    package init?(_ text: some StringProtocol, in style: NumberStyle) { self.init(text, decimal: style.decimal, isTyped: false) }

    private init?(_ text: some StringProtocol, decimal: Mark?, isTyped: Bool) {
        guard let parts = NumberParts(text) else { return nil }
        switch parts.shape {
        case .sure(let mark):
            guard let only = parts.reading(decimal: mark) else { return nil }
            readings = [only]
        case .threeDigits(let mark):
            guard let decimals = parts.reading(decimal: mark), let thousands = parts.reading(decimal: nil) else { return nil }
            if let decimal {
                readings = [decimal == mark ? decimals : thousands]
            } else {
                readings = isTyped && mark == .point && parts.endsInDecimals ? [decimals] : [decimals, thousands]
            }
        }
    }

    /// The number, if there is only one reading.
    package var only: Double? { readings.count == 1 ? readings[0].value : nil }
}

/// Which sign separates decimals in a column of a table, from all its cells: `71,4` shows a comma, `1,234.5` a point.
package struct NumberStyle: Sendable {
    private var point = false
    private var comma = false

    package init() {}

    /// Looks at one more cell; a text that is no number shows nothing.
    package mutating func note(_ text: some StringProtocol) {
        guard let parts = NumberParts(text), let mark = parts.shownDecimal else { return }
        if mark == .point { point = true } else { comma = true }
    }

    /// The sign; `nil` if no cell shows it, or cells contradict each other.
    package var decimal: TypedNumber.Mark? { point == comma ? nil : point ? .point : .comma }
}

/// The number that a person typed; `nil` for anything else, and for one with two readings.
package func typedNumber(_ text: some StringProtocol) -> Double? { TypedNumber(text)?.only }

/// The whole number that a person typed, `7`, also with the end of its scale, `7/10`; `nil` for anything else.
package func typedWhole(_ text: some StringProtocol, of most: Int? = nil) -> Int? {
    var rest = trimmed(String(text))
    if let most, let slash = rest.firstIndex(of: "/"), trimmed(String(rest[rest.index(after: slash)...])) == String(most) {
        rest = trimmed(String(rest[..<slash]))
    }
    guard let number = typedNumber(rest), abs(number) <= 1e9, number == number.rounded() else { return nil }
    return Int(number)
}

/// A number's digits, cut at its separators.
private struct NumberParts {
    private var isNegative = false
    /// The digits between separators, and the separators.
    private var groups = [""]
    private var marks: [Unicode.Scalar] = []

    /// What the separators mean by themselves.
    enum Shape {
        /// The last separator is this decimal sign, all others separate thousands; `nil`: there are no decimals.
        case sure(decimal: TypedNumber.Mark?)
        /// One separator, and three digits after it.
        case threeDigits(TypedNumber.Mark)
    }

    init?(_ text: some StringProtocol) {
        var scalars = Array(trimmed(String(text)).unicodeScalars)
        if let sign = scalars.first, sign == "-" || sign == "−" || sign == "+" {
            isNegative = sign != "+"
            scalars.removeFirst()
        }
        guard (1...24).contains(scalars.count) else { return nil }
        for scalar in scalars {
            switch scalar {
            case "0"..."9": groups[groups.count - 1].unicodeScalars.append(scalar)
            case ".", ",":
                marks.append(scalar)
                groups.append("")
            case " ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "’":
                marks.append(" ")
                groups.append("")
            default: return nil
            }
        }
        guard groups.last?.isEmpty == false, (1...15).contains(groups.reduce(0) { $0 + $1.utf8.count }) else { return nil }
        guard isSound else { return nil }
    }

    /// Thousands have three digits, in India two before the last three; at most one separator differs: the last.
    private var isSound: Bool {
        guard !marks.isEmpty else { return true }
        let thousands = thousandsMarks
        guard thousands.allSatisfy({ $0 == thousands[0] }) else { return false }
        if thousands.isEmpty { return true }
        guard (1...3).contains(groups[0].utf8.count) else { return false }
        let inner = groups[1..<(thousands.count + 1)]
        let isIndian = thousands[0] == ","
        return inner.last?.utf8.count == 3
            && inner.dropLast().allSatisfy { $0.utf8.count == 3 || (isIndian && $0.utf8.count == 2) }
    }

    /// The separators that can only be for thousands.
    private var thousandsMarks: ArraySlice<Unicode.Scalar> {
        let isMixed = marks.contains { $0 != marks[0] }
        if isMixed { return marks.dropLast() }
        return marks.count > 1 || marks.first == " " ? marks[...] : []
    }

    var shape: Shape {
        guard let last = marks.last, let mark = TypedNumber.Mark(last), thousandsMarks.count < marks.count else {
            return .sure(decimal: nil)
        }
        let (before, after) = (groups[groups.count - 2], groups[groups.count - 1])
        let isOpen =
            marks.count == 1 && after.utf8.count == 3 && (1...3).contains(before.utf8.count) && before.utf8.first != 0x30
        return isOpen ? .threeDigits(mark) : .sure(decimal: mark)
    }

    /// The decimal sign that this number shows by itself; `nil` if it shows none.
    var shownDecimal: TypedNumber.Mark? {
        if case .sure(decimal: let decimal?) = shape { return decimal }
        // Thousands in commas: decimals have points.
        guard let first = thousandsMarks.first, let thousands = TypedNumber.Mark(first) else { return nil }
        return thousands == .comma ? .point : .comma
    }

    /// Whether the last digit is none that people leave out after a decimal sign.
    var endsInDecimals: Bool { groups.last?.utf8.last != 0x30 }

    /// - Parameter decimal: the last separator, if decimals follow it.
    func reading(decimal: TypedNumber.Mark?) -> TypedNumber.Reading? {
        guard let digits = Int64(groups.reduce("") { $0 + $1 }) else { return nil }
        return .init(isNegative: isNegative, digits: digits, decimals: decimal == nil ? 0 : groups[groups.count - 1].utf8.count)
    }
}

/// A typed value, cut into its numbers and its unit: `104 mmHg`, `100.4F`, `128/82`, `11st 4lb`, `5'11"`.
package struct TypedMeasure {
    /// What its numbers may be: more than one if a separator has two readings.
    package let choices: [(value: Double, second: Double?)]
    package let isPair: Bool
    /// As typed; empty if there is none.
    package let unit: String

    /// A unit, the smaller one after it, and how many of those it has.
    private static let compounds = [("st", "lb", 14.0), ("ft", "in", 12), ("lb", "oz", 16)]

    /// `nil` if it does not begin with a number.
    /// - Parameter scaleEnd: the upper end of a scale, which may follow: `3/5`.
    package init?(_ text: String, scaleEnd: Double? = nil) {
        var rest = Array(trimmed(text).unicodeScalars)
        guard let first = TypedMeasure.number(&rest) else { return nil }
        var second: TypedNumber?
        if rest.first == "/" {
            var behind = Array(rest.dropFirst())
            TypedMeasure.skipBlanks(&behind)
            // What is no number is a unit, `/min`.
            second = TypedMeasure.number(&behind)
            if second != nil { rest = behind }
        }
        if let scaleEnd, second?.only == scaleEnd { second = nil }
        let unit = TypedMeasure.text(rest)
        // A second number without a sign between says nothing.
        if let next = rest.first, ("0"..."9").contains(next) { return nil }
        let compound = second == nil ? first.only.flatMap { TypedMeasure.compound($0, rest) } : nil
        if compound == nil, TypedMeasure.goesOn(rest) { return nil }
        if let second {
            choices = first.readings.flatMap { upper in second.readings.map { (upper.value, $0.value) } }
            (isPair, self.unit) = (true, unit)
        } else if let whole = compound {
            (choices, isPair, self.unit) = ([(whole.value, nil)], false, whole.unit)
        } else {
            choices = first.readings.map { ($0.value, nil) }
            (isPair, self.unit) = (false, unit)
        }
    }

    /// Whether what follows a number is more of a number, and no unit: `1e5`, `1_000`, `7-8`, `10:30`, `2½`.
    private static func goesOn(_ rest: [Unicode.Scalar]) -> Bool {
        guard let first = rest.first else { return false }
        func isDigit(_ place: Int) -> Bool { rest.indices.contains(place) && ("0"..."9").contains(rest[place]) }
        switch first {
        case "½", "¼", "¾", "⅓", "⅔", "_": return true
        case "e", "E":
            return isDigit(1) || rest.dropFirst().first.map { "+-−".unicodeScalars.contains($0) } ?? false && isDigit(2)
        default: return "-−–:;*^+=~'’.,".unicodeScalars.contains(first) && isDigit(1)
        }
    }

    /// A number at the beginning, and the blanks after it, which are taken away.
    private static func number(_ rest: inout [Unicode.Scalar]) -> TypedNumber? {
        let written = digits(rest)
        guard let number = TypedNumber(text(written)) else { return nil }
        rest.removeFirst(written.count)
        skipBlanks(&rest)
        return number
    }

    /// A number at the beginning, as it is written.
    private static func digits(_ rest: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
        func isDigit(_ place: Int) -> Bool { rest.indices.contains(place) && ("0"..."9").contains(rest[place]) }
        var end = 0
        if let sign = rest.first, sign == "-" || sign == "−" || sign == "+" { end = 1 }
        loop: while end < rest.count {
            switch rest[end] {
            case "0"..."9", ".", ",": end += 1
            case " ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "’":
                // Only thousands go on after these.
                guard end > 0, isDigit(end - 1), isDigit(end + 1), isDigit(end + 2), isDigit(end + 3), !isDigit(end + 4) else {
                    break loop
                }
                end += 4
            default: break loop
            }
        }
        return rest[..<end]
    }

    /// `st 4lb` after the number of stones: the value in the first unit.
    private static func compound(_ number: Double, _ rest: [Unicode.Scalar]) -> (value: Double, unit: String)? {
        guard let place = rest.firstIndex(where: { ("0"..."9").contains($0) }), number == number.rounded(), number >= 0 else {
            return nil
        }
        var after = Array(rest[place...])
        guard let small = self.number(&after)?.only else { return nil }
        let (larger, smaller) = (text(rest[..<place]), text(after))
        for (unit, next, count) in compounds where isUnit(larger, unit) && (smaller.isEmpty || isUnit(smaller, next)) {
            guard small < count else { return nil }
            return (number + small / count, unit)
        }
        return nil
    }

    private static func isUnit(_ typed: String, _ name: String) -> Bool {
        MeasureKind.all.contains { $0.unit(typed)?.name == name }
    }

    private static func skipBlanks(_ scalars: inout [Unicode.Scalar]) {
        while let first = scalars.first, first == " " || first == "\u{A0}" { scalars.removeFirst() }
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = ""
        for scalar in scalars { text.unicodeScalars.append(scalar) }
        return trimmed(text)
    }
}

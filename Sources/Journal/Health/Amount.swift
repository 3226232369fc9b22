/// How much of a medicine: a decimal number, exact to a thousandth, 0 to 1,000,000, so that stock never drifts.
package struct Amount: Hashable, Comparable, Sendable {
    /// Thousandths, 0 ... 1,000,000,000.
    package let thousandths: Int

    package static let most = 1_000_000_000

    /// `nil` outside 0 ... `most`.
    package init?(thousandths: Int) {
        guard (0...Amount.most).contains(thousandths) else { return nil }
        self.thousandths = thousandths
    }

    /// Whole units; `nil` outside 0 ... 1,000,000.
    package init?(_ units: Int) {
        guard (0...Amount.most / 1000).contains(units) else { return nil }
        thousandths = units * 1000
    }

    package static let none = Amount(clamped: 0)
    package static let one = Amount(clamped: 1000)
    /// The smallest amount above zero.
    package static let least = Amount(clamped: 1)

    /// The nearest valid amount.
    package init(clamped thousandths: Int) { self.thousandths = min(max(thousandths, 0), Amount.most) }

    /// Reads `2`, `0.5`, `0,5`, `.5`, `1/2`, `1 1/2`, `½`, `2½`. `nil` for anything else, for more than three decimals, and for
    /// `1,000` and `2.000`, which may be one or a thousand: a dose is never guessed.
    package init?(_ text: some StringProtocol) {
        var rest = trimmed(String(text))
        var sum: Int64 = 0
        if let last = rest.last, let part = Amount.fractions[last] {
            rest = trimmed(String(rest.dropLast()))
            sum = part
            if rest.isEmpty {
                self.init(thousandths: Int(clamping: sum))
                return
            }
        } else if rest.contains("/") {
            let words = rest.split(separator: " ")
            guard let fraction = words.last, words.count <= 2, let part = Amount.quotient(fraction) else { return nil }
            sum = part
            guard words.count == 2 else {
                self.init(thousandths: Int(clamping: sum))
                return
            }
            rest = String(words[0])
        }
        // A fraction follows whole units only.
        guard let number = Amount.decimal(rest), sum == 0 || number % 1000 == 0 else { return nil }
        self.init(thousandths: Int(clamping: number + sum))
    }

    /// Reads an amount that a person typed; throws why it cannot be used.
    /// - Parameter field: what it is an amount of, as the person sees it.
    /// - Parameter least: `none` where zero is an answer too.
    package static func typed(
        _ text: some StringProtocol, _ field: String, least: Amount = .least
    ) throws(HealthFault) -> Amount {
        if let unclear = HealthFault.unclear(field, text) { throw unclear }
        guard let amount = Amount(text) else { throw .amount(field: field, least: least) }
        if let fault = amount.fault(field, least: least) { throw fault }
        return amount
    }

    /// Why it cannot be used; `nil` if it can.
    package func fault(_ field: String, least: Amount = .least) -> HealthFault? {
        self < least ? .amount(field: field, least: least) : nil
    }

    /// For display: `2`, `0.5`, `1.25`.
    package var text: String {
        let (whole, part) = (thousandths / 1000, thousandths % 1000)
        guard part != 0 else { return String(whole) }
        var digits = padded(part, to: 3)
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    package static func < (a: Amount, b: Amount) -> Bool { a.thousandths < b.thousandths }

    private static let fractions: [Character: Int64] = ["½": 500, "¼": 250, "¾": 750, "⅓": 333, "⅔": 667]

    private static func quotient(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let top = decimal(parts[0]), let bottom = decimal(parts[1]), bottom > 0, top <= most else {
            return nil
        }
        return (top * 1000 + bottom / 2) / bottom
    }

    /// Thousandths of a decimal number with at most three decimals; may need more than 32 bits.
    private static func decimal(_ text: some StringProtocol) -> Int64? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C }),
            let readings = TypedNumber(text)?.readings, readings.count == 1
        else { return nil }
        return readings[0].thousandths
    }
}

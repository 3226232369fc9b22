/// Why a record of the health log cannot be saved. Names a field as the person sees it, never its content.
package enum HealthFault: Error, Hashable, Sendable {
    case empty(field: String)
    /// A text has more than `limit` bytes, or holds NUL or, where it is a name, a line break.
    case badText(field: String, limit: Int)
    case outside(field: String, least: String, most: String)
    /// What was typed is no amount, or below the least one.
    case amount(field: String, least: Amount)
    /// More of something than one record may have.
    case tooMany(field: String, limit: Int)
    case nothing
    /// A number beside a symptom has no name, or is none.
    case badMetric
    /// The ends of a range are not two numbers, the lower one first.
    case badRange
    /// The upper number of blood pressure is not above the lower one.
    case upsideDown
    /// A number that can be read in two ways, `1,000`.
    case unclear(field: String, decimal: String, grouped: String)
    case schedule(ScheduleFault)
}

extension HealthFault {
    /// The fault of a typed number with two readings; `nil` if there is only one, or it is no number.
    package static func unclear(_ field: String, _ typed: some StringProtocol) -> HealthFault? {
        guard let both = TypedNumber(typed)?.readings, both.count == 2 else { return nil }
        return .unclear(field: field, decimal: numberText(both[0].value), grouped: numberText(both[1].value))
    }
}

extension SymptomEntry {
    /// Reads a number typed beside a symptom.
    package static func metric(_ name: String, _ typed: String) throws(HealthFault) -> Double {
        if let unclear = HealthFault.unclear("number", typed) { throw unclear }
        // Programs write very large numbers with an exponent.
        let written = typed.contains { "eE".contains($0) } ? Double(typed).flatMap { $0.isFinite ? $0 : nil } : nil
        guard !name.isEmpty, let number = typedNumber(typed) ?? written else { throw .badMetric }
        return number
    }
}

extension Measure {
    /// Reads the typed ends of a range.
    package static func range(_ low: String, _ high: String) throws(HealthFault) -> ClosedRange<Double> {
        if let unclear = HealthFault.unclear("range", low) ?? HealthFault.unclear("range", high) { throw unclear }
        guard let low = typedNumber(low), let high = typedNumber(high), low < high else { throw .badRange }
        return low...high
    }
}

/// Limits of texts in the health log, in bytes of UTF-8.
package enum HealthLimits {
    /// A name: of a symptom, a medicine, a person, a trigger.
    package static let name = 200
    package static let note = 64 << 10
    /// Items in one list: metrics, triggers or helping steps.
    package static let list = 50
}

extension String {
    /// The fault of a one-line name that must not be empty.
    func nameFault(_ field: String) -> HealthFault? {
        if trimmed(self).isEmpty { return .empty(field: field) }
        return shortFault(field)
    }

    /// The fault of a one-line text that may be empty.
    func shortFault(_ field: String) -> HealthFault? {
        let isPlain = utf8.count <= HealthLimits.name && !unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
        return isPlain ? nil : .badText(field: field, limit: HealthLimits.name)
    }

    /// The fault of a note that may be empty.
    func noteFault(_ field: String = "note") -> HealthFault? {
        utf8.count <= HealthLimits.note && !utf8.contains(0) ? nil : .badText(field: field, limit: HealthLimits.note)
    }
}

func rangeFault(_ number: Int?, _ field: String, _ range: ClosedRange<Int>) -> HealthFault? {
    guard let number, !range.contains(number) else { return nil }
    return .outside(field: field, least: String(range.lowerBound), most: String(range.upperBound))
}

func listFault(_ names: [String], _ field: String) -> HealthFault? {
    if names.count > HealthLimits.list { return .tooMany(field: field, limit: HealthLimits.list) }
    return names.lazy.compactMap { $0.nameFault(field) }.first
}

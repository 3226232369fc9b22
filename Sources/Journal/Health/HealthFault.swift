/// Why a record of the health log cannot be saved as it is. Names a field as the person sees it, never what stands in it.
package enum HealthFault: Error, Hashable, Sendable {
    /// A field that must say something is empty.
    case empty(field: String)
    /// A text has more than `limit` bytes, or holds NUL or, where it is a name, a line break.
    case badText(field: String, limit: Int)
    /// A number lies outside its range.
    case outside(field: String, least: String, most: String)
    /// More of something than one record may have.
    case tooMany(field: String, limit: Int)
    /// Nothing was said at all.
    case nothing
    /// A schedule that cannot be kept, for the reason given.
    case schedule(ScheduleFault)
}

/// The lengths that texts of the health log may have, in bytes of UTF-8.
package enum HealthLimits {
    /// A name: of a symptom, a medicine, a person, a trigger.
    package static let name = 200
    /// A note.
    package static let note = 64 << 10
    /// Metrics, triggers or helping steps of one record.
    package static let list = 50
}

extension String {
    /// What is wrong with it as a name of one line that must not be empty.
    func nameFault(_ field: String) -> HealthFault? {
        if trimmed(self).isEmpty { return .empty(field: field) }
        return shortFault(field)
    }

    /// What is wrong with it as a text of one line, which may be empty.
    func shortFault(_ field: String) -> HealthFault? {
        let isPlain = utf8.count <= HealthLimits.name && !unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
        return isPlain ? nil : .badText(field: field, limit: HealthLimits.name)
    }

    /// What is wrong with it as a note, which may be empty.
    func noteFault(_ field: String = "note") -> HealthFault? {
        utf8.count <= HealthLimits.note && !utf8.contains(0) ? nil : .badText(field: field, limit: HealthLimits.note)
    }
}

/// The first thing that is wrong with a number that may be missing.
func rangeFault(_ number: Int?, _ field: String, _ range: ClosedRange<Int>) -> HealthFault? {
    guard let number, !range.contains(number) else { return nil }
    return .outside(field: field, least: String(range.lowerBound), most: String(range.upperBound))
}

/// The first thing that is wrong with a list of names.
func listFault(_ names: [String], _ field: String) -> HealthFault? {
    if names.count > HealthLimits.list { return .tooMany(field: field, limit: HealthLimits.list) }
    return names.lazy.compactMap { $0.nameFault(field) }.first
}

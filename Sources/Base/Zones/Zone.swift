import Journal

/// A time zone: its name, and the offset from UTC at any time by its rules.
///
/// Zones are equal if their names are. The rules are the system's, or the program's own (`ZoneSource`).
package struct Zone: Hashable, Sendable {
    /// The IANA name, `Europe/Vienna`; of a fixed offset `GMT+0800`, and `GMT` for none.
    package let identifier: String
    private let table: ZoneTable

    /// The zone with an IANA name (case matters), or of a fixed offset, `GMT`, `UTC`, `GMT+8`, `UTC-3:30`, `GMT+0545`; `nil` for
    /// a name that neither the system nor the program knows.
    package init?(identifier: String) { self.init(identifier: identifier, source: .system) }

    /// The same, with rules from another source.
    package init?(identifier: String, source: ZoneSource) {
        if let fixed = Zone.fixedOffset(identifier).flatMap(Zone.init(offset:)) {
            self = fixed
            return
        }
        guard let table = source.table(identifier) else { return nil }
        (self.identifier, self.table) = (identifier, table)
    }

    /// The zone of a fixed offset in seconds east of UTC; `nil` for more than 18 hours.
    package init?(offset seconds: Int) {
        guard seconds.magnitude <= 18 * 3600 else { return nil }
        let minutes = Int(seconds.magnitude) / 60
        let digits = minutes == 0 ? "" : (seconds < 0 ? "-" : "+") + padded(minutes / 60, to: 2) + padded(minutes % 60, to: 2)
        (identifier, table) = ("GMT" + digits, ZoneTable(offset: seconds))
    }

    private init(utc: Void) { (identifier, table) = ("GMT", ZoneTable(offset: 0)) }

    /// UTC, called `GMT`.
    package static let utc = Zone(utc: ())

    /// Seconds east of UTC at an instant, in milliseconds since 1970.
    package func offset(at milliseconds: Int64) -> Int { table.offset(at: floorDivide(milliseconds, by: 1000).quotient) }

    /// Whether the clocks are ahead of the zone's standard time at an instant, in milliseconds since 1970.
    package func isSummer(at milliseconds: Int64) -> Bool { table.isSummer(at: floorDivide(milliseconds, by: 1000).quotient) }

    /// Whether the rules are the same from a time on, in seconds since 1970.
    func isLike(_ other: ZoneTable, since start: Int64) -> Bool { table.isLike(other, since: start) }

    package static func == (a: Zone, b: Zone) -> Bool { a.identifier == b.identifier }

    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// The seconds of `GMT+8`, `UTC+0800` or `GMT-8:00`, up to 18 hours; 0 for `GMT` and `UTC`; `nil` for another name. Vaults
    /// may contain each of these forms, which Foundation reads.
    private static func fixedOffset(_ name: String) -> Int? {
        let letters = Array(name.utf8)
        guard letters.count <= 9, letters.starts(with: Array("GMT".utf8)) || letters.starts(with: Array("UTC".utf8)) else {
            return nil
        }
        guard letters.count > 3 else { return 0 }
        let sign = letters[3] == UInt8(ascii: "+") ? 1 : letters[3] == UInt8(ascii: "-") ? -1 : 0
        let parts = letters[4...].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard sign != 0, parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
        let (hours, minutes): (Int, Int)
        switch parts.map(\.count) {
        case [1], [2]: (hours, minutes) = (numbers[0], 0)
        case [4]: (hours, minutes) = (numbers[0] / 100, numbers[0] % 100)
        case [1, 2], [2, 2]: (hours, minutes) = (numbers[0], numbers[1])
        default: return nil
        }
        return minutes < 60 && hours * 60 + minutes <= 18 * 60 ? sign * (hours * 60 + minutes) * 60 : nil
    }
}

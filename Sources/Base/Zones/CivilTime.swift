import Journal

/// Converts the local time of one zone to instants and back.
package struct CivilTime: Sendable {
    package let zone: Zone

    package init(zone: Zone) { self.zone = zone }

    /// The zone with an IANA name, or of a fixed offset such as `+08:00`; `nil` for an unknown name.
    package init?(named name: String) {
        let fixed = CivilTime.offset(named: name).flatMap { Zone(offset: $0) }
        guard let zone = fixed ?? Zone(identifier: name) else { return nil }
        self.zone = zone
    }

    /// The name of a zone known only by its offset, `+08:00`, and `UTC` for zero; `nil` for an impossible offset.
    package static func name(ofOffset seconds: Int) -> String? {
        guard seconds % 60 == 0, seconds.magnitude <= 18 * 3600 else { return nil }
        if seconds == 0 { return "UTC" }
        let minutes = Int(seconds.magnitude) / 60
        return (seconds < 0 ? "-" : "+") + padded(minutes / 60, to: 2) + ":" + padded(minutes % 60, to: 2)
    }

    /// The offset in seconds east of a name such as `+08:00`; `nil` for any other.
    private static func offset(named name: String) -> Int? {
        let letters = Array(name.utf8)
        guard letters.count == 6, letters[0] == UInt8(ascii: "+") || letters[0] == UInt8(ascii: "-"),
            letters[3] == UInt8(ascii: ":"), [1, 2, 4, 5].allSatisfy({ isDigit(letters[$0]) }),
            let hours = Int(name.dropFirst().prefix(2)), let minutes = Int(name.suffix(2)), minutes < 60, hours <= 18
        else { return nil }
        return (letters[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes) * 60
    }

    /// The edition of the time zone rules in use, `2025b`; `unknown` if the system does not say.
    package static var rules: String { ZoneSource.system.edition }

    /// Seconds east of UTC at an instant, in milliseconds since 1970.
    package func offset(at milliseconds: Int64) -> Int { zone.offset(at: milliseconds) }

    /// The local day and time at an instant; `nil` outside years 1 to 9999.
    package func wall(at milliseconds: Int64) -> (day: LocalDay, time: TimeOfDay)? {
        guard Instant(milliseconds: milliseconds) != nil else { return nil }
        return civil(milliseconds + Int64(offset(at: milliseconds)) * 1000)
    }

    /// The instant of a local time: of a repeated time the first; a skipped time is read with the offset before the change (RFC
    /// 5545, 3.3.5). `nil` outside years 1 to 9999.
    package func instant(day: LocalDay, time: TimeOfDay) -> Instant? {
        let local = Int64(day.number) * 86_400_000 + Int64(time.milliseconds)
        let before = offset(at: local - 86_400_000)
        let after = offset(at: local + 86_400_000)
        let first = local - Int64(before) * 1000
        if before != after, offset(at: first) != before {
            let second = local - Int64(after) * 1000
            if offset(at: second) == after { return Instant(milliseconds: second) }
        }
        return Instant(milliseconds: first)
    }
}

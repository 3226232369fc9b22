/// A point in time: milliseconds since 1970-01-01T00:00:00Z, in years 1 to 9999.
package struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the epoch; negative before.
    package let milliseconds: Int64

    /// `nil` outside years 1 to 9999 (UTC).
    package init?(milliseconds: Int64) {
        guard (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    package static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

    /// RFC 3339 at an offset from UTC in seconds, `2026-03-14T21:00:05.250+01:00`; milliseconds only if there are any. Offsets
    /// with seconds (local mean time before about 1900) cannot be expressed, so such an instant is written in UTC.
    package func rfc3339(offset: Int) -> String {
        let usable = offset % 60 == 0 && abs(offset) < 86_400 ? offset : 0
        guard let (day, time) = civil(milliseconds + Int64(usable) * 1000) else { return rfc3339(offset: 0) }
        let fraction = time.milliseconds % 1000
        var text = day.iso + "T" + time.clock + ":" + padded(time.second, to: 2)
        if fraction != 0 { text += "." + padded(fraction, to: 3) }
        guard usable != 0 else { return text + "Z" }
        let minutes = abs(usable) / 60
        return text + (usable < 0 ? "-" : "+") + padded(minutes / 60, to: 2) + ":" + padded(minutes % 60, to: 2)
    }
}

/// The day and time of milliseconds since 1970 on a local clock; `nil` outside years 1 to 9999.
package func civil(_ milliseconds: Int64) -> (day: LocalDay, time: TimeOfDay)? {
    let (day, rest) = floorDivide(milliseconds, by: Instant.dayMilliseconds)
    guard let day = LocalDay(number: Int(clamping: day)), let time = TimeOfDay(milliseconds: Int(clamping: rest)) else {
        return nil
    }
    return (day, time)
}

/// The quotient rounded down and the non-negative remainder. Works for every number; the divisor is 2 or more.
package func floorDivide(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

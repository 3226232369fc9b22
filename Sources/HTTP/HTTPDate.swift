import Foundation

/// Dates in header fields (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    /// The current time, which every response carries.
    package static var now: String { text(of: max(0, Int64(Date().timeIntervalSince1970))) }

    /// Seconds since 1970, not negative, as text; the civil date is calculated in eras of 400 years that begin on 1 March.
    package static func text(of seconds: Int64) -> String {
        precondition(seconds >= 0, "a date before 1970")
        let time = Int(clamping: seconds % 86_400)
        let days = Int(clamping: seconds / 86_400) + 719_468
        let (era, day) = (days / 146_097, days % 146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(clamping: seconds / 86_400 % 7)]
        let date = "\(two(dayOfYear - (153 * march + 2) / 5 + 1)) \(names[month - 1]) \(year + era * 400 + (month <= 2 ? 1 : 0))"
        return "\(weekday), \(date) \(two(time / 3_600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

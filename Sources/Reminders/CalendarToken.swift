import Engine
import Ledger
import Store

extension OpenVault {
    /// The secret part of the calendar's address, `/calendar/<this>.ics`; created when first asked for. Anyone who knows it can
    /// read when doses are due as long as the app runs and the vault is open.
    package func calendarToken() throws -> String {
        if let known = try knownCalendarToken() { return known }
        return try store.write { writer in
            if let known = try knownCalendarToken() { return known }
            let token = OpenVault.newToken()
            try writer.keep(Array(token.utf8), in: .calendarToken)
            return token
        }
    }

    /// Replaces the secret: earlier addresses stop working.
    @discardableResult
    package func renewCalendarToken() throws -> String {
        let token = OpenVault.newToken()
        try store.write { try $0.keep(Array(token.utf8), in: .calendarToken) }
        return token
    }

    /// Removes the calendar's address; returns whether there was one.
    @discardableResult
    package func dropCalendarToken() throws -> Bool { try store.write { try $0.drop(.calendarToken) } }

    /// Whether a text is the secret, in constant time.
    package func isCalendarToken(_ text: String) throws -> Bool {
        guard let known = try knownCalendarToken().map({ Array($0.utf8) }) else { return false }
        let given = Array(text.utf8)
        guard given.count == known.count else { return false }
        return zip(given, known).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private func knownCalendarToken() throws -> String? {
        try store.bytes(of: .calendarToken).map { String(decoding: $0, as: UTF8.self) }
    }

    /// 32 random bytes in hexadecimal.
    private static func newToken() -> String {
        var system = SystemRandomNumberGenerator()
        return hex((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &system) })
    }
}

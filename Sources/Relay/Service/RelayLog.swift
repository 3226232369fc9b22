import Foundation
import Ledger
import Synchronization

/// A running relay's log: one JSON object per line, by default on standard error.
///
/// It contains no token, address, or name of a journal, device or account. To relate lines to each other, it has a salted hash,
/// with a salt created at each start and never shown.
package struct RelayLog: Sendable {
    package enum Level: Int, Sendable, CaseIterable, Comparable {
        case debug, info, warning, error

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private let least: Level
    private let salt: [UInt8]
    private let now: @Sendable () -> Int64
    private let write: @Sendable (String) -> Void

    /// `write` receives a line without its line feed.
    package init(
        least: Level, salt: [UInt8], now: @escaping @Sendable () -> Int64, write: @escaping @Sendable (_ line: String) -> Void
    ) {
        (self.least, self.salt, self.now, self.write) = (least, salt, now, write)
    }

    package static let silent = RelayLog(least: .error, salt: [], now: { 0 }, write: { _ in })

    /// Logs an event, with numbers and constants of ours.
    package func say(_ level: Level, _ event: String, _ values: [String: JSON] = [:]) {
        guard level >= least else { return }
        var members = values
        members["at"] = .int(now())
        members["level"] = .string("\(level)")
        members["event"] = .string(event)
        write(String(decoding: JSON.object(members).bytes, as: UTF8.self))
    }

    /// The hash of a name in this run's lines.
    func mark(_ name: [UInt8]) -> JSON { .string(hex(digest(salt + name).prefix(4))) }
}

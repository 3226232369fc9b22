import Foundation
import Ledger
import Synchronization

/// What a relay says of its work while it runs: one JSON object a line, on the standard error or wherever it is told.
///
/// No token, address, name of a journal, device or account stands in it. Where lines have to be told to be of the same
/// one, a hash with a salt that is made at each start and never shown says so.
package struct RelayLog: Sendable {
    /// How much matters.
    package enum Level: Int, Sendable, CaseIterable, Comparable {
        case debug, info, warning, error

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private let least: Level
    private let salt: [UInt8]
    private let now: @Sendable () -> Int64
    private let write: @Sendable (String) -> Void

    /// `write` takes a line without its end.
    package init(
        least: Level, salt: [UInt8], now: @escaping @Sendable () -> Int64, write: @escaping @Sendable (_ line: String) -> Void
    ) {
        (self.least, self.salt, self.now, self.write) = (least, salt, now, write)
    }

    /// Says nothing.
    package static let silent = RelayLog(least: .error, salt: [], now: { 0 }, write: { _ in })

    /// Says that something has happened, with numbers and words of ours.
    package func say(_ level: Level, _ event: String, _ values: [String: JSON] = [:]) {
        guard level >= least else { return }
        var members = values
        members["at"] = .int(now())
        members["level"] = .string("\(level)")
        members["event"] = .string(event)
        write(String(decoding: JSON.object(members).bytes, as: UTF8.self))
    }

    /// What stands for a name in this run's lines.
    func mark(_ name: [UInt8]) -> JSON { .string(hex(digest(salt + name).prefix(4))) }
}

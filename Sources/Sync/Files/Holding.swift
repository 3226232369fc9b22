import Ledger

/// The log and relay that a journal's known files belong to, and when that was last checked.
///
/// Knowledge of files is valid for one journal at one relay and dropped with it: a relay that was emptied, replaced or restored
/// has another key.
package struct Holding: Hashable, Sendable {
    /// H(L("holding") ‖ relay id ‖ log head after position 1): 32 bytes.
    package let key: [UInt8]
    /// When the relay last listed its files: milliseconds since 1970; 0 for never.
    package var listed: Int64 = 0
    /// The totals expected in the relay's list of journals; `nil` if unknown.
    package var expected: FileFigures?
    /// When a stored file was last compared with the local one: milliseconds since 1970.
    package var compared: Int64
    /// When the relay returned bytes that differ from the local ones: milliseconds since 1970, within the last week.
    package var mismatches: [Int64] = []
    /// Until when a busy relay asked for no uploads: milliseconds since 1970.
    package var pausedUntil: Int64 = 0

    /// Nothing known yet. `now`: milliseconds since 1970.
    package init(key: [UInt8], now: Int64) { (self.key, compared) = (key, now) }

    /// The key of a journal at a relay. `relay`: its id, 16 bytes. `head`: the chain's value after
    /// position 1, which includes when the relay received the first operation: a journal that is created again has another one.
    package static func key(relay: [UInt8], head: [UInt8]) -> [UInt8] { digest(.label("holding") + relay + head) }

    /// Whether the relay returned altered files at least twice within a week.
    package func isUnfaithful(now: Int64) -> Bool { mismatches.count { $0 > now - Holding.week } >= 2 }

    static let day: Int64 = 86_400_000
    static let week = 7 * day

    /// `{"compared","expected"?,"key","listed","mismatches"?,"paused"?}`
    package var bytes: [UInt8] {
        var members: [String: JSON] = ["key": .hexadecimal(key), "listed": .int(listed), "compared": .int(compared)]
        if let expected { members["expected"] = expected.json }
        if !mismatches.isEmpty { members["mismatches"] = .array(mismatches.map(JSON.int)) }
        if pausedUntil > 0 { members["paused"] = .int(pausedUntil) }
        return JSON.object(members).bytes
    }

    /// Reads a row; `nil` for another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let key = json["key"]?.hexBytes(count: 32),
            let compared = json["compared"]?.int
        else { return nil }
        self.init(key: key, now: compared)
        listed = json["listed"]?.int ?? 0
        expected = FileFigures(json["expected"])
        mismatches = (json["mismatches"]?.array ?? []).compactMap { $0.int }
        pausedUntil = json["paused"]?.int ?? 0
    }
}

/// The number and total size of a journal's files at a relay.
package struct FileFigures: Hashable, Sendable {
    package var bytes: Int64
    package var count: Int64

    package init(bytes: Int64 = 0, count: Int64 = 0) { (self.bytes, self.count) = (bytes, count) }

    package mutating func add(_ size: Int64) { (bytes, count) = (bytes &+ size, count &+ 1) }

    var json: JSON { ["bytes": .int(bytes), "count": .int(count)] }

    /// `nil` for another shape.
    init?(_ json: JSON?) {
        guard let json, let bytes = json["bytes"]?.int, let count = json["count"]?.int else { return nil }
        self.init(bytes: bytes, count: count)
    }
}

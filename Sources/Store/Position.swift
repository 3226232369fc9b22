import Journal
import Ledger
import SQLite

/// A record's place in time as one number: milliseconds × 2¹⁴, then 14 bits that tell records of one millisecond apart: its field
/// `order` if it has one, otherwise bits of its name. So every device orders them alike.
enum Position {
    private static let nameBits: Int64 = 14

    /// A record's ideal place: at its instant, or if it has none, at its first stamp.
    static func wanted(for state: RecordState, record: RecordID) -> Int64 {
        let first = Int64(state.stamps?.lowerBound.milliseconds ?? 0)
        // Values beyond ±2^48 ms are not valid instants; they must not overflow the shift.
        let instant = state["instant"]?.int.flatMap { (-(1 << 48)..<(1 << 48)).contains($0) ? $0 : nil }
        let name = Int64(record.bytes.bigEndian(at: 0, as: UInt16.self) >> (16 - UInt16(nameBits)))
        let order = state["order"]?.int.flatMap { (0..<(1 << nameBits)).contains($0) ? $0 : nil }
        return (instant ?? first) << nameBits | (order ?? name)
    }

    /// The first place of an instant: records of earlier ones come before it.
    static func first(at instant: Instant) -> Int64 { instant.milliseconds << nameBits }

    /// The wanted place or the next free one. Finds the end of a long run of taken places by bisection: thousands of records of
    /// one instant must not make the next one slow, nor move it past a later instant.
    static func free(_ wanted: Int64, in database: Connection) throws(SQLiteError) -> Int64 {
        var position = wanted
        for _ in 0..<16 {
            guard try isTaken(position, in: database) else { return position }
            position += 1
        }
        var more: Int64 = 16
        while try areTaken(position, more: more, in: database) {
            position += more + 1
            more *= 2
        }
        // The first free place is `position` or one of the `more` that follow.
        while more > 0 {
            more /= 2
            if try areTaken(position, more: more, in: database) { position += more + 1 }
        }
        return position
    }

    /// Whether a place and the `more` after it are all taken.
    private static func areTaken(_ position: Int64, more: Int64, in database: Connection) throws(SQLiteError) -> Bool {
        let count = try database.first(
            "SELECT count(*) FROM record WHERE position BETWEEN ? AND ?", .int(position), .int(position + more)
        ) { $0.int64(0) }
        return count == more + 1
    }

    private static func isTaken(_ position: Int64, in database: Connection) throws(SQLiteError) -> Bool {
        try database.first("SELECT 1 FROM record WHERE position = ?", .int(position)) { _ in true } ?? false
    }
}

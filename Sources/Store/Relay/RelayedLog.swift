import Ledger
import SQLite

/// What this device knows of a journal's log at the relay: kept beside the log, in the same transactions.
///
/// | row of `meta` | what |
/// |---|---|
/// | `relay:<journal>` | `RelayStanding` |
/// | `relay:<journal>:<n>` | the 64 places from 64·n + 1 on: u64 row of `operation` ‖ head 32 each |
struct RelayedLog {
    let database: Connection
    let journal: JournalID

    static let blockCount: UInt64 = 64
    private static let entryCount = 40

    private var name: String { DeviceRow.relay(journal).name }

    private func value(_ name: String) throws(SQLiteError) -> [UInt8]? {
        try database.first("SELECT value FROM meta WHERE name = ?", .text(name)) { $0.blob(0) }
    }

    private func keep(_ bytes: [UInt8], as name: String) throws(SQLiteError) {
        try database.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", .text(name), .blob(bytes))
    }

    func standing() throws(SQLiteError) -> RelayStanding { try value(name).flatMap(RelayStanding.init(bytes:)) ?? .none }

    func keep(_ end: RelayStanding) throws(SQLiteError) { try keep(end.bytes, as: name) }

    /// Zeros in front, so that blocks follow each other as texts.
    private func blockName(_ block: UInt64) -> String {
        let digits = String(block, radix: 16)
        return name + ":" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// Adds the places behind `first`, in their order, in as few writes as there are blocks.
    func append(_ places: [(row: Int, head: LogHead)]) throws(SQLiteError) {
        var index = 0
        while index < places.count {
            let block = (places[index].head.position - 1) / Self.blockCount
            let start = Int((places[index].head.position - 1) % Self.blockCount) * Self.entryCount
            var bytes = Array((try value(blockName(block)) ?? []).prefix(start))
            while index < places.count, (places[index].head.position - 1) / Self.blockCount == block {
                bytes.append(bigEndian: UInt64(places[index].row))
                bytes += places[index].head.value
                index += 1
            }
            try keep(bytes, as: blockName(block))
        }
    }

    /// Row and head of a place; `nil` where it was never read.
    func place(at position: UInt64) throws(SQLiteError) -> (row: Int, value: [UInt8])? {
        guard position > 0, let bytes = try value(blockName((position - 1) / Self.blockCount)) else { return nil }
        let start = Int((position - 1) % Self.blockCount) * Self.entryCount
        guard bytes.count >= start + Self.entryCount,
            let row = Int(exactly: bytes.bigEndian(at: start, as: UInt64.self))
        else { return nil }
        return (row, Array(bytes[start + 8..<start + 40]))
    }

    /// Forgets all places: the next pull reads the log from its beginning.
    func forgetPlaces() throws(SQLiteError) {
        try database.run("DELETE FROM meta WHERE name > ? AND name < ?", .text(name + ":"), .text(name + ";"))
    }
}

import Ledger
import SQLite

/// What this device knows of a journal's log at the relay: stored with the log, in the same transactions.
///
/// | row of `meta` | what |
/// |---|---|
/// | `relay:<journal>` | `RelayStanding` |
/// | `offered:<journal>` | u64 row of `operation` up to which this device has offered its own to a relay |
/// | `relay:<journal>:<n>` | the 64 positions from 64·n + 1 on: u64 row of `operation` ‖ head 32 each |
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

    /// The row after which operations may wait to be sent: the journal has none before.
    func waitingStart() throws(SQLiteError) -> Int {
        let first = try database.first(
            "SELECT min((SELECT id FROM operation WHERE chain = c.id ORDER BY place LIMIT 1)) FROM chain c WHERE c.journal = ?",
            .blob(journal.bytes)
        ) { $0.int(0) }
        return max(try standing().sent, (first ?? 0) - 1)
    }

    func keep(_ end: RelayStanding) throws(SQLiteError) { try keep(end.bytes, as: name) }

    /// The row up to which this device's own operations were offered to a relay, whether or not they arrived.
    func offered() throws(SQLiteError) -> Int {
        guard let bytes = try value(DeviceRow.offered(journal).name), bytes.count == 8 else { return 0 }
        return Int(exactly: bytes.bigEndian(at: 0, as: UInt64.self)) ?? 0
    }

    func keep(offered row: Int) throws(SQLiteError) {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(clamping: row))
        try keep(bytes, as: DeviceRow.offered(journal).name)
    }

    /// Whether a device's waiting operation between two rows, not known to any relay, records another state of the log.
    func hasOtherView(device: DeviceID, behind start: Int, upTo end: Int = .max) throws -> Bool {
        var isOther = false
        var known: [UInt64: [UInt8]] = [:]
        // The header begins the first form; it is one byte further in the re-encrypted one.
        try database.each(
            """
            SELECT CASE substr(o.bytes, 1, 1) WHEN x'81' THEN substr(o.bytes, 2, 124) ELSE substr(o.bytes, 1, 124) END
            FROM operation o CROSS JOIN chain c ON c.id = o.chain
            WHERE o.id > ? AND o.id <= ? AND o.seq IS NULL AND o.received IS NULL AND c.journal = ? AND c.device = ? ORDER BY o.id
            """, [.int(start), .int(end), .blob(journal.bytes), .blob(device.bytes)]
        ) { row in
            let header = try OperationHeader(reading: row.blob(0))
            guard header.seenPosition > 0 else { return true }
            let value = try known[header.seenPosition] ?? place(at: header.seenPosition)?.value
            known[header.seenPosition] = value
            isOther = value != header.seenHead
            return !isOther
        }
        return isOther
    }

    /// Zero-padded, so that names sort as numbers.
    private func blockName(_ block: UInt64) -> String {
        let digits = String(block, radix: 16)
        return name + ":" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// Adds consecutive positions, with one write per block.
    func append(_ places: [(row: Int, head: LogHead)]) throws(SQLiteError) {
        var index = 0
        while index < places.count {
            let block = (places[index].head.position - 1) / Self.blockCount
            let start = Int((places[index].head.position - 1) % Self.blockCount) * Self.entryCount
            var bytes = Array((try value(blockName(block)) ?? []).prefix(start))
            // Positions before a snapshot's end were never read.
            bytes += [UInt8](repeating: 0, count: start - bytes.count)
            while index < places.count, (places[index].head.position - 1) / Self.blockCount == block {
                bytes.append(bigEndian: UInt64(places[index].row))
                bytes += places[index].head.value
                index += 1
            }
            try keep(bytes, as: blockName(block))
        }
    }

    /// Row and head of a position; `nil` if it was never read.
    func place(at position: UInt64) throws(SQLiteError) -> (row: Int, value: [UInt8])? {
        guard position > 0, let bytes = try value(blockName((position - 1) / Self.blockCount)) else { return nil }
        let start = Int((position - 1) % Self.blockCount) * Self.entryCount
        guard bytes.count >= start + Self.entryCount,
            let row = Int(exactly: bytes.bigEndian(at: start, as: UInt64.self)), row > 0
        else { return nil }
        return (row, Array(bytes[start + 8..<start + 40]))
    }

    /// The hash of the operation at a position of a device's chain; `nil` for none.
    func hash(ofPlace position: UInt64, device: DeviceID) throws(SQLiteError) -> [UInt8]? {
        try database.first(
            "SELECT hash FROM operation WHERE chain = (SELECT id FROM chain WHERE journal = ? AND device = ?) AND place = ?",
            .blob(journal.bytes), .blob(device.bytes), .int(Int64(clamping: position))
        ) { $0.blob(0) }
    }

    /// For each device, its last operation in the log as read or joined so far.
    func ends() throws(SQLiteError) -> [DeviceID: ChainEnd] {
        let rows = try database.all(
            """
            SELECT c.device, o.place, o.hash FROM chain c JOIN operation o ON o.id =
              (SELECT id FROM operation WHERE chain = c.id AND seq IS NOT NULL ORDER BY place DESC LIMIT 1)
            WHERE c.journal = ?
            """, [.blob(journal.bytes)]
        ) { (DeviceID($0.blob(0)), ChainEnd(position: UInt64(clamping: $0.int(1)), hash: $0.blob(2))) }
        var ends: [DeviceID: ChainEnd] = [:]
        for (device, end) in rows { if let device { ends[device] = end } }
        // Not all operations that a snapshot covers are here.
        guard try standing().floor > 0 else { return ends }
        let joined = try snapshotEnds()
        return ends.merging(joined, uniquingKeysWith: ChainEnd.later)
    }

    /// Up to where joined snapshots cover the devices' chains.
    func snapshotEnds() throws(SQLiteError) -> [DeviceID: ChainEnd] {
        try value(DeviceRow.snapshot(journal).name).map(Self.snapshotEnds) ?? [:]
    }

    /// device 16 ‖ u64 position ‖ hash 32 each
    static func snapshotEnds(_ bytes: [UInt8]) -> [DeviceID: ChainEnd] {
        var ends: [DeviceID: ChainEnd] = [:]
        for start in stride(from: 0, to: bytes.count - 55, by: 56) {
            guard let device = DeviceID(bytes[start..<start + 16]) else { continue }
            ends[device] = ChainEnd(position: bytes.bigEndian(at: start + 16), hash: Array(bytes[start + 24..<start + 56]))
        }
        return ends
    }

    /// Records a snapshot in the local log.
    func note(_ head: SnapshotHead) throws(SQLiteError) {
        let ends = try snapshotEnds().merging(head.ends, uniquingKeysWith: ChainEnd.later)
        var bytes: [UInt8] = []
        for (device, end) in ends.sorted(by: { $0.key < $1.key }) {
            bytes += device.bytes
            bytes.append(bigEndian: end.position)
            bytes += end.hash
        }
        try keep(bytes, as: DeviceRow.snapshot(journal).name)
    }

    /// Deletes all positions: the next pull reads the log from its beginning.
    func forgetPlaces() throws(SQLiteError) {
        try database.run("DELETE FROM meta WHERE name > ? AND name < ?", .text(name + ":"), .text(name + ";"))
    }
}

extension ChainEnd {
    /// The one with the higher position.
    fileprivate static func later(_ a: ChainEnd, _ b: ChainEnd) -> ChainEnd { a.position < b.position ? b : a }
}

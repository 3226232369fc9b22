import Ledger
import SQLite

/// The writes whose stamps are further ahead than the relay's clock allowed, and their effective stamps, so that a backup can
/// include them.
extension Store {
    /// All of them; few, unless a clock was wrong.
    package func ceilings() throws(SQLiteError) -> [WriteName: Stamp] {
        let rows = try database.all("SELECT device, stamp, milliseconds FROM ceiling") {
            (DeviceID($0.blob(0)), Stamp(rawValue: UInt64(bitPattern: $0.int64(1))), StoreWriter.ceiling($0, at: 2))
        }
        return rows.reduce(into: [:]) { ceilings, row in
            if let device = row.0 { ceilings[WriteName(stamp: row.1, device: device)] = row.2 }
        }
    }
}

extension StoreWriter {
    /// Stores the effective stamp of a device's writes of one operation; `nil` if it is their own.
    func keep(_ ceiling: Stamp?, of name: WriteName) throws(SQLiteError) {
        let key: [Value] = [.blob(name.device.bytes), .int(Int64(bitPattern: name.stamp.rawValue))]
        if let ceiling {
            try database.run("INSERT OR REPLACE INTO ceiling VALUES(?, ?, ?)", key + [.int(Int64(ceiling.milliseconds))])
        } else {
            try database.run("DELETE FROM ceiling WHERE device = ? AND stamp = ?", key)
        }
    }

    /// The effective stamp of a device's writes of one operation; `nil` if it is their own, or unknown.
    func ceiling(of name: WriteName) throws(SQLiteError) -> Stamp? {
        try database.first(
            "SELECT milliseconds FROM ceiling WHERE device = ? AND stamp = ?", .blob(name.device.bytes),
            .int(Int64(bitPattern: name.stamp.rawValue))
        ) { StoreWriter.ceiling($0, at: 0) } ?? nil
    }

    static func ceiling(_ row: Row, at column: Int32) -> Stamp? {
        Stamp(milliseconds: UInt64(clamping: row.int64(column)), counter: 0)
    }
}

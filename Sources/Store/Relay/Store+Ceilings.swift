import Ledger
import SQLite

/// The writes whose stamps are further ahead than the relay's clock allowed, and their effective stamps: rows
/// `ceiling:<device>:<stamp>` of `meta`, so that a backup can include them.
extension Store {
    /// All of them; few, unless a clock was wrong.
    package func ceilings() throws(SQLiteError) -> [WriteName: Stamp] {
        let rows = try database.all(
            "SELECT name, value FROM meta WHERE name > ? AND name < ?", [.text(StoreWriter.ceilingPrefix), .text("ceiling;")]
        ) { ($0.text(0), $0.int(1)) }
        var ceilings: [WriteName: Stamp] = [:]
        for (name, value) in rows {
            let parts = name.split(separator: ":")
            guard parts.count == 3, let device = DeviceID(text: String(parts[1])), let stamp = UInt64(parts[2], radix: 16),
                let ceiling = Stamp(milliseconds: UInt64(clamping: value), counter: 0)
            else { continue }
            ceilings[WriteName(stamp: Stamp(rawValue: stamp), device: device)] = ceiling
        }
        return ceilings
    }
}

extension StoreWriter {
    static let ceilingPrefix = "ceiling:"

    /// Stores the effective stamp of a device's writes of one operation; `nil` if it is their own.
    func keep(_ ceiling: Stamp?, of name: WriteName) throws(SQLiteError) {
        let row = StoreWriter.ceilingRow(name)
        if let ceiling {
            try database.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", .text(row), .int(Int64(ceiling.milliseconds)))
        } else {
            try database.run("DELETE FROM meta WHERE name = ?", .text(row))
        }
    }

    /// The effective stamp of a device's writes of one operation; `nil` if it is their own, or unknown.
    func ceiling(of name: WriteName) throws(SQLiteError) -> Stamp? {
        try database.first("SELECT value FROM meta WHERE name = ?", .text(StoreWriter.ceilingRow(name))) { $0.int(0) }
            .flatMap { Stamp(milliseconds: UInt64(clamping: $0), counter: 0) }
    }

    /// Deletes all of them before a rebuild from the log, which determines them again.
    func forgetCeilings() throws(SQLiteError) {
        try database.run("DELETE FROM meta WHERE name > ? AND name < ?", .text(StoreWriter.ceilingPrefix), .text("ceiling;"))
    }

    private static func ceilingRow(_ name: WriteName) -> String {
        ceilingPrefix + name.device.description + ":" + String(name.stamp.rawValue, radix: 16)
    }
}

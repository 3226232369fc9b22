import Foundation
import SQLite

/// The records of an export that may count, collected by day: an export has them in any order.
///
/// Some half a million fit in memory. If there are more, all go to a scratch database beside the vault, encrypted with a key that
/// is nowhere else. Its file has no name once it is open, so it disappears with the program however that ends.
package final class HealthByDay {
    /// More records on one day than anything measures; further ones are refused.
    static let dayLimit = 100_000

    private let folder: String
    private let memoryLimit: Int
    private let connect: (String) throws -> Connection
    private var inMemory: [Int: [HealthPiece]] = [:]
    private var cost = 0
    private var counts: [Int: Int] = [:]
    private var scratch: Connection?
    private var rounds = 0

    /// `folder`: where a scratch database is created if needed. `memoryLimit`: bytes. `connect`: creates a database at a path,
    /// encrypted with a new key.
    package init(folder: String, memoryLimit: Int, connect: @escaping (String) throws -> Connection) {
        (self.folder, self.memoryLimit, self.connect) = (folder, memoryLimit, connect)
    }

    /// Adds a record to a day; false if the day is full.
    func add(_ piece: HealthPiece, to day: Int) throws -> Bool {
        let count = counts[day, default: 0]
        guard count < HealthByDay.dayLimit else { return false }
        counts[day] = count + 1
        let known = inMemory[day] != nil
        inMemory[day, default: []].append(piece)
        cost += MemoryLayout<HealthPiece>.stride + (known ? 0 : 200)
        if cost > memoryLimit { try unload() }
        return true
    }

    /// The days with records, the earliest first.
    package var days: [Int] { counts.keys.sorted() }

    package func pieces(of day: Int) throws -> [HealthPiece] {
        let kept = try scratch?.all("SELECT bytes FROM piece WHERE day = ? ORDER BY round", [.int(day)]) { $0.blob(0) } ?? []
        return kept.flatMap(HealthPiece.unpack) + (inMemory[day] ?? [])
    }

    private func unload() throws {
        let database = try scratch ?? open()
        scratch = database
        try database.execute("BEGIN")
        for (day, pieces) in inMemory.sorted(by: { $0.key < $1.key }) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(pieces.count * HealthPiece.packed)
            for piece in pieces { piece.pack(into: &bytes) }
            try database.run("INSERT INTO piece VALUES(?, ?, ?)", .int(day), .int(rounds), .blob(bytes))
        }
        try database.execute("COMMIT")
        rounds += 1
        inMemory = [:]
        cost = 0
    }

    private func open() throws -> Connection {
        let path = folder + "/import-" + String(UInt64.random(in: 0...UInt64.max), radix: 36) + ".scratch"
        let database = try connect(path)
        try database.execute(
            """
            PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA temp_store=MEMORY;
            PRAGMA cache_size=-4000
            """)
        unsafe unlink(path)
        try database.execute("CREATE TABLE piece(day INTEGER, round INTEGER, bytes BLOB, PRIMARY KEY(day, round)) WITHOUT ROWID")
        return database
    }
}

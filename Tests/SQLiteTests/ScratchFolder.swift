import Foundation
import SQLite
import SeededChance

/// A folder of its own for one test, gone with it.
final class ScratchFolder {
    private let folder = PassingFolder("sqlite")

    var path: String { folder.path }

    /// 32 bytes of key and 16 of salt.
    static let key: [UInt8] = Array(1...48)

    func file(_ name: String = "test.db") -> String { path + "/" + name }

    func open(_ name: String = "test.db", key: [UInt8]? = key, mustExist: Bool = false) throws -> Connection {
        try ScratchFolder.open(.file(file(name), mustExist: mustExist), key: key)
    }

    static func open(_ location: Connection.Location, key: [UInt8]? = key) throws -> Connection {
        guard let key else { return try unsafe Connection(location) }
        return try unsafe key.withUnsafeBytes { try unsafe Connection(location, key: $0) }
    }

    func bytes(_ name: String = "test.db") throws -> [UInt8] {
        FileManager.default.fileExists(atPath: file(name)) ? Array(try Data(contentsOf: URL(fileURLWithPath: file(name)))) : []
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        for side in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file(name) + side) }
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }
}

/// What the error of a closure is; `nil` when it throws none of ours.
func failure(of body: () throws -> Void) -> SQLiteError? {
    do {
        try body()
        return nil
    } catch let error as SQLiteError {
        return error
    } catch {
        return nil
    }
}

extension SQLiteError {
    var isDamage: Bool { if case .damaged = self { true } else { false } }
    var isMistake: Bool { if case .failed = self { true } else { false } }
    var isConstraint: Bool { if case .constraint = self { true } else { false } }
}

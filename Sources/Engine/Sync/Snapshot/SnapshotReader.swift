import Foundation
import Ledger
import Vault

/// Reads an encrypted snapshot line by line, in memory for its longest line.
final class SnapshotReader {
    private let descriptor: Int32
    private var reader: SealedFileReader
    private var pending: [UInt8] = []
    private var records: UInt64 = 0
    /// Its first line.
    let head: SnapshotHead

    /// The file is not the expected snapshot.
    struct Damage: Error {}

    /// Opens a file with the hash of a checkpoint; `key` returns the key for its front. Throws `Damage`.
    init(_ path: String, hash: [UInt8], key: (SnapshotFront) -> Secret?) throws {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw EngineError.file(path: path, code: errno) }
        do {
            let file = HashedFile(descriptor)
            while try !file.read(1 << 20).isEmpty {}
            guard file.digest == hash, let sealed = Int(exactly: file.count),
                let count = Cobblestone.plaintextCount(of: sealed - SnapshotFront.count),
                Padding.paddedCount(of: count) == count, lseek(descriptor, 0, SEEK_SET) == 0,
                let front = SnapshotFront(reading: try HashedFile(descriptor).read(SnapshotFront.count)), let key = key(front)
            else { throw Damage() }
            reader = try SealedFileReader(descriptor, plaintextCount: Int64(count), key: key, context: front.context)
            var first: [UInt8] = []
            guard try Self.line(&first, from: &reader, pending: &pending) else { throw Damage() }
            head = try SnapshotHead(json: JSON(reading: first))
            guard head.journal == front.journal, head.end.position == front.position, head.end.value == front.head
            else { throw Damage() }
        } catch {
            close(descriptor)
            throw Self.explained(error)
        }
    }

    deinit { close(descriptor) }

    /// The next records, about this many bytes of them; none at the end, which is checked then.
    func next(bytes limit: Int) throws -> [SnapshotRecord] {
        do {
            var (list, size): ([SnapshotRecord], Int) = ([], 0)
            var line: [UInt8] = []
            while size < limit, try Self.line(&line, from: &reader, pending: &pending) {
                let json = try JSON(reading: line)
                if let count = json.count("records") {
                    guard count == records + UInt64(list.count), pending.allSatisfy({ $0 == 0 }) else { throw Damage() }
                    while let rest = try reader.next() { guard rest.allSatisfy({ $0 == 0 }) else { throw Damage() } }
                    pending = []
                    records += UInt64(list.count)
                    isAtEnd = true
                    return list
                }
                list.append(try SnapshotRecord(json: json))
                size += line.count
            }
            guard isAtEnd || !list.isEmpty else { throw Damage() }
            records += UInt64(list.count)
            return list
        } catch {
            throw Self.explained(error)
        }
    }

    /// The last line was read.
    private(set) var isAtEnd = false

    /// Reads up to the next line end; false if there is none.
    private static func line(
        _ line: inout [UInt8], from reader: inout SealedFileReader, pending: inout [UInt8]
    ) throws -> Bool {
        var searched = 0
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                line = Array(pending[..<end])
                pending.removeSubrange(...end)
                return true
            }
            searched = pending.count
            guard let piece = try reader.next() else { return false }
            pending += piece
        }
    }

    private static func explained(_ error: any Error) -> any Error {
        switch error {
        case LedgerError.newerVersion: error
        case is SealedStreamError, is LedgerError, is JSONError, is AgeError: Damage()
        default: error
        }
    }
}

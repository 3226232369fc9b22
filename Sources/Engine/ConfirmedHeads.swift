import Foundation
import Ledger
import Vault

/// The last operation of this device in each journal that was confirmed as saved: kept sealed beside the database.
///
/// A database that ends before them has lost its end: an older copy was put in its place, or pages at its end are gone. The
/// file is written after each action and not synced: after a power cut it may lag behind the database, never run ahead of it.
struct ConfirmedHeads {
    /// The end of a chain.
    struct Head: Hashable {
        let position: UInt64
        let hash: [UInt8]
        /// Where the database ended when its owner was told that it ends before this one; 0 while nothing was amiss.
        var settledAt: UInt64 = 0

        /// How many operations a database lacks that ends at this position.
        func missing(databaseEnd end: UInt64) -> Int { end >= position ? 0 : Int(clamping: position - end) }

        /// The same, without those that the owner has been told of.
        func lost(databaseEnd end: UInt64) -> Int {
            settledAt > 0 && end >= settledAt ? 0 : missing(databaseEnd: end)
        }
    }

    private(set) var heads: [JournalID: Head] = [:]

    /// Forgets all: another device writes from now on.
    mutating func removeAll() { heads = [:] }

    /// Forgets a journal that was removed.
    mutating func forget(_ journal: JournalID) { heads[journal] = nil }

    /// Notes an operation.
    mutating func note(_ operation: Ledger.Operation) {
        heads[operation.header.journal] = Head(position: operation.header.position, hash: operation.hash)
    }

    /// The owner knows what is missing in a database whose chains end so.
    mutating func settle(databaseEnd end: (JournalID) throws -> UInt64) rethrows {
        for (journal, head) in heads {
            let end = try end(journal)
            heads[journal]?.settledAt = end < head.position ? max(end, 1) : 0
        }
    }

    /// Reads what was written; without any heads where the file is not there, or torn by a power cut.
    init(readingFrom path: String, key: borrowing Secret, context: [UInt8]) {
        guard let sealed = FileManager.default.contents(atPath: path), sealed.count <= 1 << 20,
            let bytes = try? Seal.open(Array(sealed), key: key, context: context),
            bytes.count % ConfirmedHeads.entryCount == 0
        else { return }
        for start in stride(from: 0, to: bytes.count, by: ConfirmedHeads.entryCount) {
            guard let journal = JournalID(bytes[start..<start + 16]) else { return }
            heads[journal] = Head(
                position: bytes.bigEndian(at: start + 16), hash: Array(bytes[start + 24..<start + 56]),
                settledAt: bytes.bigEndian(at: start + 56))
        }
    }

    /// Writes over the file in place. A failure is none of the owner's: the database holds what was saved.
    func write(to path: String, key: borrowing Secret, context: [UInt8]) {
        var bytes: [UInt8] = []
        for (journal, head) in heads.sorted(by: { $0.key < $1.key }) {
            bytes += journal.bytes
            bytes.append(bigEndian: head.position)
            bytes += head.hash
            bytes.append(bigEndian: head.settledAt)
        }
        let sealed = Seal.seal(bytes, key: key, context: context)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        let written = unsafe sealed.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, 0) }
        if written == sealed.count { _ = ftruncate(file, off_t(written)) }
    }

    /// journal 16 ‖ position u64 ‖ hash 32 ‖ settled at u64
    private static let entryCount = 64
}

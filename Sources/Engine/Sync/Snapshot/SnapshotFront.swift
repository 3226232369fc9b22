import Ledger
import Vault

/// The unencrypted front of a snapshot: what it covers, and its key's epoch (docs/formats/snapshot.md).
struct SnapshotFront: Hashable {
    let journal: JournalID
    let epoch: UInt32
    /// The last position of the relay's log that it covers.
    let position: UInt64
    /// The hash chain's value there.
    let head: [UInt8]

    /// Its length in bytes.
    static let count = 64

    init(journal: JournalID, epoch: UInt32, position: UInt64, head: [UInt8]) {
        (self.journal, self.epoch, self.position, self.head) = (journal, epoch, position, head)
    }

    /// u8 version 1 ‖ u8 suite 1 ‖ u16 0 ‖ journal 16 ‖ u32 epoch ‖ u64 position ‖ head 32
    var bytes: [UInt8] {
        var bytes: [UInt8] = [1, 1, 0, 0] + journal.bytes
        bytes.append(bigEndian: epoch)
        bytes.append(bigEndian: position)
        return bytes + head
    }

    /// `nil` for anything else.
    init?(reading bytes: [UInt8]) {
        guard bytes.count == SnapshotFront.count, bytes.starts(with: [1, 1, 0, 0]), let journal = JournalID(bytes[4..<20])
        else { return nil }
        self.init(
            journal: journal, epoch: bytes.bigEndian(at: 20), position: bytes.bigEndian(at: 24), head: Array(bytes[32...]))
    }

    /// The encryption context: L("snapshot") ‖ front.
    var context: [UInt8] { .label("snapshot") + bytes }

    /// The key: HKDF(epoch key, L("snapshot-key") ‖ journal ‖ epoch); `nil` if the epoch's key is not here.
    func key(from body: borrowing VaultBody) -> Secret? {
        guard let epochKey = body.journalKey(journal.bytes, epoch: epoch) else { return nil }
        return epochKey.derive("snapshot-key", OperationHeader.keyContext(journal: journal, epoch: epoch))
    }
}

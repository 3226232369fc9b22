import Ledger
import Vault

/// The clear front of a sealed snapshot: what it stands for, and under which key it is sealed (docs/formats/snapshot.md).
struct SnapshotFront: Hashable {
    let journal: JournalID
    let epoch: UInt32
    /// The relay's position up to which it reaches.
    let position: UInt64
    /// The value of the chain there.
    let head: [UInt8]

    /// How many bytes it has.
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

    /// What it is sealed for: L("snapshot") ‖ front.
    var context: [UInt8] { .label("snapshot") + bytes }

    /// The key: HKDF(epoch key, L("snapshot-key") ‖ journal ‖ epoch); `nil` where the epoch's key is not here.
    func key(from body: borrowing VaultBody) -> Secret? {
        guard let epochKey = body.journalKey(journal.bytes, epoch: epoch) else { return nil }
        return epochKey.derive("snapshot-key", OperationHeader.keyContext(journal: journal, epoch: epoch))
    }
}

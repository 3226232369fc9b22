import Ledger
import Store
import Vault

/// A rotation under way: the journal has its new key, and some of its content is not re-encrypted yet.
package struct RotationState: Hashable, Sendable {
    /// Whose key it is.
    package let journal: JournalID
    package let epoch: UInt32
    /// Operations processed so far.
    package let done: Int
    /// Operations in all.
    package let total: Int
    /// Attachments still encrypted with a key from an old operation.
    package let attachmentsLeft: Int
}

package struct RotationReport: Hashable, Sendable {
    /// The current epoch; of several journals the first one's.
    package var epoch: UInt32
    /// Operations re-encrypted by this run, without those of an earlier, interrupted run.
    package var operations = 0
    /// Attachments re-encrypted by this run.
    package var attachments = 0
    /// Operations that even their own key could not decrypt: they stay as they are, and are lost.
    package var unopened = 0
    /// Names of attachments whose encrypted file is missing or damaged, and stays as it is.
    package var faultyAttachments: [String] = []
    /// Files under the earlier key that could not be removed.
    package var oldFilesLeft = 0
    /// The new key is in use, and the rest continues once the relay has the operation: another device may have been faster.
    package var waitsForSync = false

    package init(epoch: UInt32) { self.epoch = epoch }

    /// Adds what was done for another journal.
    package mutating func add(_ other: RotationReport) {
        operations += other.operations
        attachments += other.attachments
        unopened += other.unopened
        faultyAttachments += other.faultyAttachments
        oldFilesLeft += other.oldFilesLeft
        waitsForSync = waitsForSync || other.waitsForSync
    }
}

extension OpenVault {
    package func rotations() throws -> [RotationState] {
        try OpenVault.rotationsBegun(keys).map { journal, rotation in
            let resealing = try store.resealing(of: journal)
            let left = try resealing.map { try attachmentsToReseal(of: journal, $0).count } ?? 0
            let end = try resealing?.end ?? store.logPosition()
            return RotationState(
                journal: journal, epoch: rotation.epoch, done: resealing?.cursor ?? 0, total: end, attachmentsLeft: left)
        }
    }

    /// Name of the vault setting that holds the body of the control operation, from before the key is used until the old one is
    /// destroyed.
    static func rotationSetting(_ journal: JournalID) -> String { rotationPrefix + hex(journal.bytes) }

    static let rotationPrefix = "rotation:"

    static func rotationsBegun(_ keys: borrowing UnlockedVault) throws -> [(journal: JournalID, rotation: Rotation)] {
        var list: [(journal: JournalID, rotation: Rotation)] = []
        for name in keys.body.settings(beginningWith: rotationPrefix) {
            guard let bytes = bytes(fromHex: name.dropFirst(rotationPrefix.count)), let journal = JournalID(bytes),
                let body = keys.body[setting: name]
            else { continue }
            list.append((journal, try Rotation(reading: body)))
        }
        return list
    }
}

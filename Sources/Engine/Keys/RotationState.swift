import Ledger
import Store
import Vault

/// A rotation that is under way: the journal has its new key, and not all of its content is sealed under it yet.
package struct RotationState: Hashable, Sendable {
    /// Whose key it is.
    package let journal: JournalID
    /// The epoch that everything is brought to.
    package let epoch: UInt32
    /// Operations that have been looked at.
    package let done: Int
    /// Operations there are to look at.
    package let total: Int
    /// Attachments that still lie sealed under a key that stands in an old operation.
    package let attachmentsLeft: Int
}

/// What a rotation did.
package struct RotationReport: Hashable, Sendable {
    /// The epoch that is current now; of several journals the first one's.
    package var epoch: UInt32
    /// Operations that were sealed anew by this run; those of an earlier run, which was broken off, do not count.
    package var operations = 0
    /// Attachments that were sealed anew by this run.
    package var attachments = 0
    /// Operations that did not open under their own key either: they stay as they are, and nothing opens them any more.
    package var unopened = 0
    /// Names of attachments whose sealed file is missing or damaged, so that it stays as it is.
    package var faultyAttachments: [String] = []
    /// Files that are sealed under the earlier key and could not be removed.
    package var oldFilesLeft = 0
    /// The new key is in use, and the rest goes on once the relay has been told of it: another device may have been quicker.
    package var waitsForSync = false

    package init(epoch: UInt32) { self.epoch = epoch }

    /// Counts in what was done for another journal.
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
    /// The rotations that are under way, as the vault file says.
    package func rotations() throws -> [RotationState] {
        try OpenVault.rotationsBegun(keys).map { journal, rotation in
            let resealing = try store.resealing(of: journal)
            let left = try resealing.map { try attachmentsToReseal(of: journal, $0).count } ?? 0
            let end = try resealing?.end ?? store.logPosition()
            return RotationState(
                journal: journal, epoch: rotation.epoch, done: resealing?.cursor ?? 0, total: end, attachmentsLeft: left)
        }
    }

    /// Name of the vault's setting that holds the body of the control operation, from before the key is used until the old
    /// one is destroyed.
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

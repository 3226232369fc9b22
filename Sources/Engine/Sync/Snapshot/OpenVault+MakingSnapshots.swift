import Foundation
import Ledger
import Store
import Sync
import Vault

/// An encrypted snapshot that waits to be sent to the relay.
struct MadeSnapshot: Hashable, Sendable {
    let journal: JournalID
    /// The last position of the relay's log that it covers.
    let position: UInt64
    let head: [UInt8]
    let path: String
    /// Its bytes.
    let size: Int64
    /// SHA-256 of them.
    let hash: [UInt8]
}

extension OpenVault {
    /// Whether a journal needs a snapshot of its log up to a head.
    func isCheckpointDue(of journal: JournalID, head: LogHead) throws -> Bool {
        guard let checkpointRule, !postponedCheckpoints.contains(journal), head.position > 0 else { return false }
        let last = try store.checkpoint(of: journal)
        let size = try last.flatMap { try store.snapshotSize(of: journal, at: $0.position) }
        let epoch = try store.read { try $0.epoch(of: journal) }
        let known = last.map {
            CheckpointRule.Last(position: $0.position, isOfEarlierEpoch: $0.epoch < epoch, size: size)
        }
        let isDue = try checkpointRule.isDue(end: head.position, last: known) {
            try store.bytes(behind: last?.position ?? 0, of: journal)
        }
        return try isDue && mayMakeCheckpoint(of: journal)
    }

    /// Only the owner's snapshot can replace a log; and it would give members without the past what came before.
    private func mayMakeCheckpoint(of journal: JournalID) throws -> Bool {
        try owns(journal) && controlLog(of: journal).givesAllHistory
    }

    /// Sets when snapshots are made; `nil` for never.
    package func makeCheckpoints(by rule: CheckpointRule?) { checkpointRule = rule }

    /// Makes none of a journal as long as this program runs: the relay has no room for it, or this device lacks some of the log.
    func postponeCheckpoint(of journal: JournalID) { postponedCheckpoints.insert(journal) }

    /// Makes an encrypted snapshot of a journal at the relay's current log, in a file beside the attachments, or takes an earlier
    /// unsent one; `nil` if this device must not: operations wait, are missing or cannot be decrypted here.
    func makeSnapshot(of journal: JournalID) throws -> MadeSnapshot? {
        guard try lostOperations == 0 && !store.hasUnopened(in: journal) && store.missingOperations() == 0 else { return nil }
        try keys.refresh()
        return try store.read { writer in
            let waiting = try store.waitingCount(of: journal, by: Sender(device))
            guard waiting == .none, let head = try store.snapshotHead(of: journal) else { return nil }
            let epoch = try currentEpoch(of: journal, in: writer)
            let front = SnapshotFront(journal: journal, epoch: epoch, position: head.end.position, head: head.end.value)
            guard let key = front.key(from: keys.body) else { return nil }
            let path = snapshotPath(journal, head.end.position)
            if let present = made(at: path, front: front) { return present }
            removeSnapshots(of: journal)
            try AttachmentFolder(path: location.attachments).make()
            let partial = try PartialFile(in: location.attachments)
            try HashedFile(partial.descriptor).write(front.bytes)
            var file = try SealedFileWriter(to: partial.descriptor, key: key, context: front.context)
            try file.write(head.json.bytes + [UInt8(ascii: "\n")])
            var (count, portion): (Int64, [UInt8]) = (0, [])
            try store.eachSnapshotRecord(of: journal, received: head.end.received) { record in
                record.json.write(to: &portion)
                portion.append(UInt8(ascii: "\n"))
                count += 1
                guard portion.count >= 1 << 16 else { return }
                try file.write(portion)
                portion.removeAll(keepingCapacity: true)
            }
            try file.write(portion + JSON.object(["records": .int(count)]).bytes + [UInt8(ascii: "\n")])
            _ = try file.finish()
            try partial.keep(as: String(path.dropFirst(location.attachments.count + 1)))
            return made(at: path, front: front)
        }
    }

    /// Writes the control operation that names a snapshot at the relay, unless a later one came first.
    func writeCheckpoint(_ made: MadeSnapshot) throws {
        guard try store.checkpoint(of: made.journal)?.position ?? 0 < made.position else { return }
        try appendControl(to: made.journal) {
            .checkpoint(Checkpoint(previous: $0, position: made.position, head: made.head, snapshot: made.hash))
        }
        try keepSnapshotSize(made.size, position: made.position, of: made.journal)
    }

    func keepSnapshotSize(_ size: Int64, position: UInt64, of journal: JournalID) throws {
        try store.write { try $0.keep(snapshotSize: size, at: position, of: journal) }
    }

    /// The snapshot that this device made and the log's latest checkpoint names, as long as its file is here.
    func namedSnapshot(of journal: JournalID) throws -> MadeSnapshot? {
        guard let last = try store.checkpoint(of: journal), last.device == device else { return nil }
        let path = snapshotPath(journal, last.position)
        guard let found = made(at: path, front: nil), found.hash == last.snapshot else { return nil }
        return found
    }

    func removeSnapshots(of journal: JournalID) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: location.attachments)) ?? []
        let prefix = OpenVault.snapshotPrefix + journal.description
        _ = AttachmentFolder(path: location.attachments).remove(names.filter { $0.hasPrefix(prefix) })
    }

    private func snapshotPath(_ journal: JournalID, _ position: UInt64) -> String {
        location.attachments + "/" + OpenVault.snapshotPrefix + journal.description + "-" + String(position)
    }

    /// Prefix of snapshot file names, beside the attachments.
    private static let snapshotPrefix = "snapshot-"

    /// Whether a file beside the attachments is a snapshot: `snapshot-<journal>-<position>`.
    static func isSnapshotName(_ name: String) -> Bool {
        guard name.hasPrefix(snapshotPrefix) else { return false }
        let parts = name.dropFirst(snapshotPrefix.count).split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && JournalID(text: parts[0]) != nil && UInt64(parts[1]) != nil
    }

    /// A snapshot's file, if it is one and has the expected front.
    private func made(at path: String, front: SnapshotFront?) -> MadeSnapshot? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let file = HashedFile(descriptor)
        // An unreadable file is no snapshot: it is made again.
        guard let first = try? file.read(SnapshotFront.count), let found = SnapshotFront(reading: first),
            front == nil || found == front
        else { return nil }
        do { while try !file.read(1 << 20).isEmpty {} } catch { return nil }
        return MadeSnapshot(
            journal: found.journal, position: found.position, head: found.head, path: path, size: file.count, hash: file.digest)
    }
}

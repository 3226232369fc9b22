import Basics
import Foundation
import Ledger
import Records
import Store
import Sync

/// An encrypted file named by a record, and the author of that name.
struct NamedFile: Hashable, Sendable {
    let record: RecordID
    /// SHA-256 of its bytes.
    let hash: [UInt8]
    /// The device that encrypted it, which has the file unless it lost it.
    let writer: DeviceID?
}

extension OpenVault {
    /// The encrypted files that records name, by journal. Includes deleted entries, which can be restored.
    func sealedFiles() throws -> [JournalID: [NamedFile]] {
        try cached(Cached.sealedFiles) {
            var files: [JournalID: [NamedFile]] = [:]
            var seen: [JournalID: Set<[UInt8]>] = [:]
            for record in try store.records(kind: AttachmentRecord.kind) {
                guard let attachment = AttachmentRecord(fields: record.state.values), !record.state.isGone,
                    seen[record.journal, default: []].insert(attachment.hash).inserted
                else { continue }
                files[record.journal, default: []].append(
                    NamedFile(record: record.id, hash: attachment.hash, writer: record.state.fields["hash"]?.name.device))
            }
            return files
        }
    }

    /// What to send and fetch of a journal's files; `nil` if it has none, or the relay doesn't have the journal.
    func fileExchange(
        of journal: JournalID, relay: [UInt8], figures: FileFigures?, isAsked: Bool, now: Int64,
        chance: any RandomNumberGenerator & Sendable
    ) throws -> FileExchange? {
        let files = try files(of: journal)
        guard !files.isEmpty, let key = try store.holdingKey(of: journal, relay: relay) else { return nil }
        let (holding, held) = try store.holding(of: journal)
        let here = AttachmentFolder(path: location.attachments).sealedNames()
        let isKnown = holding?.key == key
        let listed = try files.map { file in
            let isHere = here.contains(hex(file.hash))
            // A file that was sent never changes.
            let known = isKnown ? held[file.hash].flatMap { $0.state == .held ? $0.size : nil } : nil
            return FileExchange.File(
                hash: file.hash, size: isHere ? try known ?? size(of: file.hash) : 0, isHere: isHere,
                isOwn: file.writer == device)
        }
        let role = try ownRole(in: journal)
        return FileExchange(
            files: listed, held: held, holding: holding, key: key,
            access: FileExchange.Access(
                canList: role?.mayWrite(.record) == true, maySend: role?.mayWrite(.note) == true, figures: figures),
            isAsked: isAsked, now: now, chance: chance)
    }

    func keep(_ exchange: FileExchange, of journal: JournalID) throws { try store.keep(exchange, of: journal) }

    /// The journal's files that matter to this device, without those whose writer may not send: no one else could have them.
    func files(of journal: JournalID) throws -> [NamedFile] {
        guard let files = try sealedFiles()[journal], !files.isEmpty else { return [] }
        let kept = try keptRecords()
        return kept.isEmpty ? files : files.filter { !kept.contains($0.record) }
    }

    func size(of hash: [UInt8]) throws -> Int64 {
        var status = stat()
        let path = location.attachments + "/" + hex(hash)
        guard unsafe lstat(path, &status) == 0 else { throw EngineError.file(path: path, code: errno) }
        return Int64(status.st_size)
    }

    func makeAttachmentFolder() throws { try AttachmentFolder(path: location.attachments).make() }

    /// Moves a fetched file into place if its hash is right, and returns its size; otherwise removes it and returns `nil`.
    func keepFetched(_ hash: [UInt8], from partial: String, at path: String) throws -> Int64? {
        var digest = RunningDigest()
        let file = try OpenFile(path: partial)
        var size: Int64 = 0
        while case let piece = try file.read(1 << 20), !piece.isEmpty {
            digest.add(piece)
            size += Int64(piece.count)
        }
        guard digest.value == hash else {
            unsafe _ = unlink(partial)
            return nil
        }
        guard fsync(file.descriptor) == 0, unsafe rename(partial, path) == 0
        else { throw EngineError.file(path: path, code: errno) }
        try syncFolder(location.attachments)
        return size
    }
}

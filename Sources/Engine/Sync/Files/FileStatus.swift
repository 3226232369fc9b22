import Base
import Foundation
import Ledger
import Records
import Store
import Sync

/// The state of a vault's encrypted files at its relay, as far as this device knows.
package struct FileStatus: Hashable, Sendable {
    /// Files here that are sent next.
    package var waiting = FileFigures()
    /// Files that the relay refused, by reason, the first to be retried first.
    package var refused: [Refused] = []
    /// Files that are not here yet, by the device that has them.
    package var missing: [Missing] = []
    /// Twice in a week the relay returned something other than what it had accepted.
    package var isUnfaithful = false

    package init() {}

    /// The relay has every file, and every file is here.
    package var isComplete: Bool { waiting.count == 0 && refused.isEmpty && missing.isEmpty }

    package struct Refused: Hashable, Sendable {
        package var files: FileFigures
        /// The reason: the name of the relay's error (docs/formats/relay.md, Errors), `stuck` or `not_kept`.
        package let error: String
        /// When the first of them is retried: milliseconds since 1970.
        package var retryAt: Int64

        package init(files: FileFigures, error: String, retryAt: Int64) {
            (self.files, self.error, self.retryAt) = (files, error, retryAt)
        }
    }

    /// Files that are not here yet, of one device.
    package struct Missing: Hashable, Sendable {
        package var count: Int
        /// The device that encrypted them.
        package let source: AbsentFile

        package init(count: Int, source: AbsentFile) { (self.count, self.source) = (count, source) }
    }

    mutating func add(refused size: Int64, error: String, retryAt: Int64) {
        guard let index = refused.firstIndex(where: { $0.error == error }) else {
            refused.append(Refused(files: FileFigures(bytes: size, count: 1), error: error, retryAt: retryAt))
            return refused.sort { ($0.retryAt, $0.error) < ($1.retryAt, $1.error) }
        }
        refused[index].files.add(size)
        refused[index].retryAt = min(refused[index].retryAt, retryAt)
    }

    /// Counts one more file that is on another device and not here.
    package mutating func add(missing source: AbsentFile) {
        guard let index = missing.firstIndex(where: { $0.source == source }) else {
            return missing.append(Missing(count: 1, source: source))
        }
        missing[index].count += 1
    }
}

/// Where a missing file is: on the device that encrypted it.
package enum AbsentFile: Hashable, Sendable {
    /// On another device, or with another person: its name; empty if unknown.
    case waiting(device: String)
    /// This device encrypted it, and it is gone.
    case lost
}

extension OpenVault {
    /// The state of this vault's files at its relay, without asking it.
    func fileStatus() throws -> FileStatus {
        var status = FileStatus()
        var names: [DeviceID: String]?
        for journal in try journalsAtRelay() {
            let files = try files(of: journal)
            guard !files.isEmpty, try store.relayStanding(of: journal).head.position > 0,
                try ![.left, .removed, .closed].contains(end(of: journal)?.reason)
            else { continue }
            let (holding, held) = try store.holding(of: journal)
            if holding?.isUnfaithful(now: surroundings.now()) == true { status.isUnfaithful = true }
            let here = AttachmentFolder(path: location.attachments).sealedNames()
            let maySend = try ownRole(in: journal)?.mayWrite(.note) == true
            for file in files {
                let known = held[file.hash]
                guard here.contains(hex(file.hash)) else {
                    let all = try names ?? deviceNames()
                    names = all
                    status.add(missing: try source(of: file, in: journal, names: all))
                    continue
                }
                guard maySend, known?.state != .held else { continue }
                let size = try size(of: file.hash)
                if let known, known.state == .refused, let error = known.error {
                    status.add(refused: size, error: error, retryAt: max(known.retryAt, known.notBefore))
                } else {
                    status.waiting.add(size)
                }
            }
        }
        return status
    }

    private func source(of file: NamedFile, in journal: JournalID, names: [DeviceID: String]) throws -> AbsentFile {
        guard let writer = file.writer else { return .waiting(device: "") }
        if writer == device { return .lost }
        return .waiting(device: try names[writer] ?? others([writer], in: journal)[writer] ?? "")
    }

    /// Where an attachment's file is, if it is missing here and the vault syncs; `nil` otherwise.
    func absence(of hash: [UInt8], in journal: JournalID) throws -> AbsentFile? {
        guard try relayAddress() != nil, !AttachmentFolder(path: location.attachments).holds(hash),
            let file = try sealedFiles()[journal]?.first(where: { $0.hash == hash })
        else { return nil }
        return try source(of: file, in: journal, names: deviceNames())
    }

    /// Where each missing file is, by SHA-256 of the encrypted file; empty if the vault doesn't sync.
    package func absentFiles() throws -> [[UInt8]: AbsentFile] {
        guard try relayAddress() != nil else { return [:] }
        let here = AttachmentFolder(path: location.attachments).sealedNames()
        let names = try deviceNames()
        var absent: [[UInt8]: AbsentFile] = [:]
        for (journal, files) in try sealedFiles() {
            for file in files where !here.contains(hex(file.hash)) {
                absent[file.hash] = try source(of: file, in: journal, names: names)
            }
        }
        return absent
    }

    /// Where the missing files of an entry's attachments are.
    package func absentFiles(of entry: StoredEntry) throws -> [RecordID: AbsentFile] {
        try entry.attachments.reduce(into: [:]) { absent, id in
            guard let state = try store.state(of: id, kind: AttachmentRecord.kind),
                let record = AttachmentRecord(fields: state.values)
            else { return }
            absent[id] = try absence(of: record.hash, in: entry.journal)
        }
    }

    /// The same error, or one that names the device that has the file.
    func placed(_ error: any Error, _ attachment: AttachmentRecord, in journal: JournalID) throws -> any Error {
        guard case EngineError.attachmentMissing(let name) = error,
            case .waiting(let device)? = try absence(of: attachment.hash, in: journal)
        else { return error }
        return EngineError.attachmentNotHere(name: name, device: device)
    }
}

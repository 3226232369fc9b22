import Foundation
import Ledger
import Store
import Sync

/// Sealed attachments on their own way to the relay and back: one that is missing or does not come keeps nothing else waiting.
extension SyncDriver {
    /// Sends the files that the relay does not have, and fetches those that are not here. What fails is tried again by the next
    /// round.
    /// - Returns: how many were sent and fetched, and how many are still to come.
    @discardableResult
    package func exchangeFiles() async throws -> (sent: Int, fetched: Int, missing: Int) {
        var (sent, fetched, missing) = (0, 0, 0)
        for file in try await vault.filesToExchange() {
            try Task.checkCancellation()
            do {
                if file.isHere {
                    try await send(file)
                    sent += 1
                } else if try await fetch(file) {
                    fetched += 1
                } else {
                    missing += 1
                }
            } catch SyncError.refused(let refusal) {
                missing += file.isHere ? 0 : 1
                // A full or busy relay has no room for the others either.
                switch refusal {
                case .notFound, .invalid, .tooLarge, .role: continue
                default: return (sent, fetched, missing)
                }
            } catch is EngineError {
                continue
            }
        }
        return (sent, fetched, missing)
    }

    private func send(_ file: ExchangedFile) async throws {
        let path = "/v1/journals/\(file.journal)/blobs/\(hex(file.hash))"
        let descriptor = unsafe open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw EngineError.file(path: file.path, code: errno) }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        try await put(descriptor, size: size, from: try await held(path, size: size), to: path)
        try await vault.noteSent(file)
    }

    /// Sends an open file from an offset on, and goes on from what the relay says that it holds.
    func put(_ descriptor: Int32, size: Int, from start: Int, to path: String) async throws {
        var offset = start
        var tries = 0
        while offset < size, tries < 3 {
            guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw EngineError.file(path: path, code: errno) }
            var request = RelayRequest("PUT", path, body: .file(descriptor, count: size - offset))
            request.headers = [
                "Content-Type": "application/octet-stream", "Content-Range": "bytes \(offset)-\(size - 1)/\(size)",
            ]
            request.patience = 3_600_000
            let answer = try await client.ask(request)
            if answer.status == 201 || answer.status == 200 { break }
            guard let held = answer.headers["upload-offset"].flatMap({ Int($0) }), held > offset || tries < 2
            else { throw SyncError.notARelay }
            offset = held
            tries += 1
        }
    }

    /// How many bytes of a file the relay has.
    private func held(_ path: String, size: Int) async throws -> Int {
        do {
            _ = try await client.ask(RelayRequest("HEAD", path))
            return size
        } catch SyncError.refused(.notFound) {
            return await client.heldBytes
        }
    }

    private func fetch(_ file: ExchangedFile) async throws -> Bool {
        let partial = file.path + ".relay.partial"
        let descriptor = unsafe open(partial, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw EngineError.file(path: partial, code: errno) }
        defer { close(descriptor) }
        let offset = Int(lseek(descriptor, 0, SEEK_END))
        var request = RelayRequest("GET", "/v1/journals/\(file.journal)/blobs/\(hex(file.hash))")
        if offset > 0 { request.headers["Range"] = "bytes=\(offset)-" }
        request.answerFile = descriptor
        request.patience = 3_600_000
        do {
            let answer = try await client.ask(request)
            // The whole came though a part was asked for: it stands behind that.
            if offset > 0, answer.status == 200 { throw SyncError.notARelay }
        } catch {
            if case SyncError.unreachable = error { throw error }
            unsafe _ = unlink(partial)
            if case SyncError.refused(.notFound) = error { return false }
            throw error
        }
        return try await vault.keepFetched(file, from: partial)
    }
}

/// A sealed file that is named by a record.
package struct ExchangedFile: Hashable, Sendable {
    /// In which journal it is named.
    package let journal: JournalID
    /// SHA-256 of its bytes.
    package let hash: [UInt8]
    /// Where it lies, or is to lie.
    package let path: String
    /// It lies there.
    package let isHere: Bool
}

extension OpenVault {
    /// The files that records name and that only one of relay and vault has, as far as is known here. Those of deleted entries too:
    /// they can be restored.
    func filesToExchange() throws -> [ExchangedFile] {
        let folder = AttachmentFolder(path: location.attachments)
        let (here, sent, kept) = (folder.sealedNames(), try sentFiles(), try keptRecords())
        var files: [ExchangedFile] = []
        var seen: Set<String> = []
        for record in try store.records(kind: AttachmentRecord.kind) {
            guard let attachment = AttachmentRecord(fields: record.state.values), !record.state.isGone else { continue }
            // What its writer may not send has no file that others could need.
            guard !kept.contains(record.id) else { continue }
            let name = hex(attachment.hash)
            let isHere = here.contains(name)
            guard seen.insert(name).inserted, !isHere || !sent.contains(attachment.hash) else { continue }
            files.append(
                ExchangedFile(
                    journal: record.journal, hash: attachment.hash, path: location.attachments + "/" + name, isHere: isHere))
        }
        if files.contains(where: { !$0.isHere }) { try folder.make() }
        return files
    }

    /// Puts a fetched file in its place, if it is the one that was named.
    func keepFetched(_ file: ExchangedFile, from partial: String) throws -> Bool {
        var hash = RunningDigest()
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: partial))
        defer { try? handle.close() }
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty { hash.add(piece) }
        guard hash.value == file.hash, fsync(handle.fileDescriptor) == 0, unsafe rename(partial, file.path) == 0 else {
            unsafe _ = unlink(partial)
            return false
        }
        try syncFolder(location.attachments)
        try noteSent(file)
        return true
    }

    /// Remembers that the relay has a file.
    func noteSent(_ file: ExchangedFile) throws {
        let sent = try sentFiles()
        guard !sent.contains(file.hash) else { return }
        let bytes = try store.bytes(of: .sentFiles) ?? []
        try store.write { try $0.keep(bytes + file.hash, in: .sentFiles) }
    }

    private func sentFiles() throws -> Set<[UInt8]> {
        let bytes = try store.bytes(of: .sentFiles) ?? []
        return Set(stride(from: 0, to: bytes.count - bytes.count % 32, by: 32).map { Array(bytes[$0..<$0 + 32]) })
    }
}

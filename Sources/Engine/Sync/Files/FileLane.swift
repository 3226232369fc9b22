import Basics
import Foundation
import Ledger
import Sync

/// Encrypted attachments on a separate way to the relay and back: a missing or slow one delays nothing else.
extension SyncDriver {
    /// Sends the files that the relay lacks, and fetches those that are missing here (`FileExchange`). What the relay refuses is
    /// saved with its reason; a failure on this device is thrown after all other files were tried.
    /// - Returns: how many were sent and fetched.
    @discardableResult
    package func exchangeFiles() async throws -> (sent: Int, fetched: Int) {
        var moved = (sent: 0, fetched: 0)
        var failure: (any Error)?
        for journal in try await vault.journalsAtRelay() {
            guard var exchange = try await exchange(of: journal) else { continue }
            while let action = exchange.next() {
                try Task.checkCancellation()
                let event: FileEvent
                do {
                    event = try await carryOut(action, of: journal)
                } catch SyncError.refused(let refusal) {
                    event = .refused(refusal, action)
                } catch let error as SyncError {
                    guard [.unreachable, .notARelay].contains(error.kind) else { throw error }
                    event = .unreachable
                } catch let error as EngineError {
                    failure = failure ?? error
                    event = .failedHere
                }
                exchange.handle(event)
                if !exchange.changed.isEmpty {
                    try await vault.keep(exchange, of: journal)
                    exchange.keep()
                }
            }
            try await vault.keep(exchange, of: journal)
            moved = (moved.sent + exchange.moved.sent, moved.fetched + exchange.moved.fetched)
        }
        if let failure { throw failure }
        return moved
    }

    private func exchange(of journal: JournalID) async throws -> FileExchange? {
        let relay = try await client.relayID()
        return try await vault.fileExchange(
            of: journal, relay: relay, figures: figures[journal], isAsked: isAsked, now: now(), chance: chance)
    }

    private func carryOut(_ action: FileAction, of journal: JournalID) async throws -> FileEvent {
        switch action {
        case .list(let hash):
            let page = try await client.files(of: journal, after: hash)
            return .listed(page.files, more: page.more)
        case .look(let hash):
            do {
                _ = try await client.ask(RelayRequest("HEAD", SyncDriver.path(hash, of: journal)))
                return .looked(offset: nil)
            } catch SyncError.refused(.notFound) {
                return .looked(offset: await client.heldBytes)
            }
        case .send(let hash, let offset):
            let file = try SentFile(vault.location.attachments + "/" + hex(hash))
            return try await send(file, from: offset, to: SyncDriver.path(hash, of: journal))
        case .fetch(let hash): return try await fetch(hash, of: journal)
        case .compare(let hash, let range): return try await compare(hash, range, of: journal)
        }
    }

    private static func path(_ hash: [UInt8], of journal: JournalID) -> String { "/v1/journals/\(journal)/blobs/\(hex(hash))" }

    /// Sends a file from an offset on: one request.
    private func send(_ file: borrowing SentFile, from offset: Int64, to path: String) async throws -> FileEvent {
        guard lseek(file.descriptor, off_t(offset), SEEK_SET) >= 0 else { throw EngineError.file(path: file.path, code: errno) }
        var request = RelayRequest("PUT", path, body: .file(file.descriptor, count: file.size - offset))
        request.headers = [
            "Content-Type": "application/octet-stream", "Content-Range": "bytes \(offset)-\(file.size - 1)/\(file.size)",
        ]
        request.patience = 3_600_000
        let answer = try await client.ask(request)
        return .sent(isComplete: answer.status == 201, offset: answer.headers["upload-offset"].flatMap { Int64($0) } ?? offset)
    }

    /// Sends a whole file that is no attachment. Throws `SyncError.notARelay` if three answers in a row accept nothing more of
    /// it.
    func sendAll(of path: String, to address: String) async throws {
        let file = try SentFile(path)
        var (offset, idle) = (Int64(0), 0)
        while idle < 3 {
            guard case .sent(isComplete: false, offset: let held) = try await send(file, from: offset, to: address) else {
                return
            }
            idle = held > offset ? 0 : idle + 1
            offset = held < file.size ? max(0, held) : 0
        }
        throw SyncError.notARelay
    }

    private func fetch(_ hash: [UInt8], of journal: JournalID) async throws -> FileEvent {
        try await vault.makeAttachmentFolder()
        let path = vault.location.attachments + "/" + hex(hash)
        let partial = path + ".relay.partial"
        let descriptor = OpenFile.ownDescriptor(partial)
        guard descriptor >= 0 else { throw EngineError.file(path: partial, code: errno) }
        defer { close(descriptor) }
        let offset = Int64(lseek(descriptor, 0, SEEK_END))
        var request = RelayRequest("GET", SyncDriver.path(hash, of: journal))
        if offset > 0 { request.headers["Range"] = "bytes=\(offset)-" }
        request.answerFile = descriptor
        request.patience = 3_600_000
        do {
            let answer = try await client.ask(request)
            // The whole file came instead of the requested part: skip to that part.
            if offset > 0, answer.status == 200 {
                unsafe _ = unlink(partial)
                return .failedHere
            }
        } catch {
            // What arrived is kept for the next try only if the connection broke, or the vault was locked.
            switch error {
            case SyncError.unreachable, SyncError.stopped: break
            default: unsafe _ = unlink(partial)
            }
            throw error
        }
        guard let size = try await vault.keepFetched(hash, from: partial, at: path) else { return .unfit }
        return .fetched(size)
    }

    /// Compares a part of a file at the relay with the local one.
    private func compare(_ hash: [UInt8], _ range: Range<Int64>, of journal: JournalID) async throws -> FileEvent {
        let file = try SentFile(vault.location.attachments + "/" + hex(hash))
        let expected = try file.bytes(range)
        var request = RelayRequest("GET", SyncDriver.path(hash, of: journal))
        if range != 0..<file.size {
            request.headers["Range"] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
        }
        request.bodyLimit = max(range.count, 1 << 20)
        return .compared(hash, isSame: try await client.ask(request).body == expected)
    }
}

struct SentFile: ~Copyable {
    let path: String
    let descriptor: Int32
    let size: Int64

    /// Throws `EngineError.file` if it can't be read.
    init(_ path: String) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw EngineError.file(path: path, code: errno) }
        (self.path, self.descriptor, size) = (path, descriptor, Int64(lseek(descriptor, 0, SEEK_END)))
    }

    deinit { close(descriptor) }

    /// A part of it, up to its end.
    func bytes(_ range: Range<Int64>) throws -> [UInt8] {
        guard lseek(descriptor, off_t(range.lowerBound), SEEK_SET) >= 0 else { throw EngineError.file(path: path, code: errno) }
        do {
            return try OpenFile(descriptor, closes: false).read(range.count)
        } catch {
            throw EngineError.file(path: path, code: EIO)
        }
    }
}

extension SyncError {
    /// The kind of an error, without its values.
    fileprivate enum Kind { case unreachable, notARelay, other }

    fileprivate var kind: Kind {
        switch self {
        case .unreachable: .unreachable
        case .notARelay: .notARelay
        default: .other
        }
    }
}

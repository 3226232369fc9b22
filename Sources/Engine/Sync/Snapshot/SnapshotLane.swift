import Base
import Basics
import Foundation
import Ledger
import Sync

extension SyncDriver {
    /// The name of a snapshot in the vault's folder while it is downloaded, `snapshot-1f3a….relay.partial`.
    private static func arriving(_ checkpoint: Checkpoint) -> String { "snapshot-\(hex(checkpoint.snapshot)).relay.partial" }

    static func isArriving(_ name: String) -> Bool { name.hasPrefix("snapshot") && name.hasSuffix(".relay.partial") }

    /// Makes a snapshot of a journal, sends it to the relay, and writes the checkpoint that names it. If the relay refuses it,
    /// everything else continues without.
    func makeCheckpoint(of journal: JournalID) async throws {
        guard let made = try await vault.makeSnapshot(of: journal) else { return await vault.postponeCheckpoint(of: journal) }
        do {
            guard made.size <= (await client.snapshotLimit) else { throw SyncError.refused(.tooLarge(limit: 0)) }
            try await send(made)
        } catch SyncError.refused(let refusal) {
            switch refusal {
            case .noSession, .tooMany, .unavailable, .upgrade: throw SyncError.refused(refusal)
            default: return await vault.postponeCheckpoint(of: journal)
            }
        }
        try await vault.writeCheckpoint(made)
    }

    /// Makes sure that the relay has the snapshots named by this device's checkpoints: two devices that made one at the same time
    /// may have overwritten each other's. Done once: another snapshot will replace one that is still missing.
    func completeSnapshots(of journals: [JournalID]) async throws {
        for journal in journals {
            guard let made = try await vault.namedSnapshot(of: journal) else { continue }
            do {
                var request = RelayRequest("GET", path(made.journal, made.position))
                request.headers["Range"] = "bytes=\(made.size - 1)-"
                _ = try await client.ask(request)
            } catch SyncError.refused(.notFound) {
                do { try await send(made) } catch SyncError.refused {}
            }
            await vault.removeSnapshots(of: journal)
        }
    }

    /// Fetches the newest snapshot at the relay among those that reach its floor or beyond, and merges it. The latest
    /// checkpoint's may not have arrived yet.
    func join(_ journal: JournalID, floor: UInt64) async throws -> SyncStanding {
        let controls = try JoinedControls(try await client.controlOperations(of: journal), of: journal)
        let folder = vault.location.folder
        for checkpoint in controls.checkpoints.reversed() where checkpoint.position >= floor {
            let name = SyncDriver.arriving(checkpoint)
            // What a broken connection or a killed program left of another one is not continued.
            for other in try FileManager.default.contentsOfDirectory(atPath: folder)
            where SyncDriver.isArriving(other) && other != name { unsafe _ = unlink(folder + "/" + other) }
            do {
                try await fetch(checkpoint, of: journal, as: folder + "/" + name)
            } catch SyncError.refused(.notFound) {
                unsafe _ = unlink(folder + "/" + name)
                continue
            }
            progress.report(say("reading the journal"), 0, 0)
            // It is used up, or of no use.
            defer { unsafe _ = unlink(folder + "/" + name) }
            return try await vault.join(folder + "/" + name, of: checkpoint, after: controls, in: journal)
        }
        throw SyncFault.snapshot(position: floor)
    }

    /// Fetches a snapshot, or the rest of it; its hash is checked afterwards.
    private func fetch(_ checkpoint: Checkpoint, of journal: JournalID, as path: String) async throws {
        let file = OpenFile(OpenFile.ownDescriptor(path))
        guard file.descriptor >= 0 else { throw EngineError.file(path: path, code: errno) }
        // Of a file that is all here, only the last byte can be asked for.
        let start = max(0, Int64(lseek(file.descriptor, 0, SEEK_END)) - 1)
        guard lseek(file.descriptor, off_t(start), SEEK_SET) >= 0 else { throw EngineError.file(path: path, code: errno) }
        var request = RelayRequest("GET", self.path(journal, checkpoint.position))
        if start > 0 { request.headers["Range"] = "bytes=\(start)-" }
        request.answerFile = file.descriptor
        request.patience = 3_600_000
        request.fileLimit = await client.snapshotLimit
        request.arrived = { [progress] bytes, total in
            progress.report(say("fetching the journal, in KB"), Int(clamping: bytes >> 10), Int(clamping: total >> 10))
        }
        do {
            guard try await client.ask(request).status == 200, start > 0 else { return }
            // The whole of it came behind that part: another one, or from a relay that gives no parts.
            guard ftruncate(file.descriptor, 0) == 0 else { throw EngineError.file(path: path, code: errno) }
        } catch SyncError.notARelay {
            unsafe _ = unlink(path)
            throw SyncError.notARelay
        }
        try await fetch(checkpoint, of: journal, as: path)
    }

    private func path(_ journal: JournalID, _ position: UInt64) -> String { "/v1/journals/\(journal)/snapshots/\(position)" }

    private func send(_ made: MadeSnapshot) async throws {
        try await sendAll(of: made.path, to: path(made.journal, made.position))
    }
}

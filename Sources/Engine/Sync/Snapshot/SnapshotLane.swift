import Basics
import Foundation
import Ledger
import Sync

extension SyncDriver {
    /// The name of a snapshot in the vault's folder while it is downloaded.
    static let arrivingSnapshot = "snapshot.relay.partial"

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
        let path = vault.location.folder + "/" + SyncDriver.arrivingSnapshot
        // What a killed program left is not continued.
        unsafe _ = unlink(path)
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw EngineError.file(path: path, code: errno) }
        defer {
            close(descriptor)
            unsafe _ = unlink(path)
        }
        for checkpoint in controls.checkpoints.reversed() where checkpoint.position >= floor {
            var request = RelayRequest("GET", self.path(journal, checkpoint.position))
            request.answerFile = descriptor
            request.patience = 3_600_000
            request.fileLimit = await client.snapshotLimit
            do {
                _ = try await client.ask(request)
            } catch SyncError.refused(.notFound) {
                continue
            }
            return try await vault.join(path, of: checkpoint, after: controls, in: journal)
        }
        throw SyncFault.snapshot(position: floor)
    }

    private func path(_ journal: JournalID, _ position: UInt64) -> String { "/v1/journals/\(journal)/snapshots/\(position)" }

    private func send(_ made: MadeSnapshot) async throws {
        try await sendAll(of: made.path, to: path(made.journal, made.position))
    }
}

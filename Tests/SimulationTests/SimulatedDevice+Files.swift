import Engine
import Foundation
import HTTP
import Ledger
import Records
import Relay
import SeededChance
import Store
import Sync
import Synchronization

/// Files and the copy of the vault as a simulated device sends and fetches them: the real exchange, the real rows, the real relay.
extension SimulatedDevice {
    /// Attaches a file that only this device has.
    func attach(_ chance: inout SplitMix64, now: Int64) throws {
        let bytes = chance.bytes(256 + chance.below(2_000))
        let hash = Ledger.digest(bytes)
        let record = AttachmentRecord(
            name: "photo", type: "image/png", size: Int64(bytes.count), key: chance.bytes(32), blob: chance.bytes(16), hash: hash)
        files[hash] = bytes
        try set(RecordID.random(using: &chance), kind: AttachmentRecord.kind, record.fields, now: now)
    }

    /// The files that records name, each with the device that wrote it.
    func namedFiles() throws -> [(hash: [UInt8], writer: DeviceID?)] {
        try store.records(kind: AttachmentRecord.kind).compactMap { record in
            guard let file = AttachmentRecord(fields: record.state.values), !record.state.isGone else { return nil }
            return (file.hash, record.state.fields["hash"]?.name.device)
        }
    }

    /// One round of files. `isTroubled`: network, machine and relay do what they like.
    /// - Returns: what was asked of the relay.
    @discardableResult
    func exchangeFiles(
        with relay: SimulatedRelay, now: Int64, isAsked: Bool = false, isTroubled: Bool = false, _ chance: inout SplitMix64
    ) async throws -> [FileAction] {
        let info = try await relay.relay.info()
        guard let journal, let key = try store.holdingKey(of: journal, relay: info.relay) else { return [] }
        let listing = try? await relay.relay.journals(of: relay.caller(id)).first { $0.journal == journal }
        let (holding, held) = try store.holding(of: journal)
        let named = try namedFiles().map { file in
            FileExchange.File(
                hash: file.hash, size: Int64(files[file.hash]?.count ?? 0), isHere: files[file.hash] != nil,
                isOwn: file.writer == id)
        }
        guard !named.isEmpty else { return [] }
        var exchange = FileExchange(
            files: named, held: held, holding: holding, key: key,
            access: FileExchange.Access(canList: true, maySend: true, figures: listing?.files), isAsked: isAsked, now: now,
            chance: SplitMix64(seed: chance.next()))
        var asked: [FileAction] = []
        while let action = exchange.next() {
            asked.append(action)
            guard asked.count < 2_000 else { throw SimulatedHistory.Endless(seed: 0) }
            let event = try await event(of: action, at: relay, isTroubled: isTroubled, &chance)
            // It is killed, and nothing that came of this was kept.
            if isTroubled, chance.once(in: 40) { return asked }
            exchange.handle(event)
            try store.keep(exchange, of: journal)
            exchange.keep()
        }
        try store.keep(exchange, of: journal)
        return asked
    }

    private func event(
        of action: FileAction, at relay: SimulatedRelay, isTroubled: Bool, _ chance: inout SplitMix64
    ) async throws -> FileEvent {
        func ask() async throws -> FileEvent {
            do { return try await carryOut(action, at: relay) } catch let refusal as RelayRefusal {
                return .refused(refusal, action)
            }
        }
        guard isTroubled else { return try await ask() }
        switch chance.below(14) {
        case 0: return .unreachable
        case 1:
            // It happened, and nobody heard of it.
            _ = try await ask()
            return .unreachable
        case 2:
            // A packet came twice.
            _ = try await ask()
            return try await ask()
        case 3:
            return .refused(
                chance.pick([
                    .quota(used: 5, limit: 10), .tooLarge(limit: 9), .unavailable(seconds: 60), .tooMany(seconds: 5), .notFound,
                    .role, .noSession,
                ]), action)
        case 4: return lie(action)
        default: return try await ask()
        }
    }

    /// What a relay says that takes what it does not keep, and has what it does not hand out.
    private func lie(_ action: FileAction) -> FileEvent {
        switch action {
        case .list: .listed([], more: false)
        case .look: .looked(offset: nil)
        case .send(let hash, _): .sent(isComplete: true, offset: Int64(files[hash]?.count ?? 0))
        case .fetch: .unfit
        case .compare(let hash, _): .compared(hash, isSame: false)
        }
    }

    private func carryOut(_ action: FileAction, at relay: SimulatedRelay) async throws -> FileEvent {
        let (server, caller, journal) = (relay.relay, relay.caller(id), relay.journal)
        switch action {
        case .list(let hash):
            let page = try await server.blobs(of: journal, after: hash ?? [], limit: 3, by: caller)
            return .listed(page.files, more: page.more)
        case .look(let hash):
            let progress = try await server.progress(ofBlob: hash, of: journal, by: caller)
            return .looked(offset: progress.isComplete ? nil : Int64(progress.held))
        case .send(let hash, let start):
            let (bytes, offset) = (files[hash] ?? [], Int(start))
            let left = Mutex<[UInt8]?>(Array(bytes.dropFirst(offset)))
            let body = RequestBody(length: bytes.count - offset) {
                left.withLock { left in
                    defer { left = nil }
                    return left
                }
            }
            let progress = try await server.put(
                body, piece: Relay.Piece(start: offset, total: bytes.count), asBlob: hash, of: journal, by: caller)
            return .sent(isComplete: progress.isComplete, offset: Int64(progress.held))
        case .fetch(let hash):
            let bytes = try await bytes(of: hash, at: relay)
            guard Ledger.digest(bytes) == hash else { return .unfit }
            files[hash] = bytes
            return .fetched(Int64(bytes.count))
        case .compare(let hash, let range):
            let bytes = try await bytes(of: hash, at: relay)
            let part = Int(range.lowerBound)..<Int(range.upperBound)
            return .compared(hash, isSame: Array(bytes[part]) == files[hash].map { Array($0[part]) })
        }
    }

    private func bytes(of hash: [UInt8], at relay: SimulatedRelay) async throws -> [UInt8] {
        let found = try await relay.relay.blob(hash, of: relay.journal, by: relay.caller(id))
        return Array(try Data(contentsOf: URL(fileURLWithPath: found.path)))
    }

    // MARK: - The copy of the vault

    /// A hash of what the copy is to say: here, up to which epoch there are keys.
    func vaultCopyState() throws -> [UInt8] {
        guard let journal else { return [] }
        let epoch = try store.read { try $0.epoch(of: journal) }
        return Ledger.digest([UInt8(truncatingIfNeeded: epoch)])
    }

    /// As a vault does.
    func renewVaultCopy(at relay: SimulatedRelay, now: Int64, isTroubled: Bool = false, _ chance: inout SplitMix64) async throws {
        let state = try vaultCopyState()
        var mark = try store.vaultCopyMark()
        guard VaultCopyMark.isDue(mark, state: state, now: now) else { return }
        let request = AccountRequest(owner: person.owner, device: publicKey, certificate: try person.certificate(of: publicKey))
        try await relay.relay.signUp(request)
        if isTroubled, chance.once(in: 8) { return }
        let present = try? await relay.relay.vault(of: relay.caller(id))
        let said = try store.vaultCopiesSaid()
        let found = present.map { Ledger.digest($0.bytes) }
        if VaultCopyMark.isGood(
            mark, state: state, found: found, own: said[id], others: said.filter { $0.key != id }.map(\.value)), let found
        {
            mark?.copy = found
            mark?.seen = now
        } else {
            let copy = state + id.bytes + chance.bytes(8)
            // A relay that says that it has taken it, and has not.
            if !(isTroubled && chance.once(in: 8)) {
                do {
                    _ = try await relay.relay.put(vault: copy, replacing: present?.generation ?? 0, by: relay.caller(id))
                } catch is RelayRefusal { return }
            }
            // It happened, and nobody heard of it.
            if isTroubled, chance.once(in: 8) { return }
            mark = VaultCopyMark(state: state, copy: Ledger.digest(copy), seen: now)
            if let record = RecordID(id.bytes) {
                try set(record, kind: OpenVault.deviceKind, [VaultCopyMark.field: .hexadecimal(Ledger.digest(copy))], now: now)
            }
        }
        if let mark { try store.write { try $0.keep(mark.bytes, in: .vaultCopy) } }
    }
}

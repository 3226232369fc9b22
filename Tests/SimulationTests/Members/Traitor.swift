import Engine
import Foundation
import Ledger
import Sync
import Vault

/// Everything that one member ever had: the device's key, the person's keys, every key of the journal, and the whole store of the relay.
/// It signs and seals what no program would.
final class Traitor {
    let journal: JournalID
    let identity: IdentityKeys
    let device: DeviceID
    let publicKey: [UInt8]
    private let keys: UnlockedVault
    /// Each key of the journal that ever came into these hands, by its epoch.
    private(set) var epochKeys: [UInt32: [UInt8]] = [:]

    init(_ member: MemberDevice, journal: JournalID) async throws {
        self.journal = journal
        let account = await member.vault.accountRequest()
        (identity, publicKey) = (account.owner, account.device)
        device = DeviceID(publicKey: publicKey)
        keys = try member.unlocked()
        for epoch in keys.body.epochs(of: journal.bytes) { keep(keys.body.journalKey(journal.bytes, epoch: epoch), epoch) }
    }

    private func keep(_ key: consuming Secret?, _ epoch: UInt32) {
        guard let key else { return }
        epochKeys[epoch] = unsafe key.withBytes { unsafe Array($0) }
    }

    /// Takes what another one has who is in league with this one.
    func take(keysOf other: Traitor) { epochKeys.merge(other.epochKeys) { own, _ in own } }

    // MARK: - Opening

    /// Takes every key out of a log that these keys open: wraps for this person, and ways back.
    func learn(from log: [RelayedOperation]) {
        let controls = log.compactMap { try? Ledger.Operation(reading: $0.bytes) }.filter { $0.header.lane == .control }
            .compactMap { try? ControlOperation(reading: $0.body) }
        for control in controls {
            var wraps: [(epoch: UInt32, encapsulated: [UInt8], sealed: [UInt8])] = []
            if case .add(let addition) = control {
                wraps = addition.wraps.map { ($0.epoch, $0.encapsulated, $0.sealed) }
            } else if let change = control.keyChange {
                wraps = change.wraps.map { (change.epoch, $0.encapsulated, $0.sealed) }
            }
            // Whoever a wrap is said to be for: it may be for this person all the same.
            for wrap in wraps {
                let context = Rotation.Wrap.context(journal: journal, epoch: wrap.epoch, identity: identity.name)
                guard let wrapped = KeyWrap(encapsulated: wrap.encapsulated, sealed: wrap.sealed) else { continue }
                keep(keys.body.open(wrapped, context: context), wrap.epoch)
            }
        }
        for change in controls.reversed().compactMap(\.keyChange) {
            guard let back = change.back, let key = epochKeys[change.epoch] else { continue }
            let place = OperationHeader.keyContext(journal: journal, epoch: change.epoch)
            if let earlier = try? Seal.open(back, key: Secret(copying: key), context: .label("back") + place) {
                epochKeys[change.epoch - 1] = earlier
            }
        }
    }

    private func operationKey(_ epoch: UInt32, of key: [UInt8]) -> Secret {
        Secret(copying: key).derive("op-key", OperationHeader.keyContext(journal: journal, epoch: epoch))
    }

    /// What an operation says, if any key opens it, tried as the key of every epoch that there is.
    func opened(_ operation: Ledger.Operation) -> Payload? {
        guard operation.header.lane != .control else { return nil }
        for (_, key) in epochKeys {
            for epoch in Set([operation.sealedEpoch, operation.header.epoch]) {
                let key = operationKey(epoch, of: key)
                for context in [operation.sealingContext, operation.header.sealingContext] {
                    if let bytes = try? Seal.open(operation.body, key: key, context: context) {
                        return try? Payload(reading: bytes)
                    }
                }
            }
        }
        return nil
    }

    /// Whether a sealed snapshot opens with any key. Its first 64 bytes stand in clear.
    func opens(snapshot bytes: [UInt8]) -> Bool {
        guard bytes.count > 64 else { return false }
        let (front, sealed) = (Array(bytes[..<64]), Array(bytes[64...]))
        return epochKeys.values.contains { key in
            let key = Secret(copying: key).derive(
                "snapshot-key", OperationHeader.keyContext(journal: journal, epoch: front.bigEndian(at: 20)))
            return (try? Cobblestone.open(sealed, key: key, context: .label("snapshot") + front)) != nil
        }
    }

    // MARK: - Forging

    func sign(_ bytes: [UInt8]) -> [UInt8] { keys.body.sign(bytes) }

    func signAsIdentity(_ bytes: [UInt8]) -> [UInt8] { keys.body.signAsIdentity(bytes) }

    /// The next operation on the chain of this device behind a log. `seen`: which head it says to have seen; none where nothing is said.
    func control(
        _ make: (_ previous: [UInt8]) -> ControlOperation, behind log: [RelayedOperation], epoch: UInt32? = nil,
        seen: LogHead? = nil
    ) -> [UInt8] {
        let body = make(Traitor.state(of: log)?.last ?? [UInt8](repeating: 0, count: 32)).body
        return signed(.control, behind: log, epoch: epoch, seen: seen, count: body.count) { _ in body }
    }

    /// A sealed one that says this. `epoch`: under which it is sealed; the log's where nothing is said.
    func said(
        _ mutations: [Mutation], on lane: OperationHeader.Lane, behind log: [RelayedOperation], at moment: Int64,
        epoch: UInt32? = nil, seen: LogHead? = nil
    ) -> [UInt8]? {
        guard let stamp = Stamp(milliseconds: UInt64(max(0, moment)), counter: 7) else { return nil }
        return said(Payload(stamp: stamp, mutations: mutations), on: lane, behind: log, epoch: epoch, seen: seen)
    }

    /// The same for any payload.
    func said(
        _ payload: Payload, on lane: OperationHeader.Lane, behind log: [RelayedOperation], epoch: UInt32? = nil, seen: LogHead?
    ) -> [UInt8]? {
        let said = epoch ?? Traitor.state(of: log)?.epoch ?? 1
        guard let key = epochKeys[said] ?? epochKeys.max(by: { $0.key < $1.key })?.value else { return nil }
        let payload = payload.bytes
        return signed(lane, behind: log, epoch: said, seen: seen, count: Seal.sealedCount(of: payload.count)) { header in
            Seal.seal(payload, key: operationKey(said, of: key), context: header.sealingContext)
        }
    }

    private func signed(
        _ lane: OperationHeader.Lane, behind log: [RelayedOperation], epoch: UInt32?, seen: LogHead?, count: Int,
        _ body: (OperationHeader) -> [UInt8]
    ) -> [UInt8] {
        let own = log.compactMap { try? Ledger.Operation(reading: $0.bytes) }.last { $0.header.device == device }
        let header = OperationHeader(
            lane: lane, journal: journal, epoch: epoch ?? Traitor.state(of: log)?.epoch ?? 1, device: device,
            position: (own?.header.position ?? 0) + 1, previous: own?.hash ?? [UInt8](repeating: 0, count: 32),
            seenPosition: seen?.position ?? 0, seenHead: seen?.value ?? [UInt8](repeating: 0, count: 32),
            bodyCount: UInt32(count))
        return Ledger.Operation(header: header, body: body(header)) { sign($0) }.bytes
    }

    /// Somebody else's operation, sealed anew under a later epoch with other words in it: `nil` where they are too many for it, or this
    /// member has no later key. `proof`: whether it comes with what looks like a proof.
    func resealed(_ operation: Ledger.Operation, saying mutations: [Mutation], withProof: Bool) -> [UInt8]? {
        guard operation.header.lane != .control, let present = opened(operation),
            let (epoch, key) = epochKeys.filter({ $0.key > operation.sealedEpoch }).max(by: { $0.key < $1.key })
        else { return nil }
        var payload = Payload(stamp: present.stamp, mutations: mutations).bytes
        guard Seal.sealedCount(of: payload.count) <= operation.body.count else { return nil }
        // The same length: JSON of one canonical text has no room for blanks, a longer text has.
        var filler = 0
        while Seal.sealedCount(of: payload.count) < operation.body.count {
            filler += 16
            var more = mutations
            more[0].fields["filler"] = .string(String(repeating: "x", count: filler))
            payload = Payload(stamp: present.stamp, mutations: more).bytes
        }
        guard Seal.sealedCount(of: payload.count) == operation.body.count else { return nil }
        let secret = operationKey(epoch, of: key)
        let body = Seal.seal(payload, key: secret, context: operation.resealingContext)
        let witness = try? Seal.witness(of: body, key: secret, context: operation.resealingContext)
        let proof = withProof ? witness.map { Cobblestone.seal($0, key: secret, context: operation.proofContext) } : nil
        return operation.resealed(epoch: epoch, body: body, proof: proof).bytes
    }

    /// What the control operations of a log add up to, as far as they do.
    static func state(of log: [RelayedOperation]) -> ControlLog? {
        var state: ControlLog?
        for entry in log {
            guard let operation = try? Ledger.Operation(reading: entry.bytes), operation.header.lane == .control else { continue }
            if state == nil { state = try? ControlLog(founding: operation) } else { try? state?.take(operation) }
        }
        return state
    }
}

import Base
import Ledger
import Store
import Vault

extension OpenVault {
    /// An unencrypted operation of the control lane, at a position of the chain of the vault's own device, which signs it.
    /// `epoch` is the current one before it.
    static func control(
        _ body: [UInt8], in journal: JournalID, epoch: UInt32, at place: StoreWriter.Place, keys: borrowing UnlockedVault
    ) -> Ledger.Operation {
        let header = OperationHeader(
            lane: .control, journal: journal, epoch: epoch, device: DeviceID(publicKey: keys.body.devicePublicKey),
            position: place.position, previous: place.previous, bodyCount: UInt32(body.count))
        return Operation(header: header, body: body) { keys.body.sign($0) }
    }

    /// Appends one at this position.
    @discardableResult
    static func appendControl(
        _ body: [UInt8], to journal: JournalID, epoch: UInt32, at place: StoreWriter.Place, keys: borrowing UnlockedVault,
        with writer: StoreWriter
    ) throws -> Ledger.Operation {
        let operation = control(body, in: journal, epoch: epoch, at: place, keys: keys)
        try writer.append(operation, payload: nil)
        return operation
    }

    /// Appends an operation of the record lane at this position, in the journal's current epoch, before there is an open vault.
    /// Throws if the key of that epoch is not here.
    static func appendRecord(
        _ mutations: [Mutation], to journal: JournalID, at place: StoreWriter.Place, keys: borrowing UnlockedVault,
        with writer: StoreWriter, surroundings: Surroundings
    ) throws -> Ledger.Operation {
        let name = OperationKey.Name(journal: journal, epoch: try writer.epoch(of: journal))
        guard let key = OperationKey(name, from: keys.body) else { throw EngineError.noSuchJournal(journal.description) }
        let payload = Payload(stamp: try writer.tick(wallMilliseconds: surroundings.now()), mutations: mutations)
        let (plaintext, seen) = (payload.bytes, try writer.seenHead(of: journal))
        let header = OperationHeader(
            lane: .record, journal: journal, epoch: name.epoch, device: DeviceID(publicKey: keys.body.devicePublicKey),
            position: place.position, previous: place.previous, seenPosition: seen.position, seenHead: seen.value,
            bodyCount: UInt32(Seal.sealedCount(of: plaintext.count)))
        let body = Seal.seal(plaintext, key: key.secret, context: header.sealingContext)
        let operation = Operation(header: header, body: body) { keys.body.sign($0) }
        try writer.append(operation, payload: payload)
        return operation
    }

    /// Adds a device with a new key to journals, so that it can rotate their keys.
    /// - Returns: the written operations.
    @discardableResult
    package static func enterDevice(
        of keys: borrowing UnlockedVault, into journals: some Sequence<JournalID>, with writer: StoreWriter
    ) throws -> [Ledger.Operation] {
        let device = keys.body.devicePublicKey
        var entered: [Ledger.Operation] = []
        for journal in journals.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard let bytes = try writer.lastControl(of: journal) else { continue }
            let addition = DeviceAddition(
                previous: try Operation(reading: bytes).hash, device: device,
                certificate: keys.body.signAsIdentity(Genesis.certificateMessage(device: device)))
            let place = try writer.nextPlace(journal: journal, device: DeviceID(publicKey: device))
            entered.append(
                try appendControl(
                    addition.body, to: journal, epoch: try writer.epoch(of: journal), at: place, keys: keys, with: writer))
        }
        return entered
    }
}

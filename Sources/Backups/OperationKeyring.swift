import Engine
import Ledger
import Vault

/// The keys of operations outside an open vault: all keys of a vault, so that several threads can decrypt at once.
struct OperationKeyring: Sendable {
    private let keys: [OperationKey.Name: OperationKey]
    private let devices: [DeviceID: [UInt8]]

    init(_ body: borrowing VaultBody) {
        var keys: [OperationKey.Name: OperationKey] = [:]
        for bytes in body.journalsWithKeys() {
            guard let journal = JournalID(bytes) else { continue }
            for epoch in body.epochs(of: bytes) {
                let name = OperationKey.Name(journal: journal, epoch: epoch)
                keys[name] = OperationKey(name, from: body)
            }
        }
        var devices: [DeviceID: [UInt8]] = [:]
        for key in body.formerDeviceKeys + [body.devicePublicKey] where key.count == 32 {
            devices[DeviceID(publicKey: key)] = key
        }
        (self.keys, self.devices) = (keys, devices)
    }

    /// Throws for an operation that its device has not signed; one of an unknown device passes.
    func verify(_ operation: Ledger.Operation) throws(LedgerError) {
        if let key = devices[operation.header.device] { try operation.verify(publicKey: key) }
    }

    /// An operation's payload; `nil` on the control lane.
    func payload(of operation: Ledger.Operation) throws -> Payload? {
        let header = operation.header
        guard header.lane != .control else { return nil }
        guard let key = keys[OperationKey.Name(journal: header.journal, epoch: operation.sealedEpoch)] else {
            throw EngineError.noSuchJournal(header.journal.description)
        }
        return try Payload(reading: operation.plaintext(key: key.secret))
    }
}

import Ledger
import Store
import Vault

extension OpenVault {
    /// An operation of the control lane, in clear, at a place of the chain of the vault's own device, which signs it. `epoch` is the
    /// one that is current before it.
    static func control(
        _ body: [UInt8], in journal: JournalID, epoch: UInt32, at place: StoreWriter.Place, keys: borrowing UnlockedVault
    ) -> Ledger.Operation {
        let header = OperationHeader(
            lane: .control, journal: journal, epoch: epoch, device: DeviceID(publicKey: keys.body.devicePublicKey),
            position: place.position, previous: place.previous, bodyCount: UInt32(body.count))
        return Operation(header: header, body: body) { keys.body.sign($0) }
    }

    /// Appends one at this place.
    @discardableResult
    static func appendControl(
        _ body: [UInt8], to journal: JournalID, epoch: UInt32, at place: StoreWriter.Place, keys: borrowing UnlockedVault,
        with writer: StoreWriter
    ) throws -> Ledger.Operation {
        let operation = control(body, in: journal, epoch: epoch, at: place, keys: keys)
        try writer.append(operation, payload: nil)
        return operation
    }
}

/// What the control operations of one journal add up to, read from the first one on: who owns it, and which epoch is current.
///
/// Validity is a pure function of what came before: every reader of the same log comes to the same state.
package struct ControlLog: Hashable, Sendable {
    /// Who founded the journal.
    package let genesis: Genesis
    /// The owner's devices by their names: Ed25519 public keys.
    package private(set) var devices: [DeviceID: [UInt8]]
    /// The epoch in which new operations are sealed.
    package private(set) var epoch: UInt32 = 1
    /// Hash of the control operation that came last: the next one names it.
    package private(set) var last: [UInt8]

    /// Begins with a journal's first operation. Refuses one that does not found the journal it stands in, was not signed by
    /// the device that it names, or whose owner has not signed for that device.
    package init(founding operation: Operation) throws(LedgerError) {
        let genesis = try Genesis(reading: operation.body)
        try operation.verify(publicKey: genesis.device)
        guard operation.header.lane == .control, genesis.journal == operation.header.journal,
            operation.header.position == 1, genesis.isCertified
        else { throw .badControl }
        (self.genesis, last) = (genesis, operation.hash)
        devices = [operation.header.device: genesis.device]
    }

    /// Takes the next control operation. Refuses one that does not name the one before it, and what its kind forbids.
    ///
    /// `behindGap`: operations before it are lost, so that neither the one before nor the epoch can be told; the rest holds.
    package mutating func take(_ operation: Operation, behindGap: Bool = false) throws(LedgerError) {
        guard operation.header.lane == .control, operation.header.journal == genesis.journal else { throw .badControl }
        if let addition = try? DeviceAddition(reading: operation.body) {
            try take(addition, in: operation, behindGap: behindGap)
        } else {
            try take(Rotation(reading: operation.body), in: operation, behindGap: behindGap)
        }
        last = operation.hash
    }

    /// Refuses a rotation that no device of the owner has signed, begins another epoch than the next one, or leaves out the owner.
    private mutating func take(_ rotation: Rotation, in operation: Operation, behindGap: Bool) throws(LedgerError) {
        guard let device = devices[operation.header.device] else { throw .wrongDeviceKey }
        try operation.verify(publicKey: device)
        guard operation.header.epoch == rotation.epoch - 1, rotation.epoch > epoch,
            rotation.wraps.map(\.identity) == [genesis.owner.name]
        else { throw .badControl }
        guard behindGap || (rotation.previous == last && rotation.epoch == epoch + 1) else { throw .badControl }
        epoch = rotation.epoch
    }

    /// Refuses a device that has not signed for itself, or for which the owner has not.
    private mutating func take(_ addition: DeviceAddition, in operation: Operation, behindGap: Bool) throws(LedgerError) {
        try operation.verify(publicKey: addition.device)
        guard genesis.certifies(addition.device, by: addition.certificate), behindGap || addition.previous == last
        else { throw .badControl }
        devices[operation.header.device] = addition.device
    }
}

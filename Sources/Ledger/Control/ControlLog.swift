/// What the control operations of one journal add up to, read from the first one on: who owns it, which devices write in it,
/// and which epoch is current.
///
/// Validity is a pure function of what came before: every reader of the same log, and the relay, comes to the same state.
package struct ControlLog: Hashable, Sendable {
    /// Who founded the journal.
    package let genesis: Genesis
    /// The owner's devices by their names: Ed25519 public keys. Those that were dropped are not among them.
    package private(set) var devices: [DeviceID: [UInt8]]
    /// Devices that wrote once and do so no more, with their public keys: what they wrote before stays theirs.
    package private(set) var dropped: [DeviceID: [UInt8]] = [:]
    /// The epoch in which new operations are sealed.
    package private(set) var epoch: UInt32 = 1
    /// Hash of the control operation that came last: the next one names it.
    package private(set) var last: [UInt8]
    /// The latest checkpoint.
    package private(set) var checkpoint: Checkpoint?
    /// Nothing comes any more.
    package private(set) var isDestroyed = false

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

    /// Whether an operation may come next.
    package enum Admission: Hashable, Sendable {
        /// It may, if this public key has signed it.
        case admitted(publicKey: [UInt8])
        /// Its device is not one of the owner's.
        case strangeDevice
        /// Its device was dropped.
        case droppedDevice
        /// It was sealed for another epoch than the current one.
        case otherEpoch
        /// The journal has ended.
        case destroyed
    }

    /// Whether an operation with this header may come next. The device that enters itself by it is a stranger until then.
    package func admission(of header: OperationHeader) -> Admission {
        guard !isDestroyed else { return .destroyed }
        guard dropped[header.device] == nil else { return .droppedDevice }
        guard let publicKey = devices[header.device] else { return .strangeDevice }
        return header.epoch == epoch ? .admitted(publicKey: publicKey) : .otherEpoch
    }

    /// Takes the next control operation. Refuses one that does not name the one before it, and what its kind forbids.
    ///
    /// `behindGap`: operations before it are lost, so that neither the one before nor the epoch can be told; the rest holds.
    package mutating func take(_ operation: Operation, behindGap: Bool = false) throws(LedgerError) {
        guard operation.header.lane == .control, operation.header.journal == genesis.journal, !isDestroyed
        else { throw .badControl }
        let control = try ControlOperation(reading: operation.body)
        guard behindGap || control.previous == last else { throw .badControl }
        switch control {
        case .device(let addition): try take(addition, in: operation)
        case .rotate(let rotation): try take(rotation, in: operation, behindGap: behindGap)
        case .dropDevice(let removal):
            try verifyOwner(operation, behindGap: behindGap)
            // The last one stays: somebody has to be able to write.
            guard devices.count > 1, let publicKey = devices.removeValue(forKey: removal.device) else { throw .badControl }
            dropped[removal.device] = publicKey
        case .checkpoint(let checkpoint):
            try verifyOwner(operation, behindGap: behindGap)
            guard checkpoint.position > self.checkpoint?.position ?? 0 else { throw .badControl }
            self.checkpoint = checkpoint
        case .destroy:
            try verifyOwner(operation, behindGap: behindGap)
            isDestroyed = true
        }
        last = operation.hash
    }

    /// Refuses what no device of the owner has signed in the current epoch.
    private func verifyOwner(_ operation: Operation, behindGap: Bool) throws(LedgerError) {
        guard let device = devices[operation.header.device] else { throw .wrongDeviceKey }
        try operation.verify(publicKey: device)
        guard behindGap || operation.header.epoch == epoch else { throw .badControl }
    }

    /// Refuses a rotation that no device of the owner has signed, begins another epoch than the next one, or leaves out the owner.
    private mutating func take(_ rotation: Rotation, in operation: Operation, behindGap: Bool) throws(LedgerError) {
        try verifyOwner(operation, behindGap: behindGap)
        guard operation.header.epoch == rotation.epoch - 1, rotation.epoch > epoch,
            rotation.wraps.map(\.identity) == [genesis.owner.name], behindGap || rotation.epoch == epoch + 1
        else { throw .badControl }
        epoch = rotation.epoch
    }

    /// Refuses a device that has not signed for itself, for which the owner has not, or that was dropped.
    private mutating func take(_ addition: DeviceAddition, in operation: Operation) throws(LedgerError) {
        try operation.verify(publicKey: addition.device)
        guard genesis.certifies(addition.device, by: addition.certificate), dropped[operation.header.device] == nil
        else { throw .badControl }
        devices[operation.header.device] = addition.device
    }
}

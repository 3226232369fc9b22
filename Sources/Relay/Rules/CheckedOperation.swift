import Ledger
import Sync

/// An operation as it came, read, and with the public key that its signature was found to fit.
package struct CheckedOperation: Sendable {
    /// The operation.
    package let operation: Operation
    /// Its bytes.
    package let bytes: [UInt8]
    /// Ed25519, 32 bytes; `nil` where the key was not known beforehand.
    package let signer: [UInt8]?

    /// Reads operations up to the first one that is none; that refusal. Nothing is looked up and no signature checked.
    package static func read(_ frames: [[UInt8]]) -> (operations: [CheckedOperation], refusal: RelayRefusal?) {
        var operations: [CheckedOperation] = []
        for frame in frames {
            // Parts of a snapshot belong to one device's own log.
            guard let operation = try? Operation(reading: frame), operation.header.lane != .snapshot
            else { return (operations, .invalid(.shape)) }
            operations.append(CheckedOperation(operation: operation, bytes: frame, signer: nil))
        }
        return (operations, nil)
    }

    /// The same operations with the signatures checked, as far as the keys are known: those given, and those that enter
    /// themselves in these operations. A key that fits a device's name is that device's, wherever it was found.
    package static func verified(
        _ operations: [CheckedOperation], keys: [DeviceID: [UInt8]]
    ) async -> [CheckedOperation] {
        var keys = keys
        for operation in operations where operation.operation.header.lane == .control {
            if let key = enteredKey(operation.operation.body) { keys[DeviceID(publicKey: key)] = key }
        }
        let known = keys
        // Few are checked where they are; of many, each processor takes a part.
        let part = 64
        guard operations.count > part else { return operations.map { $0.verified(known) } }
        return await withTaskGroup(of: (Int, [CheckedOperation]).self) { group in
            for start in stride(from: 0, to: operations.count, by: part) {
                let some = operations[start..<min(start + part, operations.count)]
                group.addTask { (start, some.map { $0.verified(known) }) }
            }
            var parts: [(Int, [CheckedOperation])] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }

    private static func enteredKey(_ body: [UInt8]) -> [UInt8]? {
        switch try? ControlOperation(reading: body) {
        case .device(let addition): addition.device
        case .succeed(let succession): succession.device
        case .some: nil
        case nil: (try? Genesis(reading: body))?.device
        }
    }

    private func verified(_ keys: [DeviceID: [UInt8]]) -> CheckedOperation {
        guard let key = keys[operation.header.device], (try? operation.verify(publicKey: key)) != nil else { return self }
        return CheckedOperation(operation: operation, bytes: bytes, signer: key)
    }

    /// Refuses an operation that this device did not sign.
    func check(signedBy publicKey: [UInt8]) throws(RelayRefusal) {
        guard signer == publicKey || (try? operation.verify(publicKey: publicKey)) != nil else { throw .invalid(.signature) }
    }
}

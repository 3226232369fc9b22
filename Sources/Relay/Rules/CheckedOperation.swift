import Ledger
import Sync

/// A received operation, parsed, with the public key that its signature matches.
package struct CheckedOperation: Sendable {
    package let operation: Operation
    package let bytes: [UInt8]
    /// Ed25519, 32 bytes; `nil` if the key was not known in advance.
    package let signer: [UInt8]?

    /// Parses operations up to the first invalid one, and returns that refusal. Looks up nothing and checks no signature.
    package static func read(_ frames: [[UInt8]]) -> (operations: [CheckedOperation], refusal: RelayRefusal?) {
        var operations: [CheckedOperation] = []
        for frame in frames {
            // Parts of a snapshot belong only in a device's own log.
            guard let operation = try? Operation(reading: frame), operation.header.lane != .snapshot
            else { return (operations, .invalid(.shape)) }
            operations.append(CheckedOperation(operation: operation, bytes: frame, signer: nil))
        }
        return (operations, nil)
    }

    /// The same operations with signatures checked, as far as the keys are known: those given, and those of devices that join in
    /// these operations. A key that matches a device's name is that device's, whatever its source.
    package static func verified(
        _ operations: [CheckedOperation], keys: [DeviceID: [UInt8]]
    ) async -> [CheckedOperation] {
        var keys = keys
        for operation in operations where operation.operation.header.lane == .control {
            if let key = enteredKey(operation.operation.body) { keys[DeviceID(publicKey: key)] = key }
        }
        let known = keys
        // A few are checked directly; many are distributed over the processors.
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

import Ledger

/// A sequence of operations, as pushed and pulled: `application/vnd.auralyst.ops`.
package enum OperationFrames {
    /// The media type of both forms.
    package static let mediaType = "application/vnd.auralyst.ops"

    /// What is pushed: for each operation u32 length ‖ bytes.
    package static func pushed(_ operations: some Sequence<[UInt8]>) -> [UInt8] {
        var bytes: [UInt8] = []
        for operation in operations {
            bytes.append(bigEndian: UInt32(operation.count))
            bytes += operation
        }
        return bytes
    }

    /// Reads what was pushed; `nil` for a wrong length or no operation.
    package static func read(pushed bytes: [UInt8]) -> [[UInt8]]? {
        var frames = FrameCursor(bytes)
        var operations: [[UInt8]] = []
        while !frames.isAtEnd {
            guard let operation = frames.block() else { return nil }
            operations.append(operation)
        }
        return operations.isEmpty ? nil : operations
    }

    /// What is pulled: for each operation u64 position ‖ u64 received ‖ u32 length ‖ bytes.
    package static func pulled(_ operations: some Sequence<RelayedOperation>) -> [UInt8] {
        var bytes: [UInt8] = []
        for operation in operations { operation.append(to: &bytes) }
        return bytes
    }

    /// Reads what was pulled; `nil` for a wrong length or an invalid position or time. Empty if there is nothing new.
    package static func read(pulled bytes: [UInt8]) -> [RelayedOperation]? {
        var frames = FrameCursor(bytes)
        var operations: [RelayedOperation] = []
        while !frames.isAtEnd {
            // Positions are stored as signed numbers.
            guard let position = frames.number(), position <= UInt64(Int64.max),
                let received = frames.number().flatMap({ Int64(exactly: $0) }), let operation = frames.block()
            else { return nil }
            operations.append(RelayedOperation(position: position, received: received, bytes: operation))
        }
        return operations
    }
}

package struct RelayedOperation: Hashable, Sendable {
    /// Its position in the journal's log at the relay: 1, 2, 3 … without gaps, except for what a checkpoint replaces.
    package var position: UInt64
    /// When the relay received it: milliseconds since 1970.
    package var received: Int64
    /// The operation's bytes, in either form.
    package var bytes: [UInt8]

    package init(position: UInt64, received: Int64, bytes: [UInt8]) {
        (self.position, self.received, self.bytes) = (position, received, bytes)
    }

    /// Appends its frame: a relay writes them one by one.
    package func append(to frames: inout [UInt8]) {
        frames.append(bigEndian: position)
        frames.append(bigEndian: UInt64(clamping: received))
        frames.append(bigEndian: UInt32(bytes.count))
        frames += bytes
    }
}

/// Reads frames from the front; checks every length against the bytes left.
private struct FrameCursor {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func number() -> UInt64? {
        guard bytes.count - place >= 8 else { return nil }
        defer { place += 8 }
        return bytes.bigEndian(at: place)
    }

    mutating func block() -> [UInt8]? {
        guard bytes.count - place >= 4 else { return nil }
        let said: UInt32 = bytes.bigEndian(at: place)
        guard let count = Int(exactly: said), count <= bytes.count - place - 4 else { return nil }
        defer { place += 4 + count }
        return Array(bytes[place + 4..<place + 4 + count])
    }
}

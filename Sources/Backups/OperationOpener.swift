import Base
import Ledger

/// Decrypts the operations of a log on other threads while earlier ones are entered into a store. Both take the same time, and
/// only entering needs an order.
struct OperationOpener: Sendable {
    struct Opened: Sendable {
        let bytes: [UInt8]
        /// `nil` if the bytes are no operation.
        let operation: Ledger.Operation?
        /// Its payload; `nil` on the control lane, and if it does not open.
        let payload: Payload?
        /// It is valid, signed if that was required, and opens.
        let isOpen: Bool
    }

    private let keyring: OperationKeyring
    private let checksSignatures: Bool
    private var underWay: MadeAhead<Opened>?

    init(_ keyring: OperationKeyring, checksSignatures: Bool) {
        (self.keyring, self.checksSignatures) = (keyring, checksSignatures)
    }

    /// Starts to open these. The previous batch has to be fetched first.
    mutating func begin(_ batch: [[UInt8]]) { underWay = MadeAhead { [self] in inParallel(batch, open) } }

    /// The last batch in its order, as soon as it is ready; empty if none was started.
    mutating func fetch() -> [Opened] {
        defer { underWay = nil }
        return underWay?.fetch() ?? []
    }

    private func open(_ bytes: [UInt8]) -> Opened {
        guard let operation = try? Operation(reading: bytes) else {
            return Opened(bytes: bytes, operation: nil, payload: nil, isOpen: false)
        }
        do {
            if checksSignatures { try keyring.verify(operation) }
            return Opened(bytes: bytes, operation: operation, payload: try keyring.payload(of: operation), isOpen: true)
        } catch {
            return Opened(bytes: bytes, operation: operation, payload: nil, isOpen: false)
        }
    }
}

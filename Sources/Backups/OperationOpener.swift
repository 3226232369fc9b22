import Base
import Foundation
import Ledger
import Synchronization

/// Opens the operations of a log on other processors while those before them are entered into a store: to open takes as long as
/// to enter, and only the latter has to keep an order.
final class OperationOpener: Sendable {
    /// One operation as it was found.
    struct Opened: Sendable {
        /// Its bytes.
        let bytes: [UInt8]
        /// `nil` where the bytes are no operation.
        let operation: Ledger.Operation?
        /// What it says; `nil` on the control lane, and where it does not open.
        let payload: Payload?
        /// It is sound, signed where that was asked for, and opens.
        let isOpen: Bool
    }

    private let keyring: OperationKeyring
    private let checksSignatures: Bool
    private let underWay = DispatchGroup()
    private let opened = Mutex<[Opened]>([])

    init(_ keyring: OperationKeyring, checksSignatures: Bool) {
        (self.keyring, self.checksSignatures) = (keyring, checksSignatures)
    }

    /// Begins to open these. What was begun before has to be fetched first.
    func begin(_ batch: [[UInt8]]) {
        DispatchQueue.global(qos: .userInitiated).async(group: underWay) { [self] in
            let made = inParallel(batch, open)
            opened.withLock { $0 = made }
        }
    }

    /// What was begun last, in its order, as soon as it is there; nothing where nothing was begun.
    func fetch() -> [Opened] {
        underWay.wait()
        return opened.withLock { opened in
            defer { opened = [] }
            return opened
        }
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

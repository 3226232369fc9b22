import Base
import Ledger
import Store
import Sync

/// A page of a relay's log on its way into the store: parsed and decrypted on all processors, checked against the log in order.
package struct RelayPage {
    /// The operations, in the log's order.
    package let operations: [Ledger.Operation]
    private let places: [LogReader.Place]

    /// Reads the frames after what `reader` has read, and moves it to their end. `headValue`: the log's head at an earlier
    /// position. Throws `SyncFault` for what no honest relay sends.
    package init(
        _ frames: [RelayedOperation], of journal: JournalID, reader: inout LogReader, headValue: (UInt64) throws -> [UInt8]?
    ) throws {
        let new = frames.drop { $0.position <= reader.head.position }
        let parsed = inParallel(Array(new)) { try? Ledger.Operation(reading: $0.bytes) }
        var (operations, places): ([Ledger.Operation], [LogReader.Place]) = ([], [])
        var values: [UInt64: [UInt8]] = [reader.head.position: reader.head.value]
        for (frame, operation) in zip(new, parsed) {
            guard let operation, operation.header.journal == journal else { throw SyncFault.notALog(position: frame.position) }
            let seen = operation.header.seenPosition
            if seen > 0, seen <= reader.head.position, values[seen] == nil { values[seen] = try headValue(seen) }
            let place = try reader.take(operation, position: frame.position, received: frame.received, seen: values[seen])
            values[frame.position] = place.head.value
            operations.append(operation)
            places.append(place)
        }
        (self.operations, self.places) = (operations, places)
    }

    /// The operations in the store's form; those that `isKnown` are neither checked nor decrypted again. `open` returns the
    /// content of an operation, `nil` if that is empty or unreadable, and throws if its author has not signed it. Throws
    /// `SyncFault` if one was not signed by its device.
    package func received(
        isKnown: (Ledger.Operation) throws -> Bool, open: @Sendable (Ledger.Operation) throws -> Payload?
    ) throws -> [ReceivedOperation] {
        var jobs: [Job] = []
        for (operation, place) in zip(operations, places) {
            jobs.append(Job(operation: operation, place: place, isKnown: try isKnown(operation)))
        }
        let results = inParallel(jobs) { job -> ReceivedOperation? in
            guard !job.isKnown else { return ReceivedOperation(job.operation, payload: nil, head: job.place.head) }
            if let key = job.place.publicKey { guard (try? job.operation.verify(publicKey: key)) != nil else { return nil } }
            // Without a proof no one can tell who re-encrypted it, and what it said before.
            guard job.operation.resealedEpoch == nil || job.operation.proof != nil else { return nil }
            do {
                return ReceivedOperation(job.operation, payload: try open(job.operation), head: job.place.head)
            } catch { return nil }
        }
        return try zip(results, places).map { result, place in
            guard let result else { throw SyncFault.notAMember(position: place.head.position) }
            return result
        }
    }

    private struct Job: Sendable {
        let operation: Ledger.Operation
        let place: LogReader.Place
        let isKnown: Bool
    }
}

import Ledger
import Records
import Store

/// A record that an operation has touched.
package struct RecordChange: Hashable, Sendable {
    /// The kind of record, `entry`.
    package let kind: String
    /// Which one.
    package let id: RecordID
    /// It was made by one of these operations; else it was there and is different now, or deleted, or restored.
    package let isNew: Bool

    package init(kind: String, id: RecordID, isNew: Bool) {
        self.kind = kind
        self.id = id
        self.isNew = isNew
    }
}

extension OpenVault {
    /// Where the log ends: it rises with every operation, also with those of other programs. Reads one number.
    package func logPosition() throws -> Int { try store.logPosition() }

    /// How many operations came after a position: those of this device, and those of others.
    package func operationCounts(after position: Int) throws -> (own: Int, others: Int) {
        try store.operationCounts(after: position, of: device)
    }

    /// Which records the operations after a position have touched, in the order of their first change, and the position up to
    /// which this is true. `nil` in place of the list means that everything has to be read anew: more than `limit` operations or
    /// records, an operation that does not open, or a log that is not the one it was. Costs one number when nothing has changed.
    package func changes(after position: Int, limit: Int = 500) throws -> (position: Int, changes: [RecordChange]?) {
        let end = try store.logPosition()
        guard end != position else { return (position, []) }
        let limit = max(0, limit)
        // One more than is taken tells that there are too many.
        let operations = end < position ? [] : try store.operations(after: position, limit: limit + 1)
        guard (1...max(1, limit)).contains(operations.count), let last = operations.last else { return (end, nil) }
        var changes: [RecordChange] = []
        var places: [RecordChange: Int] = [:]
        for operation in operations {
            // Whatever it was, pages are told to read everything again.
            guard let payload = try? payload(of: Ledger.Operation(reading: operation.bytes)) else {
                if try isControl(operation.bytes) { continue }
                return (end, nil)
            }
            // A snapshot touches everything.
            guard payload.snapshot == nil else { return (end, nil) }
            for mutation in payload.mutations {
                let key = RecordChange(kind: mutation.kind, id: mutation.record, isNew: false)
                let place = places[key, default: changes.count]
                if place == changes.count { changes.append(key) }
                places[key] = place
                if mutation.isFirst { changes[place] = RecordChange(kind: key.kind, id: key.id, isNew: true) }
            }
            guard changes.count <= limit else { return (end, nil) }
        }
        return (last.position, changes)
    }

    /// An operation of the control lane says nothing of records.
    private func isControl(_ bytes: [UInt8]) throws -> Bool {
        (try? Ledger.Operation(reading: bytes))?.header.lane == .control
    }
}

extension Mutation {
    /// Whether it makes its record: entries and templates say when they were made, attachments how the file was called, each
    /// only in the first of their operations.
    fileprivate var isFirst: Bool {
        fields["created"] != nil || (kind == AttachmentRecord.kind && fields["name"] != nil)
    }
}

import Ledger
import Records
import Store

package struct RecordChange: Hashable, Sendable {
    /// The kind of record, `entry`.
    package let kind: String
    package let id: RecordID
    /// One of these operations created it; otherwise it was changed, deleted or restored.
    package let isNew: Bool

    package init(kind: String, id: RecordID, isNew: Bool) {
        self.kind = kind
        self.id = id
        self.isNew = isNew
    }
}

extension OpenVault {
    /// The end of the log: it rises with every operation, including other programs'. Reads one number.
    package func logPosition() throws -> Int { try store.logPosition() }

    /// How many operations came after a position: this device's, and others'.
    package func operationCounts(after position: Int) throws -> (own: Int, others: Int) {
        try store.operationCounts(after: position, of: device)
    }

    /// The records touched by operations after a position, in the order of their first change, and the position up to which this
    /// is true. `nil` instead of the list means that everything must be read again: more than `limit` operations or records, an
    /// operation that cannot be decrypted, or another log. Reads one number if nothing has changed.
    package func changes(after position: Int, limit: Int = 500) throws -> (position: Int, changes: [RecordChange]?) {
        let end = try store.logPosition()
        guard end != position else { return (position, []) }
        let limit = max(0, limit)
        // One more than the limit shows that there are too many.
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

    /// Operations of the control lane touch no records.
    private func isControl(_ bytes: [UInt8]) throws -> Bool {
        (try? Ledger.Operation(reading: bytes))?.header.lane == .control
    }
}

extension Mutation {
    /// Whether it creates its record: entries and templates have a creation time, attachments a file name, only in their first
    /// operation.
    fileprivate var isFirst: Bool {
        fields["created"] != nil || (kind == AttachmentRecord.kind && fields["name"] != nil)
    }
}

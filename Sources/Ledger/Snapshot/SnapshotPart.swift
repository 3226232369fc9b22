/// A part of a joined snapshot, as encrypted in the local log, so that everything that carries operations carries it too
/// (docs/formats/snapshot.md). The last part has the head and no records: without it the snapshot is incomplete.
package enum SnapshotPart: Hashable, Sendable {
    case records([SnapshotRecord])
    case head(SnapshotHead)

    package var json: JSON {
        switch self {
        case .records(let records): .array(records.map({ $0.json }))
        case .head(let head): head.json
        }
    }

    /// Reads what `json` wrote.
    package init(json: JSON) throws(LedgerError) {
        guard let list = json.array else {
            self = .head(try SnapshotHead(json: json))
            return
        }
        var records: [SnapshotRecord] = []
        for entry in list { records.append(try SnapshotRecord(json: entry)) }
        self = .records(records)
    }
}

/// A part of a snapshot that this device has joined, as it stands sealed in the local log, so that everything which carries operations
/// carries it as well (docs/formats/snapshot.md). The last part has the head and no records: without it the snapshot is not whole.
package enum SnapshotPart: Hashable, Sendable {
    /// Some of its records.
    case records([SnapshotRecord])
    /// What it stands for.
    case head(SnapshotHead)

    /// The member of a payload that it is.
    package var json: JSON {
        switch self {
        case .records(let records): .array(records.map({ $0.json }))
        case .head(let head): head.json
        }
    }

    /// Reads what `json` gave.
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

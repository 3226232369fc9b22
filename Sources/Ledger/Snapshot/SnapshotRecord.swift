/// One record's part of a journal's log: every write of every field, each with its author. A line of a snapshot.
package struct SnapshotRecord: Hashable, Sendable {
    package var kind: String
    package var record: RecordID
    /// The writes of each field, current or not, in the order of their names.
    package var writes: [String: [Write]]

    package init(kind: String, record: RecordID, writes: [String: [Write]]) {
        (self.kind, self.record) = (kind, record)
        self.writes = writes.mapValues { $0.sorted { $0.name < $1.name } }
    }

    /// `{"f":{"text":[[value,write,replaced?,[ms,counter]?],…]},"i":"…","k":"entry","w":[[ms,counter,"device"],…]}`: the numbers
    /// index `w`, which is sorted; -1 means no `replaced` before a fourth part.
    package var json: JSON {
        var names: Set<WriteName> = []
        for write in writes.values.joined() {
            names.insert(write.name)
            if let replaced = write.replaced { names.insert(replaced) }
        }
        let sorted = names.sorted()
        let places = Dictionary(uniqueKeysWithValues: zip(sorted, (0..<Int64(sorted.count)).map(JSON.int)))
        let fields = writes.mapValues { list -> JSON in
            .array(
                list.map { write in
                    var parts = [write.value, places[write.name] ?? .null]
                    if let replaced = write.replaced.flatMap({ places[$0] }) {
                        parts.append(replaced)
                    } else if write.ceiling != nil {
                        parts.append(-1)
                    }
                    if let ceiling = write.ceiling { parts.append(ceiling.json) }
                    return .array(parts)
                })
        }
        return [
            "k": .string(kind), "i": .string(record.description), "f": .object(fields), "w": .array(sorted.map { $0.json }),
        ]
    }

    /// Reads what `json` wrote; throws `badSnapshot` for anything else.
    package init(json: JSON) throws(LedgerError) {
        guard let kind = json["k"]?.string, !kind.isEmpty, kind.utf8.count <= 64,
            let record = json["i"]?.string.flatMap({ RecordID(text: $0) }), let fields = json["f"]?.object,
            let list = json["w"]?.array
        else { throw .badSnapshot }
        let names = list.compactMap(WriteName.init(json:))
        guard names.count == list.count else { throw .badSnapshot }
        var writes: [String: [Write]] = [:]
        for (field, entries) in fields {
            for entry in entries.array ?? [.null] {
                guard let write = SnapshotRecord.write(entry, names: names) else { throw .badSnapshot }
                writes[field, default: []].append(write)
            }
        }
        self.init(kind: kind, record: record, writes: writes)
    }

    private static func write(_ entry: JSON, names: [WriteName]) -> Write? {
        func name(_ index: JSON) -> WriteName? {
            index.int.flatMap(Int.init(exactly:)).flatMap { names.indices.contains($0) ? names[$0] : nil }
        }
        guard let parts = entry.array, (2...4).contains(parts.count), let own = name(parts[1]) else { return nil }
        let replaced = parts.count > 2 ? name(parts[2]) : nil
        let ceiling = parts.count > 3 ? Stamp(json: parts[3]) : nil
        guard parts.count == 2 || replaced != nil || (parts.count == 4 && parts[2] == -1),
            parts.count < 4 || ceiling.map({ $0 < own.stamp }) == true
        else { return nil }
        return Write(name: own, value: parts[0], replaced: replaced, ceiling: ceiling)
    }

    /// The latest effective stamp of the writes; zero for none.
    package var latest: Stamp { writes.values.joined().map { $0.effective }.max() ?? .zero }
}

extension SnapshotRecord {
    /// How long deleted records are kept whole in a snapshot: 180 days, in milliseconds.
    package static let patience: Int64 = 180 * 86_400_000

    /// The part of a record that a snapshot keeps, of a log received up to `received` (milliseconds since 1970). That is all of
    /// it; of a record deleted more than 180 days before, only the deletion and later writes. A device that was away for longer
    /// and still has the record learns from it that the record is deleted.
    package func kept(received: Int64) -> SnapshotRecord {
        let oldest = received - SnapshotRecord.patience
        // The first deletion since the last restoring: someone who had not heard of it may have deleted the record again.
        let deletions = (writes["gone"] ?? []).sorted { $0.loses(to: $1) }.reversed().prefix { $0.value == true }
        guard let gone = deletions.last, Int64(gone.effective.milliseconds) < oldest else { return self }
        var kept: [String: [Write]] = [:]
        for (field, list) in writes {
            let still = list.filter { write in
                Int64(write.effective.milliseconds) >= oldest
                    || (write.name == gone.name && ["gone", "gone_since"].contains(field))
            }
            if !still.isEmpty { kept[field] = still }
        }
        return SnapshotRecord(kind: kind, record: record, writes: kept)
    }
}

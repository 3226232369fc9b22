/// The encrypted content of an operation: when, and which fields of which records it sets.
package struct Payload: Hashable, Sendable {
    /// The hybrid time of the action.
    package var stamp: Stamp
    /// At least one; none in a part of a snapshot.
    package var mutations: [Mutation]
    /// In an operation of the snapshot lane, its records, each with its own authors; `nil` in all others. `stamp` is then the
    /// latest effective stamp of its writes.
    package var snapshot: SnapshotPart?

    package init(stamp: Stamp, mutations: [Mutation]) {
        self.stamp = stamp
        self.mutations = mutations
    }

    package init(_ part: SnapshotPart) {
        var latest = Stamp.zero
        if case .records(let records) = part { latest = records.map({ $0.latest }).max() ?? .zero }
        self.init(stamp: latest, mutations: [])
        snapshot = part
    }

    /// The JSON text that is encrypted: `{"m":[…],"t":[ms,counter],"v":1}`, or with `s` instead of `m`.
    package var bytes: [UInt8] {
        if let snapshot { return JSON.object(["v": 1, "t": stamp.json, "s": snapshot.json]).bytes }
        return JSON.object(["v": 1, "t": stamp.json, "m": .array(mutations.map { $0.json })]).bytes
    }

    /// Reads what `bytes` wrote. Unknown members of the payload are refused; unknown kinds and fields of records are kept.
    package init(reading bytes: [UInt8]) throws(LedgerError) {
        // A part of a snapshot nests a payload's content two levels deeper.
        guard
            let json = (try? JSON(reading: bytes))
                ?? (try? JSON(reading: bytes, deepest: 66)).flatMap({ $0["s"] == nil ? nil : $0 }),
            let members = json.object
        else { throw .badPayload }
        guard let version = members["v"]?.int, version > 0 else { throw .badPayload }
        guard version == 1 else {
            throw .newerVersion(version: UInt8(clamping: version), suite: OperationHeader.suite)
        }
        guard members.count == 3, let stamp = members["t"].flatMap(Stamp.init(json:)) else { throw .badPayload }
        self.stamp = stamp
        mutations = []
        if let part = members["s"] {
            snapshot = try SnapshotPart(json: part)
            return
        }
        guard let list = members["m"]?.array, !list.isEmpty else { throw .badPayload }
        for element in list { mutations.append(try Mutation(json: element)) }
    }
}

/// New values for some fields of one record.
package struct Mutation: Hashable, Sendable {
    /// The kind of record, such as `entry`; unknown kinds of newer versions are kept.
    package var kind: String
    package var record: RecordID
    /// The changed fields, by name. The field `gone` with `true` deletes, with `false` restores.
    package var fields: [String: JSON]
    /// For each field that had a value: the write that the author saw and replaced.
    package var replaced: [String: WriteName]

    package init(kind: String, record: RecordID, fields: [String: JSON], replaced: [String: WriteName] = [:]) {
        self.kind = kind
        self.record = record
        self.fields = fields
        self.replaced = replaced
    }

    var json: JSON {
        var members: [String: JSON] = [
            "k": .string(kind), "i": .string(record.description), "f": .object(fields),
        ]
        if !replaced.isEmpty { members["b"] = .object(replaced.mapValues({ $0.json })) }
        return .object(members)
    }

    init(json: JSON) throws(LedgerError) {
        guard let members = json.object, members.keys.allSatisfy({ ["k", "i", "f", "b"].contains($0) }),
            let kind = json["k"]?.string, !kind.isEmpty, kind.utf8.count <= 64,
            let record = json["i"]?.string.flatMap({ RecordID(text: $0) }),
            let fields = json["f"]?.object
        else { throw .badPayload }
        var replaced: [String: WriteName] = [:]
        guard let names = members["b", default: [:]].object else { throw .badPayload }
        for (field, name) in names {
            guard let name = WriteName(json: name) else { throw .badPayload }
            replaced[field] = name
        }
        self.init(kind: kind, record: record, fields: fields, replaced: replaced)
    }
}

extension Mutation {
    /// The same, stating when it was written (milliseconds since 1970), because its stamp does not: as the fields that an import
    /// sets. What it states already stays.
    package func stating(_ now: Int64) -> Mutation {
        var mutation = self
        if fields["modified"] == nil { mutation.fields["modified"] = .int(max(0, now)) }
        if fields["gone"] == true, fields["gone_since"] == nil { mutation.fields["gone_since"] = .int(max(0, now)) }
        return mutation
    }
}

extension Stamp {
    /// `[milliseconds, counter]`
    package var json: JSON { [.int(Int64(milliseconds)), .int(Int64(counter))] }

    /// Reads what `json` wrote; `nil` for anything else.
    package init?(json: JSON) {
        guard let parts = json.array, parts.count == 2, let milliseconds = parts[0].int.flatMap(UInt64.init(exactly:)),
            let counter = parts[1].int.flatMap(UInt16.init(exactly:))
        else { return nil }
        self.init(milliseconds: milliseconds, counter: counter)
    }
}

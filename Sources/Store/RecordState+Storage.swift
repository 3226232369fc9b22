import Basics
import Ledger

/// The stored form of a record's state: JSON, with each write's name once.
///
/// `{"f":{"text":["…",0],"mood":["happy",1,0]},"w":[[ms,counter,"device"],…]}`: a field has its value, the index of its write's
/// name, and the index of the name of the write it replaced, if any (-1 if only a fourth part follows). The fourth part is the
/// write's effective stamp if it is not its own: `[ms,counter]`. `"l":{"tags":[…]}` before `"w"` has the lists whose merge by
/// element differs from their field.
extension RecordState {
    var storedBytes: [UInt8] { storedBytes(lists: lists) }

    /// The same bytes without merged lists, which follow from the writes: for digests.
    static func withoutLists(_ stored: [UInt8]) throws(StoreError) -> [UInt8] {
        guard stored.has(Array("},\"l\":{".utf8)) else { return stored }
        return try RecordState(storedBytes: stored).storedBytes(lists: [:])
    }

    private func storedBytes(lists: [String: [JSON]]) -> [UInt8] {
        var names: [WriteName] = []
        func index(of name: WriteName) -> Int64 {
            if let index = names.firstIndex(of: name) { return Int64(index) }
            names.append(name)
            return Int64(names.count - 1)
        }
        var rows = self.fields.sorted { $0.key < $1.key }.map { field, write in
            let name = index(of: write.name)
            let replaced = write.replaced.map(index) ?? (write.ceiling == nil ? nil : -1)
            return (field: field, value: write.value, name: name, replaced: replaced, ceiling: write.ceiling)
        }
        // The value's canonical text, written without building the value first: this runs for every change of a record.
        rows.sort { $0.field.precedes($1.field) }
        var bytes = Array("{\"f\":{".utf8)
        for (place, row) in rows.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            JSON.string(row.field).write(to: &bytes)
            bytes += ":[".utf8
            row.value.write(to: &bytes)
            for index in [row.name, row.replaced].compactMap(\.self) { bytes += ",\(index)".utf8 }
            if let ceiling = row.ceiling {
                bytes.append(UInt8(ascii: ","))
                ceiling.json.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(UInt8(ascii: "}"))
        if !lists.isEmpty {
            bytes += ",\"l\":".utf8
            JSON.object(lists.mapValues(JSON.array)).write(to: &bytes)
        }
        bytes += ",\"w\":".utf8
        JSON.array(names.map(\.json)).write(to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    init(storedBytes: [UInt8]) throws(StoreError) {
        guard let json = try? JSON(reading: storedBytes), let stored = json["f"]?.object, let list = json["w"]?.array
        else { throw .damagedRow(table: "record") }
        let names = list.compactMap(WriteName.init(json:))
        func name(_ index: JSON) -> WriteName? {
            index.int.flatMap { Int(exactly: $0) }.flatMap { names.indices.contains($0) ? names[$0] : nil }
        }
        var fields: [String: Write] = [:]
        for (field, entry) in stored {
            guard let parts = entry.array, (2...4).contains(parts.count), let own = name(parts[1]) else {
                throw .damagedRow(table: "record")
            }
            fields[field] = Write(
                name: own, value: parts[0], replaced: parts.count > 2 ? name(parts[2]) : nil,
                ceiling: parts.count == 4 ? Stamp(json: parts[3]) : nil)
        }
        self.init(fields: fields, lists: (json["l"]?.object ?? [:]).compactMapValues(\.array))
    }
}

/// The stored form of a write that is no longer current: `[value]`, `[value, name of the write it replaced]` or
/// `[value, name or null, effective stamp]`.
extension Write {
    var storedContent: [UInt8] {
        var parts = [value]
        if let replaced { parts.append(replaced.json) } else if ceiling != nil { parts.append(.null) }
        if let ceiling { parts.append(ceiling.json) }
        return JSON.array(parts).bytes
    }

    init(name: WriteName, storedContent: [UInt8]) throws(StoreError) {
        guard let parts = try? JSON(reading: storedContent).array, (1...3).contains(parts.count) else {
            throw .damagedRow(table: "revision")
        }
        self.init(
            name: name, value: parts[0], replaced: parts.count > 1 ? WriteName(json: parts[1]) : nil,
            ceiling: parts.count == 3 ? Stamp(json: parts[2]) : nil)
    }
}

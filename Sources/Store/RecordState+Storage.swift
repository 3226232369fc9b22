import Ledger

/// How a record's state stands in its row: JSON, each write's name once.
///
/// `{"f":{"text":["…",0],"mood":["happy",1,0]},"w":[[ms,counter,"device"],…]}`: a field has its value, the index of its
/// write's name, and the index of the name of the write it replaced, if any (-1 where only a fourth part follows). The fourth
/// part is the stamp that the write counts with, where that is not its own: `[ms,counter]`.
extension RecordState {
    var storedBytes: [UInt8] {
        var names: [WriteName] = []
        func index(of name: WriteName) -> JSON {
            if let index = names.firstIndex(of: name) { return .int(Int64(index)) }
            names.append(name)
            return .int(Int64(names.count - 1))
        }
        let fields = self.fields.sorted { $0.key < $1.key }.map { field, write -> (String, JSON) in
            var parts = [write.value, index(of: write.name)]
            if let replaced = write.replaced { parts.append(index(of: replaced)) } else if write.ceiling != nil { parts.append(-1) }
            if let ceiling = write.ceiling { parts.append(ceiling.json) }
            return (field, JSON.array(parts))
        }
        return JSON.object([
            "f": .object(Dictionary(uniqueKeysWithValues: fields)), "w": .array(names.map(\.json)),
        ]).bytes
    }

    init(storedBytes: [UInt8]) throws(StoreError) {
        guard let json = try? JSON(reading: storedBytes), let stored = json["f"]?.object, let list = json["w"]?.array
        else { throw .damagedRow(table: "record") }
        let names = list.compactMap(WriteName.init(json:))
        func name(_ index: JSON) -> WriteName? {
            index.int.flatMap { names.indices.contains(Int($0)) ? names[Int($0)] : nil }
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
        self.init(fields: fields)
    }
}

/// How a write that no longer stands is kept in its row: `[value]`, `[value, name of the write it replaced]` or
/// `[value, name or null, stamp that it counts with]`.
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

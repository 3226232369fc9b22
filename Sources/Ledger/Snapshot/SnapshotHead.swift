/// The first line of a snapshot: the end of the relay's log that it covers (docs/formats/snapshot.md).
package struct SnapshotHead: Hashable, Sendable {
    package var journal: JournalID
    /// The end of the log that it covers; not empty.
    package var end: LogHead
    /// Hash of the last control operation up to there, 32 bytes.
    package var control: [UInt8]
    /// For each device, its last operation up to there.
    package var ends: [DeviceID: ChainEnd]

    package init(journal: JournalID, end: LogHead, control: [UInt8], ends: [DeviceID: ChainEnd]) {
        precondition(control.count == 32 && end.position > 0, "hashes have 32 bytes, and a log's first position is 1")
        (self.journal, self.end, self.control, self.ends) = (journal, end, control, ends)
    }

    package var json: JSON {
        let ends = ends.sorted { $0.key < $1.key }.map { device, end -> JSON in
            [.string(device.description), .int(Int64(clamping: end.position)), .hexadecimal(end.hash)]
        }
        return [
            "v": 1, "journal": .string(journal.description), "position": .int(Int64(clamping: end.position)),
            "received": .int(end.received), "head": .hexadecimal(end.value), "control": .hexadecimal(control),
            "ends": .array(ends),
        ]
    }

    /// Reads what `json` wrote. Throws `newerVersion` for a later form, `badSnapshot` for anything else.
    package init(json: JSON) throws(LedgerError) {
        guard let version = json.count("v"), version > 0 else { throw .badSnapshot }
        guard version == 1 else { throw .newerVersion(version: UInt8(clamping: version), suite: OperationHeader.suite) }
        guard let journal = json["journal"]?.string.flatMap({ JournalID(text: $0) }), let position = json.count("position"),
            position > 0, let received = json["received"]?.int, received >= 0, let value = json["head"]?.hexBytes(count: 32),
            let control = json["control"]?.hexBytes(count: 32), let list = json["ends"]?.array
        else { throw .badSnapshot }
        var ends: [DeviceID: ChainEnd] = [:]
        for entry in list {
            guard let parts = entry.array, parts.count == 3, let device = parts[0].string.flatMap({ DeviceID(text: $0) }),
                let place = parts[1].int.flatMap(UInt64.init(exactly:)), place > 0, let hash = parts[2].hexBytes(count: 32),
                ends.updateValue(ChainEnd(position: place, hash: hash), forKey: device) == nil
            else { throw .badSnapshot }
        }
        self.init(
            journal: journal, end: LogHead(position: position, value: value, received: received), control: control, ends: ends)
    }

    /// Names the chain of this snapshot's parts in a local log, of no device: H(L("snapshot-chain") ‖ journal ‖ u64 position ‖
    /// head), cut to 16 bytes.
    package var chain: DeviceID {
        var bytes: [UInt8] = .label("snapshot-chain") + journal.bytes
        bytes.append(bigEndian: end.position)
        return DeviceID(firstBytesOf: digest(bytes + end.value))
    }
}

/// What is known of one record: for each field the write that wins.
///
/// Writes may come in any order, in any grouping and more than once: the state is the same in the end. That is the
/// whole of merging; a field is a last-writer-wins register over hybrid stamps. The writes that lost are handed back,
/// to be kept as the record's history.
package struct RecordState: Hashable, Sendable {
    /// The winning write of each field.
    package private(set) var fields: [String: Write]
    /// The lists that, merged by element, are not what the winning write of their field says.
    package private(set) var lists: [String: [JSON]]

    package init(fields: [String: Write] = [:], lists: [String: [JSON]] = [:]) { (self.fields, self.lists) = (fields, lists) }

    /// What became of a write.
    package enum Outcome: Hashable, Sendable {
        /// It stands; `displaced` stood before it.
        case won(displaced: Write?)
        /// A later write stands already; this one belongs to the history.
        case lost
        /// It stood already.
        case known
    }

    /// Takes a write of a field.
    package mutating func apply(_ write: Write, to field: String) -> Outcome {
        guard let standing = fields[field] else {
            fields[field] = write
            return .won(displaced: nil)
        }
        if write.name == standing.name { return .known }
        guard standing.loses(to: write) else { return .lost }
        fields[field] = write
        return .won(displaced: standing)
    }

    /// Learns when a relay received a write that is known: it may stand no longer, or have stood too early.
    ///
    /// `known`: the writes of the field that do not stand. They come back as they are now, the one that stands left out.
    package mutating func recount(
        _ name: WriteName, of field: String, ceiling: Stamp, known: [Write]
    ) -> [Write] {
        let standing = fields[field]
        // One that came a second time may stand though it is among the others too.
        let others = known.filter { $0.name != standing?.name }
        var writes = (others + (standing.map { [$0] } ?? [])).map { $0.name == name ? $0.received(by: ceiling) : $0 }
        guard let winner = writes.indices.max(by: { writes[$0].loses(to: writes[$1]) }) else { return known }
        fields[field] = writes.remove(at: winner)
        return writes
    }

    /// Takes a list as merged from all writes of it, those that lost too.
    package mutating func merge(_ list: MergedList, of field: String) {
        let isPlain = list.values == (fields[field]?.value.array ?? [])
        lists[field] = isPlain ? nil : list.values
    }

    /// The value of a field; of a list, all that is in it.
    package subscript(field: String) -> JSON? { lists[field].map(JSON.array) ?? fields[field]?.value }

    /// The values alone; lists as they are merged, without the fields of their elements.
    package var values: [String: JSON] {
        var values = fields.filter { !ListForm.isElement($0.key) }.mapValues { $0.value }
        for (field, list) in lists { values[field] = .array(list) }
        return values
    }

    /// Deleted, and not restored since.
    package var isGone: Bool { self["gone"] == true }

    /// When it was deleted: when the write that did it says so itself (`gone_since`, milliseconds), then; else when that write was made.
    ///
    /// Who brings in a record that was deleted elsewhere says both in one write; the field means nothing beside any other write.
    package var goneSince: Stamp? {
        guard isGone, let gone = fields["gone"] else { return nil }
        guard let said = fields["gone_since"], said.name == gone.name, let stamp = said.value.milliseconds else {
            return gone.effective
        }
        return stamp
    }

    /// When it was last changed, in milliseconds since 1970; `nil` for a record without fields.
    ///
    /// That is the time of its latest write, unless that write says itself when it was (`modified`, milliseconds): who brings in a
    /// record that has a past sets the field together with all others, and it counts until anything newer is written.
    package var modified: Int64? {
        guard let latest = fields.values.max(by: { $0.loses(to: $1) }) else { return nil }
        if let said = fields["modified"], said.name == latest.name, let stamp = said.value.milliseconds {
            return Int64(stamp.milliseconds)
        }
        return Int64(latest.effective.milliseconds)
    }

    /// As `modified`, without the write that deleted the record together with another one, or brought it back with it (`gone_with`):
    /// nobody said anything of the record itself then.
    package var said: Int64? {
        guard let joint = fields["gone_with"]?.name else { return modified }
        return fields.values.filter { $0.name != joint }.map { Int64($0.effective.milliseconds) }.max() ?? modified
    }

    /// The earliest and the latest stamp of the writes that stand; `nil` for a record without fields.
    package var stamps: ClosedRange<Stamp>? {
        let stamps = fields.values.map { $0.effective }
        guard let first = stamps.min(), let last = stamps.max() else { return nil }
        return first...last
    }

    /// A mutation that sets these fields, saying for each which write it replaces; fields that hold the value already are left out,
    /// unless `all` are to be said again, so that no field of an older write of another device comes in between.
    ///
    /// A list that is there already is said by its elements too. `known`: the lists as merged from all writes; without them those that
    /// count are looked at alone.
    package func mutation(
        kind: String, record: RecordID, setting values: [String: JSON], all: Bool = false, known: [String: MergedList] = [:]
    ) -> Mutation {
        let changed = all ? values : values.filter { self[$0.key] != $0.value }
        var result = Mutation(kind: kind, record: record, fields: changed)
        for field in changed.keys { result.replaced[field] = fields[field]?.name }
        for (list, form) in ListForm.lists(of: kind) {
            guard let value = changed[list], fields[list] != nil || lists[list] != nil else { continue }
            let merged = known[list] ?? MergedList(list, form, writes: fields.mapValues { [$0] })
            merged.write(value.array ?? [], into: &result.fields, replacing: &result.replaced)
        }
        return result
    }
}

extension Payload {
    /// The writes of one of its mutations, as made by a device; `ceiling` where a relay has received them.
    package func writes(
        of mutation: Mutation, by device: DeviceID, ceiling: Stamp? = nil
    ) -> [(field: String, write: Write)] {
        let name = WriteName(stamp: stamp, device: device)
        return mutation.fields.map { field, value in
            (field, Write(name: name, value: value, replaced: mutation.replaced[field], ceiling: ceiling))
        }
    }
}

extension JSON {
    /// A time that a field tells as milliseconds since 1970; `nil` for anything that is none.
    fileprivate var milliseconds: Stamp? { int.flatMap(UInt64.init(exactly:)).flatMap { Stamp(milliseconds: $0, counter: 0) } }
}

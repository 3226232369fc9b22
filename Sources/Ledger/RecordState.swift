/// The state of one record: the winning write of each field.
///
/// Writes may come in any order, in any grouping and more than once: the resulting state is the same. That is all there is to
/// merging: a field is a last-writer-wins register over hybrid stamps. Losing writes are returned, to be kept as history.
package struct RecordState: Hashable, Sendable {
    /// The winning write of each field.
    package private(set) var fields: [String: Write]
    /// The lists whose merge by element differs from the field's winning write.
    package private(set) var lists: [String: [JSON]]

    package init(fields: [String: Write] = [:], lists: [String: [JSON]] = [:]) { (self.fields, self.lists) = (fields, lists) }

    package enum Outcome: Hashable, Sendable {
        /// It is current; `displaced` was current before it.
        case won(displaced: Write?)
        /// A later write is current; this one is history.
        case lost
        /// It is current already.
        case known
    }

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

    /// Records when a relay received a known write: it may cease to be the winner, or become it.
    ///
    /// `known`: the field's writes that are not current. Returns the updated non-current writes.
    package mutating func recount(
        _ name: WriteName, of field: String, ceiling: Stamp, known: [Write]
    ) -> [Write] {
        let standing = fields[field]
        // A write received twice may be current and also among the others.
        let others = known.filter { $0.name != standing?.name }
        var writes = (others + (standing.map { [$0] } ?? [])).map { $0.name == name ? $0.received(by: ceiling) : $0 }
        guard let winner = writes.indices.max(by: { writes[$0].loses(to: writes[$1]) }) else { return known }
        fields[field] = writes.remove(at: winner)
        return writes
    }

    /// Takes a list, merged from all writes of it, including losing ones.
    package mutating func merge(_ list: MergedList, of field: String) {
        let isPlain = list.values == (fields[field]?.value.array ?? [])
        lists[field] = isPlain ? nil : list.values
    }

    /// The value of a field; of a list, all its elements.
    package subscript(field: String) -> JSON? {
        lists[field].map(JSON.array) ?? overruling?[field] ?? fields[field]?.value
    }

    /// Of a dose that was taken, and skipped or undone by a device that did not know that: what was taken.
    private var overruling: [String: JSON]? {
        guard let list = lists[Takings.list] ?? fields[Takings.list]?.value.array, !list.isEmpty,
            fields["gone"]?.value == true || fields["outcome"]?.value != "taken"
        else { return nil }
        return Takings.fields(of: list)
    }

    /// The values alone; lists merged, without the fields of their elements.
    package var values: [String: JSON] {
        var values = fields.filter { !ListForm.isElement($0.key) }.mapValues { $0.value }
        for (field, list) in lists { values[field] = .array(list) }
        for (field, value) in overruling ?? [:] { values[field] = value }
        return values
    }

    /// Whether it is deleted, and not restored since.
    package var isGone: Bool { self["gone"] == true }

    /// When it was deleted: the time given in the same write (`gone_since`, milliseconds), otherwise the time of that write.
    ///
    /// Importing a record that was deleted elsewhere sets both in one write; the field means nothing in any other write.
    package var goneSince: Stamp? {
        guard isGone, let gone = fields["gone"] else { return nil }
        guard let said = fields["gone_since"], said.name == gone.name, let stamp = said.value.milliseconds else {
            return gone.effective
        }
        return stamp
    }

    /// When it was last changed, in milliseconds since 1970; `nil` for a record without fields.
    ///
    /// That is the time of its latest write, unless that write states one (`modified`, milliseconds). An import of an older
    /// record sets that field together with all others, and it counts until anything newer is written.
    package var modified: Int64? {
        guard let latest = fields.values.max(by: { $0.loses(to: $1) }) else { return nil }
        if let said = fields["modified"], said.name == latest.name, let stamp = said.value.milliseconds {
            return Int64(stamp.milliseconds)
        }
        return Int64(latest.effective.milliseconds)
    }

    /// As `modified`, without the write that deleted or restored the record together with another one (`gone_with`): that write
    /// says nothing about this record itself.
    package var said: Int64? {
        guard let joint = fields["gone_with"]?.name else { return modified }
        return fields.values.filter { $0.name != joint }.map { Int64($0.effective.milliseconds) }.max() ?? modified
    }

    /// The earliest and the latest stamp of the current writes; `nil` for a record without fields.
    package var stamps: ClosedRange<Stamp>? {
        let stamps = fields.values.map { $0.effective }
        guard let first = stamps.min(), let last = stamps.max() else { return nil }
        return first...last
    }

    /// A mutation that sets these fields and names the write that each replaces. Fields with the value already are left out,
    /// unless `all` are to be written again, so that no older write of another device comes in between.
    ///
    /// Changes of an existing list are written by element. `known`: the lists merged from all writes; without them, only
    /// current writes are considered.
    package func mutation(
        kind: String, record: RecordID, setting values: [String: JSON], all: Bool = false, known: [String: MergedList] = [:]
    ) -> Mutation {
        var values = values
        if kind == Takings.kind { values[Takings.list] = Takings.list(of: self, setting: values) ?? values[Takings.list] }
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
    /// The writes of one of its mutations by a device; with `ceiling` if a relay has received them.
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
    /// A time stored as milliseconds since 1970; `nil` for anything else.
    fileprivate var milliseconds: Stamp? { int.flatMap(UInt64.init(exactly:)).flatMap { Stamp(milliseconds: $0, counter: 0) } }
}

/// A list of a record, merged by element from all known writes of it, both current and replaced.
///
/// A function of the set of writes alone: order, grouping and repetition do not matter. Each element is an observed-remove set:
/// an addition counts until it is replaced by a write that had seen it (docs/formats/operation.md, Lists).
package struct MergedList: Hashable, Sendable {
    /// One addition or removal of one element by one write.
    package struct Change: Hashable, Sendable {
        package let name: WriteName
        package let effective: Stamp
        package let key: String
        /// The added element; `nil` for a removal.
        package let value: JSON?
        /// The changes of this element that the author had seen and replaced.
        var seen: Set<WriteName>
        /// The element's index in the list with which its record began.
        var place = Int.max

        func loses(to other: Change) -> Bool { (effective, name) < (other.effective, other.name) }
    }

    /// Every addition and removal, earliest first.
    package let changes: [Change]
    /// The elements, in order.
    package let values: [JSON]
    /// For each element in the list, its additions that nothing has replaced, latest last.
    let additions: [String: [Change]]
    /// The latest change of each element ever seen.
    let latest: [String: Change]
    /// The write of the whole list that gives the order: the one that wins as a field.
    private let order: Write?
    private let form: ListForm
    private let name: String

    /// `writes`: all known writes of the record's fields; other fields are ignored.
    package init(_ name: String, _ form: ListForm, writes: [String: [Write]]) {
        (self.name, self.form) = (name, form)
        var changes: [String: [WriteName: Change]] = [:]
        func note(_ change: Change) {
            // If two fields of one write mean the same element, the addition counts.
            if changes[change.key]?[change.name]?.value != nil { return }
            changes[change.key, default: [:]][change.name] = change
        }
        let wholes = writes[name] ?? []
        func add(_ whole: Write, except known: Set<String> = []) {
            for (place, element) in (whole.value.array ?? []).enumerated() {
                guard let key = form.key(of: element), !known.contains(key) else { continue }
                let seen = Set([whole.replaced].compactMap { $0 })
                note(Change(name: whole.name, effective: whole.effective, key: key, value: element, seen: seen, place: place))
            }
        }
        order = wholes.max { $0.loses(to: $1) }
        for write in wholes where write.replaced == nil { add(write) }
        for (field, list) in writes {
            guard let key = form.key(inField: field, of: name), !key.isEmpty else { continue }
            for write in list { note(MergedList.change(write, key: key, form: form)) }
        }
        // A list begins as a whole, and every later whole list is an order. It adds only what no known write adds or removes: its author
        // had seen a write that is lost here.
        let known = Set(changes.keys)
        for write in wholes where write.replaced != nil { add(write, except: known) }
        additions = changes.mapValues { list in
            let replaced = list.values.reduce(into: Set<WriteName>()) { $0.formUnion($1.seen) }
            return list.values.filter { $0.value != nil && !replaced.contains($0.name) }.sorted { $0.loses(to: $1) }
        }.filter { !$0.value.isEmpty }
        latest = changes.compactMapValues { $0.values.max { $0.loses(to: $1) } }
        self.changes = changes.values.flatMap { $0.values }.sorted {
            ($0.effective, $0.name, $0.place, $0.key) < ($1.effective, $1.name, $1.place, $1.key)
        }
        values = MergedList.ordered(additions.compactMapValues { $0.last }, by: order, form: form)
    }

    private static func change(_ write: Write, key: String, form: ListForm) -> Change {
        let value = form.key(of: write.value) == key ? write.value : form.element(forKey: key)
        let change = Change(
            name: write.name, effective: write.effective, key: key, value: value,
            seen: Set([write.replaced].compactMap { $0 }))
        switch write.value {
        case .null: return change.removing([])
        case .array(let others): return change.removing(others.compactMap(WriteName.init(json:)))
        default: return change
        }
    }

    /// First what the order names, then the other elements by the time of their addition.
    private static func ordered(_ elements: [String: Change], by order: Write?, form: ListForm) -> [JSON] {
        var (rest, values) = (elements, [JSON]())
        for element in order?.value.array ?? [] {
            if let key = form.key(of: element) {
                if let value = rest.removeValue(forKey: key)?.value { values.append(value) }
            } else {
                values.append(element)
            }
        }
        let added = rest.values.sorted {
            ($0.effective, $0.name, $0.place, $0.key) < ($1.effective, $1.name, $1.place, $1.key)
        }
        return values + added.compactMap { $0.value }
    }

    /// Whether a change is current: an addition that nothing replaced, or a removal of an element that is not in the list.
    package func counts(_ change: Change) -> Bool {
        guard change.value != nil else { return additions[change.key] == nil }
        return additions[change.key]?.contains { $0.name == change.name } ?? false
    }

    /// Whether a removal had no effect: the element was added concurrently.
    package func isOverruled(_ removal: Change) -> Bool {
        additions[removal.key]?.contains { !changes(after: removal).contains($0.name) } ?? false
    }

    /// The additions whose authors had seen a removal.
    private func changes(after removal: Change) -> Set<WriteName> {
        var (seen, found) = (Set([removal.name]), Set<WriteName>())
        for change in changes where change.key == removal.key && !change.seen.isDisjoint(with: seen) {
            seen.insert(change.name)
            if change.value != nil { found.insert(change.name) }
        }
        return found
    }

    /// How a removed element was spelled.
    package func spelling(of removal: Change) -> String {
        changes.last { $0.key == removal.key && $0.value != nil && removal.seen.contains($0.name) }?.value?.string ?? removal.key
    }

    /// Adds the writes that turn this list into `wanted`, and names the writes they replace. The whole list stays in `fields` only
    /// where the elements alone would be in another order.
    func write(_ wanted: [JSON], into fields: inout [String: JSON], replacing replaced: inout [String: WriteName]) {
        var (after, kept) = (additions.compactMapValues { $0.last }, Set<String>())
        var isChanged = false
        func set(_ key: String, _ value: JSON) {
            let field = name + " " + key
            (fields[field], isChanged) = (value, true)
            replaced[field] = latest[key]?.name
        }
        for element in wanted {
            guard let key = form.key(of: element), kept.insert(key).inserted, after[key]?.value != element else { continue }
            set(key, form.fieldValue(of: element))
            after[key] = (order?.name ?? latest.values.first?.name).map { name in
                let last = Stamp(rawValue: .max)
                return Change(
                    name: WriteName(stamp: last, device: name.device), effective: last, key: key, value: element, seen: [])
            }
        }
        for (key, seen) in additions where !kept.contains(key) {
            // What only an order tells of was added by a write that is lost here; elsewhere it is known, and goes too.
            let lost = seen.filter { $0.place != .max }.flatMap { $0.seen }
            let others = (seen.map { $0.name } + lost).filter { $0 != latest[key]?.name }
            set(key, others.isEmpty ? .null : .array(others.map { $0.json }))
            after[key] = nil
        }
        let isNeeded = !isChanged || MergedList.ordered(after, by: order, form: form) != wanted
        if !isNeeded { fields[name] = nil }
        replaced[name] = isNeeded ? order?.name : nil
    }
}

extension MergedList.Change {
    fileprivate func removing(_ others: [WriteName]) -> Self {
        Self(name: name, effective: effective, key: key, value: nil, seen: seen.union(others))
    }
}

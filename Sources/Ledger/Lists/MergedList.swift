/// A list of a record, merged by element from all known writes of it, both current and replaced.
///
/// A function of the set of writes alone: order, grouping and repetition do not matter. Each element is an observed-remove set:
/// an addition counts until it is replaced by a write that had seen it (docs/formats/operation.md, Lists).
package struct MergedList: Hashable, Sendable {
    /// One addition or removal of one element by one write.
    package struct Change: Hashable, Sendable {
        /// The write.
        package let name: WriteName
        /// Its effective stamp.
        package let effective: Stamp
        /// The element.
        package let key: String
        /// The added element; `nil` for a removal.
        package let value: JSON?
        /// The changes of this element that the author had seen and replaced.
        var seen: Set<WriteName>
        /// The element's index in the list written with it.
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
    private let form: ListForm
    private let name: String

    /// `writes`: all known writes of the record's fields; other fields are ignored.
    package init(_ name: String, _ form: ListForm, writes: [String: [Write]]) {
        (self.name, self.form) = (name, form)
        let wholes = WholeWrites(writes[name] ?? [], form: form)
        var changes: [String: [WriteName: Change]] = [:]
        func note(_ change: Change) {
            // If two fields of one write mean the same element, the addition counts.
            if changes[change.key]?[change.name]?.value != nil { return }
            changes[change.key, default: [:]][change.name] = change
        }
        var mirrors: Set<WriteName> = []
        for (field, list) in writes {
            guard let key = form.key(inField: field, of: name) else { continue }
            for write in list {
                mirrors.insert(write.name)
                if !key.isEmpty { note(MergedList.change(write, key: key, form: form, wholes: wholes)) }
            }
        }
        let differences = wholes.differences(without: mirrors)
        for change in differences where change.value != nil { note(change) }
        for var change in differences where change.value == nil {
            let additions = changes[change.key]?.values.filter { $0.value != nil } ?? []
            change.seen = wholes.seen(by: change, among: additions)
            note(change)
        }
        additions = changes.mapValues { list in
            let replaced = list.values.reduce(into: Set<WriteName>()) { $0.formUnion($1.seen) }
            return list.values.filter { $0.value != nil && !replaced.contains($0.name) }.sorted { $0.loses(to: $1) }
        }.filter { !$0.value.isEmpty }
        latest = changes.compactMapValues { $0.values.max { $0.loses(to: $1) } }
        self.changes = changes.values.flatMap { $0.values }.sorted {
            ($0.effective, $0.name, $0.place, $0.key) < ($1.effective, $1.name, $1.place, $1.key)
        }
        values = MergedList.ordered(additions, by: wholes, form: form)
    }

    private static func change(_ write: Write, key: String, form: ListForm, wholes: WholeWrites) -> Change {
        let value = form.key(of: write.value) == key ? write.value : form.element(forKey: key)
        var change = Change(
            name: write.name, effective: write.effective, key: key, value: value,
            seen: Set([write.replaced].compactMap { $0 }))
        switch write.value {
        case .null: return change.removing([])
        case .array(let others): return change.removing(others.compactMap(WriteName.init(json:)))
        default:
            change.place = wholes.place(of: key, in: write.name)
            return change
        }
    }

    /// First the latest whole list, in its order; then the additions that are not in it.
    private static func ordered(_ additions: [String: [Change]], by wholes: WholeWrites, form: ListForm) -> [JSON] {
        var rest = additions.compactMapValues { $0.last }
        var values: [JSON] = []
        var placed: [String: Bool] = [:]
        for element in wholes.latest?.value.array ?? [] {
            guard let key = form.key(of: element) else {
                values.append(element)
                continue
            }
            if let change = rest.removeValue(forKey: key), let latest = wholes.latest {
                let isLater = (latest.effective, latest.name) < (change.effective, change.name)
                placed[key] = isLater
                values.append(isLater ? change.value ?? element : element)
            } else if placed[key] == false {
                // A duplicate, as in the written list.
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

    /// Adds the writes that turn this list into `wanted`, next to the whole list, and names the writes they replace.
    func write(_ wanted: [JSON], into fields: inout [String: JSON], replacing replaced: inout [String: WriteName]) {
        var (isChanged, kept) = (false, Set<String>())
        func set(_ key: String, _ value: JSON) {
            let field = name + " " + key
            (fields[field], isChanged) = (value, true)
            replaced[field] = latest[key]?.name
        }
        // As displayed: the winning whole list may spell an element differently than its latest addition.
        var shown: [String: JSON] = [:]
        for value in values.reversed() { if let key = form.key(of: value) { shown[key] = value } }
        for element in wanted {
            guard let key = form.key(of: element), kept.insert(key).inserted else { continue }
            guard shown[key] != element else { continue }
            set(key, form.fieldValue(of: element))
        }
        for (key, seen) in additions where !kept.contains(key) {
            let others = seen.map { $0.name }.filter { $0 != latest[key]?.name }
            set(key, others.isEmpty ? .null : .array(others.map { $0.json }))
        }
        // Only the order changed: this marks that the whole list written with it adds and removes nothing.
        if !isChanged { fields[name + " "] = true }
    }
}

extension MergedList.Change {
    fileprivate func removing(_ others: [WriteName]) -> Self {
        Self(name: name, effective: effective, key: key, value: nil, seen: seen.union(others))
    }
}

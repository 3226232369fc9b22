/// The writes of a list that say all of it: by older programs, by the write that made the record, and beside the elements for older ones.
struct WholeWrites {
    /// The one that counts as a field does.
    let latest: Write?
    private let writes: [WriteName: Write]
    /// The places of the elements in each list.
    private let places: [WriteName: [String: Int]]
    private let form: ListForm

    init(_ list: [Write], form: ListForm) {
        // Of several with one name, the first counts.
        writes = list.reversed().reduce(into: [:]) { $0[$1.name] = $1 }
        latest = writes.values.max { $0.loses(to: $1) }
        places = writes.mapValues { write in
            (write.value.array ?? []).enumerated().reversed().reduce(into: [:]) { places, element in
                if let key = form.key(of: element.element) { places[key] = element.offset }
            }
        }
        self.form = form
    }

    /// Where an element is in the list of a write.
    func place(of key: String, in name: WriteName) -> Int { places[name]?[key] ?? .max }

    /// What every list but these changes in the list that its author saw: the one that it replaced, or an empty one. What the removals
    /// among them had seen is left open.
    func differences(without mirrors: Set<WriteName>) -> [MergedList.Change] {
        var changes: [MergedList.Change] = []
        for write in writes.values where !mirrors.contains(write.name) {
            let (base, list) = (write.replaced.flatMap { places[$0] } ?? [:], places[write.name] ?? [:])
            for (key, place) in list where base[key] == nil {
                changes.append(
                    .init(
                        name: write.name, effective: write.effective, key: key, value: write.value.array?[place], seen: [],
                        place: place))
            }
            for key in base.keys where list[key] == nil {
                changes.append(.init(name: write.name, effective: write.effective, key: key, value: nil, seen: []))
            }
        }
        return changes
    }

    /// Which additions of its element the author of a removal by difference had surely seen: those in the lists that led to the one it
    /// replaced; where none is there, since that list was merged, those that are no later than it.
    func seen(by removal: MergedList.Change, among additions: [MergedList.Change]) -> Set<WriteName> {
        guard let base = writes[removal.name]?.replaced.flatMap({ writes[$0] }) else { return [] }
        var (chain, next) = (Set<WriteName>(), Optional(base))
        while let write = next, chain.insert(write.name).inserted { next = write.replaced.flatMap { writes[$0] } }
        let led = chain.intersection(additions.map { $0.name })
        guard led.isEmpty else { return led }
        return Set(additions.filter { ($0.effective, $0.name) <= (base.effective, base.name) }.map { $0.name })
    }
}

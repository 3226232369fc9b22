/// The writes of a list as a whole: by older programs, when the record was created, and beside the elements for older programs.
struct WholeWrites {
    /// The one that wins as a field.
    let latest: Write?
    private let writes: [WriteName: Write]
    /// The index of each element in each list.
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

    /// An element's index in a write's list.
    func place(of key: String, in name: WriteName) -> Int { places[name]?[key] ?? .max }

    /// For every list except `mirrors`, its changes to the list that its author saw: the one it replaced, or an empty one. Does
    /// not say what the removals had seen.
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

    /// The additions of its element that the author of a removal by difference had certainly seen: those in the chain of lists up
    /// to the one it replaced. If there are none, since that list was merged, those no later than it.
    func seen(by removal: MergedList.Change, among additions: [MergedList.Change]) -> Set<WriteName> {
        guard let base = writes[removal.name]?.replaced.flatMap({ writes[$0] }) else { return [] }
        var (chain, next) = (Set<WriteName>(), Optional(base))
        while let write = next, chain.insert(write.name).inserted { next = write.replaced.flatMap { writes[$0] } }
        let led = chain.intersection(additions.map { $0.name })
        guard led.isEmpty else { return led }
        return Set(additions.filter { ($0.effective, $0.name) <= (base.effective, base.name) }.map { $0.name })
    }
}

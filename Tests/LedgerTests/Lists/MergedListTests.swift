import Ledger
import SeededChance
import Testing

/// A device of a test that knows writes of one record's tags.
private struct Tagger {
    struct Known: Hashable {
        let field: String
        let write: Write
    }

    let device: DeviceID
    var known: Set<Known> = []
    var clock = HybridClock()

    var writes: [String: [Write]] { Dictionary(grouping: known, by: \.field).mapValues { $0.map(\.write) } }

    var state: RecordState {
        var state = RecordState()
        for one in known { _ = state.apply(one.write, to: one.field) }
        state.merge(merged, of: "tags")
        return state
    }

    var merged: MergedList { MergedList("tags", .names, writes: writes) }

    var shown: [String] { merged.values.compactMap(\.string) }

    /// Makes this the list that its owner sees; gives the name of the write.
    mutating func set(_ tags: [String], wall: Int64) -> WriteName {
        let stamp = clock.tick(wallMilliseconds: wall)
        let record = RecordID(firstBytesOf: [UInt8](repeating: 1, count: 16))
        let value = JSON.array(tags.map(JSON.string))
        let mutation = state.mutation(kind: "entry", record: record, setting: ["tags": value], known: ["tags": merged])
        for (field, write) in Payload(stamp: stamp, mutations: [mutation]).writes(of: mutation, by: device) {
            known.insert(Known(field: field, write: write))
        }
        return WriteName(stamp: stamp, device: device)
    }

    mutating func hear(_ other: Tagger) {
        known.formUnion(other.known)
        clock.receive(other.clock.last)
    }
}

/// What people did, told by what each of them had seen.
private struct Deeds {
    struct Addition: Hashable {
        let key: String
        let name: WriteName
    }

    var added: [Addition: Set<Int>] = [:]
    var removed: Set<Addition> = []

    /// What has to be there when everybody has heard of everything.
    var present: Set<String> { Set(added.keys.filter { !removed.contains($0) }.map(\.key)) }
}

@Suite struct MergedListTests {
    private static let words = ["walk", "Rain", "tea", "Tea", "sleep"]

    private struct Story {
        var devices: [Tagger]
        var deeds = Deeds()
        var seen: [Set<Deeds.Addition>]

        init(_ random: inout SplitMix64, devices count: Int) {
            devices = (0..<count).map { _ in Tagger(device: DeviceID.random(using: &random)) }
            seen = Array(repeating: [], count: devices.count)
        }

        /// One person adds, removes, respells or puts in another order what is seen there.
        mutating func step(_ number: Int, _ random: inout SplitMix64, wall: Int64) {
            var tags = devices[number].shown
            let before = Set(tags.map { $0.lowercased() })
            switch random.below(4) {
            case 0 where !tags.isEmpty: tags.remove(at: random.below(tags.count))
            case 1: tags.shuffle(using: &random)
            default:
                let word = random.pick(MergedListTests.words)
                tags.removeAll { $0.lowercased() == word.lowercased() }
                tags.insert(word, at: random.below(tags.count + 1))
            }
            guard tags != devices[number].shown else { return }
            let spelled = Set(devices[number].shown)
            let after = Set(tags.map { $0.lowercased() })
            let name = devices[number].set(tags, wall: wall)
            for tag in tags where !before.contains(tag.lowercased()) || !spelled.contains(tag) {
                let addition = Deeds.Addition(key: tag.lowercased(), name: name)
                deeds.added[addition] = []
                seen[number].insert(addition)
            }
            for key in before.subtracting(after) {
                deeds.removed.formUnion(seen[number].filter { $0.key == key })
            }
        }

        mutating func hear(_ a: Int, from b: Int) {
            devices[a].hear(devices[b])
            seen[a].formUnion(seen[b])
        }

        mutating func settle() {
            for other in devices.indices.dropFirst() { hear(0, from: other) }
            for other in devices.indices.dropFirst() { hear(other, from: 0) }
        }
    }

    private func keys(_ list: MergedList) -> Set<String> { Set(list.values.compactMap { $0.string?.lowercased() }) }

    @Test func `a list that was written once and names nothing twice is what was written`() {
        let pool: [JSON] = ["walk", "Rain", "rain", "tea", "", 3, 30, true, .null, ["walk"]]
        var (plain, clock) = (0, HybridClock())
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let list = (0..<random.below(5)).map { _ in random.pick(pool) }
            let write = Write(
                name: WriteName(stamp: clock.tick(wallMilliseconds: 1_000_000), device: DeviceID.random(using: &random)),
                value: .array(list), replaced: nil)
            for form in [ListForm.names, .texts, .numbers] where form.isPlain(list) {
                plain += 1
                #expect(MergedList("tags", form, writes: ["tags": [write]]).values == list, "seed \(seed), \(form): \(list)")
            }
        }
        #expect(plain > 400, "too few lists to tell")
    }

    @Test func `what was added stays unless a removal had seen it`() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var story = Story(&random, devices: 3)
            for step in 0..<24 {
                story.step(random.below(3), &random, wall: 1_000_000 + Int64(step))
                if random.once(in: 3) { story.hear(random.below(3), from: random.below(3)) }
            }
            story.settle()
            let lists = story.devices.map(\.merged)
            #expect(Set(lists.map(\.values)).count == 1, "seed \(seed)")
            #expect(keys(lists[0]) == story.deeds.present, "seed \(seed)")
        }
    }

    @Test func `without writes at the same time every list is as it was written`() {
        for seed in 0..<100 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var story = Story(&random, devices: 2)
            for step in 0..<16 {
                let number = random.below(story.devices.count)
                story.step(number, &random, wall: 1_000_000 + Int64(step))
                let shown = story.devices[number].shown
                story.settle()
                for device in story.devices { #expect(device.shown == shown, "seed \(seed)") }
            }
        }
    }

    @Test func `order, grouping and repetition of the writes do not matter`() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var story = Story(&random, devices: 3)
            for step in 0..<18 {
                story.step(random.below(3), &random, wall: 1_000_000 + Int64(step))
                if random.once(in: 3) { story.hear(random.below(3), from: random.below(3)) }
            }
            story.settle()
            let expected = story.devices[0].merged
            let all = story.devices[0].known.sorted { ($0.field, $0.write.name) < ($1.field, $1.write.name) }
            for _ in 0..<4 {
                let again = (all + all.filter { _ in Bool.random(using: &random) }).shuffled(using: &random)
                let writes = Dictionary(grouping: again, by: \.field).mapValues { $0.map(\.write) }
                #expect(MergedList("tags", .names, writes: writes) == expected, "seed \(seed)")
            }
        }
    }

    @Test func `losing one operation hides no element that another one adds, or puts in order`() {
        var ordered = 0
        for seed in 0..<100 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var story = Story(&random, devices: 3)
            for step in 0..<16 {
                story.step(random.below(3), &random, wall: 1_000_000 + Int64(step))
                if random.once(in: 3) { story.hear(random.below(3), from: random.below(3)) }
            }
            story.settle()
            let whole = story.devices[0].merged
            let additions = whole.changes.filter { $0.value != nil && whole.counts($0) }
            for lost in Set(story.devices[0].known.map(\.write.name)) {
                var rest = story.devices[0]
                rest.known = rest.known.filter { $0.write.name != lost }
                let elements = Set(rest.known.map(\.field)).subtracting(["tags"]).map { String($0.dropFirst(5)) }
                let orders = (rest.writes["tags"] ?? []).flatMap { $0.value.array ?? [] }.compactMap { $0.string?.lowercased() }
                let named = Set(orders).subtracting(elements).intersection(keys(whole))
                ordered += named.isEmpty ? 0 : 1
                let expected = Set(additions.filter { $0.name != lost }.map(\.key)).union(named)
                #expect(keys(rest.merged).isSuperset(of: expected), "seed \(seed)")
            }
        }
        #expect(ordered > 10, "too few orders to tell")
    }

    @Test func `a list whose first write is lost shows what is there, and is changed as any other`() {
        var random = SplitMix64(seed: 1)
        var tagger = Tagger(device: DeviceID.random(using: &random))
        func lose(_ name: WriteName) { tagger.known = tagger.known.filter { $0.write.name != name } }
        let first = tagger.set(["walk", "tea"], wall: 1)
        let order = tagger.set(["tea", "walk"], wall: 2)
        var whole = tagger
        lose(first)
        var part = tagger
        _ = part.set(["walk"], wall: 3)
        whole.hear(part)
        #expect(whole.shown == ["walk"], "what is removed where the first write is lost is removed everywhere")
        #expect(tagger.shown == ["tea", "walk"], "an order says what its author saw")
        _ = tagger.set(["walk", "rain"], wall: 3)
        #expect(tagger.shown == ["walk", "rain"])
        lose(order)
        #expect(tagger.shown == ["rain"])
        _ = tagger.set(["sleep", "rain"], wall: 4)
        #expect(tagger.shown == ["sleep", "rain"])
    }

    @Test func `an addition that a removal had not seen stays, though the removal is later`() {
        var random = SplitMix64(seed: 1)
        var story = Story(&random, devices: 2)
        _ = story.devices[0].set(["walk"], wall: 1)
        story.hear(1, from: 0)
        _ = story.devices[0].set([], wall: 2)
        _ = story.devices[0].set(["walk"], wall: 3)
        _ = story.devices[1].set([], wall: 9)
        story.settle()
        #expect(story.devices.map(\.shown) == [["walk"], ["walk"]])
    }

    @Test func `one removal takes an element away that two devices had added`() {
        var random = SplitMix64(seed: 1)
        var story = Story(&random, devices: 2)
        _ = story.devices[0].set(["walk"], wall: 1)
        _ = story.devices[1].set(["walk"], wall: 2)
        story.settle()
        _ = story.devices[0].set([], wall: 3)
        story.settle()
        #expect(story.devices.map(\.shown) == [[], []])
    }

    @Test func `putting a list in another order adds nothing that was removed at the same time`() {
        var random = SplitMix64(seed: 1)
        var story = Story(&random, devices: 2)
        _ = story.devices[0].set(["rain", "tea", "walk"], wall: 1)
        story.settle()
        _ = story.devices[0].set(["rain", "walk"], wall: 2)
        _ = story.devices[1].set(["walk", "tea", "rain"], wall: 3)
        story.settle()
        #expect(story.devices.map(\.shown) == [["walk", "rain"], ["walk", "rain"]])
    }

    @Test func `numbers, names of records and a list that is missing merge alike`() {
        let record = RecordID(firstBytesOf: [UInt8](repeating: 1, count: 16))
        let devices = [1, 2].compactMap { DeviceID([UInt8](repeating: $0, count: 16)) }
        var writes: [String: [Write]] = [:]
        for (place, device) in devices.enumerated() {
            let name = WriteName(stamp: Stamp(rawValue: UInt64(place + 1)), device: device)
            let value = JSON.array([.int(480), .int(Int64(540 + place))])
            writes["check_in_times", default: []].append(Write(name: name, value: value, replaced: nil))
        }
        let list = MergedList("check_in_times", .numbers, writes: writes)
        #expect(list.values == [480, 541, 540])
        var state = RecordState(fields: writes.compactMapValues(\.last))
        state.merge(list, of: "check_in_times")
        let mutation = state.mutation(
            kind: "preferences", record: record, setting: ["check_in_times": [480, 540, 600]], known: ["check_in_times": list])
        #expect(mutation.fields == ["check_in_times 541": .null, "check_in_times 600": true])
    }

    @Test func `the order is written where the elements alone would have another one`() {
        var random = SplitMix64(seed: 1)
        var tagger = Tagger(device: DeviceID.random(using: &random))
        func change(to tags: [String]) -> Set<String> {
            let name = tagger.set(tags, wall: 1)
            return Set(tagger.known.filter { $0.write.name == name }.map(\.field))
        }
        #expect(change(to: ["walk", "tea"]) == ["tags"])
        #expect(change(to: ["walk", "tea", "rain"]) == ["tags rain"])
        #expect(change(to: ["sleep", "walk", "tea", "rain"]) == ["tags", "tags sleep"])
        #expect(change(to: ["sleep", "tea", "rain"]) == ["tags walk"])
        #expect(change(to: ["tea", "sleep", "rain"]) == ["tags"])
        #expect(change(to: ["Tea", "sleep", "rain"]) == ["tags tea"])
        #expect(tagger.shown == ["Tea", "sleep", "rain"])
    }
}

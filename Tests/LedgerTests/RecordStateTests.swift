import Ledger
import SeededChance
import Testing

/// All that is known of a record: what stands, and what has been displaced.
private struct Knowledge: Hashable {
    struct Known: Hashable {
        let field: String
        let write: Write
    }

    var state = RecordState()
    var displaced: Set<Known> = []

    mutating func take(_ known: Known) {
        switch state.apply(known.write, to: known.field) {
        case .won(displaced: let old?): displaced.insert(Known(field: known.field, write: old))
        case .lost: displaced.insert(known)
        case .won, .known: break
        }
    }

    var all: Set<Known> { displaced.union(state.fields.map { Known(field: $0.key, write: $0.value) }) }

    init(_ list: some Sequence<Known> = []) { for known in list { take(known) } }

    func merged(with other: Knowledge, shuffledBy random: inout SplitMix64) -> Knowledge {
        var result = self
        for known in other.all.shuffled(using: &random) { result.take(known) }
        return result
    }
}

@Suite struct RecordStateTests {
    private static let devices = (0..<3).compactMap { DeviceID([UInt8](repeating: UInt8($0), count: 16)) }

    /// Writes of three devices on few fields within few stamps, so that equal stamps are common.
    private func writes(_ random: inout SplitMix64, _ count: Int) -> [Knowledge.Known] {
        var byName: [String: Knowledge.Known] = [:]
        for _ in 0..<count {
            let name = WriteName(stamp: Stamp(rawValue: UInt64(random.below(8))), device: random.pick(Self.devices))
            let field = random.pick(["text", "mood", "gone", "Wetter ☀️"])
            let seen =
                random.once(in: 3)
                ? WriteName(stamp: Stamp(rawValue: UInt64(random.below(8))), device: random.pick(Self.devices)) : nil
            let write = Write(
                name: name, value: random.once(in: 3) ? random.json(depth: 1) : .int(Int64(random.below(3))), replaced: seen)
            let key = "\(field) \(name.stamp.rawValue) \(name.device)"
            byName[key] = byName[key] ?? Knowledge.Known(field: field, write: write)
        }
        return byName.values.sorted { ($0.field, $0.write.name) < ($1.field, $1.write.name) }
    }

    @Test func `the order of the writes does not matter`() {
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let writes = writes(&random, 20)
            let expected = Knowledge(writes)
            for _ in 0..<4 { #expect(Knowledge(writes.shuffled(using: &random)) == expected, "seed \(seed)") }
            #expect(expected.all == Set(writes), "seed \(seed): a write is lost")
        }
    }

    @Test func `a write that comes again changes nothing`() {
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let writes = writes(&random, 15)
            let expected = Knowledge(writes)
            let replayed = (writes + writes + writes.filter { _ in Bool.random(using: &random) }).shuffled(using: &random)
            #expect(Knowledge(replayed) == expected, "seed \(seed)")
            #expect(expected.merged(with: expected, shuffledBy: &random) == expected, "seed \(seed)")
        }
    }

    @Test func `merging is commutative and associative, whatever each side knows`() {
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let writes = writes(&random, 24)
            let sides = (0..<3).map { _ in Knowledge(writes.filter { _ in Bool.random(using: &random) }.shuffled(using: &random))
            }
            let (a, b, c) = (sides[0], sides[1], sides[2])
            let ab = a.merged(with: b, shuffledBy: &random)
            let bc = b.merged(with: c, shuffledBy: &random)
            #expect(ab == b.merged(with: a, shuffledBy: &random), "seed \(seed)")
            #expect(ab.merged(with: c, shuffledBy: &random) == a.merged(with: bc, shuffledBy: &random), "seed \(seed)")
            #expect(ab.merged(with: c, shuffledBy: &random).all == a.all.union(b.all).union(c.all), "seed \(seed)")
        }
    }

    @Test func `the latest stamp wins, then the greater device`() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let writes = writes(&random, 20)
            let state = Knowledge(writes.shuffled(using: &random)).state
            for (field, list) in Dictionary(grouping: writes, by: \.field) {
                #expect(state.fields[field] == list.map(\.write).max { $0.name < $1.name }, "seed \(seed)")
            }
        }
    }

    private func write(_ stamp: UInt64, _ device: Int = 0, _ value: JSON) -> Write {
        Write(name: WriteName(stamp: Stamp(rawValue: stamp), device: Self.devices[device]), value: value, replaced: nil)
    }

    @Test func `what became of a write is told`() {
        var state = RecordState()
        let (first, second, tie) = (write(1, 0, "a"), write(2, 0, "b"), write(2, 1, "c"))
        #expect(state.apply(second, to: "text") == .won(displaced: nil))
        #expect(state.apply(first, to: "text") == .lost)
        #expect(state.apply(second, to: "text") == .known)
        #expect(state.apply(tie, to: "text") == .won(displaced: second))
        #expect(state.apply(second, to: "text") == .lost)
        #expect(state["text"] == "c" && state["mood"] == nil && state.values == ["text": "c"])
    }

    @Test func `a record is gone until it is restored, and its fields stay`() {
        var state = RecordState(fields: ["text": write(1, 0, "a")])
        #expect(!state.isGone && state.goneSince == nil)
        _ = state.apply(write(5, 0, true), to: "gone")
        #expect(state.isGone && state.goneSince == Stamp(rawValue: 5))
        _ = state.apply(write(7, 1, "later"), to: "text")
        #expect(state.isGone && state.goneSince == Stamp(rawValue: 5) && state["text"] == "later")
        #expect(state.stamps == Stamp(rawValue: 5)...Stamp(rawValue: 7))
        _ = state.apply(write(9, 0, false), to: "gone")
        #expect(!state.isGone && state.goneSince == nil && state["text"] == "later")
        _ = state.apply(write(8, 2, true), to: "gone")
        #expect(!state.isGone)
    }

    @Test(arguments: [.null, 1, "true", [true], .double(1)] as [JSON])
    func `only the truth value deletes`(value: JSON) {
        #expect(!RecordState(fields: ["gone": write(1, 0, value)]).isGone)
        #expect(RecordState().stamps == nil && !RecordState().isGone)
    }

    @Test func `a mutation sets what changes and says what it replaces`() throws {
        var random = SplitMix64(seed: 1)
        let record = RecordID.random(using: &random)
        let state = RecordState(fields: [
            "text": write(1, 0, "caf\u{E9}"), "mood": write(2, 1, "sad"), "starred": write(3, 0, false),
        ])
        let mutation = state.mutation(
            kind: "entry", record: record, setting: ["text": "cafe\u{301}", "mood": "sad", "starred": true, "zone": "UTC"])
        // The decomposed form is another text: a person's bytes are kept as they are.
        #expect(mutation.fields == ["text": "cafe\u{301}", "starred": true, "zone": "UTC"])
        #expect(mutation.replaced == ["text": write(1, 0, 0).name, "starred": write(3, 0, 0).name])
        #expect(mutation.kind == "entry" && mutation.record == record)
        #expect(state.mutation(kind: "entry", record: record, setting: ["mood": "sad"]).fields.isEmpty)
    }

    @Test func `the writes of a mutation carry its stamp, its device and what they replace`() {
        var random = SplitMix64(seed: 2)
        let (record, seen) = (RecordID.random(using: &random), random.writeName())
        let mutation = Mutation(kind: "entry", record: record, fields: ["a": 1, "b": 2], replaced: ["b": seen, "c": seen])
        let payload = Payload(stamp: Stamp(rawValue: 9), mutations: [mutation])
        let writes = Dictionary(
            uniqueKeysWithValues: payload.writes(of: mutation, by: Self.devices[1]).map { ($0.field, $0.write) })
        let name = WriteName(stamp: Stamp(rawValue: 9), device: Self.devices[1])
        #expect(writes == ["a": Write(name: name, value: 1, replaced: nil), "b": Write(name: name, value: 2, replaced: seen)])
    }
}

import Ledger
import SeededChance
import Testing

@Suite struct FieldHistoryTests {
    private static let devices = (0..<3).compactMap { DeviceID([UInt8](repeating: UInt8($0), count: 16)) }

    private func name(_ stamp: UInt64, _ device: Int = 0) -> WriteName {
        WriteName(stamp: Stamp(rawValue: stamp), device: Self.devices[device])
    }

    /// `stamp`, `value`, and the stamp that was replaced; all by one device.
    private func write(_ stamp: UInt64, _ value: JSON, after replaced: UInt64?, device: Int = 0, afterDevice: Int = 0) -> Write {
        Write(name: name(stamp, device), value: value, replaced: replaced.map { name($0, afterDevice) })
    }

    @Test func `a text that was changed twice has three versions`() {
        let writes = [write(1, "a", after: nil), write(2, "b", after: 1), write(3, "c", after: 2)]
        let versions = FieldHistory.versions(of: writes.reversed())
        #expect(versions.map(\.write) == writes.reversed())
        #expect(versions.map(\.isCurrent) == [true, false, false])
        #expect(versions.map(\.isConcurrent) == [false, false, false])
        #expect(FieldHistory.versions(of: []).isEmpty)
    }

    @Test func `of two devices that wrote at once the loser is marked`() {
        let first = write(1, "a", after: nil)
        let mine = write(5, "mine", after: 1)
        let theirs = write(4, "theirs", after: 1, device: 1)
        let versions = FieldHistory.versions(of: [theirs, first, mine])
        #expect(versions.map(\.write) == [mine, theirs, first])
        #expect(versions.map(\.isConcurrent) == [false, true, false])
        // A later edit that saw the winner does not make the loser seen.
        let later = write(9, "later", after: 5)
        #expect(FieldHistory.versions(of: [later, mine, theirs, first]).map(\.isConcurrent) == [false, false, true, false])
    }

    @Test func `the same content twice is one version, the later`() {
        let writes = [
            write(1, "a", after: nil), write(2, "b", after: 1), write(3, "b", after: 1, device: 1),
            write(4, "a", after: 3, afterDevice: 1),
        ]
        let versions = FieldHistory.versions(of: writes)
        #expect(versions.map(\.write.value) == ["a", "b", "a"])
        #expect(versions.map(\.write.name.stamp.rawValue) == [4, 3, 1])
        #expect(versions.map(\.isConcurrent) == [false, false, false])
    }

    @Test func `a text in another Unicode form is a version of its own`() {
        let versions = FieldHistory.versions(of: [write(1, "caf\u{E9}", after: nil), write(2, "cafe\u{301}", after: 1)])
        #expect(versions.count == 2)
    }

    /// Three devices that write, each seeing what it has heard of, and hear of each other now and then.
    private func simulate(_ random: inout SplitMix64) -> (all: [Write], seen: Set<WriteName>) {
        var views = [Set<Write>](repeating: [], count: 3)
        var all: [Write] = []
        var seen: Set<WriteName> = []
        for step in 1...20 {
            let device = random.below(3)
            if random.once(in: 3) { views[device].formUnion(views[random.below(3)]) }
            let standing = views[device].max { $0.name < $1.name }
            if let standing { seen.insert(standing.name) }
            // A device's stamp comes after all that it has seen; the others' may be equal.
            let stamp = max((standing?.name.stamp.rawValue ?? 0) + 1, UInt64(step / 3))
            let write = Write(name: name(stamp, device), value: .int(Int64(random.below(4))), replaced: standing?.name)
            views[device].insert(write)
            all.append(write)
        }
        return (all, seen)
    }

    @Test func `the history is the same whatever the order and right about what ran beside`() {
        var concurrent = 0
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let (all, seen) = simulate(&random)
            let versions = FieldHistory.versions(of: all)
            let mixed = (all + all.filter { _ in Bool.random(using: &random) }).shuffled(using: &random)
            #expect(FieldHistory.versions(of: mixed) == versions, "seed \(seed)")
            #expect(versions.first?.write == all.max { $0.name < $1.name }, "seed \(seed)")
            #expect(versions.map(\.isCurrent) == versions.indices.map { $0 == 0 }, "seed \(seed)")
            #expect(zip(versions, versions.dropFirst()).allSatisfy { $1.write.name < $0.write.name }, "seed \(seed)")
            #expect(zip(versions, versions.dropFirst()).allSatisfy { $0.write.value != $1.write.value }, "seed \(seed)")
            for version in versions.dropFirst() {
                #expect(version.isConcurrent == !seen.contains(version.write.name), "seed \(seed)")
                concurrent += version.isConcurrent ? 1 : 0
            }
            // Every value that was ever there is there still.
            #expect(Set(versions.map(\.write.value)) == Set(all.map(\.value)), "seed \(seed)")
        }
        #expect(concurrent > 100, "the simulation makes hardly any concurrent writes")
    }
}

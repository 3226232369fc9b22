import Foundation
import SeededChance
import Testing

/// Arbitrary bytes for everything that reads bytes of others: as many for each decoder as `AURALYST_FUZZ` or the lane says, and a
/// tenth of it for the relay. `make fuzz` lets libFuzzer look for more.
@Suite struct FuzzTests {
    private static let inputs = Lane.amount(quick: 300, ci: 2_000, all: 20_000, "AURALYST_FUZZ")
    private static let seed = Seed.value

    @Test(arguments: Decoder.allCases)
    func `a decoder takes any bytes, and writes what it has read as it was`(_ decoder: Decoder) async throws {
        let seeds = Corpus.seeds(of: decoder, operations: try await FuzzedRelay().operations)
        for bytes in seeds { #expect(decoder.fault(in: bytes) == nil) }
        var mutator = Mutator(chance: SplitMix64(seed: FuzzTests.seed))
        for _ in 0..<FuzzTests.inputs {
            let bytes = mutator.mutate(seeds)
            if let fault = decoder.fault(in: bytes) { Issue.record("\(fault): \(hex(bytes)), seed \(FuzzTests.seed)") }
        }
    }

    @Test func `a relay answers any requests with what the list has`() async throws {
        let relay = try await FuzzedRelay(seed: FuzzTests.seed)
        let seeds = try relay.seeds()
        for script in seeds { #expect(await relay.fault(in: script) == nil) }
        var mutator = Mutator(chance: SplitMix64(seed: FuzzTests.seed))
        for _ in 0..<max(1, FuzzTests.inputs / 10) {
            let script = mutator.mutate(seeds)
            if let fault = await relay.fault(in: script) { Issue.record("\(fault): \(hex(script)), seed \(FuzzTests.seed)") }
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

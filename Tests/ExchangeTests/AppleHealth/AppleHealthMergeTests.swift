import GivenVault
import Importing
import Journal
import SeededChance
import Testing

@Suite struct AppleHealthMergeTests {
    @Test func `a phone counts only for the time that the watch leaves`() async throws {
        var export = HealthExport()
        export.steps("Mira’s iPhone", "03-01 10:00", "03-01 10:10", "1000")
        export.steps("Mira’s Apple Watch", "03-01 10:03", "03-01 10:05", "150")
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        #expect(try await given.values(.steps) == ["2026-03-01": 950])
        #expect((receipt.count(.kept), receipt.count(.changed)) == (1, 1))
        #expect(receipt.sources.map(\.name) == ["Mira’s Apple Watch", "Mira’s iPhone"])
        #expect(try await given.samples(.steps)["2026-03-01"]?.source == "Mira’s iPhone, Mira’s Apple Watch")
    }

    @Test func `the owner's order goes before that of the devices`() async throws {
        var export = HealthExport()
        export.steps("Mira’s iPhone", "03-01 10:00", "03-01 10:10", "1000")
        export.steps("Mira’s Apple Watch", "03-01 10:00", "03-01 10:10", "700")
        export.steps("Band", "03-01 10:00", "03-01 10:10", "300")
        for (sources, value) in [([], 700.0), (["band"], 300), (["Mira’s iPhone", "band"], 1000), (["nobody"], 700)] {
            let given = try HealthVault()
            let receipt = try await given.take(export.text, sources: sources)
            #expect(try await given.values(.steps) == ["2026-03-01": value])
            #expect(receipt.notes == (sources == ["nobody"] ? [.noSuchSource("nobody")] : []))
        }
    }

    @Test func `a watch under another name is known by its device`() async throws {
        var export = HealthExport()
        export.steps("Mira’s iPhone", "03-01 10:00", "03-01 10:10", "1000")
        export.records.append(
            HealthExport.record(
                HealthExport.stepType, "Uhr", "03-01 10:00", "03-01 10:10", "700",
                more: #" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, hardware:Watch6,4&gt;""#))
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.values(.steps) == ["2026-03-01": 700])
    }

    @Test func `what one source says twice counts once`() async throws {
        var export = HealthExport()
        for _ in 0..<3 { export.steps("Phone", "03-01 10:00", "03-01 10:10", "1000") }
        let given = try HealthVault()
        let receipt = try await given.take(export.text)
        #expect(try await given.values(.steps) == ["2026-03-01": 1000])
        #expect((receipt.count(.kept), receipt.count(.merged)) == (1, 2))
    }

    @Test func `steps across midnight are shared between the days`() async throws {
        var export = HealthExport()
        export.steps("Phone", "03-01 23:50", "03-02 00:10", "1000")
        export.steps("Phone", "03-02 00:55", "03-02 01:05", "10")
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.values(.steps) == ["2026-03-01": 500, "2026-03-02": 510])
    }

    @Test func `an overlap across midnight of UTC counts once`() async throws {
        var export = HealthExport()
        export.steps("Phone", "03-02 00:30", "03-02 01:30", "600")
        export.steps("Watch", "03-02 00:45", "03-02 01:15", "200")
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.values(.steps) == ["2026-03-02": 500])
    }

    @Test func `a moment counts where nothing covers it`() async throws {
        var export = HealthExport()
        export.steps("Watch", "03-01 10:00", "03-01 10:10", "100")
        export.steps("App", "03-01 10:05", "03-01 10:05", "7")
        export.steps("App", "03-01 11:00", "03-01 11:00", "9")
        let given = try HealthVault()
        _ = try await given.take(export.text)
        #expect(try await given.values(.steps) == ["2026-03-01": 109])
    }

    /// Every second of the time goes to whoever comes first: the plain rule, without intervals.
    @Test(arguments: 1...12 as ClosedRange<UInt64>) func `the days are those of counting second by second`(seed: UInt64)
        async throws
    {
        var random = SplitMix64(seed: seed)
        var export = HealthExport()
        let sources = ["A Watch", "B Watch", "Phone", "Zeta"]
        var plain: [(rank: Int, start: Int, end: Int, value: Int)] = []
        for _ in 0..<Int.random(in: 1...150, using: &random) {
            let rank = Int.random(in: sources.indices, using: &random)
            let start = Int.random(in: 0..<2 * 86_400, using: &random)
            let length =
                Bool.random(using: &random) ? Int.random(in: 0...900, using: &random) : Int.random(in: 0...40_000, using: &random)
            let value = Int.random(in: 0...3000, using: &random)
            plain.append((rank, start, start + length, value))
            export.steps(sources[rank], clock(start), clock(start + length), String(value))
        }
        var taken = [Bool](repeating: false, count: 4 * 86_400)
        var expected: [String: Double] = [:]
        for item in plain.sorted(by: { ($0.rank, $0.start, -$0.end, -$0.value) < ($1.rank, $1.start, -$1.end, -$1.value) }) {
            if item.start == item.end {
                if !taken[item.start] { expected[day(item.start), default: 0] += Double(item.value) }
                continue
            }
            for second in item.start..<item.end where !taken[second] {
                expected[day(second), default: 0] += Double(item.value) / Double(item.end - item.start)
                taken[second] = true
            }
        }
        let given = try HealthVault()
        _ = try await given.take(export.text)
        let values = try await given.values(.steps)
        #expect(values.keys.sorted() == expected.keys.sorted(), "seed \(seed)")
        for (day, value) in expected { #expect(abs((values[day] ?? -1) - value) <= 0.51, "seed \(seed), \(day)") }
    }

    private func day(_ second: Int) -> String { "2026-03-0\(1 + second / 86_400)" }

    private func clock(_ second: Int) -> String {
        let rest = second % 86_400
        let parts = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0, to: 2) }
        return "03-0\(1 + second / 86_400) " + parts.joined(separator: ":")
    }
}

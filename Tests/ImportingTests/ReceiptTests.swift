import GivenValues
import Importing
import Journal
import SeededChance
import Testing

@Suite struct ReceiptTests {
    @Test(arguments: 0..<20)
    func `what was read is what was kept, changed, merged and skipped`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var receipt = Receipt(format: "jrnl")
        for _ in 0..<Int.random(in: 0...50, using: &random) {
            let outcome = Receipt.Outcome.allCases.randomElement(using: &random) ?? .kept
            receipt.add(.init(source: "line 1", outcome: outcome, why: outcome == .kept ? nil : "because"))
        }
        #expect(Receipt.Outcome.allCases.map(receipt.count).reduce(0, +) == receipt.read, "seed \(seed)")
        #expect(receipt.read == receipt.lines.count)
    }

    @Test func `an entry that was changed says in what`() {
        var receipt = Receipt(format: "jrnl")
        var entry = ImportedRecord(position: SourcePosition(line: 12, ordinal: 3), day: .of("2026-03-14"), text: "x")
        receipt.add(saved: entry, id: "a")
        entry.changes = [.nulRemoved(1), .lineEnds]
        receipt.add(saved: entry, id: nil)
        receipt.add(ImportProblem(position: SourcePosition(file: "a.md", ordinal: 1), reason: .empty))
        #expect(
            receipt.lines == [
                .init(source: "line 12", outcome: .kept, id: "a"),
                .init(
                    source: "line 12", outcome: .changed,
                    why: "1 NUL character removed; line ends changed from CR LF to LF"),
                .init(source: "a.md", outcome: .skipped, why: "nothing is written in it"),
            ])
    }

    @Test func `what is true of several tables of a file is told once`() {
        var receipt = Receipt(format: "csv")
        let unit = ImportFinding.unitAssumed("weight", "kg", not: "lb")
        for finding in [unit, .columnsLeft(["battery"]), unit] { receipt.note(finding) }
        #expect(receipt.findings == [unit, .columnsLeft(["battery"])])
    }

    @Test(arguments: [
        (SourcePosition(ordinal: 3), "entry 3"), (SourcePosition(line: 12, ordinal: 3), "line 12"),
        (SourcePosition(file: "a.md", ordinal: 1), "a.md"),
        (SourcePosition(file: "a.json", ordinal: 2), "a.json, entry 2"),
        (SourcePosition(file: "29.txt", line: 1, ordinal: 1), "29.txt, line 1"),
    ])
    func `a position is named as a person finds it`(position: SourcePosition, label: String) {
        #expect(position.label == label)
    }
}

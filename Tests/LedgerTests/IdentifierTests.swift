import Ledger
import SeededChance
import Testing

@Suite struct IdentifierTests {
    @Test func `a name is read back from its text in either case`() {
        for seed in 0..<500 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let name = RecordID.random(using: &random)
            #expect(name.description.utf8.count == 26, "seed \(seed)")
            #expect(RecordID(text: name.description) == name, "seed \(seed)")
            #expect(RecordID(text: name.description.uppercased()) == name, "seed \(seed)")
        }
    }

    @Test(arguments: [
        ([UInt8](repeating: 0, count: 16), "00000000000000000000000000"),
        ([UInt8](repeating: 0xFF, count: 16), "zzzzzzzzzzzzzzzzzzzzzzzzzw"),
        (Array(0...15), "000g40r40m30e209185gr38e1w"), ([0x80] + [UInt8](repeating: 0, count: 15), "g0000000000000000000000000"),
    ])
    func `the text is Crockford's Base32`(bytes: [UInt8], text: String) {
        #expect(RecordID(bytes)?.description == text)
        #expect(RecordID(text: text)?.bytes == bytes)
    }

    @Test(arguments: [
        "", "0", "0000000000000000000000000", "000000000000000000000000000", "00000000000000000000000001",
        "zzzzzzzzzzzzzzzzzzzzzzzzzz",
        "0000000000000000000000000u", "u0000000000000000000000000", "o0000000000000000000000000", "l0000000000000000000000000",
        "00000000-0000000000000000", " 0000000000000000000000000", "0000000000000000000000000\n", "é000000000000000000000000",
        "00000000000000000000000é", "\u{212A}00000000000000000000000", "0000000000000000000000000\0",
    ])
    func `another text is no name`(text: String) {
        #expect(RecordID(text: text) == nil)
    }

    @Test(arguments: [0, 1, 15, 17, 32])
    func `only sixteen bytes are a name`(count: Int) {
        #expect(RecordID([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test func `names are ordered as their texts are`() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let (a, b) = (RecordID.random(using: &random), RecordID.random(using: &random))
            #expect((a < b) == (a.description < b.description), "seed \(seed)")
            #expect(!(a < a), "seed \(seed)")
        }
    }

    @Test func `the beginning of a name spans all names that begin so`() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let (name, other) = (RecordID.random(using: &random), RecordID.random(using: &random))
            let prefix = name.description.prefix(random.below(25) + 1)
            let range = try #require(RecordID.range(ofPrefix: prefix), "seed \(seed)")
            #expect(range.contains(name), "seed \(seed)")
            #expect(RecordID.range(ofPrefix: prefix.uppercased()) == range, "seed \(seed)")
            #expect(range.contains(other) == other.description.hasPrefix(prefix), "seed \(seed)")
            #expect(range.lowerBound.description.hasPrefix(prefix), "seed \(seed)")
        }
    }

    @Test func `letters that look like figures are taken for them in a beginning`() {
        #expect(RecordID.range(ofPrefix: "oO") == RecordID.range(ofPrefix: "00"))
        #expect(RecordID.range(ofPrefix: "iLl") == RecordID.range(ofPrefix: "111"))
    }

    @Test(arguments: ["", "u", "a-b", " ", "é", "\u{212A}", "😀", "000000000000000000000000000", "\0", "*", "a%"])
    func `what no name begins with spans nothing`(prefix: String) {
        #expect(RecordID.range(ofPrefix: prefix) == nil)
    }

    @Test func `all bytes come back from Base32`() {
        for count in 0...40 {
            var random = SplitMix64(seed: UInt64(count))
            let bytes = random.bytes(count)
            #expect(Base32.decode(Base32.encode(bytes)) == bytes, "\(count) bytes")
        }
    }

    @Test func `all bytes come back from hexadecimal and nothing else does`() {
        let all = Array(UInt8.min...UInt8.max)
        #expect(bytes(fromHex: hex(all)) == all)
        #expect(hex([]) == "" && bytes(fromHex: "") == [])
        for bad in ["0", "0g", "AB", "0x00", " 00", "00 ", "é", "٣٣", "-1", "000"] { #expect(bytes(fromHex: bad) == nil) }
    }
}

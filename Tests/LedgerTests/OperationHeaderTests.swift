import Ledger
import SeededChance
import Testing

@Suite struct OperationHeaderTests {
    @Test func `what is written is read back as the same header`() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let header = random.header(bodyCount: UInt32(truncatingIfNeeded: random.next()))
            #expect(header.bytes.count == OperationHeader.count, "seed \(seed)")
            #expect(try OperationHeader(reading: header.bytes) == header, "seed \(seed)")
            #expect(try OperationHeader(reading: header.bytes + [1, 2, 3]) == header, "seed \(seed)")
        }
    }

    @Test func `every field stands at its offset`() throws {
        func run(_ first: UInt8, _ count: Int) -> [UInt8] { (0..<count).map { first + UInt8($0) } }
        let header = OperationHeader(
            lane: .note, journal: try #require(JournalID(run(0x10, 16))), epoch: 0x2021_2223,
            device: try #require(DeviceID(run(0x30, 16))), position: 0x4041_4243_4445_4647, previous: run(0x50, 32),
            seenPosition: 0x8081_8283_8485_8687, seenHead: run(0x90, 32), bodyCount: 0xB0B1_B2B3)
        let byHand =
            [1, 1, 2, 0] + run(0x10, 16) + run(0x20, 4) + run(0x30, 16) + run(0x40, 8) + run(0x50, 32) + run(0x80, 8)
            + run(0x90, 32) + run(0xB0, 4)
        #expect(header.bytes == byHand)
        let offsets = [(4, 0x10), (20, 0x20), (24, 0x30), (40, 0x40), (48, 0x50), (80, 0x80), (88, 0x90), (120, 0xB0)]
        for (offset, value) in offsets { #expect(header.bytes[offset] == UInt8(value), "offset \(offset)") }
        #expect(header.bytes.count == 124)
        #expect(header.sealingContext == Array("auralyst/v1/op\0".utf8) + byHand)
        #expect(header.keyContext == run(0x10, 16) + run(0x20, 4))
        #expect(try OperationHeader(reading: byHand) == header)
    }

    private static let good: [UInt8] = {
        var random = SplitMix64(seed: 7)
        return random.header(bodyCount: 5).bytes
    }()

    @Test(arguments: [0, 1, 123])
    func `fewer than 124 bytes are refused`(count: Int) {
        #expect(throws: LedgerError.wrongLength) { try OperationHeader(reading: Array(Self.good.prefix(count))) }
    }

    @Test(arguments: [(0, 0), (0, 2), (0, 255), (1, 0), (1, 2), (1, 255)] as [(Int, UInt8)])
    func `an unknown version or suite is told apart from damage`(offset: Int, value: UInt8) {
        var bytes = Self.good
        bytes[offset] = value
        #expect(throws: LedgerError.newerVersion(version: bytes[0], suite: bytes[1])) { try OperationHeader(reading: bytes) }
    }

    @Test(arguments: [(2, 4), (2, 255), (3, 1), (3, 128)] as [(Int, UInt8)])
    func `an unknown lane or a set reserved byte is refused`(offset: Int, value: UInt8) {
        var bytes = Self.good
        bytes[offset] = value
        #expect(throws: LedgerError.badHeader) { try OperationHeader(reading: bytes) }
    }

    @Test(arguments: [0, 1 << 63, .max] as [UInt64])
    func `a position that no chain has is refused`(position: UInt64) {
        var bytes = Array(Self.good[..<40])
        bytes.append(bigEndian: position)
        #expect(throws: LedgerError.badHeader) { try OperationHeader(reading: bytes + Self.good[48...]) }
    }

    @Test func `numbers come back from their bytes`() {
        var bytes: [UInt8] = [9]
        bytes.append(bigEndian: 0x0102_0304_0506_0708 as UInt64)
        bytes.append(bigEndian: -2 as Int32)
        bytes.append(bigEndian: 7 as UInt8)
        #expect(bytes == [9, 1, 2, 3, 4, 5, 6, 7, 8, 0xFF, 0xFF, 0xFF, 0xFE, 7])
        #expect(bytes.bigEndian(at: 1, as: UInt64.self) == 0x0102_0304_0506_0708)
        #expect(bytes.bigEndian(at: 9, as: Int32.self) == -2)
        #expect(bytes.bigEndian(at: 13, as: UInt8.self) == 7)
    }
}

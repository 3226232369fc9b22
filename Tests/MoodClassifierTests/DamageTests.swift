import MoodClassifier
import SeededChance
import Testing

/// Bytes that are not the model are refused, and none of them stops the program.
struct DamageTests {
    @Test func `the model that is built in opens and stays under two megabytes`() throws {
        _ = try Given.model()
        #expect(Given.bytes.count <= 2_000_000)
        #expect(MoodModel.expectedDigest.count == 64)
    }

    @Test(arguments: [0, 1, 7, 8, 15, 95, 96, 99, 100, 1000])
    func `a beginning of the model is refused`(length: Int) {
        #expect(throws: MoodModelError.self) { try MoodModel(bytes: Array(Given.bytes.prefix(length))) }
    }

    @Test func `a model that is a byte short or long is refused`() {
        #expect(throws: MoodModelError.wrongSize) { try MoodModel(bytes: Array(Given.bytes.dropLast())) }
        #expect(throws: MoodModelError.wrongSize) { try MoodModel(bytes: Given.bytes + [0]) }
    }

    @Test func `other bytes are not a model`() {
        #expect(throws: MoodModelError.unknownFormat) { try MoodModel(bytes: [UInt8](repeating: 0, count: 200)) }
        #expect(throws: MoodModelError.unknownFormat) { try MoodModel(bytes: Array("MOODLIN1".utf8) + Given.bytes.dropFirst(8)) }
    }

    @Test(arguments: [0 as UInt64, 1, 2, 3])
    func `a flipped bit anywhere is found`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<40 {
            var bytes = Given.bytes
            let region =
                [8..<16, 16..<96, 96..<bytes.count - 40_000, bytes.count - 40_000..<bytes.count]
                .randomElement(using: &generator) ?? 0..<8
            let place = Int.random(in: region, using: &generator)
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            #expect(throws: MoodModelError.self, "seed \(seed), byte \(place)") { try MoodModel(bytes: bytes) }
        }
    }

    @Test func `every byte of the header is guarded by the checksum`() {
        for place in 0..<96 {
            var bytes = Given.bytes
            bytes[place] ^= 0xFF
            #expect(throws: MoodModelError.self, "byte \(place)") { try MoodModel(bytes: bytes) }
        }
    }

    /// Numbers for a place in the header, under a checksum that fits.
    @Test(arguments: [
        (8, 9 as UInt32), (8, 21), (8, 0), (8, .max), (12, 5), (12, 7), (16, Float.nan.bitPattern),
        (20, Float.infinity.bitPattern),
        (40, (-Float.infinity).bitPattern), (44, Float(1e30).bitPattern), (64, Float(-0.5).bitPattern), (92, Float(3).bitPattern),
    ])
    func `a header with an impossible number is refused even when its checksum fits`(place: Int, number: UInt32) {
        var bytes = Given.bytes
        bytes.replaceSubrange(place..<place + 4, with: Given.littleEndian(number))
        #expect(throws: MoodModelError.self) { try MoodModel(bytes: Given.sealed(bytes)) }
    }

    @Test(arguments: [11 as UInt64, 12, 13])
    func `weights of any kind under a fitting checksum answer with numbers`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var bytes = Given.bytes
        let end = 96 + 6 << Int(bytes[8])
        for place in stride(from: 96, to: end, by: 3) { bytes[place] = UInt8.random(in: 0...255, using: &generator) }
        let model = try MoodModel(bytes: Given.sealed(bytes))
        let reading = model.moods(in: "I had a long day and then a quiet evening with friends.")
        #expect(reading.probabilities.allSatisfy { 0...1 ~= $0 }, "seed \(seed)")
    }
}

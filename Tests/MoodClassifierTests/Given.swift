import CMoodModel
import Foundation
import MoodClassifier
import Testing

enum Given {
    static let bytes: [UInt8] = {
        var count = 0
        let start = unsafe mood_model(&count)
        return unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    }()

    static func model() throws -> MoodModel { try MoodModel(bytes: bytes) }

    /// CRC-32 from its polynomial, so that it shares no mistake with the table of the module.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var state: UInt32 = 0xFFFF_FFFF
        for byte in bytes { state = state >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
        return ~state
    }

    /// What each byte leaves, bit by bit.
    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { state, _ in state & 1 == 1 ? state >> 1 ^ 0xEDB8_8320 : state >> 1 }
    }

    /// The four bytes of a number, the lowest first.
    static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }

    /// The bytes with a checksum that fits them, in place of the one they carry.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let body = Array(bytes.dropLast(4))
        return body + littleEndian(checksum(body))
    }

    struct Sample: Decodable, Sendable {
        let text: String
        let buckets: Int
        let checksum: UInt32
        let counts: [Int]?
        let p: [Double]
    }

    /// The 200 texts that Tools/train_mood has written.
    static func samples() throws -> [Sample] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "parity.jsonl")
        let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
        return try lines.map { try JSONDecoder().decode(Sample.self, from: Data($0)) }
    }

    /// A text of ours that the model has not learnt from, the mood it was written for, and how it is read.
    struct Feeling {
        let mood: MoodLabel
        let reading: MoodReading
    }

    /// The lines of a file beside the tests: feelings.tsv, or mixed-feelings.tsv whose lines may be read in several ways.
    static func feelings(_ name: String) throws -> [Feeling] {
        let model = try model()
        return try lines(name).map { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            let mood = try #require(MoodLabel(rawValue: parts[0]))
            return Feeling(mood: mood, reading: model.moods(in: parts[1]))
        }
    }

    static func lines(_ name: String) throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}

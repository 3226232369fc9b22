import Exchange
import Foundation
import GivenValues
import Importing
import Journal
import SeededChance
import Testing
import Vault

/// Journals that jrnl 4.6 (versions 2 and 3) and a few lines of Python (version 1, which jrnl only reads today) encrypted.
@Suite struct JrnlCipherTests {
    private static let firstByNumbers =
        "AAECAwQFBgcICQoLDA0OD/MMsK7gfmbQ9thl7l/1dJy81a7LuMYuYWUSCtIlC9XhgpD18MoBui4f0VlrQhsCT06X0LBs/l9i3Dwl"
        + "Bl920dEB5mwNSAGwEdGCk9XYq3/F09TMvXDddI4zIh1WZ1lZPZPA+oi1c6PyGNb51+FmfLg="
    private static let firstByBlanks =
        "AAECAwQFBgcICQoLDA0OD/MMsK7gfmbQ9thl7l/1dJy81a7LuMYuYWUSCtIlC9XhgpD18MoBui4f0VlrQhsCT06X0LBs/l9i3Dwl"
        + "Bl920dEB5mwNSAGwEdGCk9XYq3/F09TMvXDddI4zIh1WZ1lZPXEIOFpdDdxI0HFbalj1pgw="
    private static let second =
        "Z0FBQUFBQnJBSmYzTUJCbmt5OWVDN3oyMnNGLUw2TmUwemlld1hFcHl4RURmZ2tLbDR2WWJGakFwdzUtMlNIQ1JHN2U4VTRJQjkw"
        + "S2xkcHV2MTU0bjRaYzlqVlJFaUY1ZHZNX2FCTmdvOVJaeXdGQ09QUjNmU2ZKVWtZZFhWMVQ5aVQxZEhyMEVzNnZYWkFqN3o5TDFR"
        + "bTAyVlZoVmtGU2NFa3hBMEVFd0swSlF2bm4tOVpSRE1mT2tTckdCa21xMURhR1RadTY1bV9pSGhjeWhOb2tONjYyWEhNeEdyM2w1"
        + "QT09"
    private static let third =
        "SlJOTHYzADBleUp6WVd4MElqb2lUR1JLYkZkUlNsQjVUV1ZOYVhkb1JYcE9lamd5UVQwOUluMD1nQUFBQUFCckFKZjNVSjBqSEZ1"
        + "MXNnREZmSTAyR1JlcVhrbzBEYlZlc0ZRYmtuVmFfeGxhdDNoSzh0bVc1MXptZDQ5ejZCN1lvMy1UMkxJWTM1VklXa3pieHpGbUlT"
        + "T3ZKM0dpdGVWVnk3cVhhSmxBSmFzcXYtVGlDajFCUXI3b2oxZkYtdkQ5SmNWTW1pM183M1JqTHpRS0FvX0w1amNNR2hwS3dGSzcz"
        + "ZGxvanZmZkhVVVVaTXlmVlowODF2LTAxLW53S2hjWWdEQk8xQU9sT25qLUFiN1Q5YmswQlRZT2Z3PT0="
    private static let thirdBare =
        "SlJOTHYzACN7InNhbHQiOiJBQUVDQXdRRkJnY0lDUW9MREEwT0R3PT0ifWdBQUFBQUJyQUpmM3VTZU5CMkZlQVh2Z095REFSQ0x3"
        + "Rm1JSnFHN1lGcElYXzdTTlZid2M4cXB6M0t4bFNBWERwZlY5dzJIVkZub2ppT0Q0Szd5a1NST1VSajB6MUZxbzJJaFdwa2JYRkEz"
        + "VE56bU1MdDJlRmJ4MjdDaTNNa2V3eF9pbl9wbnctMTFNd1FaQlZUYk11VFB3LWxtRHRkbExJV1ZvNlU0bk5hbTdkclM0RUdtXzRG"
        + "V2tacFFhTGtyVE9XOWE0cXFGN1F0X2ItT1FZLTI4dEZrSTd4Y0VqYnVvU2c9PQ=="

    private static let all = [firstByNumbers, firstByBlanks, second, third, thirdBare].compactMap {
        Data(base64Encoded: $0).map { Array($0) }
    }

    private func read(_ bytes: [UInt8], _ password: String?) throws -> ImportReading {
        let folder = try SampleFolder()
        let path = try folder.write("journal.txt", bytes)
        return try readSource(path) { options in
            if let password { options.decryptJrnl = ImportPassword(Secret(copying: Array(password.utf8))).decryptJrnl }
        }.output
    }

    @Test(arguments: 0..<5) func `a journal of each version opens with its password`(index: Int) throws {
        let reading = try read(Self.all[index], "söze & Söhne")
        #expect(reading.records.map(\.text) == ["Ein Spaziergang am @See. Es hat geregnet, grün.", "Sonne."])
        #expect(reading.records.map(\.day.iso) == ["2026-03-14", "2026-03-15"])
        #expect(reading.records.map(\.starred) == [false, true])
        #expect(reading.records.map { $0.tags.map(\.name) } == [["See"], []])
        #expect(reading.problems.isEmpty)
    }

    @Test(arguments: 0..<5) func `a password is asked for, and another one opens nothing`(index: Int) throws {
        let folder = try SampleFolder()
        let path = try folder.write("journal.txt", Self.all[index])
        var options = ImportOptions(surroundings: readersHome)
        #expect(try ImportSource(path: path, options: options).needsPassword())
        options.decryptJrnl = ImportPassword(Secret(copying: Array("x".utf8))).decryptJrnl
        #expect(try !ImportSource(path: path, options: options).needsPassword())
        #expect(throws: ImportError.wrongPassword) { try read(Self.all[index], "Söze & Söhne") }
        #expect(throws: ImportError.wrongPassword) { try read(Self.all[index], "") }
        #expect(throws: index < 2 ? ImportError.notText : .encryptedJrnl) { try read(Self.all[index], nil) }
    }

    @Test(arguments: 2..<5) func `a changed or shortened token opens nothing`(index: Int) throws {
        let seed = Seed.value
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for round in 0..<12 {
            var bytes = Self.all[index]
            if round % 3 == 0 {
                bytes.removeLast(Int.random(in: 4...40, using: &generator))
            } else {
                let place = Int.random(in: (bytes.count - 200)..<(bytes.count - 40), using: &generator)
                bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            }
            guard bytes != Self.all[index] else { continue }
            #expect(throws: ImportError.wrongPassword) { try read(bytes, "söze & Söhne") }
        }
    }

    @Test(
        arguments: [
            ("JRNLv4\u{0}\u{2}{}", ImportError.encryptedJrnl), ("JRNLv3", .wrongPassword),
            ("JRNLv3\u{7F}\u{7F}{}", .wrongPassword),
            ("JRNLv3\u{0}\u{2}{}gAAAAA", .wrongPassword), ("JRNLv3\u{0}\u{A}{\"salt\":5}gAAAAA", .wrongPassword),
            ("gAAAAA", .wrongPassword), ("gAAAAA!!!!", .wrongPassword),
        ])
    func `a header that is none is refused`(text: String, error: ImportError) throws {
        #expect(throws: error) { try read(Array(text.utf8), "x") }
    }

    @Test func `a journal in clear needs no password, and one that is given does no harm`() throws {
        let text = Array("[2026-03-14 21:00] Rain.\n".utf8)
        #expect(try read(text, "x").records.map(\.text) == ["Rain."])
        let folder = try SampleFolder()
        let options = ImportOptions(surroundings: readersHome)
        #expect(try !ImportSource(path: try folder.write("a.txt", text), options: options).needsPassword())
        #expect(
            try !ImportSource(path: try folder.write("b.txt", [UInt8](repeating: 7, count: 31)), options: options).needsPassword()
        )
    }
}

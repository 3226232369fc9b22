import Foundation
import Testing

/// One known answer: named texts, bytes in hexadecimal.
struct Vector: Sendable, CustomStringConvertible {
    let fields: [String: String]

    var description: String { "test \(self["id"]) \(self["flags"])" }
    /// What others expect: "valid", "invalid" or "acceptable".
    var isValid: Bool { self["result"] != "invalid" }

    subscript(name: String) -> String { fields[name] ?? "" }

    func has(_ flag: String) -> Bool { self["flags"].split(separator: " ").contains { $0 == flag } }

    /// The bytes of a field; nothing for a field that is not there.
    func bytes(_ name: String) throws -> [UInt8] { try #require([UInt8](hexadecimal: self[name]), "field \(name)") }

    func number(_ name: String) throws -> Int { try #require(Int(self[name]), "field \(name)") }
}

extension [UInt8] {
    init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
    }
}

/// The known answers of one source: a file that `scripts/vectors` prepared, or the few that a test carries itself.
struct VectorFile: Sendable, CustomTestStringConvertible {
    /// What is tested; a prepared file of any other kind is an error.
    enum Kind: String, Decodable, CaseIterable {
        case aesGCM = "aes-gcm"
        case chunked
        case hkdfSHA256 = "hkdf-sha256"
        case hkdfSHA512 = "hkdf-sha512"
        case hmacSHA256 = "hmac-sha256"
        case argon2id
        case x25519
        case ed25519
        case cctvEd25519 = "cctv-ed25519"
        case cctvAge = "cctv-age"
        case hpke
        case bech32m
        case slip39
    }

    let kind: Kind
    let name: String
    let leftOut: [String: Int]
    let tests: [Vector]

    var testDescription: String { name }

    /// A few answers in the source of a test: a line `name value` each, tests divided by an empty line.
    static func builtIn(_ kind: Kind, _ name: String, _ text: String) -> VectorFile {
        let tests = text.split(separator: "\n\n").enumerated().map { number, block in
            var fields = ["id": String(number)]
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: " ", maxSplits: 1)
                fields[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
            }
            return Vector(fields: fields)
        }
        return VectorFile(kind: kind, name: name, leftOut: [:], tests: tests)
    }

    /// Where `scripts/vectors` leaves what it prepares.
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/vectors")

    private static let prepared: Result<[VectorFile], any Error> = Result {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return try names.filter { $0.hasSuffix(".json") }.sorted().map { name in
            try JSONDecoder().decode(VectorFile.self, from: Data(contentsOf: folder.appending(path: name)))
        }
    }

    /// Every prepared file; throws when one cannot be read.
    static func all() throws -> [VectorFile] { try prepared.get() }

    /// Those of one kind, behind the test's own.
    static func of(_ kind: Kind, and own: VectorFile...) -> [VectorFile] {
        own + ((try? all()) ?? []).filter { $0.kind == kind }
    }

    /// Checks every test of the file and says so. The closure tells whether what was given was accepted.
    func check(_ body: (Vector) throws -> Bool) throws {
        var accepted = 0
        for vector in tests where try body(vector) { accepted += 1 }
        let omitted = leftOut.sorted { $0.key < $1.key }.map { "; left out \($0.value): \($0.key)" }.joined()
        print("vectors: \(tests.count) checked, \(accepted) accepted: \(kind.rawValue), \(name)\(omitted)")
        #expect(!tests.isEmpty || !leftOut.isEmpty)
    }
}

extension VectorFile: Decodable {
    private enum CodingKeys: CodingKey { case kind, name, leftOut, tests }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(Kind.self, forKey: .kind)
        name = try container.decode(String.self, forKey: .name)
        leftOut = try container.decode([String: Int].self, forKey: .leftOut)
        tests = try container.decode([[String: String]].self, forKey: .tests).map(Vector.init(fields:))
    }
}

@Suite struct VectorFileTests {
    @Test(.enabled("nothing is prepared: scripts/vectors fetches it") { try !VectorFile.all().isEmpty })
    func `every file that was prepared can be read and is of a kind that a test checks`() throws {
        for file in try VectorFile.all() { #expect(!file.tests.isEmpty || !file.leftOut.isEmpty, "\(file.name)") }
    }
}

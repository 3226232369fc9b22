import Foundation
import SeededChance
import Testing
import Vault

@Suite struct AgeTests {
    private static let piece = 65_536
    private static let lengths = [0, 1, 63, 64, piece - 1, piece, piece + 1, 2 * piece - 1, 2 * piece, 2 * piece + 1, 300_000]

    @Test(arguments: lengths) func `what is written opens again, however the bytes come`(count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        let plain = generator.bytes(count)
        let key = Secret.random(count: 32)
        let file = try Age.file(of: plain, to: [Age.stranger(), AgeRecipient(ofSecret: key)], portion: 1 + count / 3)
        #expect(try Age.opened(file, .key(key.duplicate()), portion: 4_097) == plain)
        #expect(try Age.opened(file, .key(key.duplicate()), portion: 1 << 20) == plain)
    }

    @Test func `a passphrase opens what it sealed, and no other does`() throws {
        let plain = Array("a few words".utf8)
        var file: [UInt8] = []
        try Age.write(plain, AgeWriter(passphrase: secret("correct horse"), workFactor: 4) { file += $0 })
        #expect(try Age.opened(file, .passphrase(secret("correct horse"))) == plain)
        #expect(throws: AgeError.wrongPassphrase) { try Age.opened(file, .passphrase(secret("Correct horse"))) }
        #expect(throws: AgeError.noMatch) { try Age.opened(file, .key(.random(count: 32))) }
    }

    @Test func `after a wrong passphrase the right one may be tried`() throws {
        var file: [UInt8] = []
        try Age.write([1, 2, 3], AgeWriter(passphrase: secret("right"), workFactor: 2) { file += $0 })
        var reader = try Age.reader(file)
        let asks = reader.asksForPassphrase
        #expect(asks)
        var refused: AgeError?
        do throws(AgeError) { try reader.unlock(with: .passphrase(secret("wrong"))) } catch { refused = error }
        #expect(refused == .wrongPassphrase)
        try reader.unlock(with: .passphrase(secret("right")))
        let opened = try reader.next()
        #expect(opened == [1, 2, 3])
    }

    @Test(arguments: [21, 22, 23, 64, 1_000_000])
    func `a file that asks for more than a gigabyte is refused before anything is computed`(factor: Int) throws {
        var file: [UInt8] = []
        try Age.write([1, 2, 3], AgeWriter(passphrase: secret("right"), workFactor: 2) { file += $0 })
        let place = try #require(file.firstRange(of: Array(" 2\n".utf8)))
        file.replaceSubrange(place, with: Array(" \(factor)\n".utf8))
        let altered = file
        #expect(throws: AgeError.workFactorTooHigh(factor)) { try Age.opened(altered, .passphrase(secret("right"))) }
    }

    @Test func `the recovery code opens what is sealed to its recipient`() throws {
        let code = RecoveryCode.random()
        let file = try Age.file(of: [7], to: [try AgeRecipient(key: code.recipientKey())])
        #expect(try Age.opened(file, AgeIdentity(code)) == [7])
        #expect(try Age.opened(file, try AgeIdentity(text: " \(code.text().lowercased())\n")) == [7])
    }

    @Test func `no altered byte and no cut goes unnoticed`() throws {
        let seed = Seed.value
        print("age: seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let key = Secret.random(count: 32)
        let file = try Age.file(of: generator.bytes(Self.piece + 40), to: [AgeRecipient(ofSecret: key)])
        let places = Array(0..<250) + (0..<50).map { _ in Int.random(in: 250..<file.count, using: &generator) }
        for place in places {
            var altered = file
            altered[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            #expect(throws: AgeError.self, "byte \(place)") { try Age.opened(altered, .key(key.duplicate())) }
            #expect(throws: AgeError.self, "cut at \(place)") { try Age.opened(Array(file[..<place]), .key(key.duplicate())) }
        }
        for tail in [[0], Array("\n".utf8), file] {
            #expect(throws: AgeError.self) { try Age.opened(file + tail, .key(key.duplicate())) }
        }
    }

    @Test(arguments: [
        ("", AgeError.notAge), ("age", .notAge), ("age-encryption.org/v2\n-> X\n", .otherVersion),
        ("age-encryption.org/v1\n", .damagedHeader), ("age-encryption.org/v1\n--- \n", .damagedHeader),
        ("PK\u{3}\u{4}", .notAge), ("-----BEGIN PGP MESSAGE-----\n", .damagedArmor),
        ("-----BEGIN AGE ENCRYPTED FILE-----\n", .damagedArmor),
        ("-----BEGIN AGE ENCRYPTED FILE-----\n-----END AGE ENCRYPTED FILE-----\n", .notAge),
        (String(repeating: "\n", count: 2000) + "age-encryption.org/v1\n", .notAge),
        (String(repeating: " ", count: 1000) + "-----BEGIN AGE ENCRYPTED FILE-----\n", .damagedArmor),
    ]) func `what is no age file is refused with its reason`(text: String, expected: AgeError) {
        #expect(throws: expected) { _ = try Age.reader(Array(text.utf8)) }
    }

    @Test func `a header without an end is given up in bounded memory`() {
        var isFirst = true
        var asked = 0
        #expect(throws: AgeError.damagedHeader) {
            _ = try AgeReader { count throws(AgeError) in
                asked += count
                defer { isFirst = false }
                return isFirst ? Array("age-encryption.org/v1\n-> ".utf8) : [UInt8](repeating: 0x61, count: count)
            }
        }
        #expect(asked < 3 << 20)
    }

    @Test(arguments: [
        "", "age", "age1", "AGE-SECRET-KEY-1QQQ", "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q",
    ]) func `what is no recipient is refused`(text: String) {
        #expect(throws: AgeError.badKey) { try AgeRecipient(text: text) }
    }

    @Test func `a recipient that no secret can agree with is refused`() throws {
        let point = try AgeRecipient(key: [UInt8](repeating: 0, count: 32))
        #expect(throws: AgeError.badKey) { try Age.file(of: [1], to: [point]) }
    }

    @Test func `an error of the disk is passed on`() {
        #expect(throws: AgeError.writing(code: ENOSPC)) {
            _ = try AgeWriter(to: [Age.stranger()]) { _ throws(AgeError) in throw .writing(code: ENOSPC) }
        }
        #expect(throws: AgeError.reading(code: EIO)) { _ = try AgeReader { _ throws(AgeError) in throw .reading(code: EIO) } }
    }
}

/// Whole files at once, for tests.
enum Age {
    static func stranger() -> AgeRecipient { AgeRecipient(ofSecret: .random(count: 32)) }

    static func file(of plain: [UInt8], to recipients: [AgeRecipient], portion: Int = 10_000) throws -> [UInt8] {
        var file: [UInt8] = []
        try write(plain, AgeWriter(to: recipients) { file += $0 }, portion: portion)
        return file
    }

    static func write(_ plain: [UInt8], _ writer: consuming AgeWriter, portion: Int = 10_000) throws {
        for start in stride(from: 0, to: plain.count, by: portion) {
            try writer.write(Array(plain[start..<min(plain.count, start + portion)]))
        }
        try writer.finish()
    }

    static func reader(_ file: [UInt8], portion: Int = 1000) throws(AgeError) -> AgeReader {
        var place = 0
        return try AgeReader { count throws(AgeError) in
            let end = min(file.count, place + min(count, portion))
            defer { place = end }
            return Array(file[place..<end])
        }
    }

    static func opened(_ file: [UInt8], _ identity: consuming AgeIdentity, portion: Int = 1000) throws -> [UInt8] {
        var reader = try reader(file, portion: portion)
        try reader.unlock(with: identity)
        var plain: [UInt8] = []
        while let piece = try reader.next() { plain += piece }
        return plain
    }
}

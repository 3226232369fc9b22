import Crypto
import Foundation
import Testing
import Vault

@Suite struct Bech32Tests {
    @Test(arguments: [
        "A12UEL5L", "a12uel5l",
        "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
        "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
        "11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j",
        "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", "?1ezyfcl",
    ])
    func `the valid texts of BIP-173 have a right checksum`(text: String) throws {
        _ = try Bech32.symbols(of: text)
        #expect(throws: Bech32Error.badChecksum) { try Bech32.symbols(of: text, variant: .bech32m) }
    }

    @Test(arguments: [
        (" 1nwldj5", Bech32Error.badPrefix), ("\u{7f}1axkwrx", .badPrefix), ("\u{80}1eym55h", .badPrefix),
        ("pzry9x0s0muk", .noSeparator), ("1pzry9x0s0muk", .badPrefix), ("x1b4n0q5v", .badCharacter),
        ("li1dgmt3", .noSeparator), ("de1lg7wt\u{ff}", .badCharacter), ("A1G7SGD8", .badChecksum),
        ("10a06t8", .badPrefix), ("1qzzfhee", .badPrefix), ("A12uEL5L", .mixedCase),
        ("", .noSeparator), ("1", .badPrefix), ("a1", .noSeparator), ("ä12uel5l", .badPrefix), ("a12uel5\u{0}", .badCharacter),
    ])
    func `what BIP-173 forbids is refused with its reason`(text: String, reason: Bech32Error) {
        #expect(throws: reason) { try Bech32.symbols(of: text) }
    }

    @Test func `a text far longer than any key is refused`() {
        let long = Bech32.encode(hrp: "age", bytes: [UInt8](repeating: 7, count: 4096))
        #expect(throws: Bech32Error.tooLong) { try Bech32.decode(long) }
    }

    // The last letters before the checksum differ: two groups hold one byte and two spare bits, three groups seven.
    @Test(arguments: [
        ([UInt8(0), 0], true), ([31, 28], true), ([0, 1], false), ([0, 2], false), ([0], false), ([0, 0, 0], false),
    ])
    func `data that is not whole bytes with zeros behind is refused`(groups: [UInt8], isWhole: Bool) throws {
        let text = Self.text(groups)
        #expect(try Bech32.symbols(of: text).data == groups)
        if isWhole {
            #expect(try Bech32.decode(text).bytes == [groups[0] << 3 | groups[1] >> 2])
        } else {
            #expect(throws: Bech32Error.badPadding) { try Bech32.decode(text) }
        }
    }

    /// `a1`, the groups as they are, and their checksum: `encode` writes whole bytes only.
    private static func text(_ groups: [UInt8]) -> String {
        let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
        let generator: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
        var sum: UInt32 = 1
        for group in [3, 0, 1] + groups + [0, 0, 0, 0, 0, 0] {
            let top = sum >> 25
            sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(group)
            for bit in 0..<5 where top >> UInt32(bit) & 1 == 1 { sum ^= generator[bit] }
        }
        let tail = (0..<6).map { UInt8((sum ^ 1) >> UInt32(5 * (5 - $0)) & 31) }
        return "a1" + String((groups + tail).map { letters[Int($0)] })
    }

    @Test func `an age identity and its recipient read and write as the age program does it`() throws {
        let identity = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
        let (prefix, secret) = try Bech32.decode(identity)
        #expect(prefix == "age-secret-key-")
        #expect(secret == [UInt8](repeating: 0x42, count: 32))
        #expect(Bech32.encode(hrp: "AGE-SECRET-KEY-", bytes: secret).uppercased() == identity)

        let recipient = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret).publicKey
        #expect(
            Bech32.encode(hrp: "age", bytes: Array(recipient.rawRepresentation))
                == "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj")
    }

    @Test(arguments: [Bech32.Variant.bech32, .bech32m], 0...67)
    func `reading what was written gives the same bytes, in either case`(variant: Bech32.Variant, length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) }
        let text = Bech32.encode(hrp: "x1y-", bytes: bytes, variant: variant)
        for text in [text, text.uppercased()] {
            let read = try Bech32.decode(text, variant: variant)
            #expect(read.hrp == "x1y-" && read.bytes == bytes)
        }
    }

    @Test func `one wrong character anywhere is noticed`() {
        let text = Array(Bech32.encode(hrp: "age", bytes: Array(0..<32)).utf8)
        for index in text.indices {
            for other in "qpzry9x8gf2tvdw0s3jn54khce6mua7l1b-".utf8 where other != text[index] {
                var wrong = text
                wrong[index] = other
                #expect(throws: Bech32Error.self) { try Bech32.decode(String(decoding: wrong, as: UTF8.self)) }
            }
        }
    }
}

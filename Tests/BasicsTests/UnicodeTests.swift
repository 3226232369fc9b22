import Basics
import Foundation
import SeededChance
import Testing

/// Foundation's own functions are the other side: they are there for tests, and are not linked into the programs.
@Suite struct UnicodeTests {
    @Test func `each character has the normal forms that Foundation gives it`() {
        var other: [String] = []
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 13 else { continue }
            let text = String(scalar)
            if text.composed.unicodeScalars.map(\.value) != text.precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
                || text.compatible.unicodeScalars.map(\.value)
                    != text.precomposedStringWithCompatibilityMapping.unicodeScalars.map(\.value)
            {
                other.append(String(value, radix: 16))
            }
        }
        #expect(other == [])
    }

    @Test(arguments: [
        ("Ångström", "Ångström", "Ångström"), ("ﬁne", "ﬁne", "fine"), ("①", "①", "1"), ("가", "가", "가"), ("", "", ""),
        ("plain", "plain", "plain"), ("e\u{301}\u{327}", "\u{229}\u{301}", "\u{229}\u{301}"), ("ｐａｓｓ", "ｐａｓｓ", "pass"),
    ])
    func `a text has its normal forms`(text: String, composed: String, compatible: String) {
        #expect(Array(text.composed.unicodeScalars) == Array(composed.precomposedStringWithCanonicalMapping.unicodeScalars))
        #expect(
            Array(text.compatible.unicodeScalars) == Array(compatible.precomposedStringWithCompatibilityMapping.unicodeScalars))
    }

    @Test(arguments: [
        ("a%20b", "a b"), ("caf%C3%A9", "café"), ("plain", "plain"), ("%4", nil), ("%zz", nil), ("%FF", nil), ("", ""),
    ])
    func `percent-encoded text is decoded`(text: String, result: String?) {
        #expect(text.withoutPercents == result)
        #expect(text.removingPercentEncoding == result)
    }

    @Test func `a piece of text is found byte by byte`() {
        #expect("a://b".has("://"))
        #expect(!"a:/b".has("://"))
        #expect("x".has(""))
        #expect(!"".has("x"))
    }

    @Test func `bytes are found as the standard library finds them`() {
        var chance = SplitMix64(seed: 20_261_126)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &chance)).map { _ in UInt8.random(in: 0...2, using: &chance) }
            let piece = (0..<Int.random(in: 0...4, using: &chance)).map { _ in UInt8.random(in: 0...2, using: &chance) }
            #expect(bytes.has(piece) == (piece.isEmpty || bytes.firstRange(of: piece) != nil), "\(piece) in \(bytes)")
        }
    }

    @Test func `a text is made as long as a column`() {
        #expect("day".padded(to: 5) == "day  ")
        #expect("Saturday".padded(to: 3) == "Sat")
        #expect("né".padded(to: 3) == "né ")
    }
}

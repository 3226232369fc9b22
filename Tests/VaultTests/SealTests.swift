import Foundation
import SeededChance
import Testing
import Vault

@Suite struct SealTests {
    private let context = Array("a place".utf8)
    private static let lengths = [
        0, 1, 2, 251, 252, 253, 300, 1020, 16379, 16380, 16381, 16383, 16384, 16385, 32764, 100_000,
    ]

    @Test(arguments: lengths) func `what is sealed opens again, at the length that was foretold`(count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        let plaintext = generator.bytes(count)
        let key = Secret.random(count: 32)
        let sealed = Seal.seal(plaintext, key: key, context: context)
        #expect(sealed.count == Seal.sealedCount(of: count))
        #expect(try Seal.open(sealed, key: key, context: context) == plaintext)
        #expect(bytes(try Seal.openSecret(sealed, key: key, context: context)) == plaintext)
    }

    @Test(arguments: lengths) func `unpadded messages open again as well`(count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        let plaintext = generator.bytes(count)
        let key = Secret.random(count: 32)
        let sealed = Cobblestone.seal(plaintext, key: key, context: context)
        #expect(sealed.count == Cobblestone.sealedCount(of: count))
        #expect(Cobblestone.plaintextCount(of: sealed.count) == count)
        #expect(try Cobblestone.open(sealed, key: key, context: context) == plaintext)
    }

    @Test func `a slice opens like the whole it was cut from`() throws {
        let key = Secret.random(count: 32)
        let framed = [9, 9, 9] + Seal.seal([1, 2, 3] as [UInt8], key: key, context: context) + [9]
        #expect(try Seal.open(framed[3..<(framed.count - 1)], key: key, context: context) == [1, 2, 3])
    }

    @Test func `a sealed secret opens as bytes and the other way round`() throws {
        let key = Secret.random(count: 32)
        let sealed = Seal.seal(secret("inside"), key: key, context: context)
        #expect(sealed.count == 328)
        #expect(try Seal.open(sealed, key: key, context: context) == Array("inside".utf8))
    }

    @Test func `the same plaintext never gives the same bytes`() {
        let key = Secret.random(count: 32)
        #expect(Set((0..<50).map { _ in Seal.seal([1, 2, 3] as [UInt8], key: key, context: context) }).count == 50)
    }

    @Test func `another key or context misses by commitment`() {
        let key = Secret.random(count: 32)
        let sealed = Seal.seal([1, 2, 3] as [UInt8], key: key, context: context)
        #expect(throws: SealError.commitmentMismatch) {
            try Seal.open(sealed, key: .random(count: 32), context: context)
        }
        for other in [[], context + [0], Array(context.dropLast()), Array("A place".utf8)] as [[UInt8]] {
            #expect(throws: SealError.commitmentMismatch) { try Seal.open(sealed, key: key, context: other) }
        }
    }

    @Test func `every flipped bit is refused, with its place`() {
        let key = Secret.random(count: 32)
        let sealed = Seal.seal(Array("small".utf8), key: key, context: context)
        for place in sealed.indices {
            for bit in 0..<8 {
                var altered = sealed
                altered[place] ^= 1 << bit
                let expected = place < 56 ? SealError.commitmentMismatch : .damaged(chunk: 0)
                #expect(throws: expected) { try Seal.open(altered, key: key, context: context) }
            }
        }
    }

    @Test func `the damaged chunk of a long message is named`() {
        let key = Secret.random(count: 32)
        let sealed = Cobblestone.seal([UInt8](repeating: 1, count: 50_000), key: key, context: context)
        for chunk in 0..<4 {
            var altered = sealed
            altered[56 + chunk * 16_400 + 5] ^= 1
            #expect(throws: SealError.damaged(chunk: chunk)) {
                try Cobblestone.open(altered, key: key, context: context)
            }
        }
    }

    @Test func `exchanged, doubled and dropped chunks are refused`() {
        let key = Secret.random(count: 32)
        let sealed = Cobblestone.seal([UInt8](repeating: 1, count: 40_000), key: key, context: context)
        let (head, first) = (sealed[..<56], sealed[56..<16_456])
        let (second, last) = (sealed[16_456..<32_856], sealed[32_856...])
        let refused = [(head + second + first + last, 0), (head + first + first + last, 1), (head + second + last, 0)]
        for (altered, chunk) in refused {
            #expect(throws: SealError.damaged(chunk: chunk)) { try Cobblestone.open(altered, key: key, context: context) }
        }
    }

    @Test(arguments: [0, 1, 55, 56, 71, 72, 100, 327]) func `a message that is cut off is refused`(count: Int) {
        let key = Secret.random(count: 32)
        let sealed = Seal.seal([1, 2, 3] as [UInt8], key: key, context: context)
        #expect(throws: SealError.self) { try Seal.open(sealed[..<count], key: key, context: context) }
        #expect(throws: SealError.self) { _ = try Seal.openSecret(sealed[..<count], key: key, context: context) }
    }

    @Test(arguments: [0, 71, 56 + 16_400, 56 + 16_400 + 15, 56 + 2 * 16_400])
    func `a length that sealing never gives is refused before the key is used`(count: Int) {
        #expect(Cobblestone.plaintextCount(of: count) == nil)
        #expect(throws: SealError.badLength) {
            try Cobblestone.open([UInt8](repeating: 0, count: count), key: .random(count: 32), context: context)
        }
    }

    @Test func `padding that sealing does not write is refused`() {
        let key = Secret.random(count: 32)
        let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
        let bad: [[UInt8]] = [
            [0, 0, 0, 1, 7, 1] + zeros(250),  // a byte behind the end is not zero
            [0, 0, 0, 1, 7] + zeros(250) + [1],
            [0, 0, 0, 253] + zeros(252),  // longer than what is there
            [255, 255, 255, 255] + zeros(252),
            [0, 0, 0, 1, 7] + zeros(267),  // longer than it should be
            [0, 0, 1, 44] + zeros(252),
        ]
        for padded in bad {
            let sealed = Cobblestone.seal(padded, key: key, context: context)
            #expect(throws: SealError.badPadding) { try Seal.open(sealed, key: key, context: context) }
            #expect(throws: SealError.badPadding) { _ = try Seal.openSecret(sealed, key: key, context: context) }
        }
        let short = Cobblestone.seal(zeros(255), key: key, context: context)
        #expect(throws: SealError.badLength) { try Seal.open(short, key: key, context: context) }
    }

    @Test func `padding in a later chunk is checked too`() {
        let key = Secret.random(count: 32)
        let length = 20_000
        var padded: [UInt8] = [0, 0, 0x4e, 0x20] + [UInt8](repeating: 5, count: length)
        padded += [UInt8](repeating: 0, count: Padding.paddedCount(of: padded.count) - padded.count)
        #expect(throws: Never.self) {
            try Seal.open(Cobblestone.seal(padded, key: key, context: context), key: key, context: context)
        }
        padded[padded.count - 1] = 1
        #expect(throws: SealError.badPadding) {
            try Seal.open(Cobblestone.seal(padded, key: key, context: context), key: key, context: context)
        }
    }
}

@Suite struct PaddingTests {
    @Test(arguments: [
        (0, 256), (1, 256), (255, 256), (256, 256), (257, 272), (272, 272), (273, 288), (511, 512), (512, 512),
        (513, 544), (1000, 1024), (1024, 1024), (1025, 1088), (9000, 9216), (16_385, 17_408), (1 << 20, 1 << 20),
        ((1 << 20) + 1, (1 << 20) + (1 << 15)),
    ])
    func `lengths are rounded up as Padmé says`(count: Int, padded: Int) {
        #expect(Padding.paddedCount(of: count) == padded)
    }

    @Test func `padding never shortens, keeps the order, rests on itself and costs at most an eighth`() {
        var last: Int64 = 0
        for count in Array(0...70_000 as ClosedRange<Int64>) + (17...40).flatMap({ [(1 << $0) - 1, 1 << $0, (1 << $0) + 1] }) {
            let padded = Padding.paddedCount(of: count)
            #expect(padded >= max(count, last))
            #expect(Padding.paddedCount(of: padded) == padded)
            if count >= 256 { #expect(Double(padded) <= Double(count) * 1.12) }
            last = padded
        }
    }

    @Test(arguments: [0, 1, 251, 253, 20_000])
    func `a witness makes the one message again that it is of, and shows what else was said to be another`(_ count: Int) throws {
        let key = Secret.random(count: 32)
        let context = Array("place".utf8)
        let plaintext = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = Seal.seal(plaintext, key: key, context: context)
        let witness = try Seal.witness(of: sealed, key: key, context: context)
        #expect(witness.count == 100)
        #expect(Seal.message(saying: plaintext, witness: witness) == sealed)
        #expect(Seal.message(saying: plaintext + [1], witness: witness) != sealed)
        #expect(Seal.message(saying: plaintext, witness: Array(witness.dropLast())) == nil)
        let again = Seal.seal(plaintext, key: key, context: context)
        #expect(try Seal.witness(of: again, key: key, context: context) != witness)
        #expect(throws: SealError.commitmentMismatch) { try Seal.witness(of: sealed, key: key, context: [1]) }
        #expect(throws: SealError.badLength) { try Seal.witness(of: [1], key: key, context: context) }
    }
}

import Crypto
import Foundation
import Testing
import Vault

@Suite struct SecretTests {
    private struct Interruption: Error, Equatable {}

    @Test(arguments: [0, 1, 31, 4096, 4097]) func `a secret starts as zeros and keeps what fills it`(count: Int) {
        let empty = unsafe Secret(count: count) { _ in }
        #expect(bytes(empty) == [UInt8](repeating: 0, count: count))
        let filled = unsafe Secret(count: count) { target in
            unsafe target.copyBytes(from: repeatElement(7, count: count))
        }
        #expect(bytes(filled) == [UInt8](repeating: 7, count: count))
        #expect(filled.count == count)
    }

    @Test func `a filling that fails gives no secret`() {
        #expect(throws: Interruption()) {
            _ = try unsafe Secret(count: 8) { (_) throws(Interruption) in throw Interruption() }
        }
    }

    @Test func `equality needs the same bytes and the same length`() {
        let a = secret("calm")
        for (text, equal) in [("calm", true), ("calM", false), ("cal", false), ("calmer", false), ("", false)] {
            let other = secret(text)
            let isEqual = a.isEqual(to: other)
            #expect(isEqual == equal)
        }
    }

    @Test func `a duplicate outlives the original`() {
        var original: Secret? = secret("kept")
        let copy = original?.duplicate()
        original = nil
        guard let copy else { return #expect(Bool(false)) }
        #expect(bytes(copy) == Array("kept".utf8))
    }

    @Test func `random secrets differ`() {
        #expect(Set((0..<100).map { _ in bytes(.random(count: 16)) }).count == 100)
    }

    @Test func `keys are derived as HKDF of RFC 5869 says, whatever their lengths`() {
        for (parentCount, count) in [(32, 1), (32, 32), (32, 64), (32, 65), (32, 76), (48, 128), (64, 129), (128, 200), (200, 16_320)] {
            let parent = (0..<parentCount).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            let ids = [UInt8](repeating: 5, count: count % 150)
            let expected = HKDF<SHA512>.expand(
                pseudoRandomKey: parent, info: Label.bytes("op-key") + ids, outputByteCount: count)
            let found = bytes(Secret(copying: parent).derive("op-key", ids, count: count))
            #expect(found == expected.withUnsafeBytes { unsafe Array($0) }, "\(parentCount) bytes to \(count)")
        }
    }

    @Test func `a derived key depends on the parent, the label, every id and their order`() {
        let parent = secret("a parent of thirty-two bytes ....")
        let key = bytes(parent.derive("op-key", [1], [2]))
        #expect(bytes(parent.derive("op-key", [1], [2])) == key)
        let others = [
            bytes(secret("another parent ..................").derive("op-key", [1], [2])),
            bytes(parent.derive("op-kez", [1], [2])), bytes(parent.derive("op-key", [2], [1])),
            bytes(parent.derive("op-key", [1])), bytes(parent.derive("op-key", [1], [2], [3])),
        ]
        #expect(!others.contains(key))
        #expect(Set(others).count == others.count)
    }

    @Test func `a longer derived key begins with the shorter one`() {
        let parent = Secret.random(count: 32)
        #expect(bytes(parent.derive("x", count: 100)).starts(with: bytes(parent.derive("x", count: 64))))
        #expect(parent.derive("x", count: 100).count == 100)
    }

    @Test func `a label is the prefix, the name and a zero`() {
        #expect(Label.bytes("op") == Array("auralyst/v1/op".utf8) + [0])
    }
}

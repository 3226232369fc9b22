import Crypto
import Ledger
import SeededChance
import Testing

/// Points of low order: public keys without a secret.
@Suite struct LowOrderTests {
    /// For each of some points of low order its bytes for Ed25519, and for X25519.
    static let points: [(signing: [UInt8], agreement: [UInt8])] = [
        ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32)),
        ([1] + [UInt8](repeating: 0, count: 31), [1] + [UInt8](repeating: 0, count: 31)),
        (
            hexadecimal("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
            hexadecimal("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800")
        ),
        (
            hexadecimal("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
            hexadecimal("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157")
        ),
        (
            hexadecimal("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"),
            hexadecimal("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
        ),
        (
            hexadecimal("0100000000000000000000000000000000000000000000000000000000000080"),
            hexadecimal("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")
        ),
    ]

    private static func hexadecimal(_ text: String) -> [UInt8] { bytes(fromHex: text) ?? [] }

    @Test func `an agreement with a point of low order gives what everybody knows, and the point is told`() throws {
        var random = SplitMix64(seed: 1)
        for (_, point) in LowOrderTests.points {
            #expect(LowOrderPoint.isOne(agreement: point))
            let secret = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: random.bytes(32))
            let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: point)
            // A library may refuse the point itself.
            guard let shared = try? secret.sharedSecretFromKeyAgreement(with: key) else { continue }
            #expect(unsafe shared.withUnsafeBytes { unsafe Array($0) } == [UInt8](repeating: 0, count: 32))
        }
    }

    @Test func `keys that are somebody's are not taken for points of low order`() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<200 {
            let secret = Curve25519.KeyAgreement.PrivateKey(), signing = Curve25519.Signing.PrivateKey()
            #expect(!LowOrderPoint.isOne(agreement: Array(secret.publicKey.rawRepresentation)))
            #expect(!LowOrderPoint.isOne(Array(signing.publicKey.rawRepresentation)))
            #expect(!LowOrderPoint.isOne(agreement: random.bytes(32)))
        }
        #expect(!LowOrderPoint.isOne(agreement: []) && !LowOrderPoint.isOne([]))
    }

    @Test func `no signature fits a key of low order`() throws {
        for (point, _) in LowOrderTests.points {
            // R = the neutral element, S = 0: fits wherever such keys are let through.
            let forged = [1] + [UInt8](repeating: 0, count: 63)
            for number in 0..<16 as Range<UInt8> { #expect(!Ed25519.isValid(forged, of: [number], by: point)) }
        }
    }
}

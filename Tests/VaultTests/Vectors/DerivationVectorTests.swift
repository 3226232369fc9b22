import Crypto
import Foundation
import Testing
import Vault

@Suite struct DerivationVectorTests {
    @Test(arguments: VectorFile.of(.hkdfSHA256, and: rfc5869))
    func `HKDF with SHA-256 derives as others say`(file: VectorFile) throws {
        try file.check { try derives(SHA256.self, $0) }
    }

    @Test(arguments: VectorFile.of(.hkdfSHA512, and: emptySalt))
    func `HKDF with SHA-512 derives as others say`(file: VectorFile) throws {
        try file.check { try derives(SHA512.self, $0) }
    }

    private func derives<H: HashFunction>(_: H.Type, _ vector: Vector) throws -> Bool {
        let size = try vector.number("size")
        // More than 255 blocks cannot be derived; `Secret.derive` stops the program at a precondition, as tested below.
        guard vector.isValid else {
            #expect(size > 255 * H.Digest.byteCount, "\(vector)")
            return false
        }
        let (ikm, salt, info) = (try vector.bytes("ikm"), try vector.bytes("salt"), try vector.bytes("info"))
        let key = HKDF<H>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: ikm), salt: salt, info: info, outputByteCount: size)
        #expect(try unsafe key.withUnsafeBytes { unsafe Array($0) } == vector.bytes("okm"), "\(vector)")
        return true
    }

    #if !os(WASI)
        @Test func `asking for more than HKDF can give is a mistake that stops the program`() async {
            await #expect(processExitsWith: .failure) {
                _ = Secret.random(count: 32).derive("test", count: 255 * 64 + 1)
            }
        }
    #endif

    @Test(arguments: VectorFile.of(.hmacSHA256, and: rfc4231))
    func `HMAC with SHA-256 agrees with others`(file: VectorFile) throws {
        try file.check { vector in
            let tag = try vector.bytes("tag")
            let code = HMAC<SHA256>.authenticationCode(
                for: try vector.bytes("msg"), using: SymmetricKey(data: try vector.bytes("key")))
            // Some of these tags are cut to half.
            let agrees = tag.count >= 16 && Array(code).prefix(tag.count).elementsEqual(tag)
            #expect(agrees == vector.isValid, "\(vector)")
            return agrees
        }
    }

    @Test(arguments: VectorFile.of(.argon2id, and: rfc9106))
    func `Argon2id derives as others say`(file: VectorFile) throws {
        try file.check { vector in
            let tag = try vector.bytes("tag")
            let cost = Argon2Cost(
                memory: UInt32(try vector.number("m")), passes: UInt32(try vector.number("t")),
                lanes: UInt32(try vector.number("p")))
            let derived = try Argon2.derive(
                password: Secret(copying: try vector.bytes("pass")), salt: vector.bytes("salt"),
                associated: vector.bytes("ad"), secret: vector.bytes("secret"), cost: cost, count: tag.count)
            let agrees = derived.isEqual(to: Secret(copying: tag))
            #expect(agrees, "\(vector)")
            return agrees
        }
    }

    private static let rfc5869 = VectorFile.builtIn(
        .hkdfSHA256, "RFC 5869, A.1 and A.3",
        """
        ikm 0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b
        salt 000102030405060708090a0b0c
        info f0f1f2f3f4f5f6f7f8f9
        size 42
        okm 3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865

        ikm 0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b
        size 42
        okm 8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8
        """)

    private static let emptySalt = VectorFile.builtIn(
        .hkdfSHA512, "Wycheproof, an empty salt",
        """
        ikm a23632e18ec76b59b1c87008da3f8a7e
        size 42
        okm c4af93d4bae9ca2b45f590cd3d2f539ff5749d7b0864fbe44a438d38a2f8e5afe01641145e389c989766
        """)

    private static let rfc4231 = VectorFile.builtIn(
        .hmacSHA256, "RFC 4231, cases 1 and 2",
        """
        key 0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b
        msg 4869205468657265
        tag b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7

        key 4a656665
        msg 7768617420646f2079612077616e7420666f72206e6f7468696e673f
        tag 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843

        result invalid
        key 4a656665
        msg 7768617420646f2079612077616e7420666f72206e6f7468696e673f
        tag 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3842
        """)

    private static let rfc9106 = VectorFile.builtIn(
        .argon2id, "RFC 9106, 5.3",
        """
        pass 0101010101010101010101010101010101010101010101010101010101010101
        salt 02020202020202020202020202020202
        secret 0303030303030303
        ad 040404040404040404040404
        t 3
        m 32
        p 4
        tag 0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659
        """)
}

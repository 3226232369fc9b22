import Crypto
import Foundation
import Testing
import Vault

@Suite struct CurveVectorTests {
    @Test(arguments: VectorFile.of(.x25519, and: rfc7748))
    func `X25519 agrees with others, and gives no secret or zeros for a key of small order`(file: VectorFile) throws {
        try file.check { vector in
            let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: vector.bytes("private"))
            let other = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: vector.bytes("public"))
            let secret = try? own.sharedSecretFromKeyAgreement(with: other)
            let shared = unsafe secret?.withUnsafeBytes { unsafe Array($0) }
            let expected = try vector.bytes("shared")
            // With a public key of small order the secret is zeros. The tests call that acceptable. Some libraries
            // refuse it, swift-crypto hands out the zeros: who takes in such keys has to look at the secret.
            let isEverybodys = expected.allSatisfy { $0 == 0 }
            #expect(shared == expected || isEverybodys && shared == nil, "\(vector)")
            #expect(!isEverybodys || vector["result"] == "acceptable", "\(vector)")
            return shared != nil
        }
    }

    @Test(arguments: VectorFile.of(.x25519, and: rfc7748))
    func `a key is wrapped for every public key but those of small order, and unwrapped from no such`(file: VectorFile) throws {
        let key = Secret(copying: [UInt8](repeating: 7, count: 32))
        try file.check { vector in
            let point = try vector.bytes("public")
            let isEverybodys = try vector.bytes("shared").allSatisfy { $0 == 0 }
            #expect(isEverybodys || !vector.has("ZeroSharedSecret") && !vector.has("LowOrderPublic"), "\(vector)")
            let wrap = KeyWrap(key, to: point, context: [])
            #expect((wrap == nil) == isEverybodys, "\(vector)")
            let recipient = KeyWrap.recipient(
                secret: Secret(copying: try vector.bytes("private")), encapsulated: point, info: [])
            #expect((recipient == nil) == isEverybodys, "\(vector)")
            return wrap != nil
        }
    }

    @Test(arguments: VectorFile.of(.ed25519, and: rfc8032))
    func `Ed25519 accepts and refuses signatures as others say`(file: VectorFile) throws {
        try file.check { vector in
            let accepts = try verifies(vector)
            #expect(accepts == vector.isValid, "\(vector)")
            return accepts
        }
    }

    private func verifies(_ vector: Vector) throws -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: vector.bytes("pk")) else { return false }
        return key.isValidSignature(try vector.bytes("sig"), for: try vector.bytes("msg"))
    }

    // On these signatures verifiers disagree. Ours multiplies without the cofactor and compares the bytes of R. That
    // is written down here, so that a change of library is noticed before two devices judge one operation differently.
    // Keys of small order are among them: the ledger refuses those before it verifies.
    @Test(arguments: VectorFile.of(.cctvEd25519, and: identityKey))
    func `where verifiers disagree, ours judges without cofactor`(
        file: VectorFile
    ) throws {
        try file.check { vector in
            let expected = !vector.has("low_order_residue") && !vector.has("non_canonical_R")
            let accepts = try verifies(vector)
            #expect(accepts == expected, "\(vector)")
            return accepts
        }
    }

    private static let rfc7748 = VectorFile.builtIn(
        .x25519, "RFC 7748, 5.2, and a key of small order",
        """
        result valid
        private a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4
        public e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c
        shared c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552

        result acceptable
        private a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4
        public 0000000000000000000000000000000000000000000000000000000000000000
        shared 0000000000000000000000000000000000000000000000000000000000000000
        """)

    private static let rfc8032 = VectorFile.builtIn(
        .ed25519, "RFC 8032, 7.1, tests 1 to 3",
        """
        pk d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
        sig e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b

        pk 3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c
        msg 72
        sig 92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00

        pk fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025
        msg af82
        sig 6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a

        result invalid
        pk fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025
        msg af83
        sig 6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
        """)

    private static let identityKey = VectorFile.builtIn(
        .cctvEd25519, "a signature of zeros under the neutral key",
        """
        flags low_order_A low_order_R
        pk 0100000000000000000000000000000000000000000000000000000000000000
        sig 01000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
        """)
}

import Crypto
import Foundation
import Testing
import Vault

@Suite struct HPKEVectorTests {
    @Test(arguments: VectorFile.of(.hpke, and: rfc9180))
    func `HPKE over X25519 opens the messages of others, in order and once`(file: VectorFile) throws {
        var messages = 0
        try file.check { vector in
            var recipient = try recipient(of: vector)
            for sealed in vector["encryptions"].split(separator: ",") {
                let parts = sealed.split(separator: ":", omittingEmptySubsequences: false)
                let bytes = try parts.map { try #require([UInt8](hexadecimal: $0)) }
                try #require(bytes.count == 3)
                #expect(try Array(recipient.open(bytes[1], authenticating: bytes[0])) == bytes[2], "\(vector)")
                #expect(throws: (any Error).self, "\(vector)") { try recipient.open(bytes[1], authenticating: bytes[0]) }
                messages += 1
            }
            return true
        }
        print("vectors: \(messages) messages in them")
    }

    @Test(arguments: VectorFile.of(.hpke, and: rfc9180))
    func `the way in which journals' keys are unwrapped opens the messages of others in its suite`(file: VectorFile) throws {
        var messages = 0
        for vector in file.tests where try isSuiteOfWraps(vector) {
            let made = KeyWrap.recipient(
                secret: Secret(copying: try vector.bytes("skRm")), encapsulated: try vector.bytes("enc"),
                info: try vector.bytes("info"))
            var recipient = try #require(made)
            for sealed in vector["encryptions"].split(separator: ",") {
                let parts = sealed.split(separator: ":", omittingEmptySubsequences: false)
                let bytes = try parts.map { try #require([UInt8](hexadecimal: $0)) }
                #expect(try Array(recipient.open(bytes[1], authenticating: bytes[0])) == bytes[2], "\(vector)")
                messages += 1
            }
        }
        #expect(messages > 0, "\(file.name) has nothing of this suite")
        print("vectors: \(messages) messages in the suite of wraps: \(file.name)")
    }

    /// X25519, HKDF-SHA256, ChaCha20-Poly1305, base mode.
    private func isSuiteOfWraps(_ vector: Vector) throws -> Bool {
        try vector.number("mode") == 0 && vector.number("kdf_id") == 1 && vector.number("aead_id") == 3
    }

    private func recipient(of vector: Vector) throws -> HPKE.Recipient {
        let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: vector.bytes("skRm"))
        let suite = try HPKE.Ciphersuite(
            kem: .Curve25519_HKDF_SHA256,
            kdf: #require([1: .HKDF_SHA256, 2: .HKDF_SHA384, 3: .HKDF_SHA512][vector.number("kdf_id")]),
            aead: #require([1: .AES_GCM_128, 2: .AES_GCM_256, 3: .chaChaPoly][vector.number("aead_id")]))
        let (info, enc) = (Data(try vector.bytes("info")), Data(try vector.bytes("enc")))
        let psk = SymmetricKey(data: try vector.bytes("psk"))
        let pskID = Data(try vector.bytes("psk_id"))
        func sender() throws -> Curve25519.KeyAgreement.PublicKey { try .init(rawRepresentation: vector.bytes("pkSm")) }
        switch try vector.number("mode") {
        case 0:
            return try HPKE.Recipient(privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc)
        case 1:
            return try HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc, presharedKey: psk,
                presharedKeyIdentifier: pskID)
        case 2:
            return try HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc, authenticatedBy: sender())
        default:
            return try HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc, authenticatedBy: sender(),
                presharedKey: psk, presharedKeyIdentifier: pskID)
        }
    }

    private static let rfc9180 = VectorFile.builtIn(
        .hpke, "RFC 9180, A.2.1, first message",
        """
        mode 0
        kdf_id 1
        aead_id 3
        info 4f6465206f6e2061204772656369616e2055726e
        skRm 8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb
        enc 1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a
        encryptions 436f756e742d30:1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28:4265617574792069732074727574682c20747275746820626561757479
        """)
}

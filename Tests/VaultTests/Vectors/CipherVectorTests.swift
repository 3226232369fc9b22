import Crypto
import Foundation
import Testing
import Vault

@Suite struct CipherVectorTests {
    @Test(arguments: VectorFile.of(.aesGCM, and: gcmSpecification))
    func `AES-GCM opens and refuses as others say`(file: VectorFile) throws {
        try file.check { vector in
            let iv = try vector.bytes("iv")
            let plaintext = try? open(vector)
            // The library takes no nonce below 96 bits; all of ours have 96. The standard allows them.
            guard iv.count >= 12 else {
                #expect(plaintext == nil, "\(vector)")
                return false
            }
            #expect(plaintext == (vector.isValid ? try vector.bytes("msg") : nil), "\(vector)")
            guard vector.isValid else { return false }

            let key = SymmetricKey(data: try vector.bytes("key"))
            let box = try AES.GCM.seal(
                vector.bytes("msg"), using: key, nonce: AES.GCM.Nonce(data: iv), authenticating: vector.bytes("aad"))
            #expect(try Array(box.ciphertext) == vector.bytes("ct") && Array(box.tag) == vector.bytes("tag"), "\(vector)")
            return true
        }
    }

    private func open(_ vector: Vector) throws -> [UInt8] {
        let box = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: vector.bytes("iv")), ciphertext: vector.bytes("ct"), tag: vector.bytes("tag"))
        return Array(
            try AES.GCM.open(box, using: SymmetricKey(data: vector.bytes("key")), authenticating: vector.bytes("aad")))
    }

    @Test(arguments: VectorFile.of(.chunked, and: oneChunk))
    func `Cobblestone opens and refuses as others say`(file: VectorFile) throws {
        try file.check { vector in
            let key = try vector.bytes("key")
            // A key of another length is a mistake of the program, which stops at a precondition.
            guard key.count == Cobblestone.keyCount else {
                #expect(!vector.isValid, "\(vector)")
                return false
            }
            let (sealed, context) = (try vector.bytes("ct"), try vector.bytes("ctx"))
            let plaintext = try? Cobblestone.open(sealed, key: Secret(copying: key), context: context)
            #expect((plaintext != nil) == vector.isValid, "\(vector)")
            guard let plaintext else { return false }

            #expect(try plaintext.count == vector.number("msgLength"), "\(vector)")
            let digests = ["sha256": Array(SHA256.hash(data: plaintext)), "sha512": Array(SHA512.hash(data: plaintext))]
            #expect(try digests.contains { try $0.value == vector.bytes($0.key) }, "\(vector)")
            // The other way: what we write with that salt is the same, byte for byte.
            let again = Cobblestone.seal(
                plaintext, key: Secret(copying: key), context: context, testOnlySalt: Array(sealed.prefix(24)))
            #expect(again == sealed, "\(vector)")
            return true
        }
    }

    private static let gcmSpecification = VectorFile.builtIn(
        .aesGCM, "GCM specification, cases 13 and 14",
        """
        key 0000000000000000000000000000000000000000000000000000000000000000
        iv 000000000000000000000000
        tag 530f8afbc74536b9a963b4f1c4cb738b

        key 0000000000000000000000000000000000000000000000000000000000000000
        iv 000000000000000000000000
        msg 00000000000000000000000000000000
        ct cea7403d4d606b6e074ec5d3baf39d18
        tag d0d1c8a799996bf0265b98b5d48ab919

        result invalid
        key 0000000000000000000000000000000000000000000000000000000000000000
        iv 000000000000000000000000
        ct cea7403d4d606b6e074ec5d3baf39d18
        tag d0d1c8a799996bf0265b98b5d48ab918
        """)

    private static let oneChunk = VectorFile.builtIn(
        .chunked, "C2SP chunked encryption, one chunk with a context",
        """
        key 59454c4c4f57205355424d4152494e452059454c4c4f57205355424d4152494e
        ctx 7465737420636f6e74657874
        ct dbedaefc1c35dc6c0f22b743b03e488747166a51f33479e7ceb8b7e11cc0d2710f624a127501bc4aea7d0af6f83cfe359b9e69415aa537f36adf86eb35b070475baa039bb7791432adbca49578bbd3
        msgLength 7
        sha512 e85f32a85f1d4f7c9b2d36d20eca8435d81253e7075e9dea069eb1b6da48daf92ef1797367b520d8a46c4f72cecb85b1daff8887fcb41721d39943d1952fc180

        result invalid
        key 59454c4c4f57205355424d4152494e452059454c4c4f57205355424d4152494e
        ctx 7465737420636f6e74657875
        ct dbedaefc1c35dc6c0f22b743b03e488747166a51f33479e7ceb8b7e11cc0d2710f624a127501bc4aea7d0af6f83cfe359b9e69415aa537f36adf86eb35b070475baa039bb7791432adbca49578bbd3
        """)
}

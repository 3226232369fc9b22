/// One action of one person, encrypted and signed: the unit that is stored, backed up and synced.
///
/// Its bytes never change, with one exception: before the key of its epoch is destroyed, its content is re-encrypted under a
/// later one (`Resealing`). Header, hash and signature remain, so the chain can still be verified, and the old body's hash.
package struct Operation: Hashable, Sendable {
    /// Length of the Ed25519 signature at the end, in bytes.
    package static let signatureCount = 64

    package let header: OperationHeader
    /// Encrypted (record and note lanes) or plaintext (control lane). Of a re-encrypted operation: the latest encryption.
    package let body: [UInt8]
    /// H(body) of the signed body.
    package let bodyHash: [UInt8]
    /// The later epoch in which the body is encrypted now; `nil` for an operation in its first form.
    package let resealedEpoch: UInt32?
    /// Of a re-encrypted operation: the proof that its content is what the author signed, encrypted for `proofContext`. `nil` for
    /// an operation in its first form, and for one re-encrypted before proofs existed.
    package let proof: [UInt8]?
    /// Ed25519 by the device over `hash`.
    package let signature: [UInt8]
    /// H(L("op-hash") ‖ header ‖ H(body)): names the operation. Excludes the signature, since signing may be randomised.
    package let hash: [UInt8]

    /// Signs a body encrypted for `header.sealingContext`.
    package init<E: Error>(
        header: OperationHeader, body: [UInt8], signedBy sign: (_ hash: [UInt8]) throws(E) -> [UInt8]
    ) throws(E) {
        precondition(header.bodyCount == body.count, "the header tells the length of its body")
        self.header = header
        self.body = body
        bodyHash = digest(body)
        (resealedEpoch, proof) = (nil, nil)
        hash = Operation.hash(header: header.bytes, bodyHash: bodyHash)
        signature = try sign(hash)
        precondition(signature.count == Operation.signatureCount, "an Ed25519 signature has 64 bytes")
    }

    /// Reads exactly the bytes of one operation, in either form. Does not check the signature: see `verify`.
    package init(reading bytes: [UInt8]) throws(LedgerError) {
        if bytes.first == Operation.resealedMark {
            self = try Operation(readingResealed: bytes)
            return
        }
        header = try OperationHeader(reading: bytes)
        let end = bytes.count - Operation.signatureCount
        guard end - OperationHeader.count == header.bodyCount else { throw .wrongLength }
        body = Array(bytes[OperationHeader.count..<end])
        bodyHash = digest(body)
        signature = Array(bytes[end...])
        (resealedEpoch, proof) = (nil, nil)
        hash = Operation.hash(header: Array(bytes[..<OperationHeader.count]), bodyHash: bodyHash)
    }

    /// All parts of the re-encrypted form; for `Operation+Resealing`.
    init(
        header: OperationHeader, bodyHash: [UInt8], signature: [UInt8], resealedEpoch: UInt32, body: [UInt8], proof: [UInt8]?
    ) {
        (self.header, self.bodyHash, self.signature) = (header, bodyHash, signature)
        (self.resealedEpoch, self.body, self.proof) = (resealedEpoch, body, proof)
        hash = Operation.hash(header: header.bytes, bodyHash: bodyHash)
    }

    /// Header ‖ body ‖ signature; for a re-encrypted operation, the form that `Operation+Resealing` describes.
    package var bytes: [UInt8] {
        resealedEpoch.map { resealedBytes(epoch: $0) } ?? header.bytes + body + signature
    }

    /// Throws unless the device with this public key signed the operation.
    package func verify(publicKey: [UInt8]) throws(LedgerError) {
        guard DeviceID(publicKey: publicKey) == header.device else { throw .wrongDeviceKey }
        guard Ed25519.isValid(signature, of: hash, by: publicKey) else { throw .badSignature }
    }

    /// Throws unless the operation is the next after `previous` on its device (`nil`: the first).
    package func verifyFollows(_ previous: (position: UInt64, hash: [UInt8])?) throws(LedgerError) {
        let expected = (previous?.position ?? 0) + 1
        guard header.position == expected,
            header.previous == previous?.hash ?? [UInt8](repeating: 0, count: 32)
        else { throw .brokenChain(expected: expected, found: header.position) }
    }

    private static func hash(header: [UInt8], bodyHash: [UInt8]) -> [UInt8] {
        digest(.label("op-hash") + header + bodyHash)
    }
}

extension Identifier where Marker == DeviceMarker {
    /// The name of the device with this Ed25519 public key (32 bytes).
    package init(publicKey: [UInt8]) {
        self.init(firstBytesOf: digest(.label("device") + publicKey))
    }
}

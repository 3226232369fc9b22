/// One action of one person, sealed and signed: the unit that is stored, backed up and synced.
///
/// Its bytes stay the same for ever, but for one case: when the key of its epoch is to be destroyed, what it says is sealed
/// anew under a later one (`Resealing`). Header, hash and signature stay, so that the chain can still be held against itself;
/// of the old body only its hash stays.
package struct Operation: Hashable, Sendable {
    /// Bytes of the Ed25519 signature at the end.
    package static let signatureCount = 64

    /// Where it stands.
    package let header: OperationHeader
    /// Sealed (record and note lanes) or clear (control lane). Of a re-sealed operation: what was sealed last.
    package let body: [UInt8]
    /// H(body) of the body that was signed.
    package let bodyHash: [UInt8]
    /// The later epoch in which the body is sealed now; `nil` for an operation in its first form.
    package let resealedEpoch: UInt32?
    /// Of a re-sealed operation: what shows that it says what its author has signed, sealed for `proofContext`; `nil` for an operation in
    /// its first form, and for one that was sealed anew before there were proofs.
    package let proof: [UInt8]?
    /// Ed25519 by the device over `hash`.
    package let signature: [UInt8]
    /// H(L("op-hash") ‖ header ‖ H(body)): names the operation. The signature is left out, since signing may be randomised.
    package let hash: [UInt8]

    /// Signs a body that has been sealed for `header.sealingContext`.
    package init<E: Error>(
        header: OperationHeader, body: [UInt8], signedBy sign: (_ hash: [UInt8]) throws(E) -> [UInt8]
    ) throws(E) {
        precondition(Int(header.bodyCount) == body.count, "the header tells the length of its body")
        self.header = header
        self.body = body
        bodyHash = digest(body)
        (resealedEpoch, proof) = (nil, nil)
        hash = Operation.hash(header: header.bytes, bodyHash: bodyHash)
        signature = try sign(hash)
        precondition(signature.count == Operation.signatureCount, "an Ed25519 signature has 64 bytes")
    }

    /// Reads exactly the bytes of one operation, in either form. The signature is not yet checked: see `verify`.
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

    /// All parts of the re-sealed form; for `Operation+Resealing`.
    init(
        header: OperationHeader, bodyHash: [UInt8], signature: [UInt8], resealedEpoch: UInt32, body: [UInt8], proof: [UInt8]?
    ) {
        (self.header, self.bodyHash, self.signature) = (header, bodyHash, signature)
        (self.resealedEpoch, self.body, self.proof) = (resealedEpoch, body, proof)
        hash = Operation.hash(header: header.bytes, bodyHash: bodyHash)
    }

    /// Header ‖ body ‖ signature; of a re-sealed operation the form that `Operation+Resealing` describes.
    package var bytes: [UInt8] {
        resealedEpoch.map { resealedBytes(epoch: $0) } ?? header.bytes + body + signature
    }

    /// Refuses an operation that the device with this public key did not sign exactly so.
    package func verify(publicKey: [UInt8]) throws(LedgerError) {
        guard DeviceID(publicKey: publicKey) == header.device else { throw .wrongDeviceKey }
        guard Ed25519.isValid(signature, of: hash, by: publicKey) else { throw .badSignature }
    }

    /// Refuses an operation that is not the next after `previous` on its device (`nil`: the first).
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

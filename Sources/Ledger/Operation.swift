import Crypto
import Foundation

/// One action of one person, sealed and signed: the unit that is stored, backed up and synced, always as the same bytes.
package struct Operation: Hashable, Sendable {
    /// Bytes of the Ed25519 signature at the end.
    package static let signatureCount = 64

    /// Where it stands.
    package let header: OperationHeader
    /// Sealed (record and note lanes) or clear (control lane).
    package let body: [UInt8]
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
        hash = Operation.hash(header: header.bytes, body: body)
        signature = try sign(hash)
        precondition(signature.count == Operation.signatureCount, "an Ed25519 signature has 64 bytes")
    }

    /// Reads exactly the bytes of one operation. The signature is not yet checked: see `verify`.
    package init(reading bytes: [UInt8]) throws(LedgerError) {
        header = try OperationHeader(reading: bytes)
        let end = OperationHeader.count + Int(header.bodyCount)
        guard bytes.count == end + Operation.signatureCount else { throw .wrongLength }
        body = Array(bytes[OperationHeader.count..<end])
        signature = Array(bytes[end...])
        hash = Operation.hash(header: Array(bytes[..<OperationHeader.count]), body: body)
    }

    /// Header ‖ body ‖ signature.
    package var bytes: [UInt8] { header.bytes + body + signature }

    /// Refuses an operation that the device with this public key did not sign exactly so.
    package func verify(publicKey: [UInt8]) throws(LedgerError) {
        guard DeviceID(publicKey: publicKey) == header.device else { throw .wrongDeviceKey }
        guard !LowOrderPoint.isOne(publicKey), let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey),
            key.isValidSignature(signature, for: hash)
        else { throw .badSignature }
    }

    /// Refuses an operation that is not the next after `previous` on its device (`nil`: the first).
    package func verifyFollows(_ previous: (position: UInt64, hash: [UInt8])?) throws(LedgerError) {
        let expected = (previous?.position ?? 0) + 1
        guard header.position == expected,
            header.previous == previous?.hash ?? [UInt8](repeating: 0, count: 32)
        else { throw .brokenChain(expected: expected, found: header.position) }
    }

    private static func hash(header: [UInt8], body: [UInt8]) -> [UInt8] {
        digest(.label("op-hash") + header + digest(body))
    }
}

extension Identifier where Marker == DeviceMarker {
    /// The name of the device with this Ed25519 public key (32 bytes).
    package init(publicKey: [UInt8]) {
        self.init(firstBytesOf: digest(.label("device") + publicKey))
    }
}

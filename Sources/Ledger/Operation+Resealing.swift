/// The form of an operation whose first key is destroyed (docs/formats/operation.md):
///
/// ```
/// 0x81 ‖ header 124 ‖ H(first body) 32 ‖ signature 64 ‖ u32 epoch ‖ SEAL(key of that epoch, L("reseal") ‖ hash, payload) ‖ proof 172
/// ```
/// The first byte tells it from the first form, whose first byte is the version. The encrypted part is as long as the body that
/// it replaces, since it holds the same payload. With the proof, anyone with the later key can reproduce the first body. That is
/// needed because every member has that key, and the author's signature covers only the hash of the first body.
extension Operation {
    static let resealedMark: UInt8 = 0x81
    private static let hashCount = 32
    /// Length of an encrypted proof in bytes; 100 in plaintext.
    package static let proofCount = 172
    private static let frontCount = 1 + OperationHeader.count + hashCount + signatureCount + 4

    /// The epoch whose key opens the body.
    package var sealedEpoch: UInt32 { resealedEpoch ?? header.epoch }

    /// The context of the body's encryption: the header in the first form, the hash of the operation in the re-encrypted one.
    package var sealingContext: [UInt8] { resealedEpoch == nil ? header.sealingContext : resealingContext }

    /// The context for a body that replaces the present one: L("reseal") ‖ hash.
    package var resealingContext: [UInt8] { .label("reseal") + hash }

    /// The context of the proof's encryption: L("reseal-proof") ‖ hash.
    package var proofContext: [UInt8] { .label("reseal-proof") + hash }

    /// The same operation with another body, encrypted for `resealingContext` under the key of a later epoch. `proof`: encrypted
    /// for `proofContext` under that key; without it no other device accepts the form.
    package func resealed(epoch: UInt32, body: [UInt8], proof: [UInt8]? = nil) -> Operation {
        precondition(header.lane != .control, "what is in clear is not sealed anew")
        precondition(epoch > sealedEpoch && body.count == header.bodyCount, "the same payload, under a later key")
        precondition(proof.map { $0.count == Operation.proofCount } ?? true, "a proof has one length")
        return Operation(
            header: header, bodyHash: bodyHash, signature: signature, resealedEpoch: epoch, body: body, proof: proof)
    }

    func resealedBytes(epoch: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Operation.frontCount + body.count + Operation.proofCount)
        bytes.append(Operation.resealedMark)
        bytes += header.bytes
        bytes += bodyHash
        bytes += signature
        bytes.append(bigEndian: epoch)
        bytes += body
        return bytes + (proof ?? [])
    }

    /// Refuses a length other than the header's, the control lane, and an epoch that is not later.
    init(readingResealed bytes: [UInt8]) throws(LedgerError) {
        guard bytes.count >= Operation.frontCount else { throw .wrongLength }
        let header = try OperationHeader(reading: Array(bytes[1...OperationHeader.count]))
        let rest = bytes.count - Operation.frontCount
        guard rest == header.bodyCount || rest - Operation.proofCount == header.bodyCount else { throw .wrongLength }
        let end = Operation.frontCount + Int(clamping: header.bodyCount)
        let hashStart = 1 + OperationHeader.count
        let signatureStart = hashStart + Operation.hashCount
        let epochStart = signatureStart + Operation.signatureCount
        let epoch: UInt32 = bytes.bigEndian(at: epochStart)
        guard header.lane != .control, epoch > header.epoch else { throw .badHeader }
        self.init(
            header: header, bodyHash: Array(bytes[hashStart..<signatureStart]),
            signature: Array(bytes[signatureStart..<epochStart]), resealedEpoch: epoch,
            body: Array(bytes[Operation.frontCount..<end]), proof: bytes.count == end ? nil : Array(bytes[end...]))
    }
}

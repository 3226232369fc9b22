/// The form of an operation whose first key is destroyed (docs/formats/operation.md):
///
/// ```
/// 0x81 ‖ header 124 ‖ H(first body) 32 ‖ signature 64 ‖ u32 epoch ‖ SEAL(key of that epoch, L("reseal") ‖ hash, payload)
/// ```
/// The first byte tells it from the first form, whose first byte is the version. The sealed part is as long as the body that
/// it replaces, since it holds the same payload.
extension Operation {
    /// The first byte of the form.
    static let resealedMark: UInt8 = 0x81
    private static let hashCount = 32
    private static let frontCount = 1 + OperationHeader.count + hashCount + signatureCount + 4

    /// The epoch whose key opens the body.
    package var sealedEpoch: UInt32 { resealedEpoch ?? header.epoch }

    /// What the body is sealed for: the header in the first form, the hash of the operation in the re-sealed one.
    package var sealingContext: [UInt8] { resealedEpoch == nil ? header.sealingContext : resealingContext }

    /// What a body is sealed for that takes the place of the present one: L("reseal") ‖ hash.
    package var resealingContext: [UInt8] { .label("reseal") + hash }

    /// The same operation with another body, which was sealed for `resealingContext` under the key of a later epoch.
    package func resealed(epoch: UInt32, body: [UInt8]) -> Operation {
        precondition(header.lane != .control, "what is in clear is not sealed anew")
        precondition(epoch > sealedEpoch && body.count == Int(header.bodyCount), "the same payload, under a later key")
        return Operation(header: header, bodyHash: bodyHash, signature: signature, resealedEpoch: epoch, body: body)
    }

    func resealedBytes(epoch: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Operation.frontCount + body.count)
        bytes.append(Operation.resealedMark)
        bytes += header.bytes
        bytes += bodyHash
        bytes += signature
        bytes.append(bigEndian: epoch)
        bytes += body
        return bytes
    }

    /// Refuses another length than the header tells, the control lane, and an epoch that is not a later one.
    init(readingResealed bytes: [UInt8]) throws(LedgerError) {
        guard bytes.count >= Operation.frontCount else { throw .wrongLength }
        let header = try OperationHeader(reading: Array(bytes[1...OperationHeader.count]))
        guard bytes.count == Operation.frontCount + Int(header.bodyCount) else { throw .wrongLength }
        let hashStart = 1 + OperationHeader.count
        let signatureStart = hashStart + Operation.hashCount
        let epochStart = signatureStart + Operation.signatureCount
        let epoch: UInt32 = bytes.bigEndian(at: epochStart)
        guard header.lane != .control, epoch > header.epoch else { throw .badHeader }
        self.init(
            header: header, bodyHash: Array(bytes[hashStart..<signatureStart]),
            signature: Array(bytes[signatureStart..<epochStart]), resealedEpoch: epoch,
            body: Array(bytes[Operation.frontCount...]))
    }
}

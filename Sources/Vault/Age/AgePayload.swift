import Crypto
import Foundation

/// The payload after an age header: STREAM with ChaCha20-Poly1305, 64 KiB at a time.
struct AgePayload: ~Copyable {
    private let key: SymmetricKey
    /// How many pieces were encrypted or decrypted.
    private(set) var number = 0

    /// Plaintext bytes in each piece but the last.
    static let pieceCount = 1 << 16
    /// Bytes added to each piece.
    static let tagCount = 16
    /// Length of the nonce between header and payload, in bytes.
    static let nonceCount = 16

    /// The payload after this nonce of 16 bytes.
    init(fileKey: borrowing Secret, nonce: [UInt8]) {
        key = AgeKeys.derive(fileKey, salt: nonce, info: "payload")
    }

    mutating func seal(_ piece: UnsafeRawBufferPointer, isLast: Bool) -> ChaChaPoly.SealedBox {
        guard let box = try? unsafe ChaChaPoly.seal(piece, using: key, nonce: .init(data: nonce(isLast: isLast)))
        else { preconditionFailure("ChaCha20-Poly1305 seals every piece") }
        number += 1
        return box
    }

    /// Opens the next piece; `nil` if it is not valid at this position.
    mutating func open(_ piece: [UInt8], isLast: Bool) -> [UInt8]? {
        guard piece.count >= Self.tagCount,
            let box = try? ChaChaPoly.SealedBox(combined: nonce(isLast: isLast) + piece),
            var opened = try? ChaChaPoly.open(box, using: key)
        else { return nil }
        defer { opened.overwrite() }
        number += 1
        return Array(opened)
    }

    /// Eleven bytes of counter, and one that marks the last piece.
    private func nonce(isLast: Bool) -> [UInt8] { [0, 0, 0] + Octets.of(UInt64(number)) + [isLast ? 1 : 0] }
}

import Basics
import Foundation

/// Opens an age file, binary or armored, piece by piece in constant memory.
///
/// Each piece is authentic when it is returned, but the file is complete only once `next` has returned `nil`: until then do
/// not treat it as the whole. Not for use by several threads at once.
package struct AgeReader: ~Copyable {
    private var input: AgeInput
    private let header: AgeHeader
    private var payload: Optional<AgePayload>
    private var isAtEnd = false
    private var failure: AgeError?

    /// Reads the header from `source`, which returns at most the number of bytes asked for, and none at the end.
    package init(_ source: @escaping (Int) throws(AgeError) -> [UInt8]) throws(AgeError) {
        var input = AgeInput(source)
        if AgeArmor.isMeant(try input.peek(AgeArmor.sight)) {
            var armor = try AgeArmor(input)
            input = AgeInput { (_) throws(AgeError) in try armor.next() }
        }
        let header = try AgeHeader(from: &input)
        _ = try header.passphraseStanza()
        self.input = input
        self.header = header
        payload = nil
    }

    /// Reads the header of the open file `descriptor` from its current position; does not close it.
    package init(descriptor: Int32) throws(AgeError) {
        try self.init { (count) throws(AgeError) in
            do throws(FileFault) { return try Descriptor.read(descriptor, count) } catch {
                throw .reading(code: error.code)
            }
        }
    }

    /// Whether only a passphrase opens it.
    package var asksForPassphrase: Bool { header.stanzas.first?.kind == "scrypt" }

    /// Finds the file key and checks the header. After `.noMatch` and `.wrongPassphrase` another identity may be tried.
    package mutating func unlock(with identity: borrowing AgeIdentity) throws(AgeError) {
        precondition(payload == nil, "an age file is unlocked once")
        let fileKey = try fileKey(for: identity)
        guard header.isAuthentic(fileKey: fileKey) else { throw .headerCode }
        let nonce = try input.read(AgePayload.nonceCount)
        guard nonce.count == AgePayload.nonceCount else { throw .damagedHeader }
        payload = AgePayload(fileKey: fileKey, nonce: nonce)
    }

    /// The next bytes, at most 64 KiB; `nil` after the last of them, once everything was checked. Errors are permanent.
    package mutating func next() throws(AgeError) -> [UInt8]? {
        if let failure { throw failure }
        guard !isAtEnd else { return nil }
        do throws(AgeError) { return try nextPiece() } catch {
            failure = error
            throw error
        }
    }

    private func fileKey(for identity: borrowing AgeIdentity) throws(AgeError) -> Secret {
        switch identity {
        case .key(let secret):
            for stanza in header.stanzas {
                if let key = try stanza.fileKey(secret: secret) { return key }
            }
            throw .noMatch
        case .passphrase(let secret):
            guard let stanza = try header.passphraseStanza() else { throw .noMatch }
            guard let key = try stanza.fileKey(passphrase: secret) else { throw .wrongPassphrase }
            return key
        }
    }

    private mutating func nextPiece() throws(AgeError) -> [UInt8]? {
        guard payload != nil else { preconditionFailure("an age file is unlocked before it is read") }
        let sealed = try input.read(AgePayload.pieceCount + AgePayload.tagCount)
        let isLast = try input.peek(1).isEmpty
        let number = payload?.number ?? 0
        guard let piece = payload?.open(sealed, isLast: isLast) else {
            // A last piece with something after it, or a full one after which the file was cut: authentic, but the next call
            // throws.
            let isFull = sealed.count == AgePayload.pieceCount + AgePayload.tagCount
            if !isLast || isFull, let piece = payload?.open(sealed, isLast: !isLast) {
                failure = .damagedPayload(chunk: number + 1)
                return piece
            }
            throw .damagedPayload(chunk: number)
        }
        // A last piece may be empty only if the whole file is.
        guard !piece.isEmpty || number == 0 else { throw .damagedPayload(chunk: number) }
        isAtEnd = isLast
        return piece.isEmpty ? nil : piece
    }
}

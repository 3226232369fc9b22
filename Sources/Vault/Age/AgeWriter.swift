import Basics
import CPlatform
import Crypto
import Foundation

/// Writes an age file, version 1, binary, piece by piece in constant memory: every `age` opens it.
///
/// Without `finish` what was written is a beginning that no reader takes for whole. Not for several threads at once.
@safe
package struct AgeWriter: ~Copyable {
    private let sink: ([UInt8]) throws(AgeError) -> Void
    private var payload: AgePayload
    /// One piece of plaintext that is not full yet; overwritten in the end.
    private let piece: UnsafeMutableRawBufferPointer
    private var filled = 0

    /// For these recipients (at least one), any of whom opens it alone. `sink` gets the bytes of the file in order.
    package init(
        to recipients: [AgeRecipient], _ sink: @escaping ([UInt8]) throws(AgeError) -> Void
    ) throws(AgeError) {
        precondition(!recipients.isEmpty, "a file that nobody opens is of no use")
        let fileKey = Secret.random(count: AgeStanza.fileKeyCount)
        var stanzas: [AgeStanza] = []
        for recipient in recipients { stanzas.append(try AgeStanza.sealing(fileKey, for: recipient)) }
        try self.init(stanzas, fileKey: fileKey, sink)
    }

    /// For whoever knows the passphrase (UTF-8, as it was typed); each try costs 2^`workFactor` KiB of memory, 1 to 22.
    package init(
        passphrase: borrowing Secret, workFactor: Int = 18,
        _ sink: @escaping ([UInt8]) throws(AgeError) -> Void
    ) throws(AgeError) {
        let fileKey = Secret.random(count: AgeStanza.fileKeyCount)
        let stanza = try AgeStanza.sealing(fileKey, passphrase: passphrase, workFactor: workFactor)
        try self.init([stanza], fileKey: fileKey, sink)
    }

    private init(
        _ stanzas: [AgeStanza], fileKey: borrowing Secret,
        _ sink: @escaping ([UInt8]) throws(AgeError) -> Void
    ) throws(AgeError) {
        let nonce = unsafe Secret.random(count: AgePayload.nonceCount).withBytes { unsafe Array($0) }
        payload = AgePayload(fileKey: fileKey, nonce: nonce)
        self.sink = sink
        unsafe piece = .allocate(byteCount: AgePayload.pieceCount, alignment: 16)
        unsafe piece.initializeMemory(as: UInt8.self, repeating: 0)
        let start = AgeHeader(stanzas: stanzas, fileKey: fileKey).bytes + nonce
        try sink(start)
    }

    deinit {
        if let start = unsafe piece.baseAddress { unsafe platform_wipe(start, piece.count) }
        unsafe piece.deallocate()
    }

    /// A sink that writes to the open file `descriptor`, which is neither closed nor synced.
    package static func into(
        _ descriptor: Int32
    ) -> ([UInt8]) throws(AgeError) -> Void {
        { (bytes) throws(AgeError) in
            try unsafe bytes.withBytes { (bytes) throws(AgeError) in
                do throws(FileFault) { try unsafe Descriptor.write(bytes, to: descriptor) } catch {
                    throw .writing(code: error.code)
                }
            }
        }
    }

    /// Takes the next bytes, any number of them.
    package mutating func write(_ bytes: [UInt8]) throws(AgeError) {
        try unsafe bytes.withBytes { (bytes) throws(AgeError) in try unsafe write(bytes) }
    }

    /// Takes the next bytes, any number of them.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(AgeError) {
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            // Only when more comes: the last piece is sealed as such, and is not empty.
            if unsafe filled == piece.count { try sealPiece(isLast: false) }
            let part = unsafe rest.prefix(piece.count - filled)
            unsafe UnsafeMutableRawBufferPointer(rebasing: piece[filled...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
            filled += unsafe part.count
            unsafe rest = rest.dropFirst(part.count)
        }
    }

    /// Ends the file: everything was given to the sink when this returns.
    package consuming func finish() throws(AgeError) {
        try sealPiece(isLast: true)
    }

    private mutating func sealPiece(isLast: Bool) throws(AgeError) {
        let box = unsafe payload.seal(UnsafeRawBufferPointer(rebasing: piece[..<filled]), isLast: isLast)
        try sink(Array(box.ciphertext))
        try sink(Array(box.tag))
        filled = 0
    }
}

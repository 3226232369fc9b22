import Basics
import CPlatform
import Crypto
import Foundation

/// Writes an age file, version 1, binary, piece by piece in constant memory; every `age` opens it.
///
/// Without `finish` the output is incomplete, and every reader notices. Not for use by several threads at once.
@safe
package struct AgeWriter: ~Copyable {
    private let sink: ([UInt8]) throws(AgeError) -> Void
    private var payload: AgePayload
    /// A plaintext piece that is not full yet; overwritten in the end.
    private let piece: UnsafeMutableRawBufferPointer
    private var filled = 0

    /// For these recipients (at least one), any of whom can open it. `sink` receives the bytes of the file in order.
    package init(
        to recipients: [AgeRecipient], _ sink: @escaping ([UInt8]) throws(AgeError) -> Void
    ) throws(AgeError) {
        precondition(!recipients.isEmpty, "a file that nobody opens is of no use")
        let fileKey = Secret.random(count: AgeStanza.fileKeyCount)
        var stanzas: [AgeStanza] = []
        for recipient in recipients { stanzas.append(try AgeStanza.sealing(fileKey, for: recipient)) }
        try self.init(stanzas, fileKey: fileKey, sink)
    }

    /// For a passphrase (UTF-8, as typed); each try costs 2^`workFactor` KiB of memory, 1 to 20.
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

    /// A sink that writes to the open file `descriptor`; neither closes nor syncs it.
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

    /// Writes the next bytes, any number of them.
    package mutating func write(_ bytes: [UInt8]) throws(AgeError) {
        try unsafe bytes.withBytes { (bytes) throws(AgeError) in try unsafe write(bytes) }
    }

    /// Writes the next bytes, any number of them.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(AgeError) {
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            // Only if more comes: the last piece is marked as such, and is not empty.
            if unsafe filled == piece.count { try sealPiece(isLast: false) }
            let part = unsafe rest.prefix(piece.count - filled)
            unsafe UnsafeMutableRawBufferPointer(rebasing: piece[filled...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
            filled += unsafe part.count
            unsafe rest = rest.dropFirst(part.count)
        }
    }

    /// Ends the file: on return the sink has received everything.
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

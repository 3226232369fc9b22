/// A form with files (`multipart/form-data`, RFC 7578), read as it arrives, part by part and piece by piece: a file of any size
/// needs only about 64 KiB of memory.
///
///     let form = try request.multipart()
///     while let part = try await form.nextPart() {
///         while let piece = try await form.nextPiece() { … }
///     }
package actor Multipart {
    package struct Part: Sendable, Hashable {
        package let name: String
        /// Name of the file as sent, without folders; `nil` for a plain field.
        package let fileName: String?
        /// Media type as sent; not to be trusted.
        package let contentType: String?
    }

    private let body: RequestBody
    private var scanner: MultipartScanner
    /// Bytes of the body not yet passed to the scanner.
    private var rest: ArraySlice<UInt8> = []
    private var isInPart = false

    init(body: RequestBody, boundary: String) {
        self.body = body
        scanner = MultipartScanner(boundary: boundary)
    }

    /// The next part, `nil` after the last; skips the rest of the current one.
    ///
    /// Throws `HTTPFault.malformed` for an invalid or truncated form and for more than 1,000 parts; `.tooLarge` for a part whose
    /// fields exceed 8 KiB; and what reading the body throws.
    package func nextPart() async throws -> Part? {
        while true {
            switch try await nextEvent() {
            case .part(let part):
                isInPart = true
                return part
            case .end: return nil
            case .partEnd: isInPart = false
            case .bytes, .hunger: continue
            }
        }
    }

    /// The next piece of the current part, never empty, at most about 64 KiB; `nil` at its end. Throws as `nextPart` does.
    package func nextPiece() async throws -> [UInt8]? {
        guard isInPart else { return nil }
        while true {
            switch try await nextEvent() {
            case .bytes(let bytes): return bytes
            case .partEnd, .part, .end:
                isInPart = false
                return nil
            case .hunger: continue
            }
        }
    }

    /// The whole current part as text. Throws `HTTPFault.tooLarge` beyond `limit` bytes and `.malformed` if it is not UTF-8.
    package func text(limit: Int) async throws -> String {
        var bytes: [UInt8] = []
        while let piece = try await nextPiece() {
            guard bytes.count + piece.count <= limit else { throw HTTPFault.tooLarge(limit: limit) }
            bytes += piece
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw HTTPFault.malformed }
        return text
    }

    private func nextEvent() async throws -> MultipartScanner.Event {
        // In WebAssembly a call that never waits leaves its frames on the stack until its task gives way.
        await Task.yield()
        while true {
            let event = try scanner.next()
            guard case .hunger = event else { return event }
            if rest.isEmpty {
                // The body ended before the last boundary: the connection was cut, and the part is incomplete.
                guard let piece = try await body.next() else { throw HTTPFault.malformed }
                rest = piece[...]
            }
            scanner.put(rest.prefix(64 << 10))
            rest = rest.dropFirst(64 << 10)
        }
    }
}

extension Request {
    /// The form in the body, which can be read once. Throws `HTTPFault.unsupportedForm` unless the content type is
    /// `multipart/form-data`, and `.malformed` if its boundary is missing or not 1–70 allowed characters.
    package func multipart() throws(HTTPFault) -> Multipart {
        guard let type = MediaType(headers["content-type"] ?? ""), type.name == "multipart/form-data" else {
            throw .unsupportedForm
        }
        guard let boundary = type.parameters["boundary"], (1...70).contains(boundary.utf8.count), boundary.last != " ",
            boundary.utf8.allSatisfy({ Request.isBoundary($0) })
        else { throw .malformed }
        return Multipart(body: body, boundary: boundary)
    }

    /// RFC 2046, 5.1.1.
    private static func isBoundary(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }
}

import HTTP
import NIOHTTP1

extension Request {
    /// Converts a parsed head to a request, or throws. Refuses what two programs could read differently (RFC 9112, 11.2): two
    /// lengths, a length with a transfer coding, two hosts, a coding other than `chunked`.
    init(
        _ head: HTTPRequestHead, limits: ServerLimits, source: String, pull: @escaping @Sendable () async throws -> [UInt8]?
    ) throws(HTTPFault) {
        guard head.uri.utf8.count <= limits.targetBytes else { throw .targetTooLong }
        let size = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard size <= limits.headerBytes, head.headers.count <= limits.headerFields else { throw .headersTooLarge }
        guard head.version == .http1_1 || head.version == .http1_0, Request.areClean(head.headers) else { throw .malformed }
        let hosts = head.headers[canonicalForm: "host"].count
        guard hosts == 1 || hosts == 0 && head.version == .http1_0 else { throw .malformed }
        let length = try Request.length(head)
        let target = try Target(head.uri)
        self.init(
            method: head.method.rawValue, path: target.path, query: target.query,
            headers: Headers(head.headers.map { (name: $0.name, value: $0.value) }), source: source,
            body: RequestBody(length: length, pull: pull))
    }

    /// The length of the body, `nil` for a chunked one.
    private static func length(_ head: HTTPRequestHead) throws(HTTPFault) -> Int? {
        let lengths = head.headers["content-length"]
        let codings = head.headers["transfer-encoding"]
        guard lengths.count + codings.count <= 1 else { throw .malformed }
        if let coding = codings.first {
            guard coding.lowercased() == "chunked", head.version == .http1_1 else { throw .malformed }
            return nil
        }
        guard let text = lengths.first else { return 0 }
        guard let length = Int(text), length >= 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
        return length
    }

    /// Whether no value contains a control character.
    private static func areClean(_ headers: HTTPHeaders) -> Bool {
        headers.allSatisfy { $0.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 } }
    }
}

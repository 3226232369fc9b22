import HTTP
import NIOHTTP1

/// The framing of a response (RFC 9112, 6): its head, and how the client finds the end of the body.
struct ResponseFraming: Sendable {
    /// What marks the end of the body.
    enum Ending: Hashable {
        case length(Int)
        case chunks
        case close
        /// There is no body.
        case nothing
    }

    let ending: Ending
    /// False for HEAD, 204 and 304, whatever the handler made.
    let sendsBody: Bool
    /// Whether the body is a stream of server-sent events.
    let isEventStream: Bool
    private let response: Response
    private let isOld: Bool

    init(_ response: Response, to request: HTTPRequestHead) {
        self.response = response
        isOld = request.version != .http1_1
        let isBodiless = response.status.code == 204 || response.status.code == 304 || response.status.code < 200
        sendsBody = request.method != .HEAD && !isBodiless
        isEventStream = response.headers["content-type"]?.hasPrefix("text/event-stream") ?? false
        switch response.body {
        case _ where isBodiless: ending = .nothing
        case .bytes(let bytes): ending = .length(bytes.count)
        case .stream(let length?, _): ending = .length(length)
        case .stream where request.method == .HEAD: ending = .nothing
        case .stream: ending = isOld ? .close : .chunks
        }
    }

    /// The head with the fields that the server sets.
    func head(stays: Bool) -> [UInt8] {
        var fields = response.headers
        for name in ["content-length", "transfer-encoding", "connection", "date"] { fields[name] = nil }
        fields.add("date", HTTPDate.now)
        switch ending {
        case .length(let count): fields.add("content-length", String(count))
        case .chunks: fields.add("transfer-encoding", "chunked")
        case .close, .nothing: break
        }
        if !stays { fields.add("connection", "close") } else if isOld { fields.add("connection", "keep-alive") }
        return ResponseFraming.head(response.status, fields)
    }

    /// Status line and fields. Control characters in a value become spaces, so that no value can begin another field.
    static func head(_ status: Status, _ fields: Headers) -> [UInt8] {
        var bytes = Array("HTTP/1.1 \(status.code) \(status.phrase)\r\n".utf8)
        for field in fields.fields {
            precondition(!field.name.isEmpty && field.name.utf8.allSatisfy(Cookie.isToken), "a field's name is a token")
            bytes += field.name.utf8
            bytes += ": ".utf8
            bytes += field.value.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }
            bytes += "\r\n".utf8
        }
        return bytes + "\r\n".utf8
    }
}

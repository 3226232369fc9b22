/// The status of a response (RFC 9110, 15).
package struct Status: Hashable, Sendable {
    /// 100–599.
    package let code: Int
    package let phrase: String

    package init(_ code: Int, _ phrase: String) {
        self.code = code
        self.phrase = phrase
    }

    package static let ok = Status(200, "OK")
    package static let noContent = Status(204, "No Content")
    package static let partialContent = Status(206, "Partial Content")
    package static let seeOther = Status(303, "See Other")
    package static let notModified = Status(304, "Not Modified")
    package static let badRequest = Status(400, "Bad Request")
    package static let unauthorized = Status(401, "Unauthorized")
    package static let forbidden = Status(403, "Forbidden")
    package static let notFound = Status(404, "Not Found")
    package static let methodNotAllowed = Status(405, "Method Not Allowed")
    package static let requestTimeout = Status(408, "Request Timeout")
    package static let conflict = Status(409, "Conflict")
    package static let contentTooLarge = Status(413, "Content Too Large")
    package static let uriTooLong = Status(414, "URI Too Long")
    package static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    package static let rangeNotSatisfiable = Status(416, "Range Not Satisfiable")
    package static let misdirectedRequest = Status(421, "Misdirected Request")
    package static let unprocessable = Status(422, "Unprocessable Content")
    package static let tooManyRequests = Status(429, "Too Many Requests")
    package static let headerFieldsTooLarge = Status(431, "Request Header Fields Too Large")
    package static let internalError = Status(500, "Internal Server Error")
    package static let unavailable = Status(503, "Service Unavailable")
}

/// The status of a response (RFC 9110, 15).
package struct Status: Hashable, Sendable {
    /// 100–599.
    package let code: Int
    /// The standard reason phrase.
    package let phrase: String

    package init(_ code: Int, _ phrase: String) {
        self.code = code
        self.phrase = phrase
    }

    /// 200: success.
    package static let ok = Status(200, "OK")
    /// 204: success, without content.
    package static let noContent = Status(204, "No Content")
    /// 206: the requested part.
    package static let partialContent = Status(206, "Partial Content")
    /// 303: continue at another address, with GET.
    package static let seeOther = Status(303, "See Other")
    /// 304: the client's copy is current.
    package static let notModified = Status(304, "Not Modified")
    /// 400: the request violates the standard.
    package static let badRequest = Status(400, "Bad Request")
    /// 401: the client must log in.
    package static let unauthorized = Status(401, "Unauthorized")
    /// 403: the client may not do this.
    package static let forbidden = Status(403, "Forbidden")
    /// 404: there is nothing at this path.
    package static let notFound = Status(404, "Not Found")
    /// 405: not allowed with this method.
    package static let methodNotAllowed = Status(405, "Method Not Allowed")
    /// 408: the client took too long.
    package static let requestTimeout = Status(408, "Request Timeout")
    /// 409: it has changed in the meantime.
    package static let conflict = Status(409, "Conflict")
    /// 413: the body is too large.
    package static let contentTooLarge = Status(413, "Content Too Large")
    /// 414: the target is too long.
    package static let uriTooLong = Status(414, "URI Too Long")
    /// 415: the body's type is not accepted.
    package static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    /// 416: there is no such range.
    package static let rangeNotSatisfiable = Status(416, "Range Not Satisfiable")
    /// 421: this server does not serve that host.
    package static let misdirectedRequest = Status(421, "Misdirected Request")
    /// 422: understood, but the content cannot be accepted.
    package static let unprocessable = Status(422, "Unprocessable Content")
    /// 429: too many requests.
    package static let tooManyRequests = Status(429, "Too Many Requests")
    /// 431: the header fields are too large.
    package static let headerFieldsTooLarge = Status(431, "Request Header Fields Too Large")
    /// 500: an error in this program.
    package static let internalError = Status(500, "Internal Server Error")
    /// 503: temporarily unavailable.
    package static let unavailable = Status(503, "Service Unavailable")
}

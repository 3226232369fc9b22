/// The status of a response (RFC 9110, 15).
package struct Status: Hashable, Sendable {
    /// 100–599.
    package let code: Int
    /// The phrase of the standard.
    package let phrase: String

    package init(_ code: Int, _ phrase: String) {
        self.code = code
        self.phrase = phrase
    }

    /// 200: here it is.
    package static let ok = Status(200, "OK")
    /// 204: done, and there is nothing to show.
    package static let noContent = Status(204, "No Content")
    /// 206: the part that was asked for.
    package static let partialContent = Status(206, "Partial Content")
    /// 303: look there next, with GET.
    package static let seeOther = Status(303, "See Other")
    /// 304: what the client has still holds.
    package static let notModified = Status(304, "Not Modified")
    /// 400: the request is not what the standard says.
    package static let badRequest = Status(400, "Bad Request")
    /// 401: who asks has to say who it is.
    package static let unauthorized = Status(401, "Unauthorized")
    /// 403: who asks may not.
    package static let forbidden = Status(403, "Forbidden")
    /// 404: nothing lives there.
    package static let notFound = Status(404, "Not Found")
    /// 405: not with this method.
    package static let methodNotAllowed = Status(405, "Method Not Allowed")
    /// 408: the client took too long.
    package static let requestTimeout = Status(408, "Request Timeout")
    /// 409: it has changed in the meantime.
    package static let conflict = Status(409, "Conflict")
    /// 413: the body is larger than is taken.
    package static let contentTooLarge = Status(413, "Content Too Large")
    /// 414: the target is longer than is taken.
    package static let uriTooLong = Status(414, "URI Too Long")
    /// 415: a body of a type that is not taken.
    package static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    /// 416: there is no such part.
    package static let rangeNotSatisfiable = Status(416, "Range Not Satisfiable")
    /// 421: this server does not answer for that host.
    package static let misdirectedRequest = Status(421, "Misdirected Request")
    /// 422: understood, but it cannot be done as it was filled in.
    package static let unprocessable = Status(422, "Unprocessable Content")
    /// 429: slower.
    package static let tooManyRequests = Status(429, "Too Many Requests")
    /// 431: header fields are larger than is taken.
    package static let headerFieldsTooLarge = Status(431, "Request Header Fields Too Large")
    /// 500: the fault is ours.
    package static let internalError = Status(500, "Internal Server Error")
    /// 503: not now.
    package static let unavailable = Status(503, "Service Unavailable")
}

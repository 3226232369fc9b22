/// Why a request is refused. Each has a status; none contains a part of the request.
package enum HTTPFault: Error, Hashable, Sendable {
    /// The request line, a header or a form violates the standard: 400.
    case malformed
    /// There is nothing at this path: 404.
    case notFound
    /// The path supports other methods: 405.
    case methodNotAllowed(allowed: [String])
    /// The client took too long: 408.
    case tooSlow
    /// The body or a part of it is too large: 413.
    case tooLarge(limit: Int)
    /// The target of the request is too long: 414.
    case targetTooLong
    /// The form has an unsupported encoding: 415.
    case unsupportedForm
    /// The header fields are too large: 431.
    case headersTooLarge
    /// The connection ended midway; there is no one to answer.
    case connectionEnded

    /// The status of the response.
    package var status: Status {
        switch self {
        case .malformed, .connectionEnded: .badRequest
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .tooSlow: .requestTimeout
        case .tooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .unsupportedForm: .unsupportedMediaType
        case .headersTooLarge: .headerFieldsTooLarge
        }
    }
}

/// Why a request is refused. Each has a status; none contains a part of the request.
package enum HTTPFault: Error, Hashable, Sendable {
    /// The request line, a header or a form violates the standard: 400.
    case malformed
    case notFound
    /// The path supports other methods: 405.
    case methodNotAllowed(allowed: [String])
    case tooSlow
    case tooLarge(limit: Int)
    case targetTooLong
    case unsupportedForm
    case headersTooLarge
    /// The connection ended midway; there is no one to answer.
    case connectionEnded

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

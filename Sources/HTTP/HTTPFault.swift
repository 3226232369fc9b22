/// Why a request is not served as it was sent. Each has a status; none holds a piece of the request.
package enum HTTPFault: Error, Hashable, Sendable {
    /// The request line, a header or a form is not what the standard says: 400.
    case malformed
    /// Nothing lives at this path: 404.
    case notFound
    /// The path knows other methods: 405.
    case methodNotAllowed(allowed: [String])
    /// The client took too long: 408.
    case tooSlow
    /// The body or a part of it is larger than is taken: 413.
    case tooLarge(limit: Int)
    /// The target of the request is longer than is taken: 414.
    case targetTooLong
    /// A form in a coding that is not taken here: 415.
    case unsupportedForm
    /// Header fields are larger than is taken: 431.
    case headersTooLarge
    /// The connection ended in the middle; nobody is left to answer.
    case connectionEnded

    /// The status that is answered.
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

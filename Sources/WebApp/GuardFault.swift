import HTTP

/// Why the guard rejects a request before it reaches a page.
enum GuardFault: Error, Hashable {
    /// The `Host` is not ours: someone has pointed their own name at this machine.
    case host
    /// The request comes from another site.
    case origin
    /// No session, and no launch token.
    case noSession
    /// The form's token is missing or not this session's: an old page, or not our form.
    case formToken
    case locked
    case noVault

    var status: Status {
        switch self {
        case .host: .misdirectedRequest
        case .origin, .formToken: .forbidden
        case .noSession, .locked, .noVault: .unauthorized
        }
    }
}

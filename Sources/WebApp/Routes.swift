import HTTP

/// The routes of the app. How a route is added determines its checks, so that none is forgotten: a page requires a signed-in
/// session unless it is `open`, and a form always requires its token.
struct Routes {
    enum Door {
        case signedIn
        case open
    }

    /// Time limit for receiving the fields of a form.
    static let formTime: Duration = .seconds(60)
    /// The same with files.
    private static let uploadTime: Duration = .seconds(3600)

    private(set) var router = Router()
    private let app: WebApp

    init(app: WebApp) { self.app = app }

    mutating func page(_ path: String, _ door: Door = .signedIn, _ handler: @escaping @Sendable (Visit) async throws -> Response)
    {
        let app = app
        router.get(path) { request in
            let visit = try await app.admit(request, door)
            return try app.endingAtLock(try await handler(visit), to: visit)
        }
    }

    /// A file for a program without a session: its address is a secret, which the handler checks.
    mutating func file(_ path: String, _ handler: @escaping @Sendable (Request) async throws -> Response) {
        router.get(path, handler)
    }

    /// A request by a page's script that may have no session (any more). It changes nothing in the vault.
    mutating func knock(_ path: String, _ handler: @escaping @Sendable (Request) async throws -> Response) {
        router.post(path, handler)
    }

    /// A form with at most `limit` bytes of fields; `time` limits the request's own work.
    mutating func form(
        _ path: String, _ door: Door = .signedIn, limit: Int = 2 << 20, time: Duration = Routes.formTime,
        _ handler: @escaping @Sendable (Visit, FormFields) async throws -> Response
    ) {
        let app = app
        router.post(path) { request in
            let early = try await app.admit(request, door)
            // A body may arrive slowly, after a lock: a request that began before the lock is not admitted after it.
            return try await app.untilLocked(early, limit: time) {
                let fields = try await request.form(limit: limit)
                let visit = try app.readmit(early, door)
                try app.check(formToken: request.headers["x-form-token"] ?? fields["form-token"], of: visit)
                return try app.endingAtLock(try await handler(visit, fields.readingDates(for: app)), to: visit)
            }
        }
    }

    /// A form with files. Its first part, or the header `X-Form-Token`, contains the token: nothing is read before that is
    /// checked.
    mutating func upload(
        _ path: String, _ handler: @escaping @Sendable (Visit, Multipart) async throws -> Response
    ) {
        let app = app
        router.post(path) { request in
            let visit = try await app.admit(request, .signedIn)
            return try await app.untilLocked(visit, limit: Routes.uploadTime) {
                let parts = try request.multipart()
                if let token = request.headers["x-form-token"] {
                    try app.check(formToken: token, of: visit)
                } else {
                    guard let first = try await parts.nextPart(), first.name == "form-token" else { throw GuardFault.formToken }
                    try app.check(formToken: try await parts.text(limit: 100), of: visit)
                }
                return try await handler(visit, parts)
            }
        }
    }
}

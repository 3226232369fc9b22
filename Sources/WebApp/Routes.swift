import HTTP

/// The routes of the app. What a route needs is said by the way it is added, so that none forgets it: a page wants a
/// signed-in session unless it is `open`, and a form wants its token, always.
struct Routes {
    /// Who may come.
    enum Door {
        /// Only a session that has unlocked the vault.
        case signedIn
        /// Any session.
        case open
    }

    /// How long the fields of a form may take to come.
    static let formTime: Duration = .seconds(60)
    /// The same with files.
    private static let uploadTime: Duration = .seconds(3600)

    private(set) var router = Router()
    private let app: WebApp

    init(app: WebApp) { self.app = app }

    /// A page.
    mutating func page(_ path: String, _ door: Door = .signedIn, _ handler: @escaping @Sendable (Visit) async throws -> Response)
    {
        let app = app
        router.get(path) { request in
            try await handler(try await app.admit(request, door))
        }
    }

    /// A file for a program that has no session: its address is a secret, which the handler checks.
    mutating func file(_ path: String, _ handler: @escaping @Sendable (Request) async throws -> Response) {
        router.get(path, handler)
    }

    /// A question of a page's script that may have no session (any more). It changes nothing in the vault.
    mutating func knock(_ path: String, _ handler: @escaping @Sendable (Request) async throws -> Response) {
        router.post(path, handler)
    }

    /// A form, whose fields hold at most `limit` bytes; `time` is for what takes long in the request itself.
    mutating func form(
        _ path: String, _ door: Door = .signedIn, limit: Int = 2 << 20, time: Duration = Routes.formTime,
        _ handler: @escaping @Sendable (Visit, FormFields) async throws -> Response
    ) {
        let app = app
        router.post(path) { request in
            let early = try await app.admit(request, door)
            // A body may come slowly, and a lock be quicker: who began before it is not let in after it.
            return try await app.untilLocked(early, limit: time) {
                let fields = try await request.form(limit: limit)
                let visit = try app.readmit(early, door)
                try app.check(formToken: request.headers["x-form-token"] ?? fields["form-token"], of: visit)
                return try await handler(visit, fields)
            }
        }
    }

    /// A form with files. Its first part, or the header `X-Form-Token`, holds the token: nothing is read before it is right.
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

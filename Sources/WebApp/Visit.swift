import Engine
import HTTP
import Ledger

/// One request of one session: what the pages see of the world.
struct Visit: Sendable {
    /// What was asked.
    let request: Request
    /// The session as it was when the request came.
    let session: Session
    /// The app.
    let app: WebApp

    /// The open vault; throws `EngineError.locked` when it is not.
    func vault() async throws -> OpenVault { try await app.door.vault() }

    /// A part of the path, `:name` in the route.
    func part(_ name: String) -> String { request.parameters[name] ?? "" }

    /// The record that `:id` in the route names. Throws `HTTPFault.notFound` for what can be no name.
    func recordID(_ name: String = "id") throws -> RecordID {
        guard let id = RecordID(text: part(name)) else { throw HTTPFault.notFound }
        return id
    }

    /// Whether the page's own script asks, for a piece of a page or for JSON, and not a person for a page.
    var isFromScript: Bool { request.headers["x-requested-with"] == "auralyst" }

    /// Whether no one has done anything: the page refreshes itself.
    var isInBackground: Bool { request.headers["x-background"] == "1" }

    /// The relying party for passkeys at this address.
    var relyingParty: String { app.site.relyingParty(host: request.headers["host"] ?? "") }

    /// Whose tries are counted together.
    var source: String {
        app.site.source(connection: request.source, forwarded: request.headers.all("x-forwarded-for"))
    }

    /// Leaves a sentence for the next page of this session.
    func leave(_ notice: Notice) { _ = app.sessions.update(session.key) { $0.notice = notice } }

    /// The sentence that was left for this page.
    func takeNotice() -> Notice? {
        // A copy that the page fetches by itself is shown to no one.
        guard !isInBackground, !isFromScript else { return nil }
        return app.sessions.update(session.key) { session in
            defer { session.notice = nil }
            return session.notice
        } ?? nil
    }

    /// Leaves a sentence and sends the browser on.
    func done(_ notice: Notice? = nil, next path: String) -> Response {
        if let notice { leave(notice) }
        return .redirect(to: path)
    }

    /// Changes the session.
    func update<T>(_ change: (inout Session) -> T) -> T? { app.sessions.update(session.key, change) }
}

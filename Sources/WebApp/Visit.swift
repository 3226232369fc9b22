import Base
import Engine
import HTTP
import Journal
import Ledger

/// One request of one session, as pages see it.
struct Visit: Sendable {
    let request: Request
    /// The session when the request arrived.
    let session: Session
    let app: WebApp

    /// The open vault; throws `EngineError.locked` when it is not.
    func vault() async throws -> OpenVault { try await app.door.vault() }

    /// Reads all that a page shows as one state of the vault (`OpenVault.read`), and the owner's preferences with it.
    func read<T: Sendable>(_ body: @Sendable (isolated OpenVault, Preferences) throws -> T) async throws -> T {
        try await vault().read { vault in try body(vault, vault.preferences()) }
    }

    /// The owner's preferences, for what reads nothing else.
    func preferences() async throws -> Preferences { try await read { $1 } }

    /// A part of the path, `:name` in the route.
    func part(_ name: String) -> String { request.parameters[name] ?? "" }

    /// The record named by `:id` in the route. Throws `HTTPFault.notFound` for an invalid id.
    func recordID(_ name: String = "id") throws -> RecordID {
        guard let id = RecordID(text: part(name)) else { throw HTTPFault.notFound }
        return id
    }

    /// Whether the page's own script asks for a piece of a page or for JSON.
    var isFromScript: Bool { request.headers["x-requested-with"] == "auralyst" }

    /// Whether the page refreshes itself, without any action by the person.
    var isInBackground: Bool { request.headers["x-background"] == "1" }

    var relyingParty: String { app.site.relyingParty(host: request.headers["host"] ?? "") }

    var source: String {
        app.site.source(connection: request.source, forwarded: request.headers.all("x-forwarded-for"))
    }

    func leave(_ notice: Notice) { _ = app.sessions.update(session.key) { $0.notice = notice } }

    func takeNotice() -> Notice? {
        // A copy fetched in the background is not visible.
        guard !isInBackground, !isFromScript else { return nil }
        return app.sessions.update(session.key) { session in
            defer { session.notice = nil }
            return session.notice
        } ?? nil
    }

    /// Leaves a notice and redirects the browser.
    func done(_ notice: Notice? = nil, next path: String) -> Response {
        if let notice { leave(notice) }
        return .redirect(to: path)
    }

    func update<T>(_ change: (inout Session) -> T) -> T? { app.sessions.update(session.key, change) }
}

extension Preferences {
    /// How dates are written.
    var dates: DateLanguage { DateLanguage.of(dateLanguage) }

    /// The day that weeks begin with, from 1 for Monday.
    var firstWeekday: Int { weekStart ?? dates.firstWeekday }
}

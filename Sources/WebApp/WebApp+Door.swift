import Base
import Basics
import Engine
import HTTP
import Ledger
import Synchronization

/// Known browsers: after a restart they get to the Unlock page, and their open pages continue in place.
extension WebApp {
    /// Ten years; browsers shorten that.
    private static let knownAge = 315_360_000

    func addDoorRoutes(to routes: inout Routes) {
        routes.knock("/door") { request in try await self.answerDoor(request) }
    }

    /// Whether the browser was admitted before, in another run of the program.
    func isKnown(_ request: Request) -> Bool { request.cookie(site.knownCookieName).map(browsers.knows) ?? false }

    /// Admits a known browser without a session to the Unlock page.
    func welcomeBack(_ request: Request, to path: String) -> Response? {
        guard isKnown(request) else { return nil }
        let (_, cookie) = beginSession(for: request)
        var response = Response.redirect(to: path)
        response.headers.add("set-cookie", self.cookie(cookie))
        return response
    }

    /// A new session for the requesting browser; not signed in.
    func beginSession(for request: Request) -> (session: Session, cookie: String) {
        let source = site.source(connection: request.source, forwarded: request.headers.all("x-forwarded-for"))
        let (session, cookie) = sessions.begin(now: surroundings.now(), source: source)
        if let known = request.cookie(site.knownCookieName), browsers.knows(known) {
            _ = sessions.update(session.key) { $0.browser = KnownBrowsers.name(of: known) }
        }
        return (session, cookie)
    }

    /// Remembers the browser in which the vault was just unlocked. Returns the cookie to set.
    func remember(_ visit: Visit, as session: SessionKey) async -> String? {
        let name = site.knownCookieName
        let old = visit.request.cookie(name).flatMap { browsers.knows($0) ? $0 : nil }
        let value = old ?? RandomName.make()
        let browser = KnownBrowsers.name(of: value)
        _ = sessions.update(session) { $0.browser = browser }
        do {
            let label = BrowserLabel.of(visit.request.headers["user-agent"] ?? "")
            try await door.vault().noteBrowser(browser, label: label, known: browsers.names)
            try browsers.remember(value, port: site.port)
        } catch {
            let notice = Notice(
                sentence: "This browser could not be remembered. After a restart, it needs a new address from 'auralyst open'.",
                tone: .trouble)
            greeting.withLock { $0 = $0 ?? (site.isInside ? nil : notice) }
            return nil
        }
        return Cookie(name: name, value: value, isSecure: site.isProxied, maxAge: WebApp.knownAge).header
    }

    /// Before a page sends a passphrase or text, it asks whether this is the app that made it. The proof reveals nothing to
    /// others; only a known browser gets a session, and with it a form token.
    private func answerDoor(_ request: Request) async throws -> Response {
        let fields = try await request.form(limit: 1000)
        guard let nonce = fields["nonce"], (16...100).contains(nonce.utf8.count), let origin = request.headers["origin"] else {
            throw HTTPFault.malformed
        }
        // Read before anything is waited for: if the browser is signed in meanwhile, it has another session by then, whose cookie
        // must not be replaced. One that is signed out meanwhile is over.
        let asked = request.cookie(site.cookieName).flatMap(sessions.find)
        try await lockIdle()
        let proof = Base64URL.text(try browsers.proof(origin: origin, nonce: nonce))
        // A page that learns of the end asks at once. It must not ask for a passphrase now: someone still typing would enter it.
        if isStopping.withLock({ $0 }) { return .json(["proof": .string(proof), "ends": true]) }
        var session = asked.flatMap { sessions.find($0.key) ?? ($0.isSignedIn ? nil : $0) }
        var begun: String?
        if session == nil, isKnown(request) || site.admitsUnknown { (session, begun) = beginSession(for: request) }
        var response = Response.json([
            "proof": .string(proof), "token": .text(session?.formToken), "open": .bool(session?.isSignedIn == true),
        ])
        if let begun { response.headers.add("set-cookie", cookie(begun)) }
        return response
    }
}

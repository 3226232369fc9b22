import Base
import HTTP
import Synchronization

/// A browser writes into its files what a form sent if a page is the answer, so that it can send it again, and keeps that after the
/// journal is locked. So the answer to a form waits in memory, and the browser is sent to it: what it keeps is the address.
extension WebApp {
    /// A redirect to the answer instead of the answer, if it is a page for a person's form.
    func setAside(_ answer: Response, to request: Request) -> Response {
        // Browsers say of their own forms that they navigate; a script that asked gets its answer, which no history has.
        guard request.method == "POST", request.headers["sec-fetch-mode"] == "navigate", answer.isPage,
            // All our addresses are made of these; another one goes into no header.
            request.path.utf8.allSatisfy({ "/-_0123456789abcdefghijklmnopqrstuvwxyz".utf8.contains($0) })
        else { return answer }
        var page = answer
        page.headers["set-cookie"] = nil
        let cookie = answer.sessionCookie(site.cookieName) ?? request.cookie(site.cookieName)
        let name = cookie.flatMap { sessions.keep(page, for: Sessions.key(of: $0)) } ?? handedBack.keep(page)
        var way = Response.redirect(to: request.path + "?answer=" + name)
        for header in answer.headers.all("set-cookie") { way.headers.add("set-cookie", header) }
        return way
    }

    /// The answer that a redirect leads to, as often as this browser asks for it until it is locked; `nil` for another address.
    func answerSetAside(_ request: Request) async throws -> Response? {
        guard request.method == "GET", let name = request.query["answer"] else { return nil }
        guard let cookie = request.cookie(site.cookieName), let session = sessions.find(cookie: cookie) else {
            return handedBack.take(name)
        }
        if session.isSignedIn {
            try await lockIdle()
            _ = sessions.update(session.key) { if $0.isSignedIn { $0.lastActive = surroundings.now() } }
        }
        return sessions.find(session.key)?.answers.first { RandomName.areEqual($0.name, name) }?.response
    }
}

/// Answers to browsers without a session, of one use each: their text, handed back. At most a few.
final class HandedBack: Sendable {
    private let answers = Mutex<[(name: String, response: Response)]>([])
    private static let limit = 4

    /// Keeps an answer; returns the name by which it is fetched.
    func keep(_ response: Response) -> String {
        let name = RandomName.make()
        answers.withLock { $0 = $0.suffix(HandedBack.limit - 1) + [(name, response)] }
        return name
    }

    /// The answer with a name, and forgets it.
    func take(_ name: String) -> Response? {
        answers.withLock { answers in
            guard let index = answers.firstIndex(where: { RandomName.areEqual($0.name, name) }) else { return nil }
            return answers.remove(at: index).response
        }
    }
}

extension Response {
    /// Whether a browser shows it as a page.
    fileprivate var isPage: Bool {
        guard case .bytes = body, status != .seeOther, headers["content-disposition"] == nil else { return false }
        return headers["content-type"]?.hasPrefix("text/html") == true
    }

    /// The value of the session's cookie that it sets.
    fileprivate func sessionCookie(_ name: String) -> String? {
        let own = headers.all("set-cookie").first { $0.hasPrefix(name + "=") }
        return own.map { String($0.dropFirst(name.count + 1).prefix { $0 != ";" }) }
    }
}

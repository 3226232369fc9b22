import Base
import Documents
import Engine
import HTTP

/// Access checks: the right host, our own pages, a session, and for private pages an unlocked one.
extension WebApp {
    /// Rejects other host names (DNS rebinding), and requests caused by other sites.
    func checkOrigin(of request: Request) throws(GuardFault) {
        guard let host = request.headers["host"]?.lowercased(), site.hosts.contains(host) else { throw .host }
        let isReading = request.method == "GET" || request.method == "HEAD"
        if let origin = request.headers["origin"] {
            guard site.origins.contains(origin.lowercased()) else { throw .origin }
        } else if !isReading {
            // Browsers send it with every form. A program acting for its owner can send it too.
            throw .origin
        }
        // A link from another site may open a page; nothing of ours may be embedded in another site.
        if let relation = request.headers["sec-fetch-site"], relation != "same-origin", relation != "none" {
            guard isReading, request.headers["sec-fetch-mode"] == "navigate", request.headers["sec-fetch-dest"] == "document"
            else { throw .origin }
        }
    }

    /// Admits a request of a known session to its page.
    func admit(_ request: Request, _ door: Routes.Door) async throws -> Visit {
        guard let cookie = request.cookie(site.cookieName), let session = sessions.find(cookie: cookie) else {
            throw GuardFault.noSession
        }
        let visit = Visit(request: request, session: session, app: self)
        guard door == .signedIn else { return visit }
        try await lockIdle()
        guard let session = sessions.find(cookie: cookie), session.isSignedIn else { throw await faultWithoutSignIn() }
        request.keepPlace()
        // Listening for events and following progress do not count as activity.
        if !visit.isInBackground, request.path != "/events", request.path != "/progress" {
            _ = visit.update { $0.lastActive = surroundings.now() }
        }
        return Visit(request: request, session: session, app: self)
    }

    /// The visit after its body was read: the session may have been signed out or in meanwhile.
    func readmit(_ visit: Visit, _ door: Routes.Door) throws(GuardFault) -> Visit {
        guard let session = sessions.find(visit.session.key) else { throw .noSession }
        guard door == .open || session.isSignedIn else { throw .locked }
        return Visit(request: visit.request, session: session, app: self)
    }

    /// Performs the work of a request. If its session is signed out first, or the time is over, the work is cancelled; work
    /// already done is still reported as done.
    func untilLocked(
        _ visit: Visit, limit: Duration, _ work: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        let isPrivate = visit.session.isSignedIn
        return try await withThrowingTaskGroup(of: Response?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            if isPrivate {
                group.addTask {
                    await self.waitForSignOut(of: visit)
                    return nil
                }
            }
            if let response = try await group.next() ?? nil {
                group.cancelAll()
                return response
            }
            group.cancelAll()
            while let ended = await group.nextResult() {
                if case .success(let response?) = ended { return response }
            }
            throw isPrivate ? GuardFault.locked as any Error : HTTPFault.tooSlow
        }
    }

    /// Returns when the visit's session is signed out, or the task is cancelled.
    private func waitForSignOut(of visit: Visit) async {
        await listeners.waitForEnd(of: visit.session.key) { !isSignedIn(visit) }
    }

    private func isSignedIn(_ visit: Visit) -> Bool { sessions.find(visit.session.key)?.isSignedIn == true }

    /// The answer of a private page or form as it is sent. What is sent piece by piece breaks off at the lock, and a tab gets pages
    /// only, which go blank then: a bare answer would stay on the screen. Events end by themselves.
    func endingAtLock(_ response: Response, to visit: Visit) throws(HTTPFault) -> Response {
        let type = response.headers["content-type"] ?? ""
        let isShown = response.headers["content-disposition"]?.hasPrefix("attachment") != true
        if visit.request.headers["sec-fetch-dest"] == "document", response.status == .ok, isShown, !type.hasPrefix("text/html") {
            throw .notFound
        }
        guard visit.session.isSignedIn, !type.hasPrefix("text/event-stream"), case .stream(let length, let write) = response.body
        else { return response }
        var response = response
        response.body = .stream(length: length) { writer in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await write(writer.checking { guard self.isSignedIn(visit) else { throw GuardFault.locked } })
                }
                group.addTask {
                    await self.waitForSignOut(of: visit)
                    throw GuardFault.locked
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        return response
    }

    private func faultWithoutSignIn() async -> GuardFault {
        (try? await door.state()) == .absent ? .noVault : .locked
    }

    /// Compares the token of a form with the session's.
    func check(formToken: String?, of visit: Visit) throws(GuardFault) {
        guard let formToken, RandomName.areEqual(formToken, visit.session.formToken) else { throw .formToken }
    }

    /// Exchanges the launch token for a cookie, and redirects.
    func enter(_ request: Request) async throws -> Response {
        try await lockIdle()
        let session = request.cookie(site.cookieName).flatMap(sessions.find)
        if let session {
            guard session.isSignedIn else { return .redirect(to: try await door.state() == .absent ? "/welcome" : "/unlock") }
            return .redirect(to: "/today")
        }
        // From a file (`LaunchPage`) a browser brings no cookie: from our own page it does, and stays the one that is known.
        if request.headers["sec-fetch-site"] == "cross-site", let offered = request.query["token"] {
            return WebApp.step(to: "/?token=" + offered)
        }
        if case .loopback(_, let tokens) = site.reach {
            guard let offered = request.query["token"], tokens.admit(offered) else { throw GuardFault.noSession }
        }
        // A key that the program was started with opens the first browser that has the token; after a lock the passphrase is
        // required.
        let state = try await door.state()
        let isOpen = !site.admitsUnknown && takeLaunchKey() && state == .open
        let (begun, cookie) = sessions.begin(
            now: surroundings.now(), isSignedIn: isOpen,
            source: site.source(connection: request.source, forwarded: request.headers.all("x-forwarded-for")))
        if isOpen {
            await signedIn()
            greet(begun.key)
        }
        // Inside, the cookie is the program's own, and comes with every request.
        var response = site.isInside ? .redirect(to: state == .absent ? "/welcome" : "/unlock") : WebApp.step(to: "/")
        response.headers.add("set-cookie", self.cookie(cookie))
        if isOpen, let known = await remember(Visit(request: request, session: begun, app: self), as: begun.key) {
            response.headers.add("set-cookie", known)
        }
        return response
    }

    /// A page that continues by itself. A redirect would not work if the request began on another site or in a file: a browser
    /// sends the cookie only if one of our pages began the request.
    static func step(to path: String) -> Response {
        let page: HTML = """
            <!doctype html><html lang="\(SentenceTable.language)"><head><meta charset="utf-8"><title>Auralyst</title>
            <meta http-equiv="refresh" content="0;url=\(path)"></head><body><a href="\(path)">Open Auralyst</a></body></html>
            """
        return .text(page.markup, type: "text/html; charset=utf-8")
    }

    func cookie(_ value: String) -> String {
        Cookie(name: site.cookieName, value: value, isSecure: site.isProxied).header
    }

    func addGuards(to response: inout Response) {
        var headers = response.headers
        // A phone shows its pages inside the app's own shell.
        let frame = site.isInside ? "'self'" : "'none'"
        if headers["cache-control"] == nil { headers["cache-control"] = "no-store" }
        if headers["content-security-policy"] == nil { headers["content-security-policy"] = WebApp.contentPolicy(frame: frame) }
        headers["x-content-type-options"] = "nosniff"
        // Not `no-referrer`: with that a browser sends `Origin: null` with our own forms.
        headers["referrer-policy"] = "same-origin"
        headers["cross-origin-opener-policy"] = "same-origin"
        headers["cross-origin-resource-policy"] = "same-origin"
        headers["x-frame-options"] = site.isInside ? "SAMEORIGIN" : "DENY"
        headers["permissions-policy"] =
            "camera=(self), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)"
        if site.isProxied { headers["strict-transport-security"] = "max-age=31536000" }
        response.headers = headers
    }

    /// Only our own files; no inline script or style. `frame`: who may show them inside a page.
    static func contentPolicy(frame: String) -> String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "media-src 'self'",
            "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'",
            "frame-ancestors \(frame)",
        ].joined(separator: "; ")
    }
}

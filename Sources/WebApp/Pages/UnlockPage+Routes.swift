import Base
import Basics
import Documents
import Engine
import HTTP
import Ledger

extension WebApp {
    /// The most bytes of the unlock form, which may include a long kept text.
    private static let unlockLimit = 4 << 20

    func addKeyRoutes(to routes: inout Routes) {
        routes.page("/unlock", .open) { visit in try await visit.app.askToUnlock(visit) }
        routes.form("/unlock", .open, limit: WebApp.unlockLimit) { visit, fields in try await visit.app.unlock(visit, fields) }
        routes.form("/unlock/passkey", .open, limit: WebApp.unlockLimit) { visit, fields in
            try await visit.app.unlockByPasskey(visit, fields)
        }
    }

    private func askToUnlock(_ visit: Visit) async throws -> Response {
        switch try await door.state() {
        case .absent where !site.isProxied: return .redirect(to: "/welcome")
        case .absent: throw HTTPFault.notFound
        case .open where visit.session.isSignedIn: return .redirect(to: "/today")
        default: return try await unlockPage(visit, next: visit.request.query["next"] ?? "")
        }
    }

    func unlockPage(
        _ visit: Visit, fault: UnlockPage.Fault? = nil, next: String = "", kept: KeptForm? = nil, status: Status = .ok
    ) async throws -> Response {
        if visit.isFromScript, let fault { return .json(["error": ["message": .string(fault.words)]], status: status) }
        let all = try await door.passkeys()
        let own = all.filter { $0.rp == visit.relyingParty }
        let challenge = own.isEmpty ? "" : PasskeyChallenges.shared.make(for: visit.session.key, now: surroundings.now())
        let page = UnlockPage(
            fault: fault, next: WebApp.ownPage(next) ?? "", kept: kept, passkeys: own,
            hasOthers: visit.isReachedByNumber && all.contains { $0.rp == "localhost" }, challenge: challenge)
        return PageFrame(title: "Unlock", isOutside: true, name: "unlock").page(page.html(for: visit), for: visit, status: status)
    }

    /// The same for a form that arrived while the vault was locked; `nil` if it has no text worth keeping.
    func unlockPage(keepingFormOf request: Request) async -> Response? {
        guard request.headers["x-requested-with"] == nil, let kept = await KeptForm(reading: request) else { return nil }
        let known = request.cookie(site.cookieName).flatMap(sessions.find)
        // Behind the owner's proxy any browser gets this page, so that one whose session has ended gets a new one.
        guard known != nil || site.admitsUnknown || isKnown(request) else { return handBack(kept, request) }
        let begun = known == nil ? beginSession(for: request) : nil
        guard let session = known ?? begun?.session else { return nil }
        let visit = Visit(request: request, session: session, app: self)
        // Without this page the plain refusal is the answer, and the browser keeps the text.
        guard var response = try? await unlockPage(visit, kept: kept, status: .unauthorized) else { return nil }
        if let begun { response.headers.add("set-cookie", cookie(begun.cookie)) }
        return response
    }

    /// Returns a text to a browser that is no longer admitted because the program was restarted.
    private func handBack(_ kept: KeptForm, _ request: Request) -> Response {
        let content: HTML = """
            <section class="card narrow door"><div class="brand">\(Icon.mark)<span>Auralyst</span></div>
            <h1>Auralyst was restarted</h1>
            <p>Nothing was saved. Open the address that 'auralyst open' printed, then paste what you wrote:</p>
            <p class="field"><label for="kept-text">What you wrote</label><textarea id="kept-text" rows="12" readonly>
            \(kept.fields["text"] ?? "")</textarea></p></section>
            """
        return PageFrame(title: "Not saved", isOutside: true, name: "error")
            .page(content, for: Visit(request: request, session: .nobody, app: self), status: .unauthorized)
    }

    private func unlock(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let typed = fields["code"] ?? ""
        if fields["by"] == "code" || (fields["passphrase"] ?? "").isEmpty && !typed.allSatisfy(\.isWhitespace) {
            return try await unlock(visit, fields, fault: { .recoveryCode($0, typed: String(typed.prefix(500))) }) {
                try await self.door.unlock(recoveryCode: typed)
            }
        }
        return try await unlock(visit, fields, fault: { .passphrase($0) }) {
            try await self.door.unlock(passphrase: Array((fields["passphrase"] ?? "").utf8))
        }
    }

    private func unlockByPasskey(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let isAnswer = PasskeyChallenges.shared.isAnswered(
            by: fields["client-data"] ?? "", type: "webauthn.get", origins: site.origins, session: visit.session.key,
            now: surroundings.now())
        guard isAnswer, let output = Base64URL.bytes(fields["output"] ?? ""), output.count == 32 else {
            return try await unlockPage(
                visit, fault: .passkey("The passkey did not answer in time. Try again, or use the passphrase."),
                next: fields["next"] ?? "", kept: KeptForm(in: fields), status: .unprocessable)
        }
        return try await unlock(
            visit, fields, gate: passkeyGate, fault: { .passkey("\(sentence($0.sentence)) Use the passphrase.") }
        ) {
            try await self.door.unlock(passkey: fields["slot"] ?? "", output: output)
        }
    }

    /// One attempt to unlock the vault, limited by the gate.
    private func unlock(
        _ visit: Visit, _ fields: FormFields, gate chosen: AttemptGate? = nil, fault: (Explanation) -> UnlockPage.Fault,
        by attempt: () async throws -> Void
    ) async throws -> Response {
        let gate = chosen ?? gate
        let (next, kept) = (fields["next"] ?? "", KeptForm(in: fields))
        guard try await door.state() != .absent else { return try await askToUnlock(visit) }
        if let wait = gate.begin(source: visit.source) {
            let seconds = Int(clamping: (wait + 999) / 1000)
            var response = try await unlockPage(
                visit, fault: .wait(seconds: seconds), next: next, kept: kept, status: .tooManyRequests)
            response.headers["retry-after"] = String(seconds)
            return response
        }
        do {
            try await attempt()
        } catch {
            let explanation = Explanation(error)
            // Only a wrong key counts: a mistyped code or a damaged file reveals nothing.
            if explanation.exit == .locked { gate.failed(source: visit.source) } else { gate.abandoned(source: visit.source) }
            let status: Status = explanation.exit == .locked ? .forbidden : .unprocessable
            return try await unlockPage(visit, fault: fault(explanation), next: next, kept: kept, status: status)
        }
        gate.succeeded(source: visit.source)
        let failures = self.gate.takeFailures() + passkeyGate.takeFailures()
        guard let kept else {
            return await signIn(visit, next: WebApp.ownPage(next) ?? "/today", failures: failures)
        }
        return await send(kept, again: visit, failures: failures)
    }

    /// Processes a kept form as if the browser had sent it now.
    private func send(_ kept: KeptForm, again visit: Visit, failures: Int) async -> Response {
        let (cookie, headers) = await cookies(signingIn: visit, failures: failures)
        let token = sessions.find(cookie: cookie)?.formToken ?? ""
        let request = kept.request(like: visit.request, cookieName: site.cookieName, cookie: cookie, formToken: token)
        var response = await respond(to: request)
        for header in headers { response.headers.add("set-cookie", header) }
        if kept.hadFiles {
            let words = say("Files were not saved with it: add them again.")
            _ = sessions.update(Sessions.key(of: cookie)) { session in
                session.notice = Notice(sentence: [session.notice?.sentence, words].compactMap { $0 }.joined(separator: " "))
            }
        }
        return response
    }

    static func unlockPath(next path: String) -> String {
        ownPage(path).map { "/unlock?" + (["next": $0] as FormFields).encoded } ?? "/unlock"
    }

    private static let ownPlaces = [
        "/journal", "/entry/", "/settings", "/deleted", "/import", "/progress", "/health", "/symptom/", "/check-in/", "/dose/",
        "/day", "/medicine", "/schedule/", "/insights", "/support", "/sos", "/people", "/note/",
    ]

    /// The page to return to: for the address of a form, the page that contains it.
    static func ownPage(_ path: String) -> String? {
        guard (try? Target(path)) != nil, !path.hasPrefix("//"), path.utf8.count <= 200 else { return nil }
        let page = WebApp.page(insteadOf: path)?.prefix { $0 != "#" }
        let wanted = page.map(String.init) ?? path
        return WebApp.ownPlaces.contains { wanted.hasPrefix($0) } ? wanted : nil
    }
}

import Base
import Documents
import Engine
import HTTP
import Ledger

/// What a person or a script gets when a request was not carried out.
extension WebApp {
    func page(for error: any Error, request: Request) async -> Response {
        if let fault = error as? GuardFault { return await page(for: fault, request: request) }
        if case HTTPFault.methodNotAllowed = error, isForPerson(request), let path = WebApp.page(insteadOf: request.path) {
            return .redirect(to: path)
        }
        if let fault = error as? HTTPFault { return page(status: fault.status, WebApp.words(of: fault), request: request) }
        let explanation = Explanation(error)
        if explanation.code == "locked" { return await page(for: GuardFault.locked, request: request) }
        return page(status: WebApp.status(of: explanation), (explanation.sentence, explanation.hint?.page), request: request)
    }

    /// Whether a browser asks for a whole page. Only that may begin a session: the stream of events, which a page asks for again by
    /// itself, would replace the cookie of the browser while it is being unlocked.
    private func isForPerson(_ request: Request) -> Bool {
        request.method == "GET" && request.headers["x-requested-with"] == nil
            && request.headers["sec-fetch-mode"] ?? "navigate" == "navigate" && request.headers["accept"] != "text/event-stream"
    }

    private func page(for fault: GuardFault, request: Request) async -> Response {
        let isPage = isForPerson(request)
        switch fault {
        case .host: return .text(say("This name does not belong to Auralyst.\n"), status: fault.status)
        case .noSession where isPage && request.headers["sec-fetch-site"] == "cross-site":
            // A link from elsewhere: the browser has kept the cookie back. From our own page it sends it.
            return WebApp.step(to: request.path)
        case .noSession where isPage && isKnown(request):
            // Where a lock ends the sessions, as on a phone, the way back is in the address of the Unlock page.
            let isAsked = request.path == "/unlock"
            let path = isAsked ? WebApp.unlockPath(next: request.query["next"] ?? "") : request.path
            return welcomeBack(request, to: path) ?? .redirect(to: "/")
        case .noSession where site.admitsUnknown && isPage: return .redirect(to: "/")
        case .locked where isPage: return .redirect(to: WebApp.unlockPath(next: request.path))
        case .noVault where isPage: return .redirect(to: "/welcome")
        case .locked:
            if let page = await unlockPage(keepingFormOf: request) { return page }
            return page(
                status: fault.status, (say("the vault is locked"), say("unlock it, then do this again")), request: request)
        case .noVault:
            return page(
                status: fault.status, (say("there is no vault yet"), say("make one on the welcome page")), request: request)
        case .noSession:
            if let page = await unlockPage(keepingFormOf: request) { return page }
            return page(
                status: fault.status,
                (
                    say("this browser is not known here"),
                    site.isInside
                        ? say("load the page again and repeat what you did")
                        : say("run 'auralyst open' on this machine, or choose Auralyst in its menu: that lets this browser in")
                ), request: request)
        case .origin:
            return page(
                status: fault.status, (say("this request came from another site and was refused"), say("nothing was changed")),
                request: request)
        case .formToken:
            return page(
                status: fault.status,
                (
                    say("this page is out of date, and nothing was changed"),
                    say("go back, load the page again, and repeat what you did")
                ), request: request)
        }
    }

    /// A page with one sentence and a hint; JSON for a script.
    func page(status: Status, _ words: (sentence: String, hint: String?), request: Request) -> Response {
        if request.headers["x-requested-with"] != nil {
            let error: JSON = ["code": .int(Int64(status.code)), "message": .string(words.sentence), "hint": .text(words.hint)]
            return .json(["error": error], status: status)
        }
        let session = request.cookie(site.cookieName).flatMap(sessions.find)
        let visit = Visit(request: request, session: session ?? .nobody, app: self)
        let hint: HTML? = words.hint.map { "<p class=\"hint\">\(sentence($0))</p>" }
        let way: HTML = session == nil ? .empty : "<p><a class=\"button\" href=\"/\">Back to Auralyst</a></p>"
        let isOutside = session?.isSignedIn != true
        // Inside, the navigation has it.
        let brand: HTML = "<div class=\"brand\">\(Icon.mark)<span>Auralyst</span></div>"
        let content: HTML = """
            <section class="card narrow">\(brand, if: isOutside)
            <h1>\(sentence(words.sentence))</h1>\(hint)\(way)</section>
            """
        let frame = PageFrame(title: "Not done", isOutside: isOutside, name: "error")
        return frame.page(content, for: visit, status: status)
    }

    /// The page to which a form belongs: a browser stays at the address of a form that was refused, and asks for that address
    /// again when it is loaded again. `nil` for an address that only forms of ours go to by script, and for pages.
    static func page(insteadOf path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        return switch (parts.first, parts.count) {
        case ("settings", 2...): section(ofForm: Array(parts.dropFirst()))
        case ("entry", 3...) where parts[2] != "edit" && parts[2] != "history" || parts.count > 3:
            RecordID(text: parts[1]).map { "/entry/\($0.description)" }
        case ("journal", 2) where parts[1] == "find": "/journal"
        case ("unlock", 2): "/unlock"
        case ("import", 2...): "/import"
        case ("progress", 2): "/progress"
        case ("entries", 1), ("lock", 1), ("attachments", _), ("draft", 3...), ("mood", 2): "/today"
        default:
            healthPage(insteadOf: parts) ?? medicinePage(insteadOf: parts) ?? supportPage(insteadOf: parts)
                ?? peoplePage(insteadOf: parts)
        }
    }

    private static func section(ofForm parts: [String]) -> String? {
        switch parts[0] {
        case "sos": "/settings/lock"
        case "mood": "/settings/writing"
        case "browsers" where parts.count > 1, "journals" where parts.count > 1: "/settings/\(parts[0])"
        case "calendar-file", "calendar-link", "calendar-renew", "calendar-end": "/settings/reminders"
        case "templates": parts.count == 2 ? nil : "/settings/writing"
        case "export" where parts.count > 1: "/settings/export"
        case "backup" where parts.count > 1: "/settings/backup"
        case "keychain", "passkeys", "slots": "/settings/keys"
        default: nil
        }
    }

    private static func words(of fault: HTTPFault) -> (String, String?) {
        switch fault {
        case .malformed, .connectionEnded: (say("the request is invalid"), say("load the page again and repeat what you did"))
        case .notFound:
            (say("there is nothing at this address"), say("it may have been deleted, or the address has a typing mistake"))
        case .methodNotAllowed: (say("this address cannot be opened like this"), say("go back and use the buttons of the page"))
        case .tooSlow: (say("the request took too long"), say("try again"))
        case .tooLarge(let limit):
            (
                say("that is larger than \(bytesInWords(limit)), the most you can send here"),
                say("nothing was saved; make it smaller")
            )
        case .targetTooLong: (say("the address is too long"), nil)
        case .unsupportedForm: (say("the form is invalid"), say("load the page again and repeat what you did"))
        case .headersTooLarge:
            (say("the request headers are too large"), say("delete the cookies for this address, then try again"))
        }
    }

    private static func status(of explanation: Explanation) -> Status {
        switch explanation.exit {
        case .locked: .forbidden
        case .damaged: .internalError
        case .usage: .unprocessable
        default:
            explanation.code.hasPrefix("no_such") ? .notFound : explanation.code == "internal" ? .internalError : .unprocessable
        }
    }
}

/// `2 MiB`.
func bytesInWords(_ count: Int) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB"]
    var (value, unit) = (count, 0)
    while value >= 1024, unit < units.count - 1 {
        value /= 1024
        unit += 1
    }
    return "\(value) \(units[unit])"
}

import Base
import Documents
import Engine
import Exchange
import HTTP
import Journal
import Ledger
import Synchronization

extension WebApp {
    /// Gives the browser a new cookie, and redirects it.
    /// - Parameter failures: failed attempts to unlock since the last success.
    func signIn(_ visit: Visit, next path: String, failures: Int = 0) async -> Response {
        let (cookie, headers) = await cookies(signingIn: visit, failures: failures)
        // A page that stays needs the new session's token for its forms.
        var response =
            visit.isFromScript
            ? Response.json(["token": .text(sessions.find(cookie: cookie)?.formToken)]) : Response.redirect(to: path)
        for header in headers { response.headers.add("set-cookie", header) }
        return response
    }

    /// Signs the browser in; returns its new cookie's value, and all cookies to set.
    func cookies(signingIn visit: Visit, failures: Int) async -> (session: String, headers: [String]) {
        await signedIn()
        let (session, cookie) = sessions.signIn(replacing: visit.session.key, now: surroundings.now())
        // Pages of the replaced session receive no more events.
        listeners.dismiss(ServerEvent("locked"), [visit.session.key])
        let known = await remember(visit, as: session.key)
        greet(session.key, failures: failures)
        return (cookie, [self.cookie(cookie), themeCookie(current.withLock(\.theme))] + (known.map { [$0] } ?? []))
    }

    /// After unlocking: loads the owner's preferences, removes remains of interrupted uploads, and collects notices for the
    /// owner.
    func signedIn() async {
        guard let vault = try? await door.vault() else { return }
        // The settings page reports unreadable preferences; here the defaults are used.
        if let preferences = try? await vault.preferences() { current.withLock { $0 = preferences } }
        // If it cannot be read, no banner is shown.
        let isMadeUp = (try? await vault.isDemo()) ?? false
        isDemo.withLock { $0 = isMadeUp }
        // A phone joins by the snapshots of others: it has neither the memory nor the time to make one.
        if site.isInside { await vault.makeCheckpoints(by: nil) }
        // Unused encrypted files wait for the next time.
        _ = try? await vault.removeForgottenFiles()
        var words = vault.notices.map { besideField(Explanation($0)) }
        if vault.lostOperations > 0 {
            let lost = say(
                "The database is missing the last \(plural(vault.lostOperations, "change", "# changes")) it had saved.")
            words += [lost, sentence(Hint.repair.page ?? "")]
        }
        let way =
            site.isInside && vault.lostOperations > 0
            ? Notice.Undo(path: "/settings/sync#again", label: say("Link this phone again")) : nil
        let notice = words.isEmpty ? nil : Notice(sentence: words.joined(separator: " "), tone: .trouble, way: way)
        if let notice { greeting.withLock { $0 = notice } }
        if !sync.hasBegun { await sync.begin(vault) }
        await resumeRotation()
    }

    func greet(_ key: SessionKey, failures: Int = 0) {
        let greeting = greeting.withLock { greeting in
            defer { greeting = nil }
            return greeting
        }
        var words: [String] = []
        if failures > 0 {
            words.append(say("\(failures) failed \(plural(failures, "attempt", "attempts")) since the last unlock."))
        }
        if let greeting { words.append(greeting.sentence) }
        guard !words.isEmpty else { return }
        let tone = failures > 0 ? .trouble : greeting?.tone ?? .done
        let notice = Notice(sentence: words.joined(separator: " "), tone: tone, way: greeting?.way)
        _ = sessions.update(key) { $0.notice = notice }
    }

    /// The cookie of the theme, also used before unlocking: `system` removes it.
    func themeCookie(_ theme: Preferences.Theme) -> String {
        let isChosen = theme != .system
        return Cookie(
            name: "theme", value: isChosen ? theme.rawValue : "", isSecure: site.isProxied, maxAge: isChosen ? 31_536_000 : 0
        ).header
    }
}

/// Whether to remind the owner of the recovery code.
enum RecoveryReminder {
    case neverProven
    /// It was last checked more than a year ago.
    case longAgo

    /// `checked` and `now` in milliseconds since 1970.
    init?(proven: Int64?, now: Int64) {
        guard let proven else {
            self = .neverProven
            return
        }
        guard now - proven > 365 * 86_400_000 else { return nil }
        self = .longAgo
    }

    var html: HTML {
        let words: HTML =
            switch self {
            case .neverProven: "You haven’t checked your recovery code yet."
            case .longAgo: "You last checked your recovery code more than a year ago."
            }
        return "<p class=\"reminder\">\(Icon.key)<span>\(words) <a href=\"/welcome/proof\">Check it now</a></span></p>"
    }
}

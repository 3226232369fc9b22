import Backups
import Base
import Documents
import Engine
import HTTP

/// The known browsers in the settings, and how to forget them.
struct BrowsersSection {
    struct Row {
        let name: String
        let label: String
        /// When it last unlocked the journal, in words; `nil` if unknown.
        let used: String?
        let isThis: Bool
    }

    /// The most recently used first.
    let rows: [Row]
    /// Whether the app is behind its owner's proxy, where every browser gets to the Unlock page.
    let isProxied: Bool

    func html(for visit: Visit) -> HTML {
        let use: HTML =
            isProxied
            ? "This journal has been unlocked in these browsers."
            : "After a restart, these browsers still reach the Unlock page. To add another browser, open the address that 'auralyst open' prints. No browser unlocks the journal without your passphrase or another key."
        let all: HTML = """
            <details class="removal apart"><summary>Forget all browsers</summary>
            <form method="post" action="/settings/browsers/forget">\(formToken(visit))<p>This locks the journal in all browsers, this one too.</p>
            <button class="danger">Forget all</button></form></details>
            """
        return """
            <section class="card setting" id="browsers" aria-label="Browsers">
            <p class="hint">\(use)</p>
            <ul class="lines">\(rows.html { row($0, visit) })</ul>\(all, if: rows.count > 1)</section>
            """
    }

    private func row(_ row: Row, _ visit: Visit) -> HTML {
        let last: HTML? = row.used.map { "last unlocked \($0)" }
        let note: HTML = row.isThis ? "this browser" : last ?? .empty
        let warning: HTML =
            row.isThis
            ? "This locks the journal here. \("To come back, open the address that 'auralyst open' prints.", if: !isProxied)"
            : "This locks the journal there at once."
        return """
            <li class="line slot"><span class="slot-name"><b>\(row.label)</b><span class="muted">\(note)</span></span>
            <details class="removal"><summary>Forget<span class="hidden"> \(row.label), \(note)</span></summary>
            <form method="post" action="/settings/browsers/\(row.name)/forget">\(formToken(visit))<p>\(warning)</p>
            <button class="danger">Forget \(row.isThis ? say("this browser") : say("it"))</button></form></details></li>
            """
    }
}

extension WebApp {
    func addBrowserRoutes(to routes: inout Routes) {
        routes.form("/settings/browsers/forget") { visit, _ in try await visit.app.forgetBrowsers(nil, visit) }
        routes.form("/settings/browsers/:name/forget") { visit, _ in
            try await visit.app.forgetBrowsers(visit.part("name"), visit)
        }
    }

    func browsersSection(in vault: isolated OpenVault, _ visit: Visit) throws -> BrowsersSection {
        let (notes, now, zone) = (try vault.browserNotes(), surroundings.now(), CivilTime(zone: surroundings.zone))
        let rows = browsers.names.reversed().map { name in
            BrowsersSection.Row(
                name: name, label: notes[name]?.label ?? "A browser",
                used: notes[name].map { BackupState.ago($0.used, now: now, zone: zone) }, isThis: name == visit.session.browser)
        }
        return BrowsersSection(rows: rows, isProxied: site.isProxied)
    }

    /// Forgets a browser, or all of them, and closes their sessions. If no browser is left, the vault is locked.
    private func forgetBrowsers(_ name: String?, _ visit: Visit) async throws -> Response {
        if let name {
            try browsers.forget(name)
        } else {
            try browsers.forgetAll()
        }
        let isHere = name == nil || name == visit.session.browser
        let ended = sessions.end { name == nil || $0.browser == name }
        listeners.dismiss(ServerEvent("locked"), ended)
        guard isHere else { return visit.done(Notice(sentence: "Forgotten."), next: "/settings/browsers") }
        if !sessions.areAnySignedIn { await lockVault() }
        return .redirect(to: "/")
    }
}

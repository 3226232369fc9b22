import Base
import Documents
import Engine
import Exchange
import HTTP
import Journal
import Synchronization

/// Deletes the journal or the vault: what will be lost, what stays, and the vault's name to be typed.
private struct WipePage {
    let plan: WipePlan
    let content: ExportPlan
    let range: ClosedRange<LocalDay>?
    let dates: DateLanguage
    var isWhole = true
    var nameFault: HTML?
    var passphraseFault: HTML?
    var fault: HTML?

    func html(for visit: Visit) -> HTML {
        let days: HTML? = range.map { days in
            let first = dates.day(days.lowerBound, style: .medium)
            return days.lowerBound == days.upperBound
                ? ", on \(first)" : ", from \(first) to \(dates.day(days.upperBound, style: .medium))"
        }
        let wrong: HTML? = fault.map { "<p class=\"fault\" role=\"alert\">\($0)</p>" }
        let nameWrong: HTML? = nameFault.map { "<span class=\"fault\" id=\"name-fault\">\($0)</span>" }
        let place: HTML = "<div><dt>Folder</dt><dd><code class=\"path\">\(plan.folder)</code></dd></div>"
        let stays: HTML = "<div><dt>Stays</dt><dd>not made by Auralyst: \(plan.unknown.joined(separator: ", "))</dd></div>"
        return """
            <p class="way-back"><a href="/settings/data">\(Icon.back)Your data</a></p>
            <section class="card narrow"><h1>Destroy</h1>
            <p>This cannot be undone. The keys are destroyed first, then everything else.</p>
            <h2>What will be lost</h2>
            <dl class="facts-list">\(content.facts(days: days))
            \(place, if: !visit.app.site.isInside)\(stays, if: !plan.unknown.isEmpty)</dl>
            <h2>What this does not erase</h2>\(WipePage.beyond(plan, visit))
            <form method="post" action="/settings/wipe" class="stack apart">\(formToken(visit))\(wrong)
            <fieldset class="choices"><legend>What to destroy</legend>
            <label class="choice"><input type="radio" name="what" value="vault"\(" checked", if: isWhole)> The whole vault, with its keys, passphrase and recovery code</label>
            <label class="choice"><input type="radio" name="what" value="journal"\(" checked", if: !isWhole)> Only the journal: you keep an empty one with the same passphrase and recovery code</label></fieldset>
            <p class="field"><label for="name">Type the vault’s name: <b>\(plan.name)</b></label>
            <input id="name" name="name" required autocomplete="off" autocapitalize="none" spellcheck="false"\(" aria-invalid=\"true\" aria-describedby=\"name-fault\"", if: nameFault != nil)>\(nameWrong)</p>
            \(SecretField(name: "passphrase", label: "Passphrase", fault: passphraseFault).html)
            <div class="actions"><button class="danger">Destroy it</button><a class="button quiet" href="/settings/data">Cancel</a></div></form></section>
            """
    }

    /// What deletion does not reach, each with its command. A phone has neither a disk to search nor a command line.
    static func beyond(_ plan: WipePlan, _ visit: Visit) -> HTML {
        if visit.app.site.isInside {
            let others = (plan.copies ?? []).map(\.what) + [say("what you downloaded here, or made at your computer")]
            return "<ul class=\"beyond\">\(others.html { "<li>\(sentence($0))</li>" })</ul>"
        }
        return
            "<ul class=\"beyond\">\(plan.beyond.html { "<li><span>\(sentence($0.what))</span><code class=\"path\">\($0.command)</code></li>" })</ul>"
    }
}

/// The last page: self-contained, since nothing is left to request anything from.
private struct WipedPage {
    let plan: WipePlan
    let report: VaultWipe.Report

    func html(for visit: Visit) -> HTML {
        let end: HTML =
            visit.app.site.isInside
            ? "You can remove the app from your phone, or <a href=\"/\">link it again</a>."
            : "You can close this window, and end <code>auralyst open</code> with Ctrl-C."
        let left: HTML =
            "<p>Left in <code class=\"path\">\(plan.folder)</code>, because Auralyst did not make it: \(report.left.joined(separator: ", ")).</p>"
        return """
            <section class="card narrow door"><div class="brand">\(Icon.mark)<span>Auralyst</span></div>
            <h1>Destroyed</h1><p>The vault can no longer be opened. \(grouped(report.files)) files were removed.</p>
            \(report.troubles.html { "<p class=\"fault\">\(sentence($0))</p>" })\(left, if: !report.left.isEmpty)
            <h2>What is still there</h2>\(WipePage.beyond(plan, visit))
            <p class="hint">\(end)</p></section>
            """
    }
}

extension WebApp {
    func addWipeRoutes(to routes: inout Routes) {
        routes.page("/settings/wipe") { visit in try await visit.app.wipePage(visit) { _ in } }
        routes.form("/settings/wipe", limit: 64 << 10) { visit, fields in try await visit.app.wipe(visit, fields) }
    }

    private func wipePage(
        _ visit: Visit, status: Status = .ok, _ change: (inout WipePage) -> Void
    ) async throws -> Response {
        var page = try await visit.read { vault, preferences in
            var plan = try self.door.wipePlan(name: self.vaultName)
            plan.copies = try vault.copiesElsewhere()
            return WipePage(
                plan: plan, content: try vault.exportPlan(ExportRequest(.json)), range: try vault.status().days,
                dates: preferences.dates)
        }
        change(&page)
        return try await settings(visit, below: .data, "Destroy", name: "data", status: status, page.html(for: visit))
    }

    private func wipe(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let isWhole = fields["what"] != "journal"
        var plan = try door.wipePlan(name: vaultName)
        plan.copies = try await visit.vault().copiesElsewhere()
        guard fields["name"] == plan.name else {
            return try await wipePage(visit, status: .unprocessable) {
                $0.isWhole = isWhole
                $0.nameFault = "This is not the name of this vault. Nothing was destroyed."
            }
        }
        if let refusal = try await refusal(visit, passphrase: fields["passphrase"]) {
            return try await wipePage(visit, status: .unprocessable) {
                $0.isWhole = isWhole
                $0.passphraseFault = "\(refusal.sentence) Nothing was destroyed."
            }
        }
        guard !runner.isBusy else {
            let words = say("Nothing was destroyed, because another task is running. Stop it, or wait until it is done.")
            return visit.done(Notice(sentence: words, tone: .trouble), next: "/progress")
        }
        return isWhole ? try await wipeVault(plan, visit) : try await wipeJournal(visit, fields["passphrase"] ?? "")
    }

    private func wipeVault(_ plan: WipePlan, _ visit: Visit) async throws -> Response {
        // Every window goes blank first; running reads end, so that nothing holds the vault open.
        let own = visit.session.key
        listeners.dismiss(ServerEvent("locked"), sessions.signOut().filter { $0 != own })
        runner.forget()
        sync.end()
        // A task of its own: this request, too, is one whose work ends with its sign-in.
        return try await Task {
            try await answer("Destroying the vault", to: visit) { progress in
                let report = try await self.door.wipe(plan, typed: plan.name, on: self.machine, progress: progress)
                self.current.withLock { $0 = .standard }
                return { visit in
                    // Other pages of this browser a moment later, or this one would go to the lock page before it shows the result.
                    Task { [listeners = self.listeners] in
                        try? await Task.sleep(for: .seconds(1))
                        listeners.dismiss(ServerEvent("locked"), [own])
                    }
                    return PageFrame(title: "Destroyed", isOutside: true, name: "unlock")
                        .page(WipedPage(plan: plan, report: report).html(for: visit), for: visit)
                }
            }
        }.value
    }

    private func wipeJournal(_ visit: Visit, _ passphrase: String) async throws -> Response {
        sync.end()
        return try await answer("Destroying the journal", to: visit) { _ in
            do {
                try await self.door.wipeJournal(passphrase: Array(passphrase.utf8))
            } catch {
                // The vault was locked meanwhile; the next page shows whether it is open again.
                guard (try? await self.door.vault()) != nil else { throw error }
                let explanation = Explanation(error)
                return { visit in
                    try await self.wipePage(visit, status: .unprocessable) { $0.fault = "\(sentence(explanation.sentence))" }
                }
            }
            self.runner.forget()
            self.note(position: 0)
            await self.signedIn()
            let words =
                say(
                    "The journal was destroyed. You now have a new, empty one. If you want reminders, turn them on again in Settings."
                )
            return { visit in visit.done(Notice(sentence: words), next: "/today") }
        }
    }
}

import Backups
import Base
import Documents
import Engine
import HTTP
import Journal
import Synchronization

/// Creates a vault from a backup: the file, the recovery code, a new passphrase.
private struct RestorePage {
    let folder: String
    var path = ""
    /// Only an input that was no code, or not this backup's.
    var code = ""
    var pathFault: HTML?
    var codeFault: HTML?
    var passphraseFault: NewPassphrase.Fault?

    func html(for visit: Visit) -> HTML {
        let pathWrong: HTML? = pathFault.map { "<span class=\"fault\" id=\"path-fault\">\($0)</span>" }
        let codeWrong: HTML? = codeFault.map { "<span class=\"fault\" id=\"code-fault\">\($0)</span>" }
        return """
            <p class="way-back"><a href="/welcome">\(Icon.back)Create a new journal</a></p>
            <section class="card narrow first-step"><h1>Restore from a backup</h1>
            <p>The journal comes back as it was when the backup was made, into <code class="path">\(folder)</code>.</p>
            <form method="post" action="/welcome/restore" class="stack">\(formToken(visit))
            <p class="field"><label for="path">Backup on this machine</label><span class="hint" id="path-hint">The folder with your backups, or one file in it.</span>
            <input id="path" name="path" value="\(path)" required autocomplete="off" spellcheck="false" aria-describedby="path-hint\(" path-fault", if: pathFault != nil)"\(" aria-invalid=\"true\"", if: pathFault != nil)>\(pathWrong)</p>
            <p class="field"><label for="code">Recovery code, from your paper</label>
            <textarea id="code" name="code" rows="3" class="code-field" autocomplete="off" autocapitalize="characters" spellcheck="false" required\(" aria-invalid=\"true\" aria-describedby=\"code-fault\"", if: codeFault != nil)>
            \(code)</textarea>\(codeWrong)</p>
            \(NewPassphrase(label: "New passphrase", fault: passphraseFault).html)
            <div class="actions"><button class="primary wide">Restore my journal</button></div>
            <p class="hint">Your recovery code stays the same. A large journal takes some minutes; the page shows the progress.</p></form></section>
            """
    }
}

extension WebApp {
    func addRestoreRoutes(to routes: inout Routes) {
        routes.page("/welcome/restore", .open) { visit in
            try await visit.app.whereThereIsNoVault(visit) { WebApp.page(RestorePage(folder: visit.app.door.folder), visit) }
        }
        routes.form("/welcome/restore", .open, limit: 64 << 10) { visit, fields in
            try await visit.app.whereThereIsNoVault(visit) { try await visit.app.restore(visit, fields) }
        }
    }

    private static func page(_ page: RestorePage, _ visit: Visit, status: Status = .ok) -> Response {
        PageFrame(title: "Restore", isOutside: true, name: "welcome").page(page.html(for: visit), for: visit, status: status)
    }

    private func restore(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let typed = trimmed(fields["path"] ?? "")
        var page = RestorePage(folder: door.folder, path: typed, code: String((fields["code"] ?? "").prefix(500)))
        let passphrase: [UInt8]
        switch NewPassphrase.read(fields) {
        case .failure(let refused):
            page.passphraseFault = refused.fault
            // A code that may be right is in no page.
            page.code = ""
            return WebApp.page(page, visit, status: .unprocessable)
        case .success(let bytes): passphrase = bytes
        }
        guard typed.hasPrefix("/") || typed.hasPrefix("~/") else {
            page.code = ""
            page.pathFault = "This is not a full path. Start it with / or ~/, such as ~/Backups."
            return WebApp.page(page, visit, status: .unprocessable)
        }
        let code = fields["code"] ?? ""
        return try await answer("Restoring your journal", to: visit) { [page] progress in
            do {
                let restored = try await self.door.restore(
                    from: VaultLocation(folder: typed).folder, recoveryCode: code, passphrase: passphrase, progress: progress)
                return { visit in await self.welcomeBack(visit, restored) }
            } catch {
                return { visit in WebApp.refuse(error, page, visit) }
            }
        }
    }

    private func welcomeBack(_ visit: Visit, _ restored: BackupRestoration) async -> Response {
        let day = CivilTime(zone: surroundings.zone).wall(at: restored.created).map {
            DateLanguage.of(nil).day($0.day, style: .long)
        }
        let words = say(
            "Restored: the journal is as it was on \(day ?? say("that day")), with \(grouped(restored.records)) records.")
        let trouble =
            restored.missingAttachments == 0
            ? "" : say(" \(grouped(restored.missingAttachments)) files are not in it: the vault did not have them.")
        greeting.withLock { $0 = Notice(sentence: words + trouble) }
        return await signIn(visit, next: "/today")
    }

    private static func refuse(_ error: any Error, _ page: RestorePage, _ visit: Visit) -> Response {
        var page = page
        let explanation = Explanation(error)
        let words: HTML = "\(besideField(explanation))"
        if ["malformed_recovery_code", "wrong_recovery_code"].contains(explanation.code) || explanation.exit == .locked {
            page.codeFault = words
        } else {
            page.code = ""
            page.pathFault = words
        }
        return WebApp.page(page, visit, status: .unprocessable)
    }
}

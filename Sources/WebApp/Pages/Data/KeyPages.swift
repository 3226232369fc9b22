import Base
import Documents
import Engine
import HTTP

/// New keys for the vault and its journals: an explanation, and the progress.
private struct RotationPage {
    let states: [RotationState]
    let isVaultDone: Bool
    let slots: [KeyslotSummary]
    let syncs: Bool
    var fault: String?

    func html(for visit: Visit) -> HTML {
        let begun: HTML? = states.first.map { state in
            "<p class=\"notice\">Started, but not finished: \(grouped(state.done)) of \(grouped(state.total)) changes are encrypted with the new key.</p>"
        }
        return """
            <p class="way-back"><a href="/settings/keys">\(Icon.back)Keys</a></p>
            <section class="card narrow"><h1>New keys for everything</h1>\(begun)
            <p>First, the vault gets a new key, so an older vault file and its passphrase no longer open it. Then all journals, photos and files are encrypted again, and the old keys are destroyed.</p>
            <p>Do this when someone may have your old key: a device or a copy was lost, or you no longer trust a person. Your recovery code and its shares stay valid.</p>
            \(losses)\(devices, if: syncs)
            <p class="hint">Older backups and copies of the folder still open as before. Close other Auralyst programs first. You can keep writing after the first step.</p>
            <form method="post" action="/settings/rotation" class="stack">\(formToken(visit))\(secrets, if: !isVaultDone)
            <div class="actions"><button class="primary">\(isVaultDone ? say("Continue") : say("Make new keys"))</button><a class="button quiet" href="/settings/keys">Cancel</a></div></form></section>
            """
    }

    private var secrets: HTML {
        SecretField(
            name: "passphrase", label: "Your passphrase", hint: "If anyone may know it, change it in the settings first.",
            fault: fault.map { "\($0)" }
        ).html
    }

    /// What no longer unlocks the vault afterwards.
    private var losses: HTML? {
        guard !isVaultDone else { return nil }
        let passphrases = slots.count { $0.type == "argon2id" }
        let others = slots.filter { ["prf", "keychain"].contains($0.type) }.map { KeysSection.words(for: $0) }
        var names = others.map { [$0.name, $0.note].compactMap(\.self).joined(separator: " ") }
        if passphrases > 1 { names.append(say("Passphrases other than the one you type")) }
        guard !names.isEmpty else { return nil }
        return """
            <p>These no longer unlock your journal until you add them again. The keychain is added again for you.</p>
            <ul>\(names.html { "<li>\($0)</li>" })</ul>
            """
    }

    private var devices: HTML {
        "<p>Your other devices keep their own keys: do this on each of them. If someone may have an older vault file with its passphrase, use <code>auralyst keys lost-device</code>: only that shuts them out of what you sync.</p>"
    }
}

/// Tests recovery with nothing but the recovery code.
private struct DrillPage {
    var typed = ""
    var fault: Explanation?
    var done: RecoveryDrill?

    func html(for visit: Visit) -> HTML {
        if let done { return passed(done) }
        let wrong: HTML? = fault.map { fault in
            "<span class=\"fault\" id=\"code-fault\">\(besideField(fault))</span>"
        }
        return """
            <p class="way-back"><a href="/settings/keys">\(Icon.back)Keys</a></p>
            <section class="card narrow"><h1>Test my recovery code</h1>
            <p>This unlocks the journal on disk with your recovery code alone, as if you had lost the passphrase. Nothing is changed.</p>
            <form method="post" action="/settings/drill" class="stack">\(formToken(visit))
            <p class="field"><label for="code">Recovery code, from your paper</label>
            <textarea id="code" name="code" rows="3" class="code-field" autocomplete="off" autocapitalize="characters" spellcheck="false" required\(" aria-invalid=\"true\" aria-describedby=\"code-fault\"", if: fault != nil)>
            \(typed)</textarea>\(wrong)</p>
            <div class="actions"><button class="primary">Test it</button><a class="button quiet" href="/settings/keys">Cancel</a></div></form></section>
            """
    }

    private func passed(_ drill: RecoveryDrill) -> HTML {
        let read: HTML = drill.hasReadNewest ? " The newest one was read." : ""
        return """
            <section class="card narrow"><h1>Your recovery code works</h1>
            <p>\(grouped(drill.entries)) \(plural(drill.entries, "entry is", "entries are")) there.\(read) Put the paper back where it was, away from this device.</p>
            <div class="actions"><a class="button primary" href="/settings/keys">Back to Keys</a></div></section>
            """
    }
}

extension WebApp {
    func addKeyPageRoutes(to routes: inout Routes) {
        routes.page("/settings/rotation") { visit in try await visit.app.rotationPage(visit) }
        routes.form("/settings/rotation", limit: 64 << 10) { visit, fields in try await visit.app.rotate(visit, fields) }
        routes.page("/settings/drill") { visit in try await visit.app.drill(DrillPage(), visit) }
        routes.form("/settings/drill", limit: 16 << 10) { visit, fields in
            let typed = fields["code"] ?? ""
            do {
                return try await visit.app.drill(DrillPage(done: try await visit.app.door.rehearseRecovery(typed: typed)), visit)
            } catch {
                return try await visit.app.drill(DrillPage(typed: String(typed.prefix(500)), fault: Explanation(error)), visit)
            }
        }
    }

    private func rotationPage(_ visit: Visit, fault: String? = nil) async throws -> Response {
        let page = try await visit.read { vault, _ in
            RotationPage(
                states: try vault.rotations(), isVaultDone: try vault.areJournalKeysDue(), slots: try vault.keyslots(),
                syncs: try vault.relayAddress() != nil, fault: fault)
        }
        return try await settings(
            visit, below: .keys, "New keys", name: "data", status: fault == nil ? .ok : .unprocessable, page.html(for: visit))
    }

    private func rotate(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        if try await vault.areJournalKeysDue() {
            return begin(.rotating, for: visit) { WebApp.result(of: try await vault.rotateKeys(progress: $0)) }
        }
        do { try await vault.requireRotatable() } catch {
            return try await rotationPage(visit, fault: sentence(Explanation(error).sentence))
        }
        let passphrase = fields["passphrase"] ?? ""
        if let refusal = try await refusal(visit, passphrase: passphrase) {
            return try await rotationPage(visit, fault: refusal.sentence)
        }
        return begin(.rotating, for: visit) { try await self.changeKeys(passphrase, progress: $0) }
    }

    /// First the vault's own key, with the vault closed to all others, then the journals'.
    private func changeKeys(_ passphrase: String, progress: ProgressReport) async throws -> WorkResult {
        sync.end()
        do {
            try await door.changeVaultKey(passphrase: Array(passphrase.utf8), holders: machine.holders, progress: progress)
        } catch {
            await signedIn()
            throw error
        }
        await signedIn()
        let vault = try await door.vault()
        var lines: [String] = []
        do { try await vault.restoreKeychain() } catch { lines.append(sentence(Explanation(error).sentence)) }
        var result = WebApp.result(of: try await vault.rotateKeys(progress: progress))
        let removed = await vault.removedSlotNames()
        if removed.contains("prf") { lines.append(say("Passkeys no longer unlock your journal. Add them again in Settings.")) }
        if removed.contains("argon2id") {
            lines.append(say("Other passphrases no longer unlock your journal. Add them again in Settings."))
        }
        result.lines += lines
        return result
    }

    private func drill(_ page: DrillPage, _ visit: Visit) async throws -> Response {
        try await settings(
            visit, below: .keys, "Test recovery code", name: "data", status: page.fault == nil ? .ok : .unprocessable,
            page.html(for: visit))
    }

    private static func result(of report: RotationReport) -> WorkResult {
        guard !report.waitsForSync else {
            return WorkResult(
                heading: say("The journal has a new key"), lines: [say("The old one is destroyed after the next sync.")],
                next: (say("Back to Keys"), "/settings/keys"))
        }
        let files =
            report.attachments == 0
            ? "" : say(" and \(counted(report.attachments, "file"))")
        var lines = [say("\(grouped(report.operations)) changes\(files) were encrypted again, and the old key was destroyed.")]
        if !report.faultyAttachments.isEmpty {
            lines.append(say("\(grouped(report.faultyAttachments.count)) files are missing or damaged, and stay as they are."))
        }
        if report.unopened > 0 {
            lines.append(say("\(grouped(report.unopened)) changes could not be read before either, and stay unreadable."))
        }
        if report.oldFilesLeft > 0 {
            lines.append(say("\(grouped(report.oldFilesLeft)) files encrypted with the old key could not be removed."))
        }
        return WorkResult(
            heading: say("The journal has a new key"), lines: lines, isTroubled: lines.count > 1,
            next: (say("Back to Keys"), "/settings/keys"))
    }

    /// Continues a rotation that a lock, a stop or a kill interrupted.
    func resumeRotation() async {
        guard !runner.isBusy, let vault = try? await door.vault(), let status = try? await vault.status() else { return }
        let areDue = status.areJournalKeysDue
        guard areDue || !status.rotations.isEmpty else { return }
        _ = begin(.rotating) { progress in
            if areDue { return WebApp.result(of: try await vault.rotateKeys(progress: progress)) }
            // Of any journal; nothing new is started if another program has finished it meanwhile.
            guard let report = try await vault.resumeRotation(progress: progress) else {
                return WorkResult(heading: say("The journal has a new key"), next: (say("Back to Keys"), "/settings/keys"))
            }
            return WebApp.result(of: report)
        }
    }
}

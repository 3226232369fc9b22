import Base
import Basics
import Documents
import Engine
import HTTP

/// Changes the passphrase: the present one, or the recovery code, then the new one twice.
private struct PassphrasePage {
    var fault: NewPassphrase.Fault?
    var oldFault: HTML?

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/settings/keys">\(Icon.back)Keys</a></p>
        <section class="card narrow"><h1>Change the passphrase</h1>
        <form method="post" action="/settings/passphrase" class="stack">\(formToken(visit))
        \(SecretField(name: "old", label: "Current passphrase", fault: oldFault, hasFocus: fault == nil).html)
        \(NewPassphrase(label: "New passphrase", fault: fault, hasFocus: fault != nil).html)
        <p class="hint">Older copies of the vault still open with the old passphrase.</p>
        <div class="actions"><button class="primary">Change the passphrase</button><a class="button quiet" href="/settings/keys">Cancel</a></div>
        </form></section>
        """
    }
}

private struct NewCodePage {
    var fault: HTML?

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/settings/keys">\(Icon.back)Keys</a></p>
        <section class="card narrow"><h1>New recovery code</h1>
        <p>The old code and its shares stop working at once. Have paper and a pen ready: the new code is shown only once.</p>
        <form method="post" action="/settings/recovery" class="stack">\(formToken(visit))
        \(SecretField(name: "passphrase", label: "Passphrase", fault: fault, hasFocus: true).html)
        <div class="actions"><button class="primary">Create a new code</button><a class="button quiet" href="/settings/keys">Cancel</a></div>
        </form></section>
        """
    }
}

extension WebApp {
    func addKeySettingsRoutes(to routes: inout Routes) {
        routes.page("/settings/passphrase") { visit in try await visit.app.page(PassphrasePage(), visit) }
        routes.form("/settings/passphrase", limit: 64 << 10) { visit, fields in
            try await visit.app.changePassphrase(visit, fields)
        }
        routes.page("/settings/recovery") { visit in try await visit.app.page(NewCodePage(), visit) }
        routes.form("/settings/recovery", limit: 64 << 10) { visit, fields in try await visit.app.newCode(visit, fields) }
        routes.form("/settings/passkeys", limit: 64 << 10) { visit, fields in try await visit.app.addPasskey(visit, fields) }
        routes.form("/settings/keychain") { visit, fields in
            guard !visit.app.site.isProxied else { throw HTTPFault.notFound }
            if let refusal = try await visit.app.refusal(visit, passphrase: fields["keychain-proof"]) {
                return visit.done(refusal, next: "/settings/keys")
            }
            return try await visit.app.changeKeys(
                visit, say("The keychain of your desktop can unlock Auralyst when it starts.")
            ) {
                try await $0.addKeychain()
            }
        }
        routes.form("/settings/slots/:id/remove") { visit, _ in
            try await visit.app.changeKeys(visit, say("Removed. It no longer unlocks the journal.")) { vault in
                // The full id: a prefix could match another slot.
                let id = visit.part("id")
                guard id.utf8.count == 32 else { throw HTTPFault.notFound }
                try await vault.removeSlot(id)
            }
        }
    }

    private func page(_ page: PassphrasePage, _ visit: Visit, status: Status = .ok) async throws -> Response {
        try await settings(visit, below: .keys, "Change the passphrase", status: status, page.html(for: visit))
    }

    private func page(_ page: NewCodePage, _ visit: Visit, status: Status = .ok) async throws -> Response {
        try await settings(visit, below: .keys, "New recovery code", status: status, page.html(for: visit))
    }

    private func changePassphrase(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let new: [UInt8]
        switch NewPassphrase.read(fields) {
        case .failure(let refused): return try await page(PassphrasePage(fault: refused.fault), visit, status: .unprocessable)
        case .success(let bytes): new = bytes
        }
        let vault = try await visit.vault()
        let old = Array((fields["old"] ?? "").utf8)
        let refusal = try await trying(visit) { try await vault.changePassphrase(from: old, to: new) }
        if let refusal {
            let isOld = refusal.isOfKey
            let page =
                isOld ? PassphrasePage(oldFault: refusal.words) : PassphrasePage(fault: refusal.explanation.map { .refused($0) })
            return try await self.page(page, visit, status: refusal.status)
        }
        return visit.done(Notice(sentence: "Passphrase changed."), next: "/settings/keys")
    }

    private func newCode(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        let passphrase = Array((fields["passphrase"] ?? "").utf8)
        let refusal = try await trying(visit) {
            guard try await vault.isPassphrase(passphrase) else { throw WrongPassphrase() }
            _ = try await vault.replaceRecoveryCode()
        }
        if let refusal { return try await page(NewCodePage(fault: refusal.words), visit, status: refusal.status) }
        return .redirect(to: "/welcome/recovery")
    }

    /// Why another key may not be added: whoever sits down at an unlocked journal must type the passphrase first, since the new
    /// key would unlock it permanently.
    func refusal(_ visit: Visit, passphrase: String?) async throws -> Notice? {
        let vault = try await visit.vault()
        let typed = Array((passphrase ?? "").utf8)
        let refusal = try await trying(visit) {
            guard !typed.isEmpty, try await vault.isPassphrase(typed) else { throw WrongPassphrase() }
        }
        guard let refusal else { return nil }
        let words =
            refusal.status == .tooManyRequests
            ? say("Too many tries. Wait a minute, then try again.") : say("This is not the passphrase.")
        return Notice(sentence: words, tone: .trouble)
    }

    private struct WrongPassphrase: Error {}

    private struct Refusal {
        let words: HTML
        /// Whether the present passphrase was wrong.
        let isOfKey: Bool
        let explanation: Explanation?
        let status: Status
    }

    /// A change that asks for the passphrase first: guessing at an unlocked journal is limited as at a locked one.
    private func trying(_ visit: Visit, _ change: () async throws -> Void) async throws -> Refusal? {
        if let wait = gate.begin(source: visit.source) {
            let seconds = Int(clamping: (wait + 999) / 1000)
            return Refusal(
                words: "Too many tries. Try again in \(counted(seconds, "second", "seconds")).",
                isOfKey: true,
                explanation: nil, status: .tooManyRequests)
        }
        do {
            try await change()
        } catch {
            let explanation = Explanation(error)
            if error is WrongPassphrase || explanation.code == "wrong_passphrase" {
                gate.failed(source: visit.source)
                return Refusal(words: "This is not the passphrase.", isOfKey: true, explanation: nil, status: .unprocessable)
            }
            gate.abandoned(source: visit.source)
            return Refusal(
                words: "\(sentence(explanation.sentence))", isOfKey: false, explanation: explanation, status: .unprocessable)
        }
        gate.succeeded(source: visit.source)
        return nil
    }

    /// Performs a change of the key slots, or explains its failure.
    func changeKeys(
        _ visit: Visit, _ done: String, _ change: (OpenVault) async throws -> Void
    ) async throws -> Response {
        let vault = try await visit.vault()
        do {
            try await change(vault)
        } catch let fault as HTTPFault {
            throw fault
        } catch {
            return try await settings(visit, .keys, fault: Explanation(error))
        }
        return visit.done(Notice(sentence: done), next: "/settings/keys")
    }

    /// Reads what the page's script got from an authenticator: the credential, the salt, its answer.
    private func addPasskey(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let isAnswer = PasskeyChallenges.shared.isAnswered(
            by: fields["client-data"] ?? "", type: "webauthn.create", origins: site.origins, session: visit.session.key,
            now: surroundings.now())
        let parts = ["credential", "salt", "output"].compactMap { Base64URL.bytes(fields[$0] ?? "") }
        guard isAnswer, parts.count == 3, !visit.isReachedByNumber else {
            let words = say("The passkey was not added: the answer came too late, or was not for this page. Try again.")
            return visit.done(Notice(sentence: words, tone: .trouble), next: "/settings/keys")
        }
        if let refusal = try await refusal(visit, passphrase: fields["passkey-proof"]) {
            return visit.done(refusal, next: "/settings/keys")
        }
        let rp = visit.relyingParty
        return try await changeKeys(
            visit, say("Passkey added: it now unlocks the journal. Keep your passphrase and recovery code as well.")
        ) {
            _ = try await $0.addPasskey(credential: parts[0], rp: rp, salt: parts[1], output: parts[2])
        }
    }
}

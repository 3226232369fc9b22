import Base
import Documents
import Engine
import HTTP

/// A recovery code for display: the part up to the `1`, and the rest in groups of four.
struct CodeGroups {
    /// `AGE-SECRET-KEY-1`.
    let opening: String
    /// Rows of four groups of four characters.
    let rows: [[String]]

    init(_ code: String) {
        let end = code.firstIndex(of: "1").map { code.index(after: $0) } ?? code.startIndex
        opening = String(code[..<end])
        let rest = Array(code[end...])
        let groups = stride(from: 0, to: rest.count, by: 4).map { String(rest[$0..<min($0 + 4, rest.count)]) }
        rows = stride(from: 0, to: groups.count, by: 4).map { Array(groups[$0..<min($0 + 4, groups.count)]) }
    }

    /// Each row begins with the position of its first character, to help find mistyped ones; it is not copied.
    var html: HTML {
        let lines = rows.enumerated().html { index, row in
            "<span class=\"code-row\" data-place=\"\(index * 16 + 1)\">\(row.html { "<span>\($0)</span> " })</span>"
        }
        return
            "<p class=\"code\" id=\"recovery-code\" translate=\"no\"><span class=\"code-opening\">\(opening)</span> \(lines)</p>"
    }
}

/// Shows the recovery code, after the vault was created or the code was replaced.
struct RecoveryPage {
    let code: String

    var html: HTML {
        """
        <section class="card narrow first-step">
        <h1>Your recovery code</h1>
        <p>It unlocks the journal if you lose the passphrase. <b>It is shown only now, and saved nowhere:</b> write it down or print it, and keep the paper away from this device.</p>
        \(CodeGroups(code).html)
        <p class="hint">Capital letters, spaces and dashes don’t matter. Anyone who finds the paper can read everything: keep it like a passport.</p>
        <div class="actions"><a class="button primary" href="/welcome/proof">I have written it down</a>
        <a class="button" href="/welcome/kit">Print the recovery kit</a>
        <a class="button quiet" href="/welcome/ready">Later</a></div>
        </section>
        """
    }
}

struct ProofPage {
    /// The input, only if it is no code, or not this vault's.
    var typed = ""
    var fault: Explanation?
    let isShown: Bool

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = fault.map {
            "<span class=\"fault\" id=\"code-fault\">\(sentence($0.sentence))\($0.code == "wrong_recovery_code" ? .empty : hint($0))</span>"
        }
        return """
            <section class="card narrow first-step">
            <h1>Check your recovery code</h1>
            <p>Type it from your paper, to be sure you wrote it down correctly.</p>
            <form method="post" action="/welcome/proof" class="stack">\(formToken(visit))
            <p class="field"><label for="code">Recovery code</label>
            <textarea id="code" name="code" rows="3" class="code-field" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus\(" aria-invalid=\"true\" aria-describedby=\"code-fault\"", if: fault != nil)>
            \(typed)</textarea>\(wrong)</p>
            <div class="actions"><button class="primary">Check it</button>
            \("<a class=\"button\" href=\"/welcome/recovery\">Show the code again</a>", if: isShown)
            <a class="button quiet" href="/welcome/ready">Later</a></div>
            </form></section>
            """
    }

    private func hint(_ fault: Explanation) -> HTML { fault.hint?.page.map { " \(sentence($0))" } ?? .empty }
}

/// The last step: everything is set up.
struct ReadyPage {
    let isProven: Bool

    var html: HTML {
        """
        <section class="card narrow first-step">
        <h1>Your journal is ready</h1>
        \(isProven ? .empty : "<p>You haven’t checked your recovery code yet. You can see it in Settings until you lock the journal. After that, it is only on your paper.</p>" as HTML)
        <div class="actions"><a class="button primary" href="/today">Start writing</a>
        <a class="button" href="/import">I come from another program</a></div>
        </section>
        """
    }
}

extension WebApp {
    func addRecoveryRoutes(to routes: inout Routes) {
        routes.page("/welcome/recovery") { visit in
            guard let code = await visit.app.door.recoveryCode() else { return .redirect(to: "/settings/keys") }
            return WebApp.firstStep(RecoveryPage(code: code).html, title: "Recovery code", for: visit)
        }
        routes.page("/welcome/kit") { visit in try await visit.app.kit(visit) }
        routes.page("/welcome/proof") { visit in await visit.app.proof(visit) }
        routes.form("/welcome/proof", limit: 16 << 10) { visit, fields in try await visit.app.prove(visit, fields) }
        routes.page("/welcome/ready") { visit in
            let proven = try await visit.vault().status().recoveryProven
            return WebApp.firstStep(ReadyPage(isProven: proven != nil).html, title: "Ready", for: visit)
        }
    }

    private func proof(_ visit: Visit, typed: String = "", fault: Explanation? = nil) async -> Response {
        let page = ProofPage(typed: typed, fault: fault, isShown: await door.recoveryCode() != nil)
        return WebApp.firstStep(
            page.html(for: visit), title: "Recovery code", for: visit, status: fault == nil ? .ok : .unprocessable)
    }

    private func prove(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let typed = fields["code"] ?? ""
        let vault = try await visit.vault()
        do {
            try await vault.proveRecoveryCode(typed)
        } catch {
            return await proof(visit, typed: String(typed.prefix(500)), fault: Explanation(error))
        }
        let notice = Notice(sentence: "Correct. Keep the paper away from this device.")
        // If entries exist, the person came from the settings.
        return visit.done(notice, next: try await vault.status().entries == 0 ? "/welcome/ready" : "/settings/keys")
    }

    /// A page of the setup: private, but without the navigation.
    private static func firstStep(_ content: HTML, title: HTML, for visit: Visit, status: Status = .ok) -> Response {
        PageFrame(title: title, name: "welcome").page(content, for: visit, status: status)
    }
}

import Base
import Documents
import Engine
import HTTP

/// The first page: explains Auralyst and its limits, and creates the vault.
struct WelcomePage {
    let folder: String
    var fault: NewPassphrase.Fault?

    func html(for visit: Visit) -> HTML {
        """
        <section class="narrow first-step">
        <div class="brand">\(Icon.mark)<span>Auralyst</span></div>
        <h1>A journal that only you can read</h1>
        <p>Write what happens and how you feel. Auralyst keeps every word, finds it again, and helps you look back.</p>
        <ul class="facts">
        <li>\(Icon.lock)<div><b>By default your data is stored only on this device, encrypted.</b> It is in \(place). Nothing of it is sent anywhere.</div></li>
        <li>\(Icon.key)<div><b>No one can open it without your passphrase or recovery code.</b> There is no account and no reset. If you lose both, the journal is lost.</div></li>
        <li>\(Icon.care)<div><b>It is not medical advice and not an emergency service.</b> If you are in danger, call the emergency number of your country.</div></li>
        </ul>
        </section>
        <section class="card narrow" aria-labelledby="choose">
        <h2 id="choose">Choose your passphrase</h2>
        <form method="post" action="/welcome" class="stack">\(formToken(visit))
        \(NewPassphrase(fault: fault, hasFocus: fault != nil).html)
        <div class="actions"><button class="primary wide">Create my journal</button></div>
        <p class="hint">The recovery code comes next. Have paper and a pen ready.</p>
        </form></section>
        \(LookAround.way(visit))
        <p class="narrow other-start">Do you have a backup? <a href="/welcome/restore">Restore from it</a></p>
        <p class="narrow other-start">Is your journal on another device? <a href="/welcome/link">Link this one to it</a></p>
        \(ComingFrom.html(next: "Create your journal here. Then open Import, and choose the file."))
        """
    }

    private var place: HTML {
        "the folder <code class=\"path\">\(folder)</code>"
    }
}

extension Icon {
    /// A heart.
    static let care: HTML =
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\"><path d=\"M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.4 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z\"/></svg>"
}

extension WebApp {
    func addWelcomeRoutes(to routes: inout Routes) {
        routes.page("/welcome", .open) { visit in
            try await visit.app.whereThereIsNoVault(visit) {
                visit.app.site.isInside ? visit.app.phoneWelcome(visit) : await visit.app.welcome(visit)
            }
        }
        routes.form("/welcome", .open, limit: 64 << 10) { visit, fields in
            try await visit.app.whereThereIsNoVault(visit) {
                visit.app.site.isInside
                    ? try await visit.app.makeVaultWithRelay(visit, fields) : try await visit.app.makeVault(visit, fields)
            }
        }
        addLookAroundRoutes(to: &routes)
        addRecoveryRoutes(to: &routes)
        addRestoreRoutes(to: &routes)
    }

    /// A vault is only created from this machine, and only if there is none.
    func whereThereIsNoVault(_ visit: Visit, _ make: () async throws -> Response) async throws -> Response {
        let state = try await door.state()
        if site.isProxied, state == .absent { throw HTTPFault.notFound }
        guard state == .absent else { return .redirect(to: visit.session.isSignedIn ? "/today" : "/unlock") }
        if site.mustInstall, visit.request.path != "/welcome" || visit.request.method == "POST" {
            return .redirect(to: "/welcome")
        }
        return try await make()
    }

    private func welcome(_ visit: Visit, fault: NewPassphrase.Fault? = nil) async -> Response {
        let page = WelcomePage(folder: door.folder, fault: fault)
        return PageFrame(title: "Welcome", isOutside: true, name: "welcome")
            .page(page.html(for: visit), for: visit, status: fault == nil ? .ok : .unprocessable)
    }

    private func makeVault(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        switch NewPassphrase.read(fields) {
        case .failure(let refused): return await welcome(visit, fault: refused.fault)
        case .success(let passphrase):
            do {
                try await door.create(passphrase: passphrase)
            } catch {
                return await welcome(visit, fault: .refused(Explanation(error)))
            }
            return await signIn(visit, next: "/welcome/recovery")
        }
    }
}

import Base
import Documents
import Engine
import Exchange
import HTTP
import Journal
import Synchronization

/// A look around before the first entry: a vault of made-up data in the place of one's own, which goes with one click.
enum LookAround {
    static let passphrase = "demo"

    static func way(_ visit: Visit) -> HTML {
        """
        <form class="narrow other-start" method="post" action="/welcome/demo">\(formToken(visit))<p>Not sure yet? Look around in a year of made-up data. You can remove it at any time.</p><button>Look around</button></form>
        """
    }

    /// On every page meanwhile.
    static func banner(_ visit: Visit) -> HTML? {
        guard visit.app.isDemo.withLock(\.self) else { return nil }
        return """
            <div class="notice notice-demo"><p>This is made-up data to look around in. Its passphrase is “\(passphrase)”.</p>
            <form method="post" action="/welcome/demo/end">\(formToken(visit))<button>Remove it and start my own</button></form></div>
            """
    }
}

extension WebApp {
    func addLookAroundRoutes(to routes: inout Routes) {
        routes.form("/welcome/demo", .open) { visit, _ in
            try await visit.app.whereThereIsNoVault(visit) { try await visit.app.lookAround(visit) }
        }
        routes.form("/welcome/demo/end") { visit, _ in try await visit.app.endLook(visit) }
    }

    private func lookAround(_ visit: Visit) async throws -> Response {
        // On a phone a journal begins with a relay.
        guard !site.isInside else { throw HTTPFault.notFound }
        try await door.create(passphrase: Array(LookAround.passphrase.utf8))
        let vault = try await door.vault()
        try await vault.noteDemo()
        _ = try await vault.addDemo()
        return await signIn(visit, next: "/today")
    }

    /// Destroys the made-up vault: no other is one.
    private func endLook(_ visit: Visit) async throws -> Response {
        guard try await visit.vault().isDemo() else { throw HTTPFault.notFound }
        let plan = try door.wipePlan(name: vaultName)
        listeners.dismiss(ServerEvent("locked"), sessions.signOut())
        runner.forget()
        sync.end()
        // A task of its own: this request, too, is one whose work ends with its sign-in.
        return try await Task {
            _ = try await door.wipe(plan, typed: plan.name, on: machine)
            current.withLock { $0 = .standard }
            isDemo.withLock { $0 = false }
            return .redirect(to: "/welcome")
        }.value
    }
}

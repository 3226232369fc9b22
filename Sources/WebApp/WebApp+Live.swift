import Base
import Engine
import HTTP
import Ledger
import Quotes
import Sync
import Synchronization

/// What keeps open pages true: changes by other windows and by the command line, and the lock.
extension WebApp {
    func addLiveRoutes(to routes: inout Routes) {
        routes.page("/events") { visit in
            let events = visit.app.listeners.listen(as: visit.session.key)
            // The lock may have come in between.
            _ = try visit.app.readmit(visit, .signedIn)
            return .events(events)
        }
        // What a page has missed: between its making and its listening, or while the connection was gone.
        routes.page("/changes") { visit in
            let since = visit.request.query["since"].flatMap { Int($0) } ?? 0
            let vault = try await visit.vault()
            let (position, changes) = try await vault.changes(after: since, limit: 500)
            return .json(WebApp.document(of: changes, position: position))
        }
        routes.form("/lock") { visit, fields in
            // The whole vault, not only this browser: anyone who says lock means it.
            await visit.app.lock()
            // Where the page's script goes when it hears of the lock: whichever comes first, the place is the same.
            let here = fields["next"] ?? ""
            return .redirect(to: here == "/sos" ? here : WebApp.unlockPath(next: here))
        }
        // A page that cannot be blanked by a script comes here by itself; it is no sign of life.
        routes.page("/locked", .open) { visit in
            try await visit.app.lockIdle()
            let isSignedIn = visit.app.sessions.update(visit.session.key) { $0.isSignedIn } ?? false
            return .redirect(to: isSignedIn ? "/today" : "/unlock")
        }
    }

    /// Watches the time, the log and the quote of the day until it is cancelled. Then it blanks every page and locks the vault.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.watchTime() }
            group.addTask { await self.watchLog() }
            group.addTask { await self.followWork() }
            group.addTask { await self.fetchQuotes() }
        }
        dismissBrowsers()
        bench.stop()
        await bench.waitForEnd()
        bench.forget()
        sync.end()
        await door.lock()
    }

    /// Signs every browser out, drops what its session held, files that wait for an import too, and blanks its pages.
    package func dismissBrowsers() {
        isStopping.withLock { $0 = true }
        _ = sessions.signOut()
        listeners.dismiss(ServerEvent("stopped"))
    }

    private func watchTime() async {
        while !Task.isCancelled {
            // It is tried again a second later.
            try? await lockIdle()
            try? await Task.sleep(for: .seconds(1))
        }
    }

    // Apart from the time: it waits for the vault while long work holds that.
    private func watchLog() async {
        while !Task.isCancelled {
            await tellChanges(since: position)
            try? await Task.sleep(for: listeners.areThere ? .milliseconds(400) : .seconds(1))
        }
    }

    /// Asks for the quote of the day when its owner wants it from outside and it is time; no page waits for it.
    private func fetchQuotes() async {
        while !Task.isCancelled {
            if let due = await dueQuote() {
                // No one holds the vault meanwhile, so that it can be locked: then the answer is thrown away.
                let result = await due.fetch()
                // A quote that is not kept is asked for again.
                try? await (try? await door.vault())?.keepQuote(result)
            }
            try? await Task.sleep(for: .seconds(2))
        }
    }

    private func dueQuote() async -> QuoteSource? {
        guard let vault = try? await door.vault() else { return nil }
        // The same.
        return try? await vault.dueQuote(online: quotes)
    }

    /// Locks browsers in which nothing was done for the owner's idle time; with the last of them the vault.
    func lockIdle() async throws {
        let idle = Int64(idleSeconds) * 1000
        sessions.forgetImports(since: surroundings.now() - PendingImport.patience)
        let locked = sessions.signOutIdle(since: surroundings.now() - idle)
        // A key that was brought along for a browser which never came waits no longer than an idle page would.
        if surroundings.now() - started > idle, takeLaunchKey(), !sessions.areAnySignedIn { await lockVault() }
        guard !locked.isEmpty else { return }
        listeners.dismiss(ServerEvent("locked"), locked)
        if !sessions.areAnySignedIn { await lockVault() }
    }

    /// Locks the vault and blanks every page. Work that goes on is stopped; the keys go with the last that it needs them for.
    func lock() async {
        let locked = sessions.signOut()
        listeners.dismiss(ServerEvent("locked"), locked)
        bench.stop()
        bench.forget()
        waiting.forget()
        sync.end()
        await door.lock()
    }

    /// Tells the open pages which records have changed since a position of the log.
    private func tellChanges(since position: Int) async {
        guard let vault = try? await door.vault(), let (next, changes) = try? await vault.changes(after: position, limit: 500),
            next != position
        else { return }
        note(position: next)
        sync.wake(.wrote)
        let data = String(decoding: WebApp.document(of: changes, position: next).bytes, as: UTF8.self)
        listeners.send(ServerEvent("changed", data))
    }

    /// `{"position": n, "records": [names] | null}`; null where everything is to be read again.
    private static func document(of changes: [RecordChange]?, position: Int) -> JSON {
        [
            "position": .int(Int64(position)),
            "records": changes.map { JSON.array($0.map { .string($0.id.description) }) } ?? .null,
        ]
    }
}

import Base
import Engine
import HTTP
import Ledger
import Quotes
import Sync
import Synchronization

/// Keeps open pages current: changes by other windows and the command line, and the lock.
extension WebApp {
    func addLiveRoutes(to routes: inout Routes) {
        routes.page("/events") { visit in
            let events = visit.app.listeners.listen(as: visit.session.key)
            // The vault may have been locked meanwhile.
            _ = try visit.app.readmit(visit, .signedIn)
            // Inside a phone there is no connection that could die unnoticed.
            return .events(events, heartbeat: visit.app.site.isInside ? .seconds(86_400) : .seconds(20))
        }
        // Changes that a page missed before it began to listen, or while disconnected.
        routes.page("/changes") { visit in
            let since = visit.request.query["since"].flatMap { Int($0) } ?? 0
            let vault = try await visit.vault()
            let (position, changes) = try await vault.changes(after: since, limit: 500)
            return .json(visit.app.document(of: changes, position: position))
        }
        routes.form("/lock") { visit, fields in
            // Locks the whole vault, not only this browser.
            await visit.app.lock()
            // The page's script goes to the same place when it learns of the lock, whichever is first.
            let here = fields["next"] ?? ""
            return .redirect(to: here == "/sos" ? here : WebApp.unlockPath(next: here))
        }
        // A page that no script can blank comes here by itself; that is no activity.
        routes.page("/locked", .open) { visit in
            try await visit.app.lockIdle()
            let isSignedIn = visit.app.sessions.update(visit.session.key) { $0.isSignedIn } ?? false
            return .redirect(to: isSignedIn ? "/today" : "/unlock")
        }
    }

    /// Watches the time, the log and the quote of the day until cancelled. Then it blanks every page and locks the vault.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.watchTime() }
            group.addTask { await self.watchLog() }
            group.addTask { await self.followWork() }
            group.addTask { await self.fetchQuotes() }
        }
        await end()
    }

    /// The same on a phone, where nothing else writes, and where each look costs a part of the battery: it looks when something has
    /// happened (`news`), when someone has been idle for long enough, and each second only while something runs. `tell` hears it too.
    package func run(tell: @Sendable () async -> Void) async {
        var seen = runner.version
        while !Task.isCancelled {
            // It is tried again at the next request.
            try? await lockIdle()
            await tellChanges(since: position)
            if runner.version != seen {
                seen = runner.version
                tellWork()
            }
            await tell()
            let idle = sessions.firstUse.map { Duration.milliseconds($0 + Int64(idleSeconds) * 1000 + 1 - surroundings.now()) }
            await news.wait(atMost: runner.isBusy || sync.isInRound ? .seconds(1) : idle)
        }
        await end()
    }

    private func end() async {
        dismissBrowsers()
        runner.stop()
        await runner.waitForEnd()
        runner.forget()
        sync.end()
        await door.lock()
    }

    /// Signs out every browser, drops its session's content, including files waiting for an import, and blanks its pages.
    package func dismissBrowsers() {
        isStopping.withLock { $0 = true }
        waiting.stop(for: sessions.signOut())
        listeners.dismiss(ServerEvent("stopped"))
    }

    private func watchTime() async {
        while !Task.isCancelled {
            // Retried a second later.
            try? await lockIdle()
            try? await Task.sleep(for: .seconds(1))
        }
    }

    // Separate from the timer: it waits for the vault while a long operation holds that.
    private func watchLog() async {
        while !Task.isCancelled {
            await tellChanges(since: position)
            try? await Task.sleep(for: listeners.areThere ? .milliseconds(400) : .seconds(1))
        }
    }

    /// Fetches the quote of the day if its owner wants it online and it is time; no page waits for it.
    private func fetchQuotes() async {
        while !Task.isCancelled {
            if let due = await dueQuote() {
                // The vault is not held meanwhile, so that it can be locked: then the answer is dropped.
                let result = await due.fetch()
                // A quote that cannot be saved is fetched again.
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

    /// Locks browsers idle for the owner's idle time, and with the last of them the vault.
    func lockIdle() async throws {
        let idle = Int64(idleSeconds) * 1000
        sessions.forgetImports(since: surroundings.now() - PendingImport.patience)
        let locked = sessions.signOutIdle(since: surroundings.now() - idle)
        // A key kept for a browser that never came expires like an idle page.
        if surroundings.now() - started > idle, takeLaunchKey(), !sessions.areAnySignedIn { await lockVault() }
        guard !locked.isEmpty else { return }
        listeners.dismiss(ServerEvent("locked"), locked)
        waiting.stop(for: locked)
        if !sessions.areAnySignedIn { await lockVault() }
    }

    /// Locks the vault and blanks every page. Running work is stopped; the keys are dropped once it needs them no longer.
    func lock() async {
        let locked = sessions.signOut()
        listeners.dismiss(ServerEvent("locked"), locked)
        waiting.stop(for: locked)
        runner.stop()
        runner.forget()
        waiting.forget()
        sync.end()
        await door.lock()
    }

    /// Tells open pages which records have changed since a position of the log, and how sync is.
    private func tellChanges(since position: Int) async {
        // Locked, or not read this time: the next look tells it.
        guard let vault = try? await door.vault(), let (next, changes) = try? await vault.changes(after: position, limit: 500)
        else { return }
        let mark = SyncMark(self)
        guard next != position || toldMark.withLock({ $0 }) != mark else { return }
        toldMark.withLock { $0 = mark }
        if next != position {
            note(position: next)
            sync.wake(.wrote)
        }
        let data = String(decoding: document(of: changes, position: next).bytes, as: UTF8.self)
        listeners.send(ServerEvent("changed", data))
    }

    /// `{"position": n, "records": [names] | null, "sync": {"words", "troubled", …} | null}`; records are null if everything must be
    /// read again.
    private func document(of changes: [RecordChange]?, position: Int) -> JSON {
        [
            "position": .int(Int64(position)), "sync": SyncMark(self)?.json ?? .null,
            "records": changes.map { JSON.array($0.map { .string($0.id.description) }) } ?? .null,
        ]
    }
}

import Base
import Ledger
import Sync
import Synchronization

/// Syncs an open vault in the background, and knows the state of that. It holds the vault only between `begin` and `end`.
package final class SyncLoop: Sendable {
    package struct Mark: Hashable, Sendable {
        /// When everything was last sent and fetched: milliseconds since 1970; `nil` for never.
        package var lastSynced: Int64?
        package var waiting = 0
        /// Why a journal's sync has stopped, one sentence; `nil` while it works.
        package var fault: String?
        /// What made the last round fail; `nil` if it did not.
        package var problem: Explanation?
        /// It was that the relay did not answer.
        package var isUnreachable = false
        /// The relay has all files, and all are here.
        package var hasAllFiles = true
        package var hasRefusedFiles = false
    }

    private struct State {
        var mark: Mark?
        var task: Task<Void, Never>?
        /// What happened since the last round.
        var event: SyncEvent?
        var isInRound = false
        var ending: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let relays: @Sendable (RelayAddress) -> any RelayTransport
    private let now: @Sendable () -> Int64
    private let mostListened: Int
    private let look: Duration?
    private let changed: @Sendable () -> Void
    /// An event has come.
    private let bell = Bell()
    /// There may be another journal.
    private let journals = Bell()

    /// `relays`: connects to a relay. `now`: milliseconds since 1970. `mostListened`: for how many journals the relay is listened to at
    /// a time; others wait for the regular rounds. `look`: how often it looks at the clock and for other programs' journals; `nil`:
    /// there are none, and it sleeps meanwhile. `changed` hears when the state changes.
    package init(
        now: @escaping @Sendable () -> Int64, relays: @escaping @Sendable (RelayAddress) -> any RelayTransport,
        mostListened: Int = 8, look: Duration? = .milliseconds(500), changed: @escaping @Sendable () -> Void = {}
    ) {
        (self.now, self.relays, self.mostListened, self.look, self.changed) = (now, relays, mostListened, look, changed)
    }

    package var isInRound: Bool { state.withLock { $0.isInRound } }

    /// The sync state; `nil` if the vault is locked or does not sync.
    package var mark: Mark? { state.withLock { $0.mark } }

    /// Counts again what waits to be sent, between two rounds.
    package func countWaiting(in vault: OpenVault) async {
        // The next round counts too.
        guard let waiting = try? await vault.waitingToSend() else { return }
        state.withLock { $0.mark?.waiting = waiting }
    }

    /// Whether a vault is held.
    package var hasBegun: Bool { state.withLock { $0.task != nil } }

    /// Starts for an open vault, in place of another one. While it does not sync, no requests are made.
    package func begin(_ vault: OpenVault) async {
        end()
        let mark = await SyncLoop.mark(of: vault)
        state.withLock { state in
            state.mark = mark
            state.task = Task { [weak self] in await self?.run(vault) }
        }
    }

    /// Releases the vault: current work is cancelled.
    package func end() {
        let (task, ending) = state.withLock { state in
            defer { state = State() }
            return (state.task, state.ending)
        }
        task?.cancel()
        for end in ending { end() }
    }

    /// Something was written, the owner asks, or (`.due`) a relay that was not reached may be now: the next round starts soon.
    package func wake(_ event: SyncEvent) {
        state.withLock { state in
            guard state.task != nil else { return }
            if event == .asked || (state.event != .due && state.event != .asked) { state.event = event }
        }
        bell.ring()
    }

    /// Syncs while the vault has sync turned on: another program may turn it on or off meanwhile.
    private func run(_ vault: OpenVault) async {
        while !Task.isCancelled {
            if await show(SyncLoop.mark(of: vault)) { await sync(vault) }
            _ = await next(until: now() + 30_000)
        }
    }

    /// Returns when the vault does not sync any more, or the loop is ended.
    private func sync(_ vault: OpenVault) async {
        // Retried in half a minute; the page Sync asks itself, and shows the reason.
        guard let client = try? await vault.relayClient(relays), keep(client.close) else { return }
        let driver = SyncDriver(vault, client: client, now: now)
        await withTaskGroup { group in
            group.addTask { await self.listen(to: vault) }
            group.addTask {
                var (event, failure) = (SyncEvent.due, (any Error)?.none)
                while !Task.isCancelled {
                    let nextAt = await self.round(event, by: driver, &failure)
                    var mark = await SyncLoop.mark(of: vault)
                    mark?.problem = failure.map { Explanation($0) }
                    if case SyncError.unreachable? = failure { mark?.isUnreachable = true }
                    guard self.show(mark) else { return }
                    event = await self.next(until: nextAt)
                }
            }
            // The listeners end only when cancelled.
            await group.next()
            group.cancelAll()
            client.close()
        }
    }

    /// One round, which sets why it failed, and returns when the next one is due.
    private func round(_ event: SyncEvent, by driver: SyncDriver, _ failure: inout (any Error)?) async -> Int64 {
        state.withLock { if $0.task != nil { $0.isInRound = true } }
        changed()
        defer { state.withLock { $0.isInRound = false } }
        do {
            let outcome = try await driver.round(event)
            if !outcome.isPause { failure = outcome.failure }
            return outcome.nextAt
        } catch {
            // The loop has ended too.
            if !(error is CancellationError) { failure = error }
            return now() + 60_000
        }
    }

    /// `nil` if the vault does not sync.
    private static func mark(of vault: OpenVault) async -> Mark? {
        // The page Sync asks the same and shows why there is no answer.
        guard let status = try? await vault.syncStatus(), status.relay != nil else { return nil }
        return Mark(status)
    }

    /// Returns whether there is something to show.
    private func show(_ mark: Mark?) -> Bool {
        state.withLock { if $0.task != nil { $0.mark = mark } }
        changed()
        journals.ring()
        return mark != nil
    }

    /// Remembers how to cancel current work; `false` if everything was ended before.
    private func keep(_ ending: @escaping @Sendable () -> Void) -> Bool {
        let isGoing = state.withLock { state in
            guard state.task != nil else { return false }
            state.ending.append(ending)
            return true
        }
        if !isGoing { ending() }
        return isGoing
    }

    /// Waits for an event, at most until a moment. Changes written together are sent together.
    private func next(until moment: Int64) async -> SyncEvent {
        while !Task.isCancelled, case let rest = moment - now(), rest > 0 {
            let rest = Duration.milliseconds(rest)
            if state.withLock({ $0.event == nil }) { await bell.wait(atMost: min(rest, look ?? rest)) }
            guard state.withLock({ $0.event != nil }) else { continue }
            try? await Task.sleep(for: .milliseconds(500))
            let event = state.withLock { state in
                defer { state.event = nil }
                return state.event
            }
            if let event { return event }
        }
        return .due
    }

    /// Asks the relay to tell when the log of a journal grows, including journals added later.
    private func listen(to vault: OpenVault) async {
        await withTaskGroup { group in
            var clients: [JournalID: RelayClient] = [:]
            while !Task.isCancelled {
                // Only hints are missed: rounds continue on schedule.
                for journal in (try? await vault.journalNames().map(\.id)) ?? [] where clients[journal] == nil {
                    // The same.
                    guard clients.count < mostListened, let client = try? await vault.relayClient(relays), keep(client.close)
                    else { break }
                    clients[journal] = client
                    group.addTask { await self.listen(client, to: journal, of: vault) }
                }
                await journals.wait(atMost: look.map { $0 * 4 })
            }
            for client in clients.values { client.close() }
        }
    }

    /// Whether a journal has not ended, as far as known here.
    private func goesOn(_ journal: JournalID, in vault: OpenVault) async -> Bool {
        // If unknown, the next regular round finds out.
        do { return try await vault.end(of: journal) == nil } catch { return false }
    }

    /// Listens for one journal. Only a hint: the round reads for itself.
    private func listen(_ client: RelayClient, to journal: JournalID, of vault: OpenVault) async {
        while !Task.isCancelled {
            do {
                try await client.openSession()
                while !Task.isCancelled {
                    let read = try await vault.syncStanding(of: journal).head.position
                    let (_, end) = try await client.pull(journal, after: read, wait: 25)
                    if end.position > read { wake(.wrote) }
                    // A relay that answers at once is asked only once a second.
                    try await Task.sleep(for: .seconds(1))
                }
            } catch {
                // A person who was removed learns it from a round at once.
                if case SyncError.refused(.notFound) = error, await goesOn(journal, in: vault) { wake(.wrote) }
                try? await Task.sleep(for: .seconds(30))
            }
        }
    }
}

extension SyncLoop.Mark {
    init(_ status: SyncStatus) {
        self.init(lastSynced: status.lastSynced, waiting: status.waiting, fault: status.faults.first)
        (hasAllFiles, hasRefusedFiles) = (status.files.isComplete, !status.files.refused.isEmpty)
    }
}

import Ledger
import SQLite
import Sync
import Synchronization

/// A relay: accepts encrypted operations, orders those of each journal, and returns them. It cannot read their content.
///
/// This is all of it except the sockets. Refusals are thrown as `RelayRefusal`, the closed list of docs/formats/relay.md.
package final class Relay: Sendable {
    let storage: any RelayStorage
    let files: FileStore
    let settings: RelaySettings
    let surroundings: RelaySurroundings
    let notifier = HeadNotifier()
    let pulls = PullNotes()
    let sessions = KnownSessions()
    let sizes = KnownSizes()
    let logs = KnownLogs()
    private let names: Mutex<Set<String>>
    private let id = Mutex<[UInt8]?>(nil)
    package let meters: RelayMeters
    private let pace: RateLimit
    /// Limits of messages per sender (an account, or a block of addresses), for any mailboxes, and per mailbox: no sender can
    /// block others.
    let messagesBySender = RateLimit(perMinute: 60)
    let messagesByMailbox = RateLimit(perMinute: 10)
    let waitingMessages = WaitingMessages()
    let messageSweeps = RateLimit(perMinute: 1)

    package init(
        storage: any RelayStorage, files: FileStore, settings: RelaySettings, surroundings: RelaySurroundings,
        meters: RelayMeters = RelayMeters()
    ) {
        (self.storage, self.files, self.settings, self.surroundings) = (storage, files, settings, surroundings)
        self.meters = meters
        names = Mutex(settings.hosts)
        pace = RateLimit(perMinute: settings.operationsPerMinute)
    }

    /// The sender of a request: a device with a session, and its account.
    package struct Caller: Hashable, Sendable {
        /// The account: the name of an identity.
        package let account: [UInt8]
        package let device: DeviceID

        package init(account: [UInt8], device: DeviceID) { (self.account, self.device) = (account, device) }
    }

    package func info() async throws -> RelayInfo {
        if let known = id.withLock({ $0 }) { return info(of: known) }
        let read = try await storage.read { try $0.relayID() }
        id.withLock { $0 = read }
        return info(of: read)
    }

    private func info(of relay: [UInt8]) -> RelayInfo {
        RelayInfo(limits: settings.limits, signUp: settings.signUp, relay: relay)
    }

    /// Gives the relay a new id and ends all sessions: devices then check what it has. For use after a restore from a backup.
    package static func renewID(in storage: any RelayStorage) async throws {
        try await storage.write { tables in
            try RelaySchema.putID(in: tables)
            try tables.connection.run(RelayStatements.sweepSessions, [.int(Int64.max)])
        }
    }

    /// Whether clients may call it by this name: host, in lower case, with the port unless it is the scheme's default.
    func answers(to host: String) -> Bool { names.withLock { $0.contains(host) } }

    /// Adds names for calling it, known only once it listens.
    package func answer(to hosts: [String]) { names.withLock { $0.formUnion(hosts) } }

    package func isHealthy() async -> Bool {
        (try? await storage.read { try $0.connection.rows(RelayStatements.setting, [.text("schema")]).isEmpty }) == false
    }

    /// Runs the relay's own tasks until cancelled: checks for news of other relays, deletes expired rows.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            if storage.isShared { group.addTask { await self.lookForNews() } }
            group.addTask { await self.sweep() }
            await group.waitForAll()
        }
    }

    /// Ends waiting requests: event streams and long polls.
    package func stop() { notifier.close() }

    private func lookForNews() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: settings.pollTime)
            for journal in notifier.watched {
                guard !Task.isCancelled else { return }
                guard let head = try? await storage.read({ try $0.headPosition(of: journal) }) else { continue }
                notifier.announce(HeadNotifier.News(journal: journal, position: head.position, control: head.control))
            }
        }
    }

    private func sweep() async {
        while !Task.isCancelled {
            let now = surroundings.now()
            try? await storage.write { try $0.sweep(now: now) }
            try? await Task.sleep(for: .seconds(3600))
        }
    }

    // MARK: helpers of many requests

    /// Refuses a device that exceeds its rate of operations.
    func checkPace(of device: DeviceID, operations: Int) throws(RelayRefusal) {
        let wait = pace.take(operations, from: device.bytes, now: surroundings.now())
        guard wait == 0 else { throw .tooMany(seconds: wait) }
    }

    /// A journal's row for an account with access. Throws `notFound` otherwise.
    static func entered(_ journal: JournalID, by caller: Caller, _ tables: RelayTables) throws -> JournalRow {
        guard let row = try tables.journal(journal) else { throw RelayRefusal.notFound }
        guard try row.uploader == caller.account || tables.role(of: caller.account, in: journal) != nil,
            try tables.device(caller.device, in: journal)?.isDropped != true
        else { throw RelayRefusal.notFound }
        return row
    }
}

extension RelayTables {
    /// Bytes of the journals that an account pays for, each queried separately.
    func sizes(of account: [UInt8]) throws -> [JournalID: Int64] {
        var sizes: [JournalID: Int64] = [:]
        for journal in try journals(of: account) {
            if let row = try self.journal(journal), row.uploader == account { sizes[journal] = row.bytes }
        }
        return sizes
    }
}

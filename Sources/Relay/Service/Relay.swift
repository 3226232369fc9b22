import Ledger
import SQLite
import Sync
import Synchronization

/// A relay: takes sealed operations, puts the ones of each journal in one order, and hands them out again. It can read
/// nothing of what they say.
///
/// This is all of it but the sockets. What it refuses it throws as `RelayRefusal`, the closed list of docs/formats/relay.md.
package final class Relay: Sendable {
    let storage: any RelayStorage
    let files: FileStore
    let settings: RelaySettings
    let surroundings: RelaySurroundings
    let hub = HeadHub()
    let pulls = PullNotes()
    let sessions = KnownSessions()
    let sizes = KnownSizes()
    let logs = KnownLogs()
    private let names: Mutex<Set<String>>
    private let id = Mutex<[UInt8]?>(nil)
    /// What is counted of its work.
    package let meters: RelayMeters
    private let pace: RateLimit
    /// Messages that one address may leave, whichever mailboxes it names, and those that one mailbox may be given: a stranger who
    /// leaves many holds up nobody else.
    let messagesByAddress = RateLimit(perMinute: 60)
    let messagesByMailbox = RateLimit(perMinute: 10)

    package init(
        storage: any RelayStorage, files: FileStore, settings: RelaySettings, surroundings: RelaySurroundings,
        meters: RelayMeters = RelayMeters()
    ) {
        (self.storage, self.files, self.settings, self.surroundings) = (storage, files, settings, surroundings)
        self.meters = meters
        names = Mutex(settings.hosts)
        pace = RateLimit(perMinute: settings.operationsPerMinute)
    }

    /// Who asks: a device with a session, and its account.
    package struct Caller: Hashable, Sendable {
        /// The account: the name of an identity.
        package let account: [UInt8]
        /// The device.
        package let device: DeviceID

        package init(account: [UInt8], device: DeviceID) { (self.account, self.device) = (account, device) }
    }

    /// What the relay says of itself to everybody.
    package func info() async throws -> RelayInfo {
        var known = id.withLock { $0 }
        if known == nil {
            known = try await storage.read { try $0.relayID() }
            id.withLock { $0 = known }
        }
        return RelayInfo(limits: settings.limits, signUp: settings.signUp, relay: known)
    }

    /// Gives the relay another id and ends all sessions: devices then ask what it holds. For whoever has restored it from a backup.
    package static func renewID(in storage: any RelayStorage) async throws {
        try await storage.write { tables in
            try RelaySchema.putID(in: tables)
            try tables.connection.run(RelayStatements.sweepSessions, [.int(Int64.max)])
        }
    }

    /// Whether clients may call it by a name: host, in lower case, with the port where it is not the scheme's own.
    func answers(to host: String) -> Bool { names.withLock { $0.contains(host) } }

    /// It may be called by these names too: known only when it listens.
    package func answer(to hosts: [String]) { names.withLock { $0.formUnion(hosts) } }

    /// Whether its storage answers.
    package func isHealthy() async -> Bool {
        (try? await storage.read { try $0.connection.rows(RelayStatements.setting, [.text("schema")]).isEmpty }) == false
    }

    /// Does the relay's own work until the task is cancelled: looks for news of other relays, forgets what has run out.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            if storage.isShared { group.addTask { await self.lookForNews() } }
            group.addTask { await self.sweep() }
            await group.waitForAll()
        }
    }

    /// Ends what waits: the streams of events and the long polls.
    package func stop() { hub.close() }

    private func lookForNews() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: settings.pollTime)
            for journal in hub.watched {
                guard !Task.isCancelled else { return }
                guard let head = try? await storage.read({ try $0.headPosition(of: journal) }) else { continue }
                hub.announce(HeadHub.News(journal: journal, position: head.position, control: head.control))
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

    // MARK: what many requests ask

    /// Refuses a device that sends more operations than it may.
    func checkPace(of device: DeviceID, operations: Int) throws(RelayRefusal) {
        let wait = pace.take(operations, from: device.bytes, now: surroundings.now())
        guard wait == 0 else { throw .tooMany(seconds: wait) }
    }

    /// The state of a journal for somebody who may know of it. Throws `notFound` otherwise.
    static func entered(_ journal: JournalID, by caller: Caller, _ tables: RelayTables) throws -> JournalRow {
        guard let row = try tables.journal(journal) else { throw RelayRefusal.notFound }
        guard try row.uploader == caller.account || tables.role(of: caller.account, in: journal) != nil,
            try tables.device(caller.device, in: journal)?.isDropped != true
        else { throw RelayRefusal.notFound }
        return row
    }
}

extension RelayTables {
    /// Bytes of the journals that fill an account: each is asked for on its own.
    func sizes(of account: [UInt8]) throws -> [JournalID: Int64] {
        var sizes: [JournalID: Int64] = [:]
        for journal in try journals(of: account) {
            if let row = try self.journal(journal), row.uploader == account { sizes[journal] = row.bytes }
        }
        return sizes
    }
}

import Basics
import Foundation
import HTTP
import Ledger
import Relay
import SeededChance
import Sync
import Synchronization

/// A relay in the simulation: the rules of the real one, which forgets everything when told to, or lies to one device.
final class SimulatedRelay: Sendable {
    private struct State {
        var relay: Relay
        var shown: [RelayedOperation] = []
        /// How many entries of the true log were considered for it.
        var considered = 0
        var held: [RelayedOperation] = []
        var hasLied = false
    }

    /// What a malicious relay does to the log that one device sees.
    enum Lie: CaseIterable {
        /// Leaves an operation out.
        case drop
        /// Shows two neighbours in the other order.
        case reorder
        /// Says another moment.
        case redate
        /// Keeps what the others write back, and shows it later.
        case fork
        /// Shows less than before, then another order.
        case rollBack
        /// Shows an operation twice.
        case replay
        /// Changes a byte.
        case alter
        /// Shows nothing any more of what the others write.
        case withhold
    }

    private let state: Mutex<State>
    let journal: JournalID
    private let account: [UInt8]
    private let now: @Sendable () -> Int64
    let victim: DeviceID?
    let lie: Lie?

    init(
        journal: JournalID, account: [UInt8], now: @escaping @Sendable () -> Int64, victim: DeviceID? = nil, lie: Lie? = nil
    ) async throws {
        (self.journal, self.account, self.now, self.victim, self.lie) = (journal, account, now, victim, lie)
        state = Mutex(State(relay: try await SimulatedRelay.empty(now, folder: folder)))
    }

    /// Where the snapshots lie.
    private let folder = FileManager.default.temporaryDirectory.path + "/simulated-relay-" + UUID().uuidString

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func empty(_ now: @escaping @Sendable () -> Int64, folder: String) async throws -> Relay {
        var settings = RelaySettings()
        (settings.operationsPerMinute, settings.signUp) = (1_000_000_000, .open)
        return Relay(
            storage: try await SQLiteStorage(.memory), files: FileStore(folder: folder),
            settings: settings, surroundings: RelaySurroundings(now: now) { [UInt8](repeating: 0, count: $0) })
    }

    var relay: Relay { state.withLock { $0.relay } }

    /// Its disk loses some of the files, and nothing says so.
    func loseFiles(_ chance: inout SplitMix64) {
        let paths = Folder.paths(below: folder)
        for path in paths where path.split(separator: "/").last?.count == 64 && chance.once(in: 2) {
            try? FileManager.default.removeItem(atPath: folder + "/" + path)
        }
    }

    var hasLied: Bool { state.withLock { $0.hasLied } }

    var shown: [RelayedOperation] { state.withLock { $0.shown } }

    func wipe() async throws {
        let fresh = try await SimulatedRelay.empty(now, folder: folder)
        state.withLock { $0.relay = fresh }
    }

    func caller(_ device: DeviceID) -> Relay.Caller { Relay.Caller(account: account, device: device) }

    func found(_ bytes: [UInt8], by device: DeviceID) async throws { _ = try await relay.found(bytes, by: caller(device)) }

    /// Takes operations in, and throws what the rest is refused for.
    func push(_ operations: [[UInt8]], by device: DeviceID) async throws {
        let outcome = try await relay.push(
            frames: OperationFrames.pushed(operations), to: journal, by: caller(device))
        if let refusal = outcome.refusal { throw refusal }
    }

    func log(
        after position: UInt64 = 0, bytes: Int = .max, by device: DeviceID = DeviceID(publicKey: [])
    ) async throws -> (operations: [RelayedOperation], end: LogEnd) {
        let page = try await relay.pull(
            journal, after: position, bytes: min(bytes, 1 << 30), by: Relay.Caller(account: account, device: device))
        return (page.operations, LogEnd(position: page.head.position, value: page.head.value))
    }

    func pull(
        after position: UInt64, bytes: Int, by device: DeviceID, _ chance: inout SplitMix64
    ) async throws -> (operations: [RelayedOperation], end: LogEnd) {
        guard device == victim, lie != nil else { return try await log(after: position, bytes: bytes, by: device) }
        let shown = try await show(&chance)
        let page = shown.operations.filter { $0.position > position }
        return (page, shown.end)
    }

    /// The control operations, which it never forgets.
    func controls(by device: DeviceID) async throws -> [RelayedOperation] {
        var all: [RelayedOperation] = []
        while true {
            let page = try await relay.pull(
                journal, after: all.last?.position ?? 0, bytes: 1 << 30, controlOnly: true, by: caller(device)
            ).operations
            if page.isEmpty { return all }
            all += page
        }
    }

    func put(snapshot bytes: [UInt8], at position: UInt64, by device: DeviceID) async throws {
        let left = Mutex<[UInt8]?>(bytes)
        let body = RequestBody(length: bytes.count) {
            left.withLock { left in
                defer { left = nil }
                return left
            }
        }
        _ = try await relay.put(
            body, piece: Relay.Piece(start: 0, total: bytes.count), asSnapshotAt: position, of: journal, by: caller(device))
    }

    func snapshot(at position: UInt64, by device: DeviceID) async throws -> [UInt8] {
        let found = try await relay.snapshot(at: position, of: journal, by: caller(device))
        return Array(try Data(contentsOf: URL(fileURLWithPath: found.path)))
    }

    func list(by device: DeviceID, _ chance: inout SplitMix64) async throws -> [JournalListing] {
        let listings = try await relay.journals(of: caller(device))
        guard device == victim, lie != nil, var listing = listings.first else { return listings }
        let shown = try await show(&chance)
        (listing.headPosition, listing.head) = (shown.end.position, shown.end.value)
        return [listing]
    }

    /// Brings what the victim sees up to the true log, as far and in the form that the lie lets it.
    private func show(_ chance: inout SplitMix64) async throws -> (operations: [RelayedOperation], end: LogEnd) {
        let truth = try await log().operations
        var state = state.withLock { $0 }
        let new = Array(truth.dropFirst(state.considered))
        state.considered = truth.count
        for entry in new { add(entry, to: &state, &chance) }
        if lie == .fork, !state.held.isEmpty, chance.once(in: 3) {
            state.shown += state.held
            state.held = []
        }
        if lie == .rollBack, !state.hasLied, state.shown.count > 6, chance.once(in: 3) {
            state.shown.removeLast(3)
            state.considered = 0
            let known = Set(state.shown.map(\.bytes))
            state.shown += truth.filter { !known.contains($0.bytes) }.reversed()
            state.considered = truth.count
            state.hasLied = true
        }
        // Positions and heads fit together in every lie.
        var head = LogHead.empty
        for index in state.shown.indices {
            state.shown[index].position = UInt64(index + 1)
            state.shown[index].received = max(state.shown[index].received, head.received)
            let entry = state.shown[index]
            let hash = (try? Ledger.Operation(reading: entry.bytes).hash) ?? [UInt8](repeating: 0, count: 32)
            head = head.following(hash: hash, received: entry.received) ?? head
        }
        let (shown, result) = (state, (state.shown, LogEnd(position: head.position, value: head.value)))
        self.state.withLock { $0 = shown }
        return result
    }

    private func add(_ entry: RelayedOperation, to state: inout State, _ chance: inout SplitMix64) {
        var entry = entry
        let author = try? Ledger.Operation(reading: entry.bytes).header.device
        let isOthers = author != victim && entry.position > 3
        let isTime = isOthers && chance.once(in: 4)
        switch lie {
        case .drop where isTime && !state.hasLied:
            state.hasLied = true
            return
        case .reorder where isTime && !state.hasLied && state.shown.count > 4:
            state.shown.insert(entry, at: state.shown.count - 1)
            state.hasLied = true
            return
        case .redate where isTime:
            entry.received += 1 + Int64(chance.below(100_000))
            state.hasLied = true
        case .replay where isTime && !state.hasLied:
            state.shown.append(entry)
            state.hasLied = true
        case .alter where isTime && !state.hasLied:
            entry.bytes[130 % entry.bytes.count] ^= 1
            state.hasLied = true
        case .fork where isOthers:
            state.held.append(entry)
            state.hasLied = true
            return
        case .withhold where isOthers:
            state.hasLied = true
            return
        default: break
        }
        state.shown.append(entry)
    }
}

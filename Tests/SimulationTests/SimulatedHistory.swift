import Foundation
import Ledger
import SeededChance
import Store
import Sync
import Synchronization
import Testing

/// A random history of several devices and one relay, which a seed repeats: who writes, who is offline, what the network loses
/// and doubles, who is killed where, whose clock is wrong, what the relay does.
final class SimulatedHistory {
    /// What may happen beside the ordinary.
    struct Trouble {
        var network = true
        var crashes = true
        var clocks = true
        var wipes = false
        var rotations = true
        /// Snapshots are made after a few operations, time goes by in months and years, and the relay forgets.
        var checkpoints = false
        /// Files are attached, sent and fetched, and the copy of the vault: with losses, refusals, lies and requests that come twice.
        var files = false
        var lie: SimulatedRelay.Lie?
        var devices = 2...4
        var steps = 30...70
    }

    let seed: UInt64
    let trouble: Trouble
    let person: SimulatedPerson
    let relay: SimulatedRelay
    private(set) var devices: [SimulatedDevice]
    var chance: SplitMix64
    private let time: Mutex<Int64>
    let records: [RecordID]
    private var offline: Set<Int> = []
    private(set) var wipes = 0
    private var texts = 0

    private final class Clock: Sendable {
        let now = Mutex<Int64>(1_800_000_000_000)
    }

    private let world: Clock

    init(seed: UInt64, _ trouble: Trouble = Trouble()) async throws {
        (self.seed, self.trouble) = (seed, trouble)
        var chance = SplitMix64(seed: seed)
        let person = SimulatedPerson(&chance)
        let world = Clock()
        let first = try SimulatedDevice(of: person, &chance)
        let journal = try first.found(&chance)
        var devices = [first]
        for _ in 1..<Int.random(in: trouble.devices, using: &chance) {
            devices.append(try SimulatedDevice(of: person, journal: journal, &chance))
        }
        let victim = trouble.lie == nil ? nil : devices[chance.below(devices.count)].id
        relay = try await SimulatedRelay(
            journal: journal, account: person.owner.name, now: { world.now.withLock { $0 } }, victim: victim, lie: trouble.lie)
        records = (0..<5).map { _ in RecordID.random(using: &chance) }
        if trouble.clocks {
            for device in devices {
                let year: Int64 = 365 * 86_400_000
                device.ahead = chance.pick([0, 0, year, -year, 200_000, -200_000])
                device.tick = chance.pick([1, 1, 100])
            }
        }
        if trouble.checkpoints {
            for device in devices { device.checkpointRule = CheckpointRule(operations: 9, least: 3, factor: 1) }
        }
        (self.person, self.devices, self.world, self.chance) = (person, devices, world, chance)
        time = Mutex(0)
    }

    var now: Int64 { world.now.withLock { $0 } }

    func advance(_ milliseconds: Int64) { world.now.withLock { $0 += milliseconds } }

    // MARK: - Running

    /// Lets everything happen, and then brings all devices together as far as they still sync.
    func run() async throws {
        // All of them enter before anything goes wrong, as linking does it.
        for device in devices {
            try await settle(device)
            if device !== devices[0] {
                try device.enter()
                try await settle(device)
            }
        }
        for _ in 0..<Int.random(in: trouble.steps, using: &chance) { try await step() }
        offline = []
        try await meet()
    }

    /// Rounds without trouble, until nothing changes any more.
    func meet(page: Int = 1 << 20) async throws {
        var before: [SyncStanding] = []
        for _ in 0..<12 {
            for device in devices { try await settle(device, page: page) }
            let after = try devices.map { try $0.standing() }
            if after == before { return }
            before = after
        }
    }

    /// One device's round, without trouble.
    func settle(_ device: SimulatedDevice, page: Int = 1 << 20) async throws {
        device.wake(now: now)
        var steps = 0
        while let action = device.next {
            steps += 1
            guard steps < 400 else { throw Endless(seed: seed) }
            let event = try await device.ask(action, relay, page: page, &chance)
            trace(device, action, event)
            device.tell(event, now: now)
        }
    }

    /// With `AURALYST_TRACE` set every request and what came of it is printed: for a seed that fails.
    private static let isTraced = ProcessInfo.processInfo.environment["AURALYST_TRACE"] != nil

    private func trace(_ device: SimulatedDevice, _ action: SyncAction, _ event: SyncEvent, _ note: String = "") {
        guard Self.isTraced, let index = devices.firstIndex(where: { $0 === device }) else { return }
        func short(_ text: String) -> String {
            text.replacing(/[a-z0-9]{26}/, with: "…").replacing(/value: \[[0-9, ]*\]/, with: "").replacing("Ledger.", with: "")
        }
        print("\(index) \(short("\(action)")) → \(short("\(event)").prefix(400)) \(note)")
    }

    struct Endless: Error {
        let seed: UInt64
    }

    private func step() async throws {
        advance(Int64(chance.pick([0, 1, 100, 5_000, 400_000])))
        let index = chance.below(devices.count)
        let device = devices[index]
        switch chance.below(20) {
        case 0: offline.insert(index)
        case 1: offline.remove(index)
        case 2 where trouble.crashes: device.crash()
        case 3 where trouble.rotations && chance.once(in: 4): try device.rotate()
        case 4 where trouble.wipes && wipes < 2 && chance.once(in: 3):
            wipes += 1
            if Self.isTraced { print("the relay loses everything") }
            try await relay.wipe()
        case 14 where trouble.files: try device.attach(&chance, now: now)
        case 15...17 where trouble.files && !offline.contains(index):
            // What the relay lists is what the device has read of it.
            guard device.next == nil else { break }
            try await device.exchangeFiles(with: relay, now: now, isAsked: chance.once(in: 4), isTroubled: true, &chance)
            try await device.renewVaultCopy(at: relay, now: now, isTroubled: true, &chance)
        case 18 where trouble.files && chance.once(in: 4): relay.loseFiles(&chance)
        case 13 where trouble.checkpoints && chance.once(in: 3): advance(Int64(chance.pick([31, 31, 181])) * 86_400_000)
        case 5...12: try write(on: device)
        default:
            device.wake(now: now)
            // A round may be left in the middle: others have their turn, and it goes on later or never.
            for _ in 0..<chance.below(8) { try await act(device, index) }
        }
    }

    /// One request, and what the network and the machine make of it.
    private func act(_ device: SimulatedDevice, _ index: Int) async throws {
        guard let action = device.next else { return }
        let page = chance.pick([600, 2_000, 1 << 20])
        if offline.contains(index) || (trouble.network && chance.once(in: 12)) {
            return device.tell(.unreachable, now: now)
        }
        if trouble.network, chance.once(in: 20) {
            return device.tell(.refused(chance.pick([.unavailable(seconds: 3), .tooMany(seconds: 1), .noSession])), now: now)
        }
        let event = try await device.ask(action, relay, page: page, &chance)
        trace(device, action, event)
        // It happened, and nobody heard of it; or it happened twice.
        if trouble.network, chance.once(in: 12) { return device.tell(.unreachable, now: now) }
        if trouble.network, chance.once(in: 12), case .push = action {
            _ = try await device.ask(.push(relay.journal, goingOn: false), relay, page: page, &chance)
        }
        if trouble.crashes, chance.once(in: 15) { return device.crash() }
        device.tell(event, now: now)
    }

    private func write(on device: SimulatedDevice) throws {
        let record = records[chance.below(records.count)]
        texts += 1
        var fields: [String: JSON] = [:]
        switch chance.below(8) {
        case 0: fields = ["gone": true]
        // What was deleted half a year ago comes back as it is written then: docs/formats/snapshot.md.
        case 1 where !trouble.checkpoints: fields = ["gone": false, "text": .string("again \(texts)")]
        case 2: fields = ["text": "the same everywhere"]
        case 3: fields = ["mood": chance.once(in: 2) ? "happy" : "sad", "starred": .bool(chance.once(in: 2))]
        default:
            fields = [
                "instant": .int(now), "zone": "UTC", "day": "2027-01-15", "text": .string("text \(texts) of \(device.id)"),
            ]
        }
        try device.set(record, fields, now: now)
    }

    // MARK: - Invariants

    /// Those that hold whatever happened, as long as the relay was honest.
    func checkHonest(_ note: String = "") async throws {
        let mark: Comment = "seed \(seed)\(note)"
        // (1) Convergence, byte for byte; (4) what is read twice, or made anew from the log, is what it was.
        let digests = try devices.map { try $0.digest() }
        #expect(Set(digests).count == 1, "1 convergence, \(mark)")
        if Self.isTraced, Set(digests).count > 1 {
            for device in devices {
                try device.store.eachStoredRecord { _, _, id, state in
                    print("state", hex(id), String(decoding: state, as: UTF8.self))
                }
                try device.store.eachReadableRevision { _, _, id, field, write in print("revision", id, field, write) }
                print("--")
            }
        }
        for device in devices {
            #expect(device.fault == nil, "5 an honest relay is not accused, \(mark)")
            #expect(try device.standing().waiting == 0, "everything was sent, \(mark)")
            #expect(try device.rebuiltDigest() == digests[0], "4 rebuilt, \(mark)")
        }
        // (2) Everything written is in the log; (3) positions without gaps, heads that follow, each writer's order.
        let log = try await relay.log()
        var head = LogHead.empty
        var ends: [DeviceID: UInt64] = [:]
        for entry in log.operations {
            let operation = try Ledger.Operation(reading: entry.bytes)
            #expect(entry.position == head.position + 1, "3 contiguous, \(mark)")
            #expect(operation.header.position == ends[operation.header.device, default: 0] + 1, "3 order of writers, \(mark)")
            ends[operation.header.device] = operation.header.position
            head = try #require(head.following(hash: operation.hash, received: entry.received))
        }
        #expect(head.value == log.end.value && head.position == log.end.position, "3 heads, \(mark)")
        for device in devices {
            let own = try device.store.read { try $0.nextPlace(journal: relay.journal, device: device.id).position - 1 }
            #expect(ends[device.id, default: 0] == own, "2 nothing that was written is missing, \(mark)")
            #expect(try device.standing().head.value == head.value, "3 all see one log, \(mark)")
        }
        // (7) No clock wins for ever: what a device wrote with one that is ahead counts with the moment of its arrival at most.
        for device in devices {
            let limit = Stamp.ceiling(received: now)
            for record in records {
                let state = try device.store.state(of: record, kind: "entry")
                #expect(state?.fields.values.allSatisfy { $0.effective <= limit } ?? true, "7 clocks, \(mark)")
            }
        }
        // (15) The same content is no revision.
        let device = devices[0]
        for record in records {
            for field in ["text", "mood"] {
                let versions = FieldHistory.versions(of: try device.store.writes(of: field, record: record, kind: "entry"))
                #expect(
                    zip(versions, versions.dropFirst()).allSatisfy { $0.write.value != $1.write.value }, "15 revisions, \(mark)")
            }
        }
    }

    /// (5) A relay that lies to one device: what it was shown and believes is what the others have seen, as far as one of them
    /// has said so.
    func checkLie() throws {
        let mark: Comment = "seed \(seed), \(trouble.lie.map { "\($0)" } ?? "")"
        guard let victim = devices.first(where: { $0.id == relay.victim }) else { return }
        guard victim.fault == nil else { return }
        var heads = [LogHead.empty]
        var seen: (position: UInt64, head: [UInt8])?
        for entry in relay.shown {
            guard let operation = try? Ledger.Operation(reading: entry.bytes),
                let next = heads[heads.count - 1].following(hash: operation.hash, received: entry.received)
            else { return #expect(Bool(false), "5 what is no log was believed, \(mark)") }
            heads.append(next)
            let header = operation.header
            if header.device != victim.id, header.seenPosition > seen?.position ?? 0 {
                seen = (header.seenPosition, header.seenHead)
            }
        }
        guard let seen, seen.position < heads.count else { return }
        #expect(heads[Int(seen.position)].value == seen.head, "5 another log than the others have seen was believed, \(mark)")
    }
}

import Journal
import Ledger
import SeededChance

/// An operation with the payload that its seal would hold. The store sees the bytes only; so the body stands in clear here.
struct Written: Hashable {
    let operation: Operation
    let payload: Payload?
}

/// Writes operations as several devices would, each on its own chain and clock in each journal.
struct Chronicle {
    let journals: [JournalID]
    let devices: [DeviceID]
    var wall: Int64 = 1_773_000_000_000
    private(set) var written: [Written] = []
    private var ends: [String: (position: UInt64, hash: [UInt8])] = [:]
    private var clocks: [HybridClock]

    init(journals: Int = 1, devices: Int = 1, seed: UInt64 = 1) {
        var random = SplitMix64(seed: seed)
        self.journals = (0..<journals).map { _ in JournalID.random(using: &random) }
        self.devices = (0..<devices).map { _ in DeviceID.random(using: &random) }
        clocks = [HybridClock](repeating: HybridClock(), count: devices)
    }

    /// An operation at the end of a device's chain; without mutations one of the control lane.
    @discardableResult
    mutating func write(_ mutations: [Mutation], journal: Int = 0, device: Int = 0) -> Written {
        let stamp = clocks[device].tick(wallMilliseconds: wall)
        let payload = mutations.isEmpty ? nil : Payload(stamp: stamp, mutations: mutations)
        let body = payload?.bytes ?? [1]
        let chain = "\(journal) \(device)"
        let header = OperationHeader(
            lane: payload == nil ? .control : .record, journal: journals[journal], epoch: 1, device: devices[device],
            position: (ends[chain]?.position ?? 0) + 1, previous: ends[chain]?.hash ?? [UInt8](repeating: 0, count: 32),
            bodyCount: UInt32(body.count))
        let operation = Operation(header: header, body: body) { _ in [UInt8](repeating: 7, count: 64) }
        ends[chain] = (header.position, operation.hash)
        let result = Written(operation: operation, payload: payload)
        written.append(result)
        return result
    }

    @discardableResult
    mutating func set(
        _ record: RecordID, _ fields: [String: JSON], kind: String = "entry", journal: Int = 0, device: Int = 0,
        replacing replaced: [String: WriteName] = [:]
    ) -> Written {
        wall += 1
        return write([Mutation(kind: kind, record: record, fields: fields, replaced: replaced)], journal: journal, device: device)
    }
}

/// Values that tests begin with.
enum Given {
    static let today = LocalDay(iso: "2026-03-14").unsafelyGiven
    static let noon = Instant(milliseconds: 1_773_486_000_000).unsafelyGiven

    static func day(_ iso: String) -> LocalDay { LocalDay(iso: iso).unsafelyGiven }

    /// The name number `number`, far apart from its neighbours.
    static func id(_ number: Int) -> RecordID {
        var random = SplitMix64(seed: UInt64(bitPattern: Int64(number)) &+ 1_000_000)
        return RecordID.random(using: &random)
    }

    static func entry(
        _ text: String, instant: Instant = noon, day: LocalDay = today, mood: String? = nil, tags: [String] = [],
        starred: Bool = false
    ) -> Entry {
        Entry(
            instant: instant, zone: "Europe/Vienna", day: day, text: text, mood: mood.flatMap { Mood($0) },
            tags: tags.compactMap { Tag($0) }, starred: starred)
    }

    /// The payload of an operation of `Chronicle`, as `Store.rebuild` asks for it.
    static func open(_ operation: Operation) throws -> Payload? {
        operation.header.lane == .control ? nil : try Payload(reading: operation.body)
    }
}

extension Optional {
    /// The value of a constant that a test itself has written down.
    var unsafelyGiven: Wrapped {
        guard let self else { preconditionFailure("a constant of the tests is not what it should be") }
        return self
    }
}

extension Instant {
    func adding(milliseconds more: Int64) -> Instant { Instant(milliseconds: milliseconds + more).unsafelyGiven }
}

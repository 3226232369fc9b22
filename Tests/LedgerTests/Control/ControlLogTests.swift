import Crypto
import Ledger
import Testing

/// A person with a few devices, who signs control operations for a journal.
private struct Owner {
    let keys: [Curve25519.Signing.PrivateKey]
    let genesis: Genesis
    private(set) var log: ControlLog
    private var ends: [DeviceID: (position: UInt64, hash: [UInt8])] = [:]

    /// The first device founds the journal, the others enter themselves.
    init(devices: Int) throws {
        keys = try (1...devices).map {
            try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: UInt8($0), count: 32))
        }
        let device = Array(keys[0].publicKey.rawRepresentation)
        genesis = Genesis(
            nonce: [UInt8](repeating: 1, count: 16),
            owner: IdentityKeys(
                sign: device, agree: [UInt8](repeating: 2, count: 32), recover: [UInt8](repeating: 3, count: 32)),
            device: device, certificate: Array(try keys[0].signature(for: Genesis.certificateMessage(device: device))))
        let body = genesis.body
        let header = OperationHeader(
            lane: .control, journal: genesis.journal, epoch: 1, device: DeviceID(publicKey: device), position: 1,
            previous: [UInt8](repeating: 0, count: 32), bodyCount: UInt32(body.count))
        let key = keys[0]
        let first = try Operation(header: header, body: body) { Array(try key.signature(for: $0)) }
        log = try ControlLog(founding: first)
        ends[header.device] = (1, first.hash)
        for number in 1..<devices { try take(.device(addition(of: number)), by: number) }
    }

    func device(_ number: Int) -> DeviceID { DeviceID(publicKey: Array(keys[number].publicKey.rawRepresentation)) }

    func addition(of number: Int) throws -> DeviceAddition {
        let device = Array(keys[number].publicKey.rawRepresentation)
        return DeviceAddition(
            previous: log.last, device: device,
            certificate: Array(try keys[0].signature(for: Genesis.certificateMessage(device: device))))
    }

    func header(by number: Int, epoch: UInt32? = nil, bodyCount: Int = 0, lane: OperationHeader.Lane = .control)
        -> OperationHeader
    {
        let end = ends[device(number)]
        return OperationHeader(
            lane: lane, journal: genesis.journal, epoch: epoch ?? log.epoch, device: device(number),
            position: (end?.position ?? 0) + 1, previous: end?.hash ?? [UInt8](repeating: 0, count: 32),
            bodyCount: UInt32(bodyCount))
    }

    func operation(_ control: ControlOperation, by number: Int, epoch: UInt32? = nil) throws -> Operation {
        let body = control.body
        return try Operation(header: header(by: number, epoch: epoch, bodyCount: body.count), body: body) {
            Array(try keys[number].signature(for: $0))
        }
    }

    mutating func take(_ control: ControlOperation, by number: Int, epoch: UInt32? = nil) throws {
        let operation = try operation(control, by: number, epoch: epoch)
        try log.take(operation)
        ends[operation.header.device] = (operation.header.position, operation.hash)
    }

    func checkpoint(at position: UInt64) -> ControlOperation {
        .checkpoint(
            Checkpoint(
                previous: log.last, position: position, head: [UInt8](repeating: 4, count: 32),
                snapshot: [UInt8](repeating: 5, count: 32)))
    }
}

/// What the control operations of a journal with several devices add up to.
@Suite struct ControlLogTests {
    @Test func `every control operation is read back as it was written, and in no other text`() throws {
        let owner = try Owner(devices: 2)
        let controls: [ControlOperation] = [
            .dropDevice(DeviceRemoval(previous: owner.log.last, device: owner.device(1))), owner.checkpoint(at: 9),
            .destroy(previous: owner.log.last), .device(try owner.addition(of: 1)),
        ]
        for control in controls {
            #expect(try ControlOperation(reading: control.body) == control)
            #expect(throws: LedgerError.badControl) { try ControlOperation(reading: control.body + [0x20]) }
            let text = String(decoding: control.body, as: UTF8.self)
            for change in [
                ("\"v\":1", "\"v\":2"), ("\"v\":1", "\"v\":1,\"x\":1"), ("\"previous\":\"", "\"previous\":\"00"),
                ("\"type\":\"", "\"type\":\"x"),
            ] {
                let changed = text.replacing(change.0, with: change.1)
                #expect(changed != text)
                #expect(throws: LedgerError.badControl, "\(changed)") { try ControlOperation(reading: Array(changed.utf8)) }
            }
        }
    }

    @Test func `a dropped device writes no more, cannot come back, and what it wrote stays its own`() throws {
        var owner = try Owner(devices: 2)
        let key = Array(owner.keys[1].publicKey.rawRepresentation)
        #expect(owner.log.admission(of: owner.header(by: 1, lane: .record)) == .admitted(publicKey: key))
        try owner.take(.dropDevice(DeviceRemoval(previous: owner.log.last, device: owner.device(1))), by: 0)
        #expect(owner.log.admission(of: owner.header(by: 1, lane: .record)) == .droppedDevice)
        #expect(owner.log.dropped == [owner.device(1): key])
        let back = try owner.addition(of: 1)
        #expect(throws: LedgerError.badControl) { try owner.take(.device(back), by: 1) }
        let checkpoint = owner.checkpoint(at: 3)
        #expect(throws: LedgerError.wrongDeviceKey) { try owner.take(checkpoint, by: 1) }
    }

    @Test func `the last device cannot be dropped, nor one that is none`() throws {
        var owner = try Owner(devices: 1)
        for device in [owner.device(0), DeviceID(publicKey: [9])] {
            let removal = DeviceRemoval(previous: owner.log.last, device: device)
            #expect(throws: LedgerError.badControl) { try owner.take(.dropDevice(removal), by: 0) }
        }
    }

    @Test func `checkpoints only go forward`() throws {
        var owner = try Owner(devices: 1)
        try owner.take(owner.checkpoint(at: 5), by: 0)
        #expect(owner.log.checkpoint?.position == 5)
        for position in [4, 5] as [UInt64] {
            let checkpoint = owner.checkpoint(at: position)
            #expect(throws: LedgerError.badControl) { try owner.take(checkpoint, by: 0) }
        }
        try owner.take(owner.checkpoint(at: 6), by: 0)
    }

    @Test func `nothing comes behind the end of a journal`() throws {
        var owner = try Owner(devices: 2)
        try owner.take(.destroy(previous: owner.log.last), by: 1)
        #expect(owner.log.isDestroyed && owner.log.admission(of: owner.header(by: 0)) == .destroyed)
        let checkpoint = owner.checkpoint(at: 5)
        #expect(throws: LedgerError.badControl) { try owner.take(checkpoint, by: 0) }
    }

    @Test func `an operation for another epoch, or of a stranger, is not admitted`() throws {
        let owner = try Owner(devices: 1)
        #expect(owner.log.admission(of: owner.header(by: 0, epoch: 2, lane: .record)) == .otherEpoch)
        var header = owner.header(by: 0, lane: .record)
        header.device = DeviceID(publicKey: [9])
        #expect(owner.log.admission(of: header) == .strangeDevice)
    }

    @Test func `a control operation sealed for another epoch, or naming another one before it, changes nothing`() throws {
        var owner = try Owner(devices: 2)
        let before = owner.log
        let removal = ControlOperation.dropDevice(DeviceRemoval(previous: owner.log.last, device: owner.device(1)))
        #expect(throws: LedgerError.badControl) { try owner.take(removal, by: 0, epoch: 2) }
        let late = ControlOperation.destroy(previous: [UInt8](repeating: 1, count: 32))
        #expect(throws: LedgerError.badControl) { try owner.take(late, by: 0) }
        #expect(owner.log == before)
    }
}

/// The end of a journal's log as a relay keeps it.
@Suite struct LogHeadTests {
    @Test func `a head depends on every operation, its moment and their order`() throws {
        let hashes = (1...3).map { [UInt8](repeating: UInt8($0), count: 32) }
        func head(_ order: [Int], _ moments: [Int64]) throws -> LogHead {
            var head = LogHead.empty
            for (place, moment) in zip(order, moments) {
                head = try #require(head.following(hash: hashes[place], received: moment))
            }
            return head
        }
        let whole = try head([0, 1, 2], [5, 5, 9])
        #expect(whole.position == 3 && whole.received == 9)
        #expect(try head([0, 1, 2], [5, 5, 9]) == whole)
        for other in [
            try head([0, 2, 1], [5, 5, 9]), try head([0, 1, 2], [5, 6, 9]), try head([1, 2], [5, 9]),
            try head([0, 1, 1], [5, 5, 9]),
        ] {
            #expect(other.value != whole.value)
        }
    }

    @Test func `no operation is received before the one before it`() throws {
        let head = try #require(LogHead.empty.following(hash: [UInt8](repeating: 1, count: 32), received: 7))
        #expect(head.following(hash: [UInt8](repeating: 2, count: 32), received: 6) == nil)
        #expect(head.following(hash: [UInt8](repeating: 2, count: 32), received: 7) != nil)
    }

    @Test func `the bytes that are hashed are those of the format`() throws {
        let hash = [UInt8](repeating: 1, count: 32)
        let bytes =
            Array("auralyst/v1/chain".utf8) + [UInt8](repeating: 0, count: 33) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
            + hash
        #expect(LogHead.empty.following(hash: hash, received: 256)?.value == Array(SHA256.hash(data: bytes)))
    }
}

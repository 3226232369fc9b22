import Foundation
import HTTP
import Ledger
import Relay
import SeededChance
import Sync
import Testing

/// How operations come into a journal's log, on each storage.
@Suite struct PushTests {
    @Test(arguments: StorageKind.onThisMachine)
    func `what was pushed is pulled in one order without gaps, and its head follows from it`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 1)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        var sent = [genesis]
        for count in [1, 5, 16, 17, 40] {
            relay.clock.advance(milliseconds: 7)
            let some = try (0..<count).map { _ in
                let size = chance.below(900)
                return try device.operation(in: journal, body: chance.bytes(size))
            }
            let (receipt, refusal) = try await client.push(some, to: journal)
            #expect(refusal == nil)
            #expect(receipt.map(\.place) == some.map(\.header.position))
            #expect(receipt.map(\.position) == (0..<count).map { UInt64(sent.count + 1 + $0) })
            sent += some
        }
        let pulled = try await client.pull(journal)
        #expect(pulled.operations.map(\.bytes) == sent.map(\.bytes))
        let head = try #require(try pulled.operations.head())
        #expect(head.position == pulled.headPosition && head.value == pulled.head)
        let rest = try await client.pull(journal, after: 70)
        #expect(rest.operations == Array(pulled.operations.dropFirst(70)))
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a page has as many operations as have room, and at least one`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 2)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        let operations = try (0..<30).map { _ in try device.operation(in: journal, body: chance.bytes(1_000)) }
        _ = try await client.push(operations, to: journal)
        var all: [RelayedOperation] = []
        while true {
            let page = try await client.pull(journal, after: UInt64(all.count), query: "&max_bytes=4000")
            guard !page.operations.isEmpty else { break }
            #expect(page.operations.count == 1 || OperationFrames.pulled(page.operations).count <= 4_000)
            all += page.operations
        }
        #expect(all.count == 31)
        #expect(try all.head()?.position == 31)
        #expect(try await client.pull(journal, query: "&max_bytes=1").operations.count == 1)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a push said twice gives the same places, and changes nothing`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 3)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        try await client.register(genesis)
        let operations = try (0..<9).map { _ in try device.operation(in: journal, body: chance.bytes(300)) }
        let first = try await client.push(operations, to: journal)
        relay.clock.advance(milliseconds: 500)
        let again = try await client.push(operations, to: journal)
        #expect(again.refusal == nil && again.receipt == first.receipt)
        let more = try device.operation(in: journal, body: [1])
        let mixed = try await client.push(operations.suffix(4) + [more], to: journal)
        #expect(mixed.receipt.map(\.position) == [7, 8, 9, 10, 11])
        #expect(try await client.pull(journal).headPosition == 11)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `of a push the part before the first wrong operation is taken`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 4)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        let good = try (0..<3).map { _ in try device.operation(in: journal, body: [1, 2]) }
        let gap = try device.unkept(in: journal, body: [3], skip: 2)
        let first = try await client.push(good + [gap], to: journal)
        #expect(first.receipt.count == 3)
        #expect(first.refusal == .gap(expected: 5))

        let forged = try device.unkept(in: journal, body: [4])
        let other = Device(of: device.person, &chance)
        let forgery = try Operation(header: forged.header, body: [4]) { try other.signature(of: $0) }
        #expect(try await client.push([forgery], to: journal).refusal == .invalid(.signature))

        let stale = try device.unkept(in: journal, epoch: 2, body: [5])
        #expect(try await client.push([stale], to: journal).refusal == .staleEpoch(epoch: 1, position: 4))

        var copy = device
        let one = try device.operation(in: journal, body: [6])
        let two = try copy.operation(in: journal, body: [7])
        #expect(try await client.push([one], to: journal).refusal == nil)
        #expect(try await client.push([two], to: journal).refusal == .deviceFork(place: 5))
        let onTop = try copy.operation(in: journal, body: [8])
        #expect(try await client.push([onTop], to: journal).refusal == .deviceFork(place: 6))
        #expect(try await client.pull(journal).headPosition == 5)

        let answer = try await client.send("POST", "/v1/journals/\(journal)/ops", body: [0, 0, 0, 1, 9])
        #expect(answer.status.code == 422)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `devices enter, rotate and are dropped by control operations that follow one another`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 5)
        let person = Person(&chance)
        var (one, two) = (Device(of: person, &chance), Device(of: person, &chance))
        let (first, second) = (try await relay.client(for: one), try await relay.client(for: two))
        let genesis = try one.found(&chance)
        let journal = genesis.header.journal
        try await first.register(genesis)

        let early = try two.unkept(in: journal, body: [1])
        #expect(try await second.push([early], to: journal).refusal == .role, "a device that has not entered")
        let entering = try two.enter(journal, behind: genesis.hash)
        let written = try two.operation(in: journal, body: [2])
        #expect(try await second.push([entering, written], to: journal).refusal == nil)

        let late = try one.unkept(
            .control, in: journal,
            body: ControlOperation.dropDevice(DeviceRemoval(previous: genesis.hash, device: two.name)).body)
        #expect(try await first.push([late], to: journal).refusal == .controlConflict(position: 3))

        let rotation = try one.rotate(journal, behind: entering.hash, to: 2, &chance)
        #expect(try await first.push([rotation], to: journal).refusal == nil)
        let stale = try two.unkept(in: journal, body: [3])
        #expect(try await second.push([stale], to: journal).refusal == .staleEpoch(epoch: 2, position: 4))
        let fresh = try two.operation(in: journal, epoch: 2, body: [3])
        #expect(try await second.push([fresh], to: journal).refusal == nil)

        let uncovered = Rotation(
            previous: rotation.hash,
            key: KeyChange(
                epoch: 3, commitment: chance.bytes(32),
                wraps: [Rotation.Wrap(identity: chance.bytes(32), encapsulated: chance.bytes(32), sealed: chance.bytes(48))]))
        let wrong = try one.unkept(.control, in: journal, epoch: 2, body: uncovered.body)
        #expect(try await first.push([wrong], to: journal).refusal == .invalid(.coverage))

        let drop = try one.control(
            .dropDevice(DeviceRemoval(previous: rotation.hash, device: two.name)), in: journal, epoch: 2)
        #expect(try await first.push([drop], to: journal).refusal == nil)
        let after = try two.unkept(in: journal, epoch: 2, body: [4])
        #expect(try await first.push([after], to: journal).refusal == .role)
        await #expect(throws: RelayRefusal.noSession, "a dropped device has no session any more") {
            try await second.pull(journal)
        }
        await #expect(throws: Unexpected.self) { try await relay.logIn(two) }
        #expect(try await first.pull(journal).headPosition == 6)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `the tables say what the control operations say when they are read anew`(_ kind: StorageKind) async throws {
        let given = try await kind.make()
        let relay = RelayUnderTest(given)
        var chance = SplitMix64(seed: 6)
        let person = Person(&chance)
        var devices = (0..<4).map { _ in Device(of: person, &chance) }
        let client = try await relay.client(for: devices[0])
        let genesis = try devices[0].found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        var (last, epoch, inside, out) = (genesis.hash, UInt32(1), [0], Set<Int>())
        for _ in 0..<40 {
            let writer = chance.pick(inside)
            let operation: Operation
            switch chance.below(6) {
            case 0:
                guard let next = (0..<4).first(where: { !inside.contains($0) && !out.contains($0) }) else { continue }
                operation = try devices[next].enter(journal, behind: last, epoch: epoch)
                inside.append(next)
                last = operation.hash
            case 1:
                operation = try devices[writer].rotate(journal, behind: last, to: epoch + 1, &chance)
                epoch += 1
                last = operation.hash
            case 2 where inside.count > 2:
                let gone = try #require(inside.first { $0 != writer && $0 != 0 } ?? nil)
                operation = try devices[writer].control(
                    .dropDevice(DeviceRemoval(previous: last, device: devices[gone].name)), in: journal, epoch: epoch)
                inside.removeAll { $0 == gone }
                out.insert(gone)
                last = operation.hash
            default: operation = try devices[writer].operation(in: journal, epoch: epoch, body: chance.bytes(20))
            }
            #expect(try await client.push([operation], to: journal).refusal == nil)
        }
        try await given.storage.read { tables in
            let log = try ControlLog(of: journal, in: tables)
            let row = try #require(try tables.journal(journal))
            #expect(row.epoch == log.epoch && row.controlHead == log.last && row.isDestroyed == log.isDestroyed)
            let members = try tables.members(of: journal)
            #expect(members == [MemberRow(identity: person.keys.name, role: .owner, bytes: row.bytes)])
            let known = try tables.devices(of: journal)
            #expect(Set(known.filter { !$0.isDropped }.map(\.device)) == Set(log.devices.keys))
            #expect(Set(known.filter(\.isDropped).map(\.device)) == Set(log.dropped.keys))
            for device in known { #expect(device.publicKey == log.devices[device.device] ?? log.dropped[device.device]) }
        }
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `many who push to one journal at the same time get one order, and each his own`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 7)
        let person = Person(&chance)
        var devices = (0..<8).map { _ in Device(of: person, &chance) }
        let client = try await relay.client(for: devices[0])
        let genesis = try devices[0].found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        var last = genesis.hash
        for index in 1..<8 {
            let entering = try devices[index].enter(journal, behind: last)
            last = entering.hash
            #expect(try await client.push([entering], to: journal).refusal == nil)
        }
        var batches: [[Operation]] = []
        for index in 0..<8 {
            let mine = try (0..<30).map { _ in try devices[index].operation(in: journal, body: [UInt8(index)]) }
            batches.append(mine)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for mine in batches {
                group.addTask {
                    for operation in mine {
                        let refusal = try await client.push([operation], to: journal).refusal
                        #expect(refusal == nil)
                    }
                }
            }
            try await group.waitForAll()
        }
        let pulled = try await client.pull(journal)
        #expect(try pulled.operations.head()?.position == 8 + 240)
        let read = try pulled.operations.map { try Operation(reading: $0.bytes) }
        for mine in batches {
            let device = try #require(mine.first).header.device
            #expect(read.filter { $0.header.device == device && $0.header.lane == .record }.map(\.hash) == mine.map(\.hash))
        }
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `re-sealed forms take the place of what is held, and the chain stays`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 8)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        let journal = genesis.header.journal
        try await client.register(genesis)
        let old = try (0..<3).map { _ in try device.operation(in: journal, body: chance.bytes(80)) }
        _ = try await client.push(old, to: journal)
        let forms = old.map { $0.resealed(epoch: 2, body: chance.bytes(80)) }
        #expect(try await client.push(forms, to: journal, path: "ops/resealed").refusal == .staleEpoch(epoch: 1, position: 4))
        let rotation = try device.rotate(journal, behind: genesis.hash, to: 2, &chance)
        _ = try await client.push([rotation], to: journal)
        let before = try await client.pull(journal)
        let (receipt, refusal) = try await client.push(forms, to: journal, path: "ops/resealed")
        #expect(refusal == nil && receipt.map(\.position) == [2, 3, 4])
        let after = try await client.pull(journal)
        #expect(after.head == before.head)
        #expect(after.operations[1...3].map(\.bytes) == forms.map(\.bytes))
        #expect(try after.operations.head()?.value == after.head)

        let other = try #require(old.first).resealed(epoch: 2, body: chance.bytes(80))
        _ = try await client.push([other], to: journal, path: "ops/resealed")
        #expect(try await client.pull(journal).operations == after.operations, "a form of the same epoch changes nothing")
        let stranger = Device(of: device.person, &chance)
        let strange = try stranger.unkept(in: journal, body: [1]).resealed(epoch: 2, body: [2])
        #expect(try await client.push([strange], to: journal, path: "ops/resealed").refusal == .gap(expected: 1))
        #expect(try await client.push(old, to: journal, path: "ops/resealed").refusal == .invalid(.shape))
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a log in either form can be brought back to a relay that has lost it`(_ kind: StorageKind) async throws {
        let relay = try await RelayUnderTest(kind)
        var chance = SplitMix64(seed: 9)
        var device = Device(of: Person(&chance), &chance)
        let client = try await relay.client(for: device)
        let genesis = try device.found(&chance)
        let journal = genesis.header.journal
        var log = try [genesis] + (0..<4).map { _ in try device.operation(in: journal, body: chance.bytes(60)) }
        log[2] = log[2].resealed(epoch: 2, body: chance.bytes(60))
        log.append(
            try device.control(
                .checkpoint(
                    Checkpoint(previous: genesis.hash, position: 3, head: chance.bytes(32), snapshot: chance.bytes(32))),
                in: journal))
        log.append(try device.rotate(journal, behind: try #require(log.last).hash, to: 2, &chance))
        log.append(try device.operation(in: journal, epoch: 2, body: chance.bytes(60)))
        try await client.register(genesis)
        #expect(try await client.push(Array(log.dropFirst()), to: journal).refusal == nil)
        #expect(try await client.pull(journal).operations.map(\.bytes) == log.map(\.bytes))
        let row = try await relay.given.storage.read { try $0.journal(journal) }
        #expect(row?.checkpoint == 0, "a checkpoint of another log is nothing to forget by")
    }
}

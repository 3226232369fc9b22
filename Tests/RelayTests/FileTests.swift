import Foundation
import HTTP
import Ledger
import Relay
import SeededChance
import Sync
import Testing

/// Blobs and snapshots, and what is forgotten by them.
@Suite struct FileTests {
    private struct Scene {
        let relay: RelayUnderTest
        let client: RelayClient
        let journal: JournalID
        var device: Device
        var last: [UInt8]

        init(_ kind: StorageKind, _ chance: inout SplitMix64) async throws {
            relay = try await RelayUnderTest(kind)
            device = Device(of: Person(&chance), &chance)
            client = try await relay.client(for: device)
            let genesis = try device.found(&chance)
            (journal, last) = (genesis.header.journal, genesis.hash)
            try await client.register(genesis)
        }

        func path(_ kind: String, _ name: String) -> String { "/v1/journals/\(journal)/\(kind)/\(name)" }

        mutating func push(_ count: Int) async throws {
            let operations = try (0..<count).map { _ in try device.operation(in: journal, body: [UInt8](repeating: 1, count: 100))
            }
            #expect(try await client.push(operations, to: journal).refusal == nil)
        }

        mutating func checkpoint(at position: UInt64, snapshot: [UInt8]) async throws {
            let log = try await client.pull(journal).operations.prefix(Int(position))
            let head = try #require(try Array(log).head())
            let said = ControlOperation.checkpoint(
                Checkpoint(previous: last, position: position, head: head.value, snapshot: digest(snapshot)))
            let operation = try device.control(said, in: journal)
            #expect(try await client.push([operation], to: journal).refusal == nil)
            last = operation.hash
        }
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a blob comes in parts, in any cut, and goes on where it was left`(_ kind: StorageKind) async throws {
        var chance = SplitMix64(seed: 40)
        let scene = try await Scene(kind, &chance)
        let blob = chance.bytes(150_000)
        let path = scene.path("blobs", hex(digest(blob)))
        let missing = try await scene.client.send("HEAD", path)
        #expect(missing.status.code == 404 && missing.headers["upload-offset"] == "0")
        var held = 0
        while held < blob.count {
            // Sometimes from before what is held, sometimes from behind it.
            let start = max(0, min(blob.count - 1, held + chance.below(3) * 5_000 - 5_000))
            let end = min(blob.count, start + 1 + chance.below(60_000))
            let answer = try await scene.client.send(
                "PUT", path, headers: ["content-range": "bytes \(start)-\(end - 1)/\(blob.count)"], body: Array(blob[start..<end])
            )
            let now = try #require(answer.headers["upload-offset"].flatMap { Int($0) })
            #expect(now == (start <= held ? max(held, end) : held))
            #expect(answer.status.code == (now == blob.count ? 201 : 202))
            held = now
        }
        let got = try await scene.client.send("GET", path)
        #expect(got.status.code == 200 && got.bytes == blob)
        let rest = try await scene.client.send("GET", path, headers: ["range": "bytes=149990-"])
        #expect(rest.status.code == 206 && rest.bytes == Array(blob[149_990...]))
        #expect(rest.headers["content-range"] == "bytes 149990-149999/150000")
        #expect(try await scene.client.send("PUT", path, body: blob).status.code == 201, "said twice")
        let empty = scene.path("blobs", hex(digest([])))
        #expect(try await scene.client.send("PUT", empty, body: []).status.code == 201)
        #expect(try await scene.client.send("GET", empty).bytes == [])
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `the relay lists its blobs in pages, counts them for who writes records, and forgets what its disk has lost`(
        _ kind: StorageKind
    ) async throws {
        var chance = SplitMix64(seed: 44)
        let scene = try await Scene(kind, &chance)
        let blobs = (0..<5).map { _ in chance.bytes(300 + chance.below(500)) }
        for blob in blobs {
            #expect(try await scene.client.send("PUT", scene.path("blobs", hex(digest(blob))), body: blob).status.code == 201)
        }
        let expected = blobs.map { FileListing.File(hash: digest($0), size: Int64($0.count)) }
            .sorted { $0.hash.lexicographicallyPrecedes($1.hash) }
        let list = "/v1/journals/\(scene.journal)/blobs"
        func pages() async throws -> [FileListing.File] {
            var files: [FileListing.File] = []
            while true {
                let after = files.last.map { "&after=\(hex($0.hash))" } ?? ""
                let page = try #require(FileListing(reading: try await scene.client.send("GET", list + "?limit=2" + after).bytes))
                files += page.files
                guard page.more else { return files }
                #expect(page.files.count <= 2)
            }
        }
        #expect(try await pages() == expected)
        func figures() async throws -> FileFigures? {
            JournalListing.all(reading: try await scene.client.send("GET", "/v1/journals").bytes)?.first?.files
        }
        let total = Int64(blobs.map(\.count).reduce(0, +))
        #expect(try await figures() == FileFigures(bytes: total, count: 5))
        #expect(try await scene.client.send("GET", list + "?after=zz").status.code == 422)
        // Its disk loses a file: it says so when it is asked, and takes it again.
        let lost = blobs[2]
        try scene.relay.loseBlob(hex(digest(lost)))
        #expect(try await scene.client.send("HEAD", scene.path("blobs", hex(digest(lost)))).status.code == 404)
        #expect(try await figures() == FileFigures(bytes: total - Int64(lost.count), count: 4))
        #expect(try await scene.client.send("PUT", scene.path("blobs", hex(digest(lost))), body: lost).status.code == 201)
        try scene.relay.loseBlob(hex(digest(lost)))
        #expect(try await pages() == expected.filter { $0.hash != digest(lost) })
        #expect(try await figures() == FileFigures(bytes: total - Int64(lost.count), count: 4))
    }

    @Test func `a closed range is a part of a blob, and one that reaches too far ends with it`() async throws {
        var chance = SplitMix64(seed: 45)
        let scene = try await Scene(.memory, &chance)
        let blob = chance.bytes(1_000)
        let path = scene.path("blobs", hex(digest(blob)))
        _ = try await scene.client.send("PUT", path, body: blob)
        for (header, part) in [("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=990-2000", 990..<1_000)] {
            let answer = try await scene.client.send("GET", path, headers: ["range": header])
            #expect(answer.status.code == 206 && answer.bytes == Array(blob[part]))
            #expect(answer.headers["content-range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/1000")
        }
        for header in ["bytes=5-4", "bytes=-5", "bytes=1000-1001", "bytes=1-2,4-5", "bytes=99999999999999999999-"] {
            #expect(try await scene.client.send("GET", path, headers: ["range": header]).bytes == blob, "\(header)")
        }
    }

    @Test func `bytes that are not what their name says are forgotten`() async throws {
        var chance = SplitMix64(seed: 41)
        let scene = try await Scene(.memory, &chance)
        let blob = chance.bytes(1_000)
        let path = scene.path("blobs", hex(digest(blob)))
        let wrong = try await scene.client.send("PUT", path, body: chance.bytes(1_000))
        #expect(RelayRefusal.read(status: wrong.status.code, body: wrong.bytes)?.refusal == .invalid(.hash))
        #expect(try await scene.client.send("HEAD", path).headers["upload-offset"] == "0")
        #expect(try await scene.client.send("PUT", path, body: blob).status.code == 201)
        for range in ["bytes 0-9/5", "bytes 9-0/20", "bytes */9", "lines 0-1/2", "bytes 0-1/*", "bytes -1-2/3"] {
            let other = scene.path("blobs", hex(digest([9])))
            #expect(try await scene.client.send("PUT", other, headers: ["content-range": range], body: [9]).status.code == 422)
        }
    }

    @Test(arguments: StorageKind.onThisMachine, [true, false])
    func `a snapshot is handed out once a checkpoint names it, whichever comes first`(
        _ kind: StorageKind, comesFirst: Bool
    ) async throws {
        var chance = SplitMix64(seed: 42)
        var scene = try await Scene(kind, &chance)
        try await scene.push(5)
        let snapshot = chance.bytes(5_000)
        let path = scene.path("snapshots", "4")
        if comesFirst {
            #expect(try await scene.client.send("PUT", path, body: snapshot).status.code == 201)
            #expect(try await scene.client.send("GET", path).status.code == 404)
            try await scene.checkpoint(at: 4, snapshot: snapshot)
        } else {
            try await scene.checkpoint(at: 4, snapshot: snapshot)
            #expect(try await scene.client.send("PUT", path, body: chance.bytes(10)).status.code == 422)
            #expect(try await scene.client.send("PUT", path, body: snapshot).status.code == 201)
        }
        #expect(try await scene.client.send("GET", path).bytes == snapshot)
        #expect(try await scene.client.send("PUT", scene.path("snapshots", "99"), body: snapshot).status.code == 422)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `what a checkpoint stands for is forgotten after a month, when every device has it`(_ kind: StorageKind) async throws {
        var chance = SplitMix64(seed: 43)
        var scene = try await Scene(kind, &chance)
        try await scene.push(9)
        let snapshot = chance.bytes(700)
        try await scene.checkpoint(at: 8, snapshot: snapshot)
        #expect(try await scene.client.send("PUT", scene.path("snapshots", "8"), body: snapshot).status.code == 201)
        let before = try await scene.client.pull(scene.journal)
        scene.relay.clock.advance(days: 29)
        let client = try await scene.relay.logIn(scene.device)
        _ = try await client.pull(scene.journal, after: 11)
        #expect(try await client.pull(scene.journal).floor == 0)
        scene.relay.clock.advance(days: 1)
        let later = try await scene.relay.logIn(scene.device)
        _ = try await later.pull(scene.journal, after: 11)
        await #expect(throws: RelayRefusal.gone(floor: 8, checkpoint: 8)) { try await later.pull(scene.journal, after: 7) }
        let rest = try await later.pull(scene.journal, after: 8)
        #expect(rest.operations == Array(before.operations.dropFirst(8)) && rest.floor == 8 && rest.head == before.head)
        let control = try await later.pull(scene.journal, query: "&lane=0")
        #expect(control.operations.map(\.position) == [1, 11], "membership can be proven for ever")
        // A push of what was forgotten, and one that goes on.
        let forgotten = try Operation(reading: before.operations[3].bytes)
        #expect(try await later.push([forgotten], to: scene.journal).refusal == .gone(floor: 8, checkpoint: 8))
        let next = try scene.device.operation(in: scene.journal, body: [5])
        #expect(try await later.push([next], to: scene.journal).receipt.map(\.position) == [12])
        let (row, members) = try await scene.relay.given.storage.read { [journal = scene.journal] in
            (try $0.journal(journal), try $0.members(of: journal))
        }
        #expect(members.map { $0.bytes + 700 } == [row?.bytes], "what is forgotten fills nobody's share")
    }

    @Test func `a device that does not come keeps the past here for half a year`() async throws {
        var chance = SplitMix64(seed: 44)
        var scene = try await Scene(.memory, &chance)
        var absent = Device(of: scene.device.person, &chance)
        let entering = try absent.enter(scene.journal, behind: scene.last)
        #expect(try await scene.client.push([entering], to: scene.journal).refusal == nil)
        scene.last = entering.hash
        try await scene.push(3)
        let snapshot = chance.bytes(100)
        try await scene.checkpoint(at: 5, snapshot: snapshot)
        _ = try await scene.client.send("PUT", scene.path("snapshots", "5"), body: snapshot)
        for (days, floor) in [(31, 0), (148, 0), (1, 5)] as [(Int64, UInt64)] {
            scene.relay.clock.advance(days: days)
            let client = try await scene.relay.logIn(scene.device)
            _ = try await client.pull(scene.journal, after: 6)
            #expect(try await client.pull(scene.journal, after: 6).floor == floor)
        }
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a journal that its owner destroys leaves only what proves it`(_ kind: StorageKind) async throws {
        var chance = SplitMix64(seed: 45)
        var scene = try await Scene(kind, &chance)
        try await scene.push(3)
        let path = scene.path("blobs", hex(digest([1])))
        _ = try await scene.client.send("PUT", path, body: [1])
        let journal = "/v1/journals/\(scene.journal)"
        let other = try scene.device.unkept(in: scene.journal, body: [2])
        #expect(try await scene.client.send("DELETE", journal, body: OperationFrames.pushed([other.bytes])).status.code == 422)
        #expect(try await scene.client.pull(scene.journal).headPosition == 4)
        let end = try scene.device.control(.destroy(previous: scene.last), in: scene.journal)
        let answer = try await scene.client.send("DELETE", journal, body: OperationFrames.pushed([end.bytes]))
        #expect(answer.status.code == 200)
        await #expect(throws: RelayRefusal.gone(floor: 5, checkpoint: 0)) { try await scene.client.pull(scene.journal) }
        let left = try await scene.client.pull(scene.journal, query: "&lane=0").operations
        #expect(left.map(\.position) == [1, 5] && left.last?.bytes == end.bytes)
        let held = try await scene.relay.given.storage.read { [journal = scene.journal] in
            try $0.operations(of: journal, after: 0, bytes: 1 << 20)
        }
        #expect(held.map(\.position) == [1, 5], "nothing sealed is left in the database either")
        #expect(try await scene.client.send("GET", path).status.code == 404)
        #expect(try await scene.client.send("GET", "/v1/journals").text == "[]")
        let more = try scene.device.operation(in: scene.journal, body: [3])
        #expect(try await scene.client.push([more], to: scene.journal).refusal == .gone(floor: 5, checkpoint: 0))
        #expect(
            !FileManager.default.fileExists(
                atPath: scene.relay.given.folder + "/blobs/" + scene.journal.description.prefix(2) + "/\(scene.journal)"))
    }

    @Test func `news of a journal comes to those who listen, and to those who poll`() async throws {
        var chance = SplitMix64(seed: 46)
        var scene = try await Scene(.memory, &chance)
        let stream = scene.client.client.events("/v1/events?journals=\(scene.journal)")
        var events = stream.makeAsyncIterator()
        let data = { (position: Int) in "{\"journal\":\"\(scene.journal)\",\"seq\":\(position)}" }
        #expect(try await events.next() == ServerEvent("head", data(1)))
        let client = scene.client
        let journal = scene.journal
        async let polled = client.pull(journal, after: 1, query: "&wait=25")
        try await scene.push(2)
        #expect(try await events.next() == ServerEvent("head", data(3)))
        #expect(try await polled.operations.count == 2)
        #expect(try await scene.client.pull(scene.journal, after: 3, query: "&wait=0").operations.isEmpty)
    }

    @Test(arguments: StorageKind.onThisMachine.filter { $0 == .postgres })
    func `news comes from another relay on the same database`(_ kind: StorageKind) async throws {
        var chance = SplitMix64(seed: 47)
        var scene = try await Scene(kind, &chance)
        let other = RelayUnderTest(scene.relay.given, storage: try await scene.relay.given.openAgain())
        let work = Task { await other.relay.run() }
        defer { work.cancel() }
        let there = try await other.logIn(scene.device)
        let journal = scene.journal
        async let polled = there.pull(journal, after: 1, query: "&wait=25")
        try await until("the other relay has a client that waits") {
            guard case .bytes(let meters) = RelayApp.meters(of: other.relay).body else { return false }
            return String(decoding: meters, as: UTF8.self).contains("\nauralyst_relay_waiting 1\n")
        }
        try await scene.push(2)
        #expect(try await polled.operations.count == 2)
    }
}

import HTTP
import Ledger
import Relay
import SeededChance
import SharedJournal
import Sync
import Testing

/// What a relay lets the members of a journal do, and what it lets nobody do who is none any more.
@Suite struct MembersTests {
    @Test(arguments: StorageKind.onThisMachine)
    func `members see the journal with their role, and write on its lanes alone`(_ kind: StorageKind) async throws {
        var scene = try await SharedScene(kind, seed: 1)
        let lanes: [Role: Set<OperationHeader.Lane>] = [.editor: [.record, .note], .note: [.note], .reader: []]
        let stranger = try scene.journal.device(of: scene.journal.person())
        #expect(try await scene.roles(of: scene.journal.owner) == [scene.journal.id: "owner"])
        for role in [Role.editor, .note, .reader] {
            let device = try await scene.admit(role)
            #expect(try await scene.roles(of: device) == [scene.journal.id: role.rawValue])
            for lane in [OperationHeader.Lane.record, .note] {
                let operation = try scene.journal.operation([1, 2, 3], lane, by: device)
                let refusal = try await scene.refusal(of: operation, by: device)
                #expect(refusal == (lanes[role]?.contains(lane) == true ? nil : .role), "\(role) on \(lane)")
                if refusal == nil { scene.journal.note(operation) }
            }
            #expect(try await scene.head(for: device) != nil)
            // Who writes no records learns neither how many files there are nor how large.
            let list = try await scene.client(of: device).send("GET", "/v1/journals/\(scene.journal.id)/blobs")
            #expect(list.status.code == (role.mayWrite(.record) ? 200 : 403), "\(role)")
            let listed = JournalListing.all(reading: try await scene.client(of: device).send("GET", "/v1/journals").bytes)
            #expect((listed?.first?.files != nil) == role.mayWrite(.record), "\(role)")
            #expect(try await scene.head(for: stranger) == nil)
            let reseal = try await scene.client(of: device).push(
                [try scene.journal.operation([1], .record, by: scene.journal.owner)], to: scene.journal.id, path: "ops/resealed")
            #expect(reseal.refusal == .invalid(.shape) || reseal.refusal == .role)
        }
        #expect(try await scene.roles(of: stranger) == [:])
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `who was removed is answered as a stranger, keeps the session, and hears no more of it`(_ kind: StorageKind) async throws
    {
        var scene = try await SharedScene(kind, seed: 2)
        let (editor, note) = (try await scene.admit(.editor), try await scene.admit(.note))
        let events = try await scene.client(of: editor).client.events("/v1/events?journals=\(scene.journal.id)")
        var hints = events.makeAsyncIterator()
        _ = try await hints.next()
        let epoch = scene.journal.log.epoch
        try await scene.say(.remove(scene.journal.removal(of: [editor.person.name])), by: scene.journal.owner)
        // One hint that something has come, and the end.
        _ = try await hints.next()
        #expect(try await hints.next() == nil)
        #expect(try await scene.head(for: editor) == nil)
        #expect(try await scene.roles(of: editor) == [:])
        for epoch in [epoch, epoch + 1] {
            let late = try scene.journal.operation([1], .record, by: editor, epoch: epoch)
            await #expect(throws: RelayRefusal.notFound) {
                if let refusal = try await scene.refusal(of: late, by: editor) { throw refusal }
            }
            // Brought by somebody else it is refused as well.
            #expect(try await scene.refusal(of: late, by: note) == .role)
        }
        let waiting = try await scene.client(of: editor).send("GET", "/v1/journals/\(scene.journal.id)/ops?after=1&wait=1")
        #expect(waiting.status.code == 404)
        // What ended the membership is shown, and no later control operation.
        _ = try await scene.admit(.reader)
        let path = "/v1/journals/\(scene.journal.id)/ops?after=0&lane=0"
        let controls = try #require(
            OperationFrames.read(pulled: try await scene.client(of: editor).send("GET", path).bytes))
        let last = try #require(controls.last)
        guard case .remove = try ControlOperation(reading: Operation(reading: last.bytes).body) else {
            return #expect(Bool(false), "the removal comes last")
        }
        let stranger = try scene.journal.device(of: scene.journal.person())
        #expect(try await scene.client(of: stranger).send("GET", path).status.code == 404)
        #expect(try await scene.head(for: note) != nil, "who stays, stays")
        #expect(try await scene.client(of: editor).send("GET", "/v1/vault").status.code == 404, "the session goes on")
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a pull that waits ends with the removal`(_ kind: StorageKind) async throws {
        var scene = try await SharedScene(kind, seed: 3)
        let reader = try await scene.admit(.reader)
        let (client, journal) = (try await scene.client(of: reader), scene.journal.id)
        let position = try #require(try await scene.head(for: reader))
        async let answer = client.send("GET", "/v1/journals/\(journal)/ops?after=\(position)&wait=25")
        while try await !scene.relay.stranger.get("/metrics").text.contains("auralyst_relay_waiting 1") { await Task.yield() }
        try await scene.say(.remove(scene.journal.removal(of: [reader.person.name])), by: scene.journal.owner)
        #expect(try await answer.status.code == 404)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `who goes is let in no more, and comes back by an invitation with the same devices and new ones`(_ kind: StorageKind)
        async throws
    {
        var scene = try await SharedScene(kind, seed: 4)
        let note = try await scene.admit(.note)
        try await scene.say(.leave(previous: scene.journal.log.last), by: note)
        #expect(try await scene.head(for: note) == nil)
        try await scene.say(.rotate(scene.journal.rotation()), by: scene.journal.owner)
        try scene.journal.admit(note.person, .reader)
        try await scene.push()
        #expect(try await scene.head(for: note) == UInt64(scene.journal.operations.count))
        let fresh = try scene.journal.device(of: note.person)
        #expect(try await scene.roles(of: fresh) == [scene.journal.id: "reader"])
        try await scene.say(.device(scene.journal.entrance(of: fresh)), by: fresh)
        #expect(try await scene.head(for: fresh) == UInt64(scene.journal.operations.count))
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `who is given another role writes by it from then on`(_ kind: StorageKind) async throws {
        var scene = try await SharedScene(kind, seed: 5)
        let editor = try await scene.admit(.editor)
        func role(_ role: Role) -> ControlOperation {
            .role(RoleChange(previous: scene.journal.log.last, identity: editor.person.name, role: role))
        }
        try await scene.say(role(.note), by: scene.journal.owner)
        #expect(try await scene.roles(of: editor) == [scene.journal.id: "note"])
        let record = try scene.journal.operation([1], .record, by: editor)
        #expect(try await scene.refusal(of: record, by: editor) == .role)
        let rotation = ControlOperation.rotate(scene.journal.rotation()).body
        #expect(try await scene.refusal(of: scene.journal.operation(rotation, by: editor), by: editor) == .role)
        try await scene.say(role(.editor), by: scene.journal.owner)
        #expect(try await scene.refusal(of: record, by: editor) == nil)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a key that leaves somebody out is bad coverage, whoever makes it and for whatever reason`(_ kind: StorageKind)
        async throws
    {
        var scene = try await SharedScene(kind, seed: 6)
        let owner = scene.journal.owner
        let (editor, reader) = (try await scene.admit(.editor), try await scene.admit(.reader))
        let names = Array(scene.journal.log.members.keys)
        let new = try scene.journal.device(of: scene.journal.person())
        let without = names.filter { $0 != owner.person.name }
        let cases: [(ControlOperation, SharedDevice)] = [
            (.rotate(scene.journal.rotation(wraps: without)), editor),
            (.rotate(scene.journal.rotation(wraps: names + [new.person.name])), owner),
            (.remove(scene.journal.removal(of: [reader.person.name], wraps: names)), owner),
            (.remove(scene.journal.removal(of: [reader.person.name], wraps: [owner.person.name])), owner),
            (
                .succeed(
                    try scene.journal.succession(
                        of: editor.person.name, proving: editor.person.recover, to: new, wraps: names)), new
            ),
        ]
        for (said, device) in cases {
            let operation = try scene.journal.operation(said.body, by: device)
            #expect(try await scene.refusal(of: operation, by: owner) == .invalid(.coverage))
        }
        let late = try scene.journal.operation(
            ControlOperation.rotate(scene.journal.rotation()).body, by: owner, epoch: scene.journal.log.epoch + 1)
        #expect(
            try await scene.refusal(of: late, by: owner)
                == .staleEpoch(epoch: 1, position: UInt64(scene.journal.operations.count)))
        let forged = try scene.journal.operation(
            ControlOperation.rotate(scene.journal.rotation()).body, by: owner, signer: editor.key)
        #expect(try await scene.refusal(of: forged, by: owner) == .invalid(.signature))
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `after a succession the account under the new name has the journal and pays for it, and the old one nothing`(
        _ kind: StorageKind
    ) async throws {
        var scene = try await SharedScene(kind, seed: 7)
        let owner = scene.journal.owner
        let note = try await scene.admit(.note)
        let other = try scene.journal.device(of: owner.person)
        try await scene.say(.device(scene.journal.entrance(of: other, identity: .some(nil))), by: other)
        let new = try scene.journal.device(of: scene.journal.person())
        try scene.journal.say(
            .succeed(scene.journal.succession(of: owner.person.name, proving: owner.person.recover, to: new)), by: new)
        // The old account brings it: the new one is opened by it.
        try await scene.push(by: owner)
        let client = try await scene.relay.logIn(new)
        #expect(try await client.pull(scene.journal.id).headPosition == UInt64(scene.journal.operations.count))
        let row = try await scene.relay.given.storage.read { [journal = scene.journal.id] in try $0.journal(journal) }
        #expect(row?.owner == new.person.name && row?.uploader == new.person.name)
        for device in [owner, other] {
            await #expect(throws: RelayRefusal.noSession, "lost devices have no session") {
                try await scene.client(of: device).pull(scene.journal.id)
            }
            await #expect(throws: Unexpected.self) { try await scene.relay.logIn(device) }
        }
        #expect(try await scene.head(for: note) != nil)
        let bytes = try await scene.relay.given.storage.read { [journal = scene.journal.id] in try $0.members(of: journal) }
        #expect(bytes.map(\.bytes).reduce(0, +) == row?.bytes, "what was written is counted under the new name")
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `what was brought by a member who is removed is on the owner's account from then on`(_ kind: StorageKind) async throws {
        var scene = try await SharedScene(kind, seed: 8)
        // The same journal on another relay, where the editor brought it.
        let editor = try scene.journal.admit(.editor)[0]
        let relay = try await RelayUnderTest(kind)
        let client = try await relay.client(for: editor)
        try await client.register(scene.journal.operations[0])
        #expect(try await client.push(Array(scene.journal.operations.dropFirst()), to: scene.journal.id).refusal == nil)
        let removal = try scene.journal.say(
            .remove(scene.journal.removal(of: [editor.person.name])), by: scene.journal.owner)
        let owner = try await relay.client(for: scene.journal.owner)
        #expect(try await owner.push([removal], to: scene.journal.id).refusal == nil)
        await #expect(throws: RelayRefusal.notFound) { try await client.pull(scene.journal.id) }
        // Nor does the end of that account end the journal.
        #expect(try await client.send("DELETE", "/v1/account").status.code == 204)
        #expect(try await owner.pull(scene.journal.id).headPosition == UInt64(scene.journal.operations.count))
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `who writes notes alone fills a sixteenth of the room, and can always go`(_ kind: StorageKind) async throws {
        var scene = try await SharedScene(kind, seed: 9) { $0.limits.account = 160_000 }
        let (note, editor) = (try await scene.admit(.note), try await scene.admit(.editor))
        var count = 0
        while true {
            let operation = try scene.journal.operation([UInt8](repeating: 1, count: 1_000), .note, by: note)
            guard let refusal = try await scene.refusal(of: operation, by: note) else {
                scene.journal.note(operation)
                count += 1
                continue
            }
            guard case .quota(let used, let limit) = refusal else {
                Issue.record("\(refusal)")
                break
            }
            #expect(limit == 10_000 && used <= 10_000 && used > 8_000)
            break
        }
        #expect((6...8).contains(count))
        // Devices fill it too.
        for number in 0... {
            let device = try scene.journal.device(of: note.person)
            let entrance = try scene.journal.operation(scene.journal.entrance(of: device).body, by: device)
            guard try await scene.refusal(of: entrance, by: note) == nil else { break }
            try scene.journal.take(entrance)
            guard number < 9 else {
                Issue.record("devices are not counted")
                break
            }
        }
        let file = [UInt8](repeating: 7, count: 9_000)
        let blob = try await scene.client(of: note).send(
            "PUT", "/v1/journals/\(scene.journal.id)/blobs/\(hex(digest(file)))", body: file)
        #expect(blob.status.code == 413)
        let more = try scene.journal.operation([UInt8](repeating: 1, count: 11_000), .record, by: editor)
        #expect(try await scene.refusal(of: more, by: editor) == nil, "others have room")
        let leave = try scene.journal.operation(ControlOperation.leave(previous: scene.journal.log.last).body, by: note)
        #expect(try await scene.refusal(of: leave, by: note) == nil)
    }
}

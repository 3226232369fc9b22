import HTTP
import Ledger
import SharedJournal
import Sync
import Testing

/// How somebody asks a relay to be let into a journal, and who hears of it.
@Suite struct JoinTests {
    /// A journal with an open invitation, and somebody at the door.
    private struct Door {
        var scene: SharedScene
        let invitation: Invitation
        let key: SeededKey

        init(_ kind: StorageKind, seed: UInt64, expires: Int64 = 1_800_000_600_000) async throws {
            scene = try await SharedScene(kind, seed: seed)
            (invitation, key) = try scene.journal.invitation(.note, expires: expires)
            try await scene.say(.invite(invitation), by: scene.journal.owner)
        }

        var path: String { "/v1/journals/\(scene.journal.id)/joins" }

        mutating func somebody() throws -> SharedDevice { try scene.journal.device(of: scene.journal.person()) }

        func request(of keys: IdentityKeys, invite: [UInt8]? = nil, by other: SeededKey? = nil, note: [UInt8] = [1]) throws
            -> JoinRequest
        {
            let message = Invitation.joinMessage(
                journal: scene.journal.id, invite: invite ?? invitation.id, identity: keys.name)
            return JoinRequest(
                invite: invite ?? invitation.id, identity: keys, proof: try (other ?? key).signature(of: message), note: note)
        }

        mutating func ask(_ request: JoinRequest, by device: SharedDevice) async throws -> Int {
            try await scene.client(of: device).send("POST", path, body: request.bytes).status.code
        }

        mutating func waiting() async throws -> [WaitingJoin] {
            let answer = try await scene.client(of: scene.journal.owner).send("GET", path)
            return try #require(WaitingJoin.all(reading: answer.bytes))
        }
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `the owner sees who asks, until that one is taken in`(_ kind: StorageKind) async throws {
        var door = try await Door(kind, seed: 31)
        let joiner = try door.somebody()
        #expect(try await door.waiting() == [])
        let first = try door.request(of: joiner.person.keys, note: [1, 2])
        #expect(try await door.ask(first, by: joiner) == 204)
        door.scene.relay.clock.advance(milliseconds: 5)
        let again = try door.request(of: joiner.person.keys, note: [UInt8](repeating: 3, count: 1024))
        #expect(try await door.ask(again, by: joiner) == 204)
        #expect(try await door.waiting() == [WaitingJoin(request: again, received: door.scene.relay.clock.now)])
        // What the relay hands on is enough for the owner.
        try await door.scene.say(
            .add(door.scene.journal.addition(of: again.identity, invite: door.invitation.id, key: door.key)),
            by: door.scene.journal.owner)
        #expect(try await door.waiting() == [], "the invitation is used up")
        #expect(try await door.ask(again, by: joiner) == 404)
        #expect(try await door.scene.roles(of: joiner) == [door.scene.journal.id: "note"])
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `whatever is wrong with a request, the answer is the same`(_ kind: StorageKind) async throws {
        var door = try await Door(kind, seed: 32)
        let (joiner, other) = (try door.somebody(), try door.somebody())
        let good = try door.request(of: joiner.person.keys)
        var bodies = [
            try door.request(of: joiner.person.keys, by: joiner.key), try door.request(of: other.person.keys),
            try door.request(of: joiner.person.keys, invite: door.scene.journal.bytes(16)),
        ]
        var changed = good
        changed.identity.agree = [UInt8](repeating: 0, count: 32)
        bodies.append(changed)
        var answers: Set<[UInt8]> = []
        let client = try await door.scene.client(of: joiner)
        for body in bodies {
            let answer = try await client.send("POST", door.path, body: body.bytes)
            #expect(answer.status.code == 404)
            answers.insert(answer.bytes)
        }
        let nowhere = JournalID(firstBytesOf: digest([1]))
        let elsewhere = try await client.send("POST", "/v1/journals/\(nowhere)/joins", body: good.bytes)
        #expect(elsewhere.status.code == 404)
        answers.insert(elsewhere.bytes)
        let member = try await door.scene.admit(.reader)
        let inside = try await door.scene.client(of: member).send(
            "POST", door.path, body: door.request(of: member.person.keys).bytes)
        answers.insert(inside.bytes)
        door.scene.relay.clock.advance(milliseconds: 600_000)
        let late = try await client.send("POST", door.path, body: good.bytes)
        #expect(late.status.code == 404, "the invitation has run out")
        answers.insert(late.bytes)
        #expect(answers.count == 1)
        #expect(try await door.waiting() == [])
        for text in [
            "", "{}", "[]", String(decoding: good.bytes, as: UTF8.self).replacing("\"proof\":\"", with: "\"proof\":\"00"),
        ] {
            #expect(try await client.send("POST", door.path, body: Array(text.utf8)).status.code == 422)
        }
        let long = String(decoding: good.bytes, as: UTF8.self)
            .replacing("\"note\":\"01\"", with: "\"note\":\"\(String(repeating: "01", count: 1025))\"")
        #expect(try await client.send("POST", door.path, body: Array(long.utf8)).status.code == 422)
        #expect(try await door.scene.relay.stranger.send("POST", door.path, body: good.bytes).status.code == 401)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `the list is the owner's alone`(_ kind: StorageKind) async throws {
        var door = try await Door(kind, seed: 33)
        let (joiner, editor) = (try door.somebody(), try await door.scene.admit(.editor))
        #expect(try await door.ask(door.request(of: joiner.person.keys), by: joiner) == 204)
        #expect(try await door.scene.client(of: editor).send("GET", door.path).status.code == 403)
        #expect(try await door.scene.client(of: joiner).send("GET", door.path).status.code == 404)
        #expect(try await door.scene.relay.stranger.send("GET", door.path).status.code == 401)
        #expect(try await door.waiting().count == 1)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `by one invitation eight ask at most, and who has asked may ask again`(_ kind: StorageKind) async throws {
        var door = try await Door(kind, seed: 34)
        var joiners: [SharedDevice] = []
        for _ in 0..<9 { joiners.append(try door.somebody()) }
        for joiner in joiners.prefix(8) {
            #expect(try await door.ask(door.request(of: joiner.person.keys), by: joiner) == 204)
        }
        #expect(try await door.ask(door.request(of: joiners[8].person.keys), by: joiners[8]) == 429)
        #expect(try await door.ask(door.request(of: joiners[0].person.keys, note: [9]), by: joiners[0]) == 204)
        #expect(try await door.waiting().count == 8)
        let own = door.path + "/" + hex(door.invitation.id)
        #expect(try await door.scene.client(of: joiners[3]).send("DELETE", own).status.code == 204)
        #expect(try await door.ask(door.request(of: joiners[8].person.keys), by: joiners[8]) == 204)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `a request is taken back by who made it, or by the owner, and goes with the invitation`(_ kind: StorageKind) async throws
    {
        var door = try await Door(kind, seed: 35)
        let owner = door.scene.journal.owner
        let (one, two, three) = (try door.somebody(), try door.somebody(), try door.somebody())
        for joiner in [one, two, three] {
            #expect(try await door.ask(door.request(of: joiner.person.keys), by: joiner) == 204)
        }
        let path = door.path + "/" + hex(door.invitation.id)
        func delete(_ path: String, _ device: SharedDevice) async throws -> Int {
            try await door.scene.client(of: device).send("DELETE", path).status.code
        }
        let stranger = try door.somebody()
        #expect(try await delete(path, stranger) == 404)
        #expect(try await delete(path + "?identity=" + hex(two.person.name), one) == 404, "of somebody else")
        #expect(try await delete(path, one) == 204)
        #expect(try await delete(path, one) == 404)
        #expect(try await delete(path + "?identity=" + hex(two.person.name), owner) == 204)
        #expect(try await door.waiting().map(\.request.identity) == [three.person.keys])
        #expect(try await delete(path + "?identity=xx", owner) == 422)
        #expect(try await delete(door.path + "/xx", owner) == 404)
        try await door.scene.say(
            .revokeInvite(InvitationEnd(previous: door.scene.journal.log.last, invite: door.invitation.id)), by: owner)
        #expect(try await door.waiting() == [])
        #expect(try await door.ask(door.request(of: three.person.keys), by: three) == 404)
    }

    @Test(arguments: StorageKind.onThisMachine)
    func `nobody asks to join a journal that has ended`(_ kind: StorageKind) async throws {
        var door = try await Door(kind, seed: 36)
        let joiner = try door.somebody()
        #expect(try await door.ask(door.request(of: joiner.person.keys), by: joiner) == 204)
        try await door.scene.say(.destroy(previous: door.scene.journal.log.last), by: door.scene.journal.owner)
        #expect(try await door.ask(door.request(of: joiner.person.keys), by: joiner) == 404)
    }
}

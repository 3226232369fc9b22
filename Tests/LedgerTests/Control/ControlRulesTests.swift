import Ledger
import SeededChance
import SharedJournal
import Testing

/// Who may say what in a shared journal: each kind of operation, from each kind of author, right and in every way wrong.
@Suite struct ControlRulesTests {
    @Test(arguments: Cast.Kind.allCases, Cast.Author.allCases)
    func `a control operation is taken from those whose role allows it, and from nobody else`(
        _ kind: Cast.Kind, _ author: Cast.Author
    ) throws {
        var cast = try Cast.made.get()
        let said = try cast.said(kind, by: author)
        let operation = try cast.journal.operation(said.body, by: cast.device(author))
        let isAllowed = author.role.map { kind.roles.contains($0) } ?? false
        #expect(cast.refuses(operation) == !isAllowed)
        if let role = author.role { #expect(said.mayBeSaid(by: role) == isAllowed) }
    }

    @Test(arguments: Cast.Kind.allCases, Cast.Author.allCases.filter { $0.role != nil })
    func `the same is refused when it is stale, out of turn, forged, said again, or elsewhere`(
        _ kind: Cast.Kind, _ author: Cast.Author
    ) throws {
        guard let role = author.role, kind.roles.contains(role) else { return }
        var cast = try Cast.made.get()
        let device = cast.device(author)
        let said = try cast.said(kind, by: author)
        let epoch = cast.journal.log.epoch
        for other in [epoch - 1, epoch + 1, 0] {
            #expect(cast.refuses(try cast.journal.operation(said.body, by: device, epoch: other)), "in epoch \(other)")
        }
        for other in Cast.Author.allCases where cast.device(other).id != device.id {
            let forged = try cast.journal.operation(said.body, by: device, signer: cast.device(other).key)
            #expect(cast.refuses(forged), "signed by \(other)")
        }
        let elsewhere = try SharedJournal(seed: 10)
        #expect(cast.refuses(try cast.journal.operation(said.body, by: device, journal: elsewhere.id)), "another journal")
        for lane in [OperationHeader.Lane.record, .note, .snapshot] {
            #expect(cast.refuses(try cast.journal.operation(said.body, lane, by: device)), "on lane \(lane)")
        }
        #expect(cast.refuses(try cast.journal.operation(said.body + [0x20], by: device)), "in another text")
        // Behind another one, which all of them have heard of.
        let before = cast
        try cast.journal.say(.invite(cast.journal.invitation(.reader).said), by: cast.journal.owner)
        #expect(cast.refuses(try cast.journal.operation(said.body, by: device)), "names another one before")
        cast = before
        let operation = try cast.journal.operation(said.body, by: device)
        try cast.journal.take(operation)
        #expect(cast.refuses(operation), "a second time")
        #expect(cast.refuses(try cast.journal.operation(said.body, by: device)), "said again")
    }

    @Test(arguments: [Cast.Kind.rotate, .remove])
    func `a new key is for exactly those who stay`(_ kind: Cast.Kind) throws {
        var cast = try Cast.made.get()
        let journal = cast.journal
        let going: Set<[UInt8]> = kind == .remove ? [cast.name(.reader)] : []
        let staying = journal.log.members.keys.filter { !going.contains($0) }
        let wrong: [(name: String, wraps: [[UInt8]])] =
            [
                ("the owner is left out", staying.filter { $0 != cast.name(.owner) }),
                ("a reader of notes is left out", staying.filter { $0 != cast.name(.note) }),
                ("for a stranger too", staying + [cast.name(.stranger)]),
                ("for who was removed", staying + [cast.name(.removed)]), ("for who has gone", staying + [cast.name(.gone)]),
                ("a stranger in the place of the owner", staying.filter { $0 != cast.name(.owner) } + [cast.name(.stranger)]),
            ]
            + (kind == .remove
                ? [("for who goes", staying + [cast.name(.reader)]), ("for who goes alone", [cast.name(.reader)])] : [])
        func said(_ wraps: [[UInt8]]) -> ControlOperation {
            var journal = journal
            return kind == .remove ? .remove(journal.removal(of: going, wraps: wraps)) : .rotate(journal.rotation(wraps: wraps))
        }
        for (name, wraps) in wrong {
            let operation = try journal.operation(said(wraps).body, by: cast.device(.owner))
            #expect(cast.refuses(operation), "\(name)")
            var log = journal.log
            #expect(throws: ControlFault.coverage, "\(name)") { try log.enter(operation) }
        }
        // One of them twice: no program of ours can say it.
        let text = String(decoding: said(staying).body, as: UTF8.self)
        let start = try #require(text.firstRange(of: "[{\"ct\"")), end = try #require(text.firstRange(of: "},{\"ct\""))
        let first = text[text.index(after: start.lowerBound)..<text.index(after: end.lowerBound)]
        let doubled = text.replacing("[{\"ct\"", with: "[\(first),{\"ct\"", maxReplacements: 1)
        #expect(doubled.utf8.count > text.utf8.count)
        #expect(cast.refuses(try journal.operation(Array(doubled.utf8), by: cast.device(.owner))))
        // The next epoch, and no other.
        for epoch in [journal.log.epoch, journal.log.epoch + 2] as [UInt32] {
            let change = cast.journal.change(for: staying, epoch: epoch)
            let said: ControlOperation =
                kind == .remove
                ? .remove(MemberRemoval(previous: journal.log.last, identities: going, rotation: change))
                : .rotate(Rotation(previous: journal.log.last, key: change))
            #expect(cast.refuses(try journal.operation(said.body, by: cast.device(.owner))), "epoch \(epoch)")
            #expect(
                cast.refuses(try journal.operation(said.body, by: cast.device(.owner), epoch: epoch - 1)), "epoch \(epoch)")
        }
        try cast.journal.say(said(staying), by: cast.device(.owner))
        #expect(cast.journal.log.epoch == journal.log.epoch + 1)
        #expect(cast.journal.log.recipients.map(\.name) == staying.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test func `nobody makes himself or another an owner, and nobody a member more than he is`() throws {
        var cast = try Cast.made.get()
        for author in [Cast.Author.editor, .note, .reader] {
            for role in [Role.editor, .note, .reader] {
                let change = RoleChange(previous: cast.journal.log.last, identity: cast.name(author), role: role)
                #expect(cast.refuses(try cast.journal.operation(change.body, by: cast.device(author))))
            }
        }
        let change = RoleChange(previous: cast.journal.log.last, identity: cast.name(.editor), role: .editor)
        let owning = [
            String(decoding: change.body, as: UTF8.self).replacing("\"role\":\"editor\"", with: "\"role\":\"owner\""),
            String(decoding: try cast.said(.invite, by: .owner).body, as: UTF8.self)
                .replacing("\"role\":\"note\"", with: "\"role\":\"owner\""),
        ]
        for text in owning {
            #expect(text.contains("owner"))
            #expect(cast.refuses(try cast.journal.operation(Array(text.utf8), by: cast.device(.owner))))
        }
        for name in [cast.name(.owner), cast.name(.removed), cast.name(.stranger)] {
            let change = RoleChange(previous: cast.journal.log.last, identity: name, role: .editor)
            #expect(cast.refuses(try cast.journal.operation(change.body, by: cast.device(.owner))))
            let removal = MemberRemoval(
                previous: cast.journal.log.last, identities: [name],
                rotation: cast.journal.change(for: cast.journal.log.members.keys.filter { $0 != name }))
            #expect(cast.refuses(try cast.journal.operation(removal.body, by: cast.device(.owner))))
        }
    }

    @Test(arguments: Cast.Author.allCases)
    func `sealed operations are admitted on the lanes of a role, in the current epoch, from devices that write`(
        _ author: Cast.Author
    ) throws {
        let cast = try Cast.made.get()
        let device = cast.device(author)
        let lanes: [Role: Set<OperationHeader.Lane>] = [
            .owner: [.record, .note], .editor: [.record, .note], .note: [.note], .reader: [],
        ]
        for lane in [OperationHeader.Lane.record, .note, .snapshot] {
            let found = cast.journal.log.admission(of: cast.journal.header(lane, by: device.id))
            switch (author, author.role) {
            case (.stranger, _): #expect(found == .strangeDevice)
            case (_, nil): #expect(found == .droppedDevice)
            case (_, let role?):
                let isAdmitted = lanes[role]?.contains(lane) ?? false
                #expect(found == (isAdmitted ? .admitted(publicKey: device.key.publicKey) : .forbiddenLane))
                if isAdmitted {
                    let late = cast.journal.header(lane, by: device.id, epoch: cast.journal.log.epoch - 1)
                    #expect(cast.journal.log.admission(of: late) == .otherEpoch)
                }
            }
        }
    }
}

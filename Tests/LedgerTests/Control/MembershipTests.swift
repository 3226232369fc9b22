import Crypto
import Ledger
import SharedJournal
import Testing

/// How people come into a shared journal and go out of it, and whose devices are whose.
@Suite struct MembershipTests {
    // MARK: joining

    @Test func `who is added has the role and the past of the invitation, which is used up`() throws {
        var cast = try Cast.made.get()
        let operation = try cast.said(.add, by: .owner)
        try cast.journal.say(operation, by: cast.device(.owner))
        let log = cast.journal.log
        let member = try #require(log.members[cast.joiner.name])
        #expect(member.role == .editor && member.history == .all && member.root == cast.joiner.name)
        #expect(member.sinceEpoch == log.epoch && member.identity == cast.joiner.keys)
        #expect(log.invitations.isEmpty && log.recipients.contains(cast.joiner.keys))
        let again = try cast.journal.addition(
            of: cast.journal.person().keys, invite: cast.invitation.id, key: cast.invitationKey)
        #expect(cast.refuses(try cast.journal.operation(ControlOperation.add(again).body, by: cast.device(.owner))))
    }

    @Test func `nobody is added without the link, for somebody else, twice, or with a key that anybody could have`() throws {
        var cast = try Cast.made.get()
        let owner = cast.device(.owner)
        let (joiner, invite, key) = (cast.joiner, cast.invitation.id, cast.invitationKey)
        func refuses(_ name: String, _ addition: MemberAddition) throws {
            #expect(cast.refuses(try cast.journal.operation(ControlOperation.add(addition).body, by: owner)), "\(name)")
        }
        let other = try cast.journal.person()
        try refuses("another key", cast.journal.addition(of: joiner.keys, invite: invite, key: joiner.sign))
        try refuses("for another", cast.journal.addition(of: joiner.keys, invite: invite, key: key, proven: other.name))
        try refuses("no such invitation", cast.journal.addition(of: joiner.keys, invite: other.name.prefix(16) + [], key: key))
        try refuses("a member", cast.journal.addition(of: cast.device(.note).person.keys, invite: invite, key: key))
        let epoch = cast.journal.log.epoch
        try refuses("no key of now", cast.journal.addition(of: joiner.keys, invite: invite, key: key, epochs: [epoch - 1]))
        try refuses("a later key", cast.journal.addition(of: joiner.keys, invite: invite, key: key, epochs: [epoch + 1, epoch]))
        for point in LowOrderTests.points {
            var (sign, agree, recover) = (joiner.keys, joiner.keys, joiner.keys)
            (sign.sign, agree.agree, recover.recover) = (point.signing, point.agreement, point.signing)
            for keys in [sign, agree, recover] {
                try refuses("low order", cast.journal.addition(of: keys, invite: invite, key: key))
            }
        }
        let before = try cast.journal.addition(of: joiner.keys, invite: invite, key: key, epochs: [epoch, epoch - 1, 1])
        #expect(before.wraps.map(\.epoch) == [epoch, epoch - 1, 1])
        try cast.journal.say(.add(before), by: owner)
    }

    @Test func `an invitation is new, its key is somebody's, and 64 are open at most`() throws {
        var cast = try Cast.made.get()
        let owner = cast.device(.owner)
        let revoked = InvitationEnd(previous: cast.journal.log.last, invite: cast.invitation.id)
        let again = try cast.journal.invitation(.note, id: cast.invitation.id).said
        #expect(cast.refuses(try cast.journal.operation(again.body, by: owner)), "open")
        try cast.journal.say(.revokeInvite(revoked), by: owner)
        var late = again
        late.previous = cast.journal.log.last
        #expect(cast.refuses(try cast.journal.operation(late.body, by: owner)), "closed")
        let add = try cast.journal.addition(of: cast.joiner.keys, invite: cast.invitation.id, key: cast.invitationKey)
        #expect(cast.refuses(try cast.journal.operation(ControlOperation.add(add).body, by: owner)), "by a closed one")
        var weak = try cast.journal.invitation(.note).said
        weak.key = LowOrderTests.points[0].signing
        #expect(cast.refuses(try cast.journal.operation(weak.body, by: owner)), "anybody's key")
        for _ in 0..<64 { try cast.journal.say(.invite(cast.journal.invitation(.note).said), by: owner) }
        #expect(cast.journal.log.invitations.count == ControlLog.mostInvitations)
        let more = try cast.journal.invitation(.note).said
        #expect(cast.refuses(try cast.journal.operation(more.body, by: owner)))
    }

    @Test func `a journal has 64 members at most`() throws {
        var journal = try SharedJournal(seed: 11)
        for _ in 1..<ControlLog.mostMembers { try journal.admit(journal.person(), .reader) }
        #expect(journal.log.members.count == 64 && journal.log.recipients.count == 64)
        let (invitation, key) = try journal.invitation(.reader)
        try journal.say(.invite(invitation), by: journal.owner)
        let one = try journal.addition(of: journal.person().keys, invite: invitation.id, key: key)
        #expect(throws: LedgerError.badControl) { try journal.say(.add(one), by: journal.owner) }
    }

    // MARK: going

    @Test func `who is removed writes no more, also under an old epoch, and comes back as the same person with the same devices`()
        throws
    {
        var cast = try Cast.made.get()
        let (owner, editor) = (cast.device(.owner), cast.device(.editor))
        let epoch = cast.journal.log.epoch
        try cast.journal.say(.remove(cast.journal.removal(of: [editor.person.name])), by: owner)
        let log = cast.journal.log
        #expect(log.members[editor.person.name] == nil && log.former[editor.person.name]?.root == editor.person.name)
        #expect(log.epoch == epoch + 1 && !log.owesRotation && log.person(of: editor.id) == editor.person.name)
        for device in [editor, cast.other(.editor)] {
            #expect(log.role(of: device.id) == nil && log.dropped[device.id] == device.key.publicKey)
            for old in [epoch, epoch + 1] {
                #expect(log.admission(of: cast.journal.header(.record, by: device.id, epoch: old)) == .droppedDevice)
                let leave = ControlOperation.leave(previous: log.last)
                #expect(cast.refuses(try cast.journal.operation(leave.body, by: device, epoch: old)))
            }
        }
        let fresh = try cast.journal.device(of: editor.person)
        let entrance = try cast.journal.entrance(of: fresh)
        #expect(cast.refuses(try cast.journal.operation(entrance.body, by: fresh)), "no member's device")
        try cast.journal.admit(editor.person, .note)
        #expect(cast.journal.log.members[editor.person.name]?.root == editor.person.name && cast.journal.log.former.count == 2)
        for device in [editor, cast.other(.editor)] {
            #expect(cast.journal.log.role(of: device.id) == .note && cast.journal.log.dropped[device.id] == nil)
        }
        try cast.journal.say(.device(cast.journal.entrance(of: fresh)), by: fresh)
        #expect(cast.journal.log.role(of: fresh.id) == .note)
        #expect(cast.journal.log.person(of: fresh.id) == cast.journal.log.person(of: editor.id))
    }

    @Test func `a device that its person dropped before does not come back with the person`() throws {
        var cast = try Cast.made.get()
        let (editor, other) = (cast.device(.editor), cast.other(.editor))
        let drop = DeviceRemoval(previous: cast.journal.log.last, device: other.id)
        try cast.journal.say(.dropDevice(drop), by: editor)
        try cast.journal.say(.remove(cast.journal.removal(of: [editor.person.name])), by: cast.device(.owner))
        try cast.journal.admit(editor.person, .editor)
        #expect(cast.journal.log.role(of: editor.id) == .editor && cast.journal.log.dropped[other.id] != nil)
        let entrance = try cast.journal.entrance(of: other)
        #expect(cast.refuses(try cast.journal.operation(entrance.body, by: other)))
    }

    @Test func `several are removed at once, with one new key`() throws {
        var cast = try Cast.made.get()
        let names: Set = [cast.name(.editor), cast.name(.note), cast.name(.reader)]
        try cast.journal.say(.remove(cast.journal.removal(of: names)), by: cast.device(.owner))
        #expect(cast.journal.log.members.keys.map { $0 } == [cast.name(.owner)])
        #expect(Set(cast.journal.log.devices.keys) == [cast.device(.owner).id, cast.device(.ownersOther).id])
    }

    @Test(arguments: [Cast.Kind.rotate, .remove])
    func `who goes leaves a debt: the next key is the owner's or an editor's to make`(_ payment: Cast.Kind) throws {
        var cast = try Cast.made.get()
        let note = cast.device(.note)
        #expect(!cast.journal.log.owesRotation)
        try cast.journal.say(.leave(previous: cast.journal.log.last), by: cast.other(.note))
        #expect(cast.journal.log.owesRotation && cast.journal.log.former[note.person.name] != nil)
        #expect(!cast.journal.log.recipients.contains(note.person.keys))
        #expect(cast.journal.log.admission(of: cast.journal.header(.note, by: note.id)) == .droppedDevice)
        try cast.journal.say(.invite(cast.journal.invitation(.note).said), by: cast.device(.owner))
        #expect(cast.journal.log.owesRotation, "an invitation pays nothing")
        try cast.journal.say(
            cast.said(payment, by: .owner), by: payment == .rotate ? cast.device(.editor) : cast.device(.owner))
        #expect(!cast.journal.log.owesRotation)
    }

    // MARK: devices

    @Test(arguments: Cast.Author.allCases)
    func `a device enters by the word of a member, and of nobody else`(_ author: Cast.Author) throws {
        var cast = try Cast.made.get()
        let person = cast.device(author).person
        let new = try cast.journal.device(of: person)
        // The dropped device's person is the owner.
        let isMember = author.role != nil || author == .dropped
        let entrance = try cast.journal.entrance(of: new)
        let operation = try cast.journal.operation(entrance.body, by: new)
        #expect(cast.refuses(operation) == !isMember)
        guard isMember else { return }
        let other = try cast.journal.device(of: cast.device(.stranger).person)
        var forged = entrance
        forged.certificate = try other.person.certificate(for: new.key.publicKey)
        #expect(cast.refuses(try cast.journal.operation(forged.body, by: new)), "by its own word")
        #expect(cast.refuses(try cast.journal.operation(entrance.body, by: other)), "entered by another")
        #expect(cast.refuses(try cast.journal.operation(entrance.body, by: new, epoch: cast.journal.log.epoch - 1)), "late")
        let present = cast.other(author == .dropped ? .owner : author)
        for owner in [Cast.Author.owner, .editor, .note] where cast.name(owner) != person.name {
            var taken = try cast.journal.entrance(of: present)
            (taken.identity, taken.certificate) = (cast.name(owner), entrance.certificate)
            taken.certificate = try cast.device(owner).person.certificate(for: present.key.publicKey)
            #expect(cast.refuses(try cast.journal.operation(taken.body, by: present)), "another's device as \(owner)'s")
        }
        try cast.journal.take(operation)
        #expect(cast.journal.log.person(of: new.id) == person.name)
    }

    @Test func `without a name a device is the owner's, in the text that it always had`() throws {
        var cast = try Cast.made.get()
        let new = try cast.journal.device(of: cast.device(.owner).person)
        let entrance = try cast.journal.entrance(of: new, identity: .some(nil))
        #expect(!String(decoding: entrance.body, as: UTF8.self).contains("identity"))
        try cast.journal.say(.device(entrance), by: new)
        #expect(cast.journal.log.role(of: new.id) == .owner)
        let member = try cast.journal.device(of: cast.device(.editor).person)
        let nameless = try cast.journal.entrance(of: member, identity: .some(nil))
        #expect(cast.refuses(try cast.journal.operation(nameless.body, by: member)))
    }

    @Test func `a device is dropped by its own person alone, and the last one by nobody`() throws {
        var cast = try Cast.made.get()
        let authors = [Cast.Author.owner, .editor, .note, .reader]
        for author in authors {
            for target in authors where target != author {
                let drop = DeviceRemoval(previous: cast.journal.log.last, device: cast.other(target).id)
                #expect(cast.refuses(try cast.journal.operation(drop.body, by: cast.device(author))), "\(author) of \(target)")
            }
        }
        for author in authors {
            let (one, two) = (cast.device(author), cast.other(author))
            try cast.journal.say(.dropDevice(DeviceRemoval(previous: cast.journal.log.last, device: two.id)), by: one)
            let last = DeviceRemoval(previous: cast.journal.log.last, device: one.id)
            #expect(cast.refuses(try cast.journal.operation(last.body, by: one)), "the last one of \(author)")
            #expect(cast.refuses(try cast.journal.operation(last.body, by: two)), "a dropped one, of \(author)")
            #expect(cast.journal.log.devices(of: one.person.name) == [one.id])
        }
    }

    // MARK: behind a gap

    @Test func `behind a gap, what speaks of somebody unknown has no effect, and what is known holds`() throws {
        let cast = try Cast.made.get()
        var log = try ControlLog(founding: cast.journal.operations[0])
        // Everybody's coming is lost; what is said then comes.
        var journal = cast.journal
        let later: [SharedJournal.Operation] = [
            try journal.say(
                .dropDevice(DeviceRemoval(previous: journal.log.last, device: cast.other(.note).id)), by: cast.device(.note)),
            try journal.say(
                .role(RoleChange(previous: journal.log.last, identity: cast.name(.note), role: .reader)), by: journal.owner),
            try journal.say(.remove(journal.removal(of: [cast.name(.reader)])), by: journal.owner),
            try journal.say(.leave(previous: journal.log.last), by: cast.device(.editor)),
        ]
        for operation in later { try log.take(operation, behindGap: true) }
        #expect(
            log.members.count == 1 && log.devices.count == 1 && log.epoch == journal.log.epoch && log.last == journal.log.last)
        let forged = try journal.operation(
            ControlOperation.destroy(previous: log.last).body, by: journal.owner, signer: cast.device(.editor).key)
        #expect(throws: LedgerError.badSignature) { try log.take(forged, behindGap: true) }
    }
}

import Ledger
import SharedJournal
import Testing

/// How a person replaces keys that somebody else may have: on paper, and with nothing else.
@Suite struct SuccessionTests {
    private static let people = [Cast.Author.owner, .editor, .note, .reader]

    @Test(arguments: people) func `a person goes on under new keys: role, root and notes stay, all old devices go`(
        _ author: Cast.Author
    ) throws {
        var cast = try Cast.made.get()
        let old = cast.device(author)
        let member = try #require(cast.journal.log.members[old.person.name])
        let new = try cast.journal.device(of: cast.journal.person())
        let epoch = cast.journal.log.epoch
        try cast.journal.say(
            .succeed(cast.journal.succession(of: old.person.name, proving: old.person.recover, to: new)), by: new)
        let log = cast.journal.log
        let now = try #require(log.members[new.person.name])
        #expect(now.role == member.role && now.root == member.root && now.identity == new.person.keys)
        #expect(log.members[old.person.name] == nil && log.epoch == epoch + 1 && !log.owesRotation)
        #expect(log.devices(of: member.root) == [new.id] && log.role(of: new.id) == member.role)
        for device in [old, cast.other(author)] {
            #expect(log.dropped[device.id] != nil && log.person(of: device.id) == member.root)
            let late = try cast.journal.entrance(of: device)
            #expect(cast.refuses(try cast.journal.operation(late.body, by: device)))
        }
        #expect((log.owner.identity == new.person.keys) == (author == .owner))
        // The thief has the old keys, a device of his own, and no member to vouch for it.
        let thief = try cast.journal.device(of: old.person)
        #expect(cast.refuses(try cast.journal.operation(cast.journal.entrance(of: thief).body, by: thief)))
        let again = try cast.journal.succession(of: old.person.name, proving: old.person.recover, to: thief)
        #expect(cast.refuses(try cast.journal.operation(again.body, by: thief)))
        // And once more, from the new keys.
        let third = try cast.journal.device(of: cast.journal.person())
        try cast.journal.say(
            .succeed(cast.journal.succession(of: new.person.name, proving: new.person.recover, to: third)), by: third)
        #expect(cast.journal.log.members[third.person.name]?.root == member.root)
    }

    @Test func `after the owner's succession the new keys decide`() throws {
        var cast = try Cast.made.get()
        let new = try cast.journal.device(of: cast.journal.person())
        let old = cast.device(.owner)
        try cast.journal.say(
            .succeed(cast.journal.succession(of: old.person.name, proving: old.person.recover, to: new)), by: new)
        let checkpoint = Checkpoint(
            previous: cast.journal.log.last, position: 3, head: cast.journal.bytes(32),
            snapshot: cast.journal.bytes(32))
        #expect(cast.refuses(try cast.journal.operation(ControlOperation.checkpoint(checkpoint).body, by: old)))
        try cast.journal.say(.checkpoint(checkpoint), by: new)
        let other = try cast.journal.device(of: new.person)
        try cast.journal.say(.device(cast.journal.entrance(of: other, identity: .some(nil))), by: other)
        #expect(cast.journal.log.owner.identity == new.person.keys && cast.journal.log.role(of: other.id) == .owner)
    }

    @Test func `keys that were replaced never come back, whoever invites them`() throws {
        var cast = try Cast.made.get()
        let old = cast.device(.note).person
        let new = try cast.journal.device(of: cast.journal.person())
        try cast.journal.say(.succeed(cast.journal.succession(of: old.name, proving: old.recover, to: new)), by: new)
        func isAdded(_ keys: IdentityKeys) throws -> Bool {
            var journal = cast.journal
            let addition = try journal.addition(of: keys, invite: cast.invitation.id, key: cast.invitationKey)
            return !cast.refuses(try journal.operation(ControlOperation.add(addition).body, by: cast.device(.owner)))
        }
        #expect(try !isAdded(old.keys))
        try cast.journal.say(.remove(cast.journal.removal(of: [new.person.name])), by: cast.device(.owner))
        #expect(try !isAdded(old.keys), "nor after the person has gone")
        #expect(try isAdded(new.person.keys))
        // The person comes back with the keys of now: still the one that it was.
        let root = try #require(cast.journal.log.former[new.person.name]?.root)
        #expect(root == old.name)
        try cast.journal.admit(new.person, .reader)
        #expect(cast.journal.log.members[new.person.name]?.root == root)
    }

    @Test(arguments: people) func `only the recovery key of the member can say it, for this place of this journal`(
        _ author: Cast.Author
    ) throws {
        var cast = try Cast.made.get()
        let old = cast.device(author).person
        let new = try cast.journal.device(of: cast.journal.person())
        let other = try cast.journal.device(of: cast.journal.person())
        let log = cast.journal.log
        func refuses(_ why: String, _ succession: Succession, by device: SharedDevice? = nil, epoch: UInt32? = nil) throws {
            let said = ControlOperation.succeed(succession).body
            #expect(cast.refuses(try cast.journal.operation(said, by: device ?? new, epoch: epoch)), "\(why)")
        }
        for (why, key) in [
            ("the signing key", old.sign), ("the new recovery key", new.person.recover), ("the device", new.key),
            ("another's recovery key", cast.device(author == .note ? .owner : .note).person.recover),
        ] {
            try refuses(why, cast.journal.succession(of: old.name, proving: key, to: new))
        }
        let good = try cast.journal.succession(of: old.name, proving: old.recover, to: new)
        try refuses("late", good, epoch: log.epoch - 1)
        try refuses("by a device that it does not name", good, by: other)
        try refuses(
            "by a device that writes", cast.journal.succession(of: old.name, proving: old.recover, to: cast.device(author)),
            by: cast.device(author))
        let dropped = try SharedDeviceOf(cast.device(.dropped), person: new.person)
        try refuses("by a dropped device", dropped.succession(&cast.journal, of: old), by: cast.device(.dropped))
        try refuses(
            "of an earlier place",
            cast.journal.succession(
                of: old.name, proving: old.recover, to: new, previous: cast.journal.operations[0].hash))
        try refuses(
            "without the new person's word",
            cast.journal.succession(
                of: old.name, proving: old.recover, to: new, certificate: old.certificate(for: new.key.publicKey)))
        let rest = log.members.keys.filter { $0 != old.name }
        for (why, wraps) in [
            ("nothing for the new name", rest), ("for the old name", rest + [old.name]),
            ("for both", rest + [old.name, new.person.name]), ("only the new name", [new.person.name]),
            ("for a stranger too", rest + [new.person.name, other.person.name]),
        ] where wraps.count != 1 || !rest.isEmpty {
            try refuses(why, cast.journal.succession(of: old.name, proving: old.recover, to: new, wraps: wraps))
        }
        for (why, name) in [
            ("a member's name", cast.name(author == .owner ? .editor : .owner)), ("a former member's", cast.name(.removed)),
        ] {
            let present = Cast.Author.allCases.first { cast.name($0) == name }.map { cast.device($0).person } ?? old
            let device = try cast.journal.device(of: present)
            try refuses(why, cast.journal.succession(of: old.name, proving: old.recover, to: device), by: device)
        }
        for name in [cast.name(.removed), cast.name(.stranger)] {
            try refuses("of nobody here", cast.journal.succession(of: name, proving: old.recover, to: new))
        }
        for point in LowOrderTests.points {
            var weak = good
            weak.new.recover = point.signing
            try refuses("a key that anybody could have", weak)
        }
        try cast.journal.say(.succeed(good), by: new)
    }

    /// A device that already has a key, as one of somebody new.
    private struct SharedDeviceOf {
        let device: SharedDevice
        let person: SharedPerson

        init(_ device: SharedDevice, person: SharedPerson) throws { (self.device, self.person) = (device, person) }

        func succession(_ journal: inout SharedJournal, of old: SharedPerson) throws -> Succession {
            let message = Succession.proofMessage(
                journal: journal.id, previous: journal.log.last, old: old.name, new: person.name)
            return Succession(
                previous: journal.log.last, identity: old.name, new: person.keys,
                proof: try old.recover.signature(of: message), device: device.key.publicKey,
                certificate: try person.certificate(for: device.key.publicKey),
                rotation: journal.change(for: journal.log.members.keys.filter { $0 != old.name } + [person.name]))
        }
    }
}

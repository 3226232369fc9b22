import Ledger
import SeededChance
import SharedJournal
import Testing

/// What counts of what stands inside the seals of a shared journal.
@Suite struct SharingRuleTests {
    private static let nonce = [UInt8](repeating: 3, count: 16)

    private func note(of root: [UInt8], nonce: [UInt8] = nonce, fields: [String: JSON] = ["text": "Better today?"]) -> Mutation {
        Mutation(
            kind: "note", record: SharingRule.noteID(author: root, nonce: nonce),
            fields: fields.merging(["nonce": .hexadecimal(nonce)]) { $1 })
    }

    @Test func `a note is its author's: others can neither change nor delete it`() throws {
        let cast = try Cast.made.get()
        let rule = SharingRule(cast.journal.log)
        let authors = Cast.Author.allCases.filter { $0 != .stranger }
        for author in authors {
            let root = try #require(cast.journal.log.person(of: cast.device(author).id))
            for fields in [["text": "Better today?"], ["gone": true]] as [[String: JSON]] {
                let written = note(of: root, fields: fields)
                for device in Cast.Author.allCases {
                    let isAuthor = cast.name(device) == cast.name(author)
                    #expect(rule.admits(written, lane: .note, device: cast.device(device).id) == isAuthor)
                    #expect(!rule.admits(written, lane: .record, device: cast.device(device).id))
                }
            }
        }
    }

    @Test func `a note tells by what it was named`() throws {
        let cast = try Cast.made.get()
        let rule = SharingRule(cast.journal.log)
        let device = cast.device(.note).id
        let good = note(of: cast.name(.note))
        #expect(rule.admits(good, lane: .note, device: device))
        for nonce in [nil, .null, 3, "", .hexadecimal([3]), .hexadecimal([UInt8](repeating: 4, count: 16)), "zz"] as [JSON?] {
            var wrong = good
            wrong.fields["nonce"] = nonce
            #expect(!rule.admits(wrong, lane: .note, device: device))
        }
        #expect(SharingRule.noteID(author: [1], nonce: [2]) != SharingRule.noteID(author: [2], nonce: [2]))
        let bytes: [UInt8] = Array("auralyst/v1/note".utf8) + [0] + cast.name(.note) + Self.nonce
        #expect(good.record.bytes == Array(digest(bytes).prefix(16)))
    }

    @Test func `the author stays the author after a succession, a removal and a return`() throws {
        var cast = try Cast.made.get()
        let old = cast.device(.note)
        let written = note(of: old.person.name)
        let new = try cast.journal.device(of: cast.journal.person())
        try cast.journal.say(
            .succeed(cast.journal.succession(of: old.person.name, proving: old.person.recover, to: new)), by: new)
        #expect(SharingRule(cast.journal.log).admits(written, lane: .note, device: new.id))
        #expect(SharingRule(cast.journal.log).admits(written, lane: .note, device: old.id), "what was written before stays")
        try cast.journal.say(.remove(cast.journal.removal(of: [new.person.name])), by: cast.device(.owner))
        try cast.journal.admit(new.person, .note)
        let third = try cast.journal.device(of: new.person)
        try cast.journal.say(.device(cast.journal.entrance(of: third)), by: third)
        #expect(SharingRule(cast.journal.log).admits(written, lane: .note, device: third.id))
    }

    @Test func `a journal is named by its owner alone; what an export said of another is anybody's`() throws {
        let cast = try Cast.made.get()
        let rule = SharingRule(cast.journal.log)
        let own = RecordID(firstBytesOf: cast.journal.log.genesis.journal.bytes)
        let other = SharingRule.noteID(author: cast.name(.owner), nonce: Self.nonce)
        for fields: [String: JSON] in [["name": "Ours"], ["field of a newer version": 1]] {
            for author in [Cast.Author.owner, .editor] {
                let device = cast.device(author).id
                let isAdmitted = rule.admits(
                    Mutation(kind: "journal", record: own, fields: fields), lane: .record, device: device)
                #expect(isAdmitted == (author == .owner))
                #expect(rule.admits(Mutation(kind: "journal", record: other, fields: fields), lane: .record, device: device))
            }
        }
    }

    @Test(arguments: ["note-cover", "member", "removed_journal"])
    func `the owner alone hides notes, names people, and says what is shown and removed, by every key that there ever was`(
        kind: String
    ) throws {
        var cast = try Cast.made.get()
        let cover = Mutation(
            kind: kind, record: SharingRule.noteID(author: cast.name(.note), nonce: Self.nonce), fields: ["hidden": true])
        for author in Cast.Author.allCases {
            let rule = SharingRule(cast.journal.log)
            let isOwner = cast.name(author) == cast.name(.owner)
            #expect(rule.admits(cover, lane: .record, device: cast.device(author).id) == isOwner)
            #expect(!rule.admits(cover, lane: .note, device: cast.device(author).id))
        }
        let old = cast.device(.owner).person
        let new = try cast.journal.device(of: cast.journal.person())
        try cast.journal.say(.succeed(cast.journal.succession(of: old.name, proving: old.recover, to: new)), by: new)
        for device in [new.id, cast.device(.ownersOther).id] {
            #expect(SharingRule(cast.journal.log).admits(cover, lane: .record, device: device))
        }
    }

    @Test func `everything else stands on the record lane alone, and one wrong mutation spoils the whole`() throws {
        let cast = try Cast.made.get()
        let rule = SharingRule(cast.journal.log)
        let device = cast.device(.note).id
        let (entry, newer) = (
            Mutation(kind: "entry", record: SharingRule.noteID(author: [], nonce: []), fields: ["text": "x"]),
            Mutation(kind: "kind of a newer version", record: SharingRule.noteID(author: [], nonce: []), fields: [:])
        )
        for mutation in [entry, newer] {
            #expect(rule.admits(mutation, lane: .record, device: device))
            for lane in [OperationHeader.Lane.note, .control, .snapshot] {
                #expect(!rule.admits(mutation, lane: lane, device: device))
            }
        }
        let good = note(of: cast.name(.note))
        let stamp = Stamp(rawValue: 1)
        #expect(rule.admits(Payload(stamp: stamp, mutations: [good, good]), lane: .note, device: device))
        #expect(!rule.admits(Payload(stamp: stamp, mutations: [good, entry]), lane: .note, device: device))
        #expect(!rule.admits(Payload(stamp: stamp, mutations: [entry, good]), lane: .record, device: device))
        #expect(rule.admits(Payload(stamp: stamp, mutations: [entry, newer]), lane: .record, device: device))
    }
}

import Ledger
import SharedJournal
import Testing

/// What of a snapshot the membership log rules out, though the operations that it stands for are gone.
@Suite struct SnapshotRuleTests {
    private static let nonce = [UInt8](repeating: 3, count: 16)

    private func rule(_ cast: Cast, without missing: Cast.Author? = nil) throws -> SnapshotRule {
        var ends: [DeviceID: ChainEnd] = [:]
        for author in Cast.Author.allCases where author != missing {
            ends[cast.device(author).id] = ChainEnd(position: 1, hash: [UInt8](repeating: 1, count: 32))
        }
        let end = LogHead(position: 90, value: [UInt8](repeating: 2, count: 32), received: 1)
        let head = SnapshotHead(journal: cast.journal.id, end: end, control: cast.journal.log.last, ends: ends)
        return try SnapshotRule(head, controls: cast.journal.operations.filter { $0.header.lane == .control })
    }

    private func write(_ value: JSON, by device: DeviceID, at stamp: UInt64 = 9) -> Write {
        Write(name: WriteName(stamp: Stamp(rawValue: stamp), device: device), value: value, replaced: nil)
    }

    private func record(_ kind: String, _ writes: [String: [Write]], id: RecordID? = nil) -> SnapshotRecord {
        SnapshotRecord(kind: kind, record: id ?? RecordID(firstBytesOf: [UInt8](repeating: 8, count: 32)), writes: writes)
    }

    @Test func `records are by those who could write some at any time, and by nobody else`() throws {
        var cast = try Cast.made.get()
        for author in Cast.Author.allCases {
            let couldWrite: [Cast.Author] = [.owner, .ownersOther, .editor, .removed, .dropped]
            let entry = record("entry", ["text": [write("x", by: cast.device(author).id)]])
            #expect(try rule(cast).admits(entry) == couldWrite.contains(author), "\(author.rawValue)")
            #expect(try !rule(cast, without: author).admits(entry), "\(author.rawValue) has no operation in the log")
        }
        // One wrong write among right ones is enough.
        let mixed = record("entry", ["text": [write("x", by: cast.device(.owner).id), write("y", by: cast.device(.reader).id)]])
        #expect(try !rule(cast).admits(mixed))
        // Roles change, and what was written before stays.
        let owner = cast.device(.owner)
        try cast.journal.say(
            .role(RoleChange(previous: cast.journal.log.last, identity: cast.name(.editor), role: .reader)), by: owner)
        try cast.journal.say(
            .role(RoleChange(previous: cast.journal.log.last, identity: cast.name(.reader), role: .editor)), by: owner)
        for author in [Cast.Author.editor, .reader] {
            #expect(try rule(cast).admits(record("entry", ["text": [write("x", by: cast.device(author).id)]])))
        }
    }

    @Test func `a note is one author's, whose name it carries, and no reader's`() throws {
        let cast = try Cast.made.get()
        let rule = try rule(cast)
        let author = cast.device(.note).id
        let own = SharingRule.noteID(author: cast.name(.note), nonce: Self.nonce)
        func note(text: DeviceID, nonce: DeviceID, _ value: [UInt8] = Self.nonce, id: RecordID) -> SnapshotRecord {
            record("note", ["text": [write("x", by: text)], "nonce": [write(.hexadecimal(value), by: nonce)]], id: id)
        }
        #expect(rule.admits(note(text: author, nonce: author, id: own)))
        for other in Cast.Author.allCases where other != .note {
            let device = cast.device(other).id
            #expect(!rule.admits(note(text: device, nonce: author, id: own)), "\(other.rawValue)")
            #expect(!rule.admits(note(text: device, nonce: device, id: own)), "\(other.rawValue)")
        }
        #expect(!rule.admits(note(text: author, nonce: author, [UInt8](repeating: 4, count: 16), id: own)))
        let readers = SharingRule.noteID(author: cast.name(.reader), nonce: Self.nonce)
        let reader = cast.device(.reader).id
        #expect(!rule.admits(note(text: reader, nonce: reader, id: readers)))
        // Of one that was deleted long ago only the deletion is left.
        #expect(rule.admits(record("note", ["gone": [write(true, by: author)]], id: own)))
    }

    @Test func `only the owner's devices hide notes`() throws {
        let cast = try Cast.made.get()
        let rule = try rule(cast)
        for author in Cast.Author.allCases {
            let cover = record(SharingRule.noteCover, ["hidden": [write(true, by: cast.device(author).id)]])
            #expect(rule.admits(cover) == [.owner, .ownersOther, .dropped].contains(author), "\(author.rawValue)")
        }
    }
}

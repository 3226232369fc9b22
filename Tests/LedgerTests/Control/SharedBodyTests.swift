import Ledger
import SeededChance
import SharedJournal
import Testing

/// The texts of the control operations by which a journal is shared.
@Suite struct SharedBodyTests {
    /// One of each, with what is there only sometimes.
    private static func all() throws -> [ControlOperation] {
        var cast = try Cast.made.get()
        var said = try Cast.Kind.allCases.map { try cast.said($0, by: .owner) }
        let journal = cast.journal
        let new = try cast.journal.device(of: cast.journal.person())
        let names = Array(journal.log.members.keys)
        said += [
            .device(try cast.journal.entrance(of: new)), .device(try cast.journal.entrance(of: new, identity: .some(nil))),
            .succeed(
                try cast.journal.succession(
                    of: cast.name(.editor), proving: cast.device(.editor).person.recover, to: new)),
            .rotate(Rotation(previous: journal.log.last, key: cast.journal.change(for: names, back: true))),
            .rotate(Rotation(previous: journal.log.last, key: cast.journal.change(for: names), keepsEarlier: true)),
            .remove(cast.journal.removal(of: [cast.name(.note), cast.name(.reader)])),
            .add(
                try cast.journal.addition(
                    of: new.person.keys, invite: cast.invitation.id, key: cast.invitationKey, epochs: [9, 3, 1])),
            .invite(try cast.journal.invitation(.reader, expires: .max, history: .new).said),
        ]
        return said
    }

    @Test func `every one is read back as it was written, and in no other text`() throws {
        for said in try SharedBodyTests.all() {
            #expect(try ControlOperation(reading: said.body) == said)
            let text = String(decoding: said.body, as: UTF8.self)
            for (from, to) in [
                ("\"v\":1", "\"v\":2"), ("\"v\":1", "\"v\":1,\"x\":1"), ("\"v\":1", "\"v\":1.0"),
                ("\"previous\":\"", "\"previous\":\"00"), ("\"type\":\"", "\"type\":\"x"), ("{", "{ "), ("\":", "\": "),
                ("\"epoch\":", "\"epoch\":-"), ("\"epoch\":", "\"epoch\":4294967296"), ("\"enc\":\"", "\"enc\":\"ff"),
                ("\"ct\":\"", "\"ct\":\"ff"), ("\"role\":\"", "\"role\":\"super"), ("\"history\":\"", "\"history\":\"half"),
                ("\"expires\":", "\"expires\":-"), ("\"expires\":", "\"expires\":1e9"), ("\"invite\":\"", "\"invite\":\"00"),
                ("\"proof\":\"", "\"proof\":\"00"), ("\"identity\":\"", "\"identity\":\"0"), ("\"sign\"", "\"signs\""),
                ("\"kem\":\"", "\"kem\":\"A0"), ("\"back\":\"", "\"back\":\"0"), ("\"kept\":true", "\"kept\":false"),
                ("\"wraps\":[", "\"wraps\":[{},"), ("\"identities\":[", "\"identities\":[\"00\","),
                ("\"rotation\":", "\"rotations\":"),
            ] {
                let changed = text.replacing(from, with: to)
                guard changed != text else { continue }
                #expect(throws: LedgerError.badControl, "\(from) → \(to)") { try ControlOperation(reading: Array(changed.utf8)) }
            }
        }
    }

    @Test func `a sealed key has its length, and does not stand beside the word that earlier keys stay`() throws {
        var journal = try SharedJournal(seed: 12)
        let key = journal.change(for: [journal.owner.person.name], back: true)
        let text = String(decoding: Rotation(previous: journal.log.last, key: key).body, as: UTF8.self)
        let back = try #require(key.back)
        for (count, isRead) in [(0, false), (151, false), (152, true), (400, true), (401, false)] {
            let changed = text.replacing(hex(back), with: String(repeating: "0a", count: count))
            #expect(((try? Rotation(reading: Array(changed.utf8))) != nil) == isRead, "\(count) bytes")
        }
        let both = text.replacing("\"epoch\"", with: "\"epoch\"").replacing(",\"previous\"", with: ",\"kept\":true,\"previous\"")
        #expect(both != text)
        #expect(throws: LedgerError.badControl) { try Rotation(reading: Array(both.utf8)) }
    }

    @Test func `names are in order, and none twice`() throws {
        var cast = try Cast.made.get()
        let names: Set = [cast.name(.note), cast.name(.reader)]
        let text = String(decoding: ControlOperation.remove(cast.journal.removal(of: names)).body, as: UTF8.self)
        let sorted = names.map { hex($0) }.sorted()
        for wrong in [sorted.reversed(), [sorted[0], sorted[0]], []] {
            let changed = text.replacing(
                "[\"\(sorted[0])\",\"\(sorted[1])\"]",
                with: "[" + wrong.map { "\"\($0)\"" }.joined(separator: ",") + "]")
            #expect(changed != text)
            #expect(throws: LedgerError.badControl) { try ControlOperation(reading: Array(changed.utf8)) }
        }
        let add = try cast.journal.addition(
            of: cast.joiner.keys, invite: cast.invitation.id, key: cast.invitationKey, epochs: [3, 2])
        let addition = String(decoding: ControlOperation.add(add).body, as: UTF8.self)
        for (from, to) in [("\"epoch\":2", "\"epoch\":4"), ("\"epoch\":2", "\"epoch\":3"), ("\"epoch\":2", "\"epoch\":0")] {
            let changed = Array(addition.replacing(from, with: to).utf8)
            #expect(throws: LedgerError.badControl) { try ControlOperation(reading: changed) }
        }
    }

    @Test func `bytes that were made of real ones are none, or one that is written as it was read`() throws {
        let bodies = try SharedBodyTests.all().map(\.body)
        for seed in 0..<1_500 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = random.mutated(random.pick(bodies))
            guard let said = try? ControlOperation(reading: bytes) else { continue }
            #expect(said.body == bytes, "seed \(seed)")
        }
    }

    @Test func `behind another one the same is said again, unless it has to be decided anew`() throws {
        let previous = [UInt8](repeating: 7, count: 32)
        for said in try SharedBodyTests.all() {
            switch said {
            case .add, .remove, .succeed, .checkpoint: #expect(said.following(previous) == nil)
            default:
                let again = try #require(said.following(previous))
                #expect(again.previous == previous && again.following(said.previous) == said)
            }
        }
    }
}

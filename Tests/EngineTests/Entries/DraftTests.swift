import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Store
import Testing

@Suite struct DraftTests {
    private func name(_ text: String) throws -> Draft.Name { try #require(Draft.Name(text)) }

    @Test func `what is typed is there when the vault is opened again, to the byte, and in no operation`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let entry = try await open.add(NewEntry(text: "saved"))
        let before = try await open.status().operations
        let seen = try await open.textName(of: entry.id)
        let draft = Draft(
            text: "half a sente\u{301}\0\r\n\u{202E}", mood: "ha", takenMood: "happy",
            tags: "walk, ri", when: "yesterday 9", starred: true,
            seenText: seen,
            attachments: ["a1", "b2"])
        let kept = try await open.keep(draft, as: Draft.Name(entry.id))
        #expect(kept.changed == vault.clock.now)
        let found = try #require(try await vault.open().draft(Draft.Name(entry.id)))
        #expect(found == kept && Array(found.text.utf8) == Array(draft.text.utf8))
        #expect(try await open.status().operations == before)
        #expect(try await open.draft(.new) == nil)
    }

    @Test func `the same again writes nothing, another text takes its place`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let first = try await open.keep(Draft(text: "a"), as: .new)
        vault.clock.advance(seconds: 5)
        #expect(try await open.keep(Draft(text: "a"), as: .new) == first)
        let second = try await open.keep(Draft(text: "a\u{301}"), as: .new)
        #expect(second.changed == first.changed + 5000)
        // The composed form is another text.
        #expect(try await Array(open.keep(Draft(text: "á"), as: .new).text.utf8) == Array("á".utf8))
        #expect(try await open.draft(.new)?.text.utf8.count == 2)
    }

    @Test func `what a page sent first and what comes last is not in the place of its later words`() async throws {
        let open = try TestVault().create()
        let later = try await open.keep(Draft(text: "abc", view: "one", turn: 2), as: .new)
        #expect(try await open.keep(Draft(text: "ab", view: "one", turn: 1), as: .new) == later)
        #expect(try await open.draft(.new) == later)
        let names = [Draft.Name.new, try name("new-2")]
        let same = try await open.keep(Draft(text: "ab", view: "one", turn: 1), asOneOf: names, over: { _ in false })
        #expect(same?.name == .new && same?.draft == later)
        let other = try await open.keep(Draft(text: "ab", view: "two", turn: 1), asOneOf: names, over: { _ in false })
        #expect(other?.name == names[1])
        #expect(try await open.draft(.new) == later)
        let none = try await open.keep(Draft(text: "a", view: "three", turn: 1), asOneOf: names, over: { _ in false })
        #expect(none == nil)
    }

    @Test func `a draft becomes one entry, however often it is sent`() async throws {
        let open = try TestVault().create()
        let first = try await open.add(NewEntry(text: "the same", once: "a draft"))
        #expect(try await open.entry(once: "a draft") == first)
        #expect(try await open.add(NewEntry(text: "the same", once: "a draft")) == first)
        // Another text is not lost.
        let second = try await open.add(NewEntry(text: "another", once: "a draft"))
        #expect(second.id != first.id && second.entry.text == "another")
        _ = try await open.delete(first.id)
        #expect(try await open.entry(once: "a draft") == nil)
        #expect(try await open.add(NewEntry(text: "the same", once: "a draft")).id != first.id)
    }

    @Test func `drafts are listed with the latest first, and dropped one by one`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for text in ["new", "new-2", "entry"] {
            try await open.keep(Draft(text: text), as: name(text))
            vault.clock.advance(seconds: 1)
        }
        #expect(try await open.drafts().map(\.name.description) == ["entry", "new-2", "new"])
        #expect(try await open.dropDraft(name("new-2")))
        #expect(try await !open.dropDraft(name("new-2")))
        #expect(try await open.drafts().map(\.draft.text) == ["entry", "new"])
    }

    @Test(arguments: ["", "New", "a b", "draft:x", "../x", "é", "a\0", "%", String(repeating: "x", count: 65)])
    func `a name that no draft can have is refused`(text: String) { #expect(Draft.Name(text) == nil) }

    @Test func `too much is refused in words, and what was kept before stays`() async throws {
        let open = try TestVault().create()
        try await open.keep(Draft(text: "before"), as: .new)
        let full = String(repeating: "x", count: Limits.textBytes)
        await #expect(throws: DraftError.textTooLong(bytes: Limits.textBytes + 1)) {
            try await open.keep(Draft(text: full + "y"), as: .new)
        }
        let long = String(repeating: "x", count: 16_385)
        for draft in [
            Draft(text: "", mood: long), Draft(text: "", tags: long), Draft(text: "", when: long),
            Draft(text: "", attachments: [long]),
            Draft(text: "", attachments: [String](repeating: "a", count: 101)),
        ] {
            await #expect(throws: DraftError.fieldTooLong) { try await open.keep(draft, as: .new) }
        }
        #expect(try await open.draft(.new)?.text == "before")
        try await open.keep(Draft(text: full), as: .new)
        #expect(try await open.draft(.new)?.text == full)
    }

    @Test func `the two hundred and first is refused, and none of the others is thrown away for it`() async throws {
        let open = try TestVault().create()
        for number in 0..<Draft.limit { try await open.keep(Draft(text: "\(number)"), as: name("d\(number)")) }
        await #expect(throws: DraftError.tooMany(limit: 200)) { try await open.keep(Draft(text: "x"), as: .new) }
        try await open.keep(Draft(text: "changed"), as: name("d7"))
        #expect(try await open.drafts().count == 200)
        try await open.dropDraft(name("d3"))
        try await open.keep(Draft(text: "x"), as: .new)
    }

    @Test func `drafts outlive a rebuild, and a rescue as far as they can be read`() async throws {
        let sound = try TestVault()
        let open = try sound.create()
        for number in 0..<40 {
            _ = try await open.add(NewEntry(text: "entry \(number) " + String(repeating: "word ", count: 300)))
        }
        for number in 10..<20 { try await open.keep(Draft(text: "draft \(number)"), as: name("d\(number)")) }
        let drafts = try await open.drafts().map(\.draft.text)
        #expect(try await sound.repair().vault.drafts().map(\.draft.text) == drafts)
        try VaultInsides(sound).store.walCheckpoint()
        let pages = try contents(of: sound.location.database).count / 4096
        var (rescues, whole) = (0, 0)
        for page in [0, 1, 2, pages / 3, pages / 2, pages - 2] {
            let vault = try sound.copy()
            var bytes = try contents(of: vault.location.database)
            bytes[page * 4096 + 99] ^= 0x55
            try Data(bytes).write(to: URL(fileURLWithPath: vault.location.database))
            let (repaired, report) = try await vault.repair()
            if report.damagedDatabase != nil { rescues += 1 }
            let found = try await repaired.drafts().map(\.draft.text)
            #expect(Set(found).isSubset(of: drafts), "page \(page)")
            if found == drafts { whole += 1 }
        }
        // They lie on one page; at most that one takes them away.
        #expect(rescues >= 4 && whole >= 5, "\(rescues) rescues, \(whole) whole")
    }

    @Test func `a draft that cannot be read is an error where it is asked for, and hides no other`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try await open.keep(Draft(text: "good"), as: name("good"))
        for (place, row) in ["{", "[]", "{\"text\":1}"].enumerated() {
            try VaultInsides.execute("INSERT INTO draft VALUES('bad\(place)', CAST('\(row)' AS BLOB))", on: vault)
            await #expect(throws: (any Error).self) { try await open.draft(name("bad\(place)")) }
        }
        #expect(try await open.drafts().map(\.draft.text) == ["good"])
        try VaultInsides.execute(
            "INSERT INTO draft VALUES('newer', CAST('{\"text\":\"t\",\"font\":\"x\",\"mood\":7}' AS BLOB))", on: vault)
        #expect(try await open.draft(name("newer")) == Draft(text: "t"))
    }
}

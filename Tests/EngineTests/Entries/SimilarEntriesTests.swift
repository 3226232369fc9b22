import Engine
import Foundation
import GivenVault
import Journal
import Ledger
import Records
import Testing

@Suite struct SimilarEntriesTests {
    /// A small journal: three subjects, and days that are about nothing.
    private static let diary = [
        "We swam across the lake before breakfast, the water was cold and clear.",
        "Swimming in the lake with Jonas, cold water, then pancakes for breakfast.",
        "The lake was frozen, nobody swam.",
        "Repaired the bicycle: new chain, new brakes, oil everywhere.",
        "The bicycle chain broke again on the way to work.",
        "Oiled the chain and tightened the brakes of the old bicycle.",
        "My mother called about the garden, the tomatoes are ripe.",
        "Planted tomatoes and beans in the garden with my mother.",
        "It was a day like the others and I have not much to say about it.",
        "There was nothing that I would have to tell about this one.",
    ]

    private func vault(_ texts: [String] = diary) async throws -> (open: OpenVault, ids: [RecordID]) {
        let open = try TestVault().create()
        var ids: [RecordID] = []
        for text in texts { ids.append(try await open.add(NewEntry(text: text)).id) }
        return (open, ids)
    }

    private func places(_ found: [SimilarEntry], in ids: [RecordID]) -> [Int] {
        found.compactMap { ids.firstIndex(of: $0.entry.id) }
    }

    @Test(arguments: [(0, 1), (1, 0), (3, 5), (5, 3), (6, 7), (7, 6)])
    func `the likest entry is the one about the same things`(asked: Int, likest: Int) async throws {
        let (open, ids) = try await vault()
        let found = try await open.similarEntries(to: ids[asked])
        #expect(places(found, in: ids).first == likest)
        #expect(found.allSatisfy { $0.entry.id != ids[asked] })
    }

    @Test func `an entry about nothing is like none that is about something`() async throws {
        let (open, ids) = try await vault()
        for asked in [8, 9] {
            #expect(places(try await open.similarEntries(to: ids[asked]), in: ids).allSatisfy { $0 >= 8 })
        }
    }

    @Test func `answers come with falling likeness, from the least that is shown to one`() async throws {
        let (open, ids) = try await vault(Self.diary + [Self.diary[0]])
        let found = try await open.similarEntries(to: ids[0], limit: 50)
        #expect(found.map(\.likeness) == found.map(\.likeness).sorted(by: >))
        #expect(found.allSatisfy { (SimilarEntry.least...1).contains($0.likeness) })
        // The same words once more.
        #expect(found.first?.entry.id == ids[10] && (found.first?.likeness ?? 0) > 0.999)
    }

    @Test func `the words that both have are said as they stand in the text`() async throws {
        let (open, ids) = try await vault()
        for asked in 0..<8 {
            let text = Self.diary[asked]
            for similar in try await open.similarEntries(to: ids[asked]) {
                #expect(!similar.shared.isEmpty && similar.shared.count <= 3)
                for word in similar.shared {
                    #expect(text.contains(word))
                    #expect(similar.entry.entry.text.lowercased().contains(word.lowercased()))
                    #expect(!["the", "and", "was", "in"].contains(word.lowercased()))
                }
            }
        }
        #expect(try await open.similarEntries(to: ids[6]).first?.shared.contains("tomatoes") == true)
    }

    @Test(arguments: [(-1, 0), (0, 0), (1, 1), (2, 2), (1000, 2)])
    func `there are at most as many as are wanted`(limit: Int, count: Int) async throws {
        let (open, ids) = try await vault(["The harbour at dusk", "Dusk over the harbour", "A harbour, dusk, and gulls"])
        #expect(try await open.similarEntries(to: ids[0], limit: limit).count == count)
    }

    @Test func `a deleted entry is no answer, and may be asked about`() async throws {
        let (open, ids) = try await vault()
        _ = try await open.delete(ids[1])
        #expect(!places(try await open.similarEntries(to: ids[0]), in: ids).contains(1))
        #expect(places(try await open.similarEntries(to: ids[1]), in: ids).first == 0)
        _ = try await open.restore(ids[1])
        #expect(places(try await open.similarEntries(to: ids[0]), in: ids).first == 1)
    }

    @Test func `a text that is changed changes the answers`() async throws {
        let (open, ids) = try await vault()
        #expect(try await !places(open.similarEntries(to: ids[3]), in: ids).contains(9))
        var change = EntryChange()
        change.text = "Bicycle day: brakes, oil and a new chain, repaired in the yard."
        _ = try await open.change(ids[9], change)
        #expect(places(try await open.similarEntries(to: ids[3]), in: ids).contains(9))
    }

    @Test(arguments: [
        "?!", "…", "a", "\"", "\" OR *", "NEAR(lake, 2)", "lake*", "-lake", "text:lake", "^lake", "🏊🏊🏊", "\u{301}\u{301}",
        "{lake} +",
        "lake\u{1F}lake", "شنا في البحيرة", "今日は湖で泳いだ",
    ])
    func `no text is an operator of the index, and every text has an answer`(text: String) async throws {
        let (open, ids) = try await vault(Self.diary + [text])
        let found = try await open.similarEntries(to: ids[10], limit: 50)
        #expect(found.allSatisfy { SimilarEntry.least...1 ~= $0.likeness })
        // Only what has a word in common can be alike.
        if !text.contains("lake") { #expect(found.isEmpty) }
    }

    @Test func `case does not matter to what is compared`() async throws {
        let (open, ids) = try await vault(["Crème brûlée in Besançon", "CRÈME BRÛLÉE IN BESANÇON, AGAIN", "Rain all day long"])
        let found = try await open.similarEntries(to: ids[0])
        #expect(places(found, in: ids) == [1])
    }

    @Test func `a text of a megabyte is answered by its beginning`() async throws {
        let long = "The lake was cold and clear. " + String(repeating: "abcdefgh", count: 130_000)
        let (open, ids) = try await vault(Self.diary + [long])
        #expect(try await open.similarEntries(to: ids[10]).count <= 5)
        #expect(try await open.similarEntries(to: ids[0]).count <= 5)
    }

    @Test func `an unknown name is refused`() async throws {
        let (open, _) = try await vault(["One"])
        let unknown = RecordID(firstBytesOf: [UInt8](repeating: 7, count: 16))
        await #expect(throws: EngineError.noSuchEntry(unknown.description)) { try await open.similarEntries(to: unknown) }
    }

    @Test func `asking writes nothing`() async throws {
        let home = try TestVault()
        let open = try home.create()
        let first = try await open.add(NewEntry(text: Self.diary[0]))
        _ = try await open.add(NewEntry(text: Self.diary[1]))
        let operations = try await open.status().operations
        #expect(try await open.similarEntries(to: first.id).count == 1)
        #expect(try await open.status().operations == operations)
    }
}

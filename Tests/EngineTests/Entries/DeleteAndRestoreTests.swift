import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import Testing

@Suite struct DeleteAndRestoreTests {
    @Test func `a deleted entry can be restored with all that was in it for thirty days`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let stored = try await open.add(NewEntry(text: "one", mood: .of("sad"), tags: [.of("a")], starred: true))
        vault.clock.advance(seconds: 10)
        let deleted = try await open.delete(stored.id)
        #expect(deleted.deleted == vault.clock.now)
        #expect(try await open.texts().isEmpty)
        #expect(try await open.tags().isEmpty)
        #expect(try await open.recentlyDeleted().map(\.id) == [stored.id])
        let status = try await open.status()
        #expect(status.entries == 0 && status.deleted == 1)
        vault.clock.advance(days: 30)
        #expect(try await open.recentlyDeleted().map(\.id) == [stored.id])
        let restored = try await open.restore(stored.id)
        #expect(restored.entry == stored.entry && restored.deleted == nil)
        #expect(try await open.texts() == ["one"])
        #expect(try await open.count(.search("one")) == 1)
    }

    @Test func `after thirty days and a millisecond it cannot, but nothing of it is gone`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let id = try await open.add(NewEntry(text: "one")).id
        _ = try await open.delete(id)
        vault.clock.advance(days: 30, milliseconds: 1)
        await #expect(throws: EngineError.deletedTooLongAgo(id)) { try await open.restore(id) }
        #expect(try await open.recentlyDeleted().isEmpty)
        #expect(try await open.find(id.description).entry.text == "one")
        #expect(try await open.history(id).map(\.write.value) == ["one"])
    }

    @Test func `after an entry of a clock that was ahead, changes and deletions have the time of the clock`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        vault.clock.advance(days: 9000)
        _ = try await open.add(NewEntry(text: "from the future"))
        vault.clock.advance(days: -9000)
        let stored = try await open.add(NewEntry(text: "one"))
        #expect(stored.modified == vault.clock.now)
        vault.clock.advance(seconds: 10)
        #expect(try await open.delete(stored.id).deleted == vault.clock.now)
        vault.clock.advance(days: 30, milliseconds: 1)
        // It can be restored for thirty days, as ever.
        #expect(try await open.recentlyDeleted().isEmpty)
        await #expect(throws: EngineError.deletedTooLongAgo(stored.id)) { try await open.restore(stored.id) }
    }

    @Test func `what is deleted is not changed, not deleted again, not found`() async throws {
        let open = try TestVault().create()
        let id = try await open.add(NewEntry(text: "one")).id
        await #expect(throws: EngineError.entryNotDeleted(id)) { try await open.restore(id) }
        _ = try await open.delete(id)
        await #expect(throws: EngineError.entryDeleted(id)) { try await open.delete(id) }
        await #expect(throws: EngineError.entryDeleted(id)) { try await open.change(id, EntryChange()) }
        await #expect(throws: EngineError.noSuchEntry("last")) { try await open.find("last") }
        #expect(try await open.hits(.search("one")).list.isEmpty)
        let unknown = RecordID(firstBytesOf: [UInt8](repeating: 9, count: 16))
        await #expect(throws: EngineError.noSuchEntry(unknown.description)) { try await open.delete(unknown) }
        await #expect(throws: EngineError.noSuchEntry(unknown.description)) { try await open.restore(unknown) }
        await #expect(throws: EngineError.noSuchEntry(unknown.description)) { try await open.change(unknown, EntryChange()) }
    }

    @Test func `the latest deletion comes first`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        var ids: [RecordID] = []
        for text in ["a", "b", "c"] { ids.append(try await open.add(NewEntry(text: text)).id) }
        for index in [1, 0, 2] {
            vault.clock.advance(seconds: 1)
            _ = try await open.delete(ids[index])
        }
        #expect(try await open.recentlyDeleted().map(\.entry.text) == ["c", "a", "b"])
    }

    @Test func `a clock that was set back does not put a deletion before its entry`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let id = try await open.add(NewEntry(text: "one")).id
        vault.clock.advance(days: -3)
        _ = try await open.delete(id)
        var change = EntryChange()
        change.text = "two"
        let edit = change
        _ = try await open.restore(id)
        #expect(try await open.change(id, edit).entry.text == "two")
        #expect(try await open.history(id).map(\.write.value) == ["two", "one"])
    }

    @Test func `the history has every text, the newest first`() async throws {
        let open = try TestVault().create()
        let id = try await open.add(NewEntry(text: "one")).id
        for text in ["two", "three", "one"] {
            var change = EntryChange()
            change.text = text
            let edit = change
            _ = try await open.change(id, edit)
        }
        var change = EntryChange()
        change.starred = true
        let star = change
        _ = try await open.change(id, star)
        let history = try await open.history(id)
        #expect(history.map(\.write.value) == ["one", "three", "two", "one"])
        #expect(history.map(\.isCurrent) == [true, false, false, false])
        #expect(history.allSatisfy { !$0.isConcurrent })
        let unknown = RecordID(firstBytesOf: [UInt8](repeating: 9, count: 16))
        #expect(try await open.history(unknown).isEmpty)
    }
}

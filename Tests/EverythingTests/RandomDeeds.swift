import Engine
import Exchange
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import SeededChance
import Testing

/// What a person does in a journal, as a seed has it, on a machine of 32 bits as on one of 64.
final class RandomDeeds {
    enum Deed: String, CaseIterable {
        /// A record of any kind with a value in every field, other values in one, one that is deleted.
        case record, rewrite, remove
        /// An entry with files, a change to one, one that goes to the deleted ones or comes back.
        case entry, change, restore
        case note, move, draft, journal
    }

    let vault: TestVault
    let open: OpenVault
    private var values: RandomValues
    private var records: [(maker: RecordMaker, id: RecordID)] = []
    private var entries: [RecordID] = []
    private(set) var done: [Deed: Int] = [:]
    /// The words that were written, by the kind of the record that has them.
    private(set) var words: [String: Set<String>] = [:]

    init(_ vault: TestVault, _ open: OpenVault, seed: UInt64) {
        (self.vault, self.open, values) = (vault, open, RandomValues(seed: seed))
    }

    /// So many deeds that are done: in place of one for which something is missing another is drawn.
    func act(times: Int) async throws {
        for _ in 0..<times {
            vault.clock.advance(seconds: Int64(1 + values.random.below(5_000)))
            var deed = Deed.entry
            repeat { deed = entries.count < 5 ? .entry : values.random.pick(Deed.allCases) } while try await !act(deed)
            done[deed, default: 0] += 1
        }
    }

    /// False if there is nothing yet with which it could be done.
    private func act(_ deed: Deed) async throws -> Bool {
        switch deed {
        case .record:
            // One kind after the other, so that chance leaves none out.
            let maker = RecordMaker.all[done[.record, default: 0] % RecordMaker.all.count]
            try await write(maker, maker.name ?? values.link())
        case .rewrite:
            guard !records.isEmpty else { return false }
            let record = values.random.pick(records)
            try await write(record.maker, record.id)
        case .remove:
            let places = records.indices.filter { records[$0].maker.delete != nil }
            guard !places.isEmpty else { return false }
            let record = records.remove(at: values.random.pick(places))
            try await record.maker.delete?(open, record.id)
        case .entry:
            let files = try (0..<values.random.below(3)).map { _ in try file() }
            let new = NewEntry(
                text: word(Entry.kind) + " " + values.text(), mood: Mood(word(Entry.kind)), tags: [.of(word(Entry.kind))],
                starred: values.random.once(in: 2), attachments: files)
            entries.append(try await open.add(new).id)
        case .change:
            guard let stored = try await present() else { return false }
            var change = EntryChange()
            change.text = stored.entry.text + "\n" + word(Entry.kind)
            if values.random.once(in: 2) { change.addedTags = [.of(word(Entry.kind))] }
            if values.random.once(in: 2) { change.mood = .some(nil) }
            if values.random.once(in: 3) { change.attachments = [try file()] }
            _ = try await open.change(stored.id, change)
        case .restore:
            let stored = try await open.find(values.random.pick(entries).description)
            _ = stored.deleted == nil ? try await open.delete(stored.id) : try await open.restore(stored.id)
        case .note:
            guard let stored = try await present() else { return false }
            try await open.addNote(word("note"), to: stored.id)
        case .move:
            let journals = try await open.journals()
            guard journals.count > 1, let stored = try await present() else { return false }
            let moved = try await open.move(stored.id, to: values.random.pick(journals.filter { $0.id != stored.journal }).id)
            entries = entries.map { $0 == stored.id ? moved.id : $0 }
        case .draft:
            let name = try #require(Draft.Name("draft-\(values.random.below(9))"))
            if values.random.once(in: 3) {
                guard try await open.dropDraft(name) else { return false }
            } else {
                try await open.keep(Draft(text: word("draft"), mood: word("draft"), tags: word("draft")), as: name)
            }
        case .journal:
            let journals = try await open.journals()
            if journals.count < 4 {
                _ = try await open.createJournal(named: "Journal " + word("journal"))
            } else {
                _ = try await open.renameJournal(values.random.pick(journals).id, to: "Journal " + word("journal"))
            }
        }
        return true
    }

    /// One of the entries that are not deleted, if the first try finds one.
    private func present() async throws -> StoredEntry? {
        let stored = try await open.find(values.random.pick(entries).description)
        return stored.deleted == nil ? stored : nil
    }

    private func word(_ kind: String) -> String {
        let word = values.word()
        words[kind, default: []].insert(word)
        return word
    }

    private func file() throws -> String {
        let word = word("attachment")
        return try vault.scratch.write(
            String(repeating: word + " in a file\n", count: 1 + values.random.below(5_000)), to: word + ".txt")
    }

    private func write(_ maker: RecordMaker, _ id: RecordID) async throws {
        let fields = maker.fields(&values).merging(["from_a_newer_program": .string(word(maker.kind))]) { $1 }
        words[maker.kind, default: []].formUnion(JSON.object(fields).words)
        let now = JSON.string(try #require(Instant(milliseconds: vault.clock.now)).rfc3339(offset: 0))
        let line: JSON = [
            "id": .string(id.description), "kind": .string(maker.kind), "created": now, "modified": now, "more": .object(fields),
        ]
        let document: JSON = [
            "kind": "export", "format": "auralyst", "version": 1, "attachments": "none", "records": [line],
        ]
        let bytes = document.bytes
        let receipt = try await open.importExport(opening: {
            var pieces = [bytes]
            return { pieces.popLast() ?? [] }
        })
        #expect(receipt.count(.kept) + receipt.count(.merged) == 1, "\(maker.kind): \(receipt.lines)")
        if !records.contains(where: { $0.id == id && $0.maker.kind == maker.kind }) { records.append((maker, id)) }
    }
}

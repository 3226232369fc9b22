import Base
import Journal
import Ledger
import Records
import Store
import Sync

/// Notes on entries: every member except readers may write them; only their author can change them.
extension OpenVault {
    @discardableResult
    package func addNote(_ text: String, to entry: RecordID) throws -> EntryNote {
        let stored = try self.entry(entry)
        guard stored.deleted == nil else { throw EngineError.entryDeleted(entry) }
        guard let instant = Instant(milliseconds: surroundings.now()), let note = CollaboratorNote(text: text, instant: instant)
        else { throw SharingError.badNote }
        let root = try authorRoot(in: stored.journal)
        var generator = surroundings.generator
        let nonce = RecordID.random(using: &generator).bytes
        let id = SharingRule.noteID(author: root, nonce: nonce)
        try act(in: stored.journal, on: .note) { writer in
            [
                try writer.mutation(
                    of: id, kind: SharingRule.note, journal: stored.journal,
                    setting: StoredNote.fields(note, entry: entry, nonce: nonce))
            ]
        }
        return try self.note(id)
    }

    /// Changes one's own note.
    package func changeNote(_ id: RecordID, to text: String) throws {
        let own = try ownNote(id)
        guard own.deleted == nil else { throw SharingError.noSuchNote(id.description) }
        guard let note = CollaboratorNote(text: text, instant: own.note.instant) else { throw SharingError.badNote }
        try write(["text": .string(note.text)], to: own)
    }

    /// Deletes one's own note, or restores it.
    package func deleteNote(_ id: RecordID, _ isDeleted: Bool = true) throws {
        try write(["gone": .bool(isDeleted)], to: try ownNote(id))
    }

    /// Hides a note from everyone, or shows it again: only the owner can.
    package func hideNote(_ id: RecordID, _ isHidden: Bool = true) throws {
        let stored = try note(id).stored
        guard try owns(stored.journal) else { throw SharingError.notOwner }
        try act(in: stored.journal) { writer in
            [
                try writer.mutation(
                    of: id, kind: SharingRule.noteCover, journal: stored.journal, setting: ["hidden": .bool(isHidden)])
            ]
        }
    }

    /// The notes on an entry in the order in which they were written; without deleted ones, and without hidden ones unless this
    /// person is the owner.
    package func notes(of entry: RecordID) throws -> [EntryNote] {
        try described(store.notes(of: entry)).filter { $0.stored.deleted == nil }
            .filter { try !$0.isHidden || $0.isYours || owns($0.stored.journal) }
    }

    /// The notes of all entries in the order in which they were written.
    func allNotes() throws -> [EntryNote] { try described(store.records(kind: SharingRule.note)) }

    /// With their authors, in the order in which they were written; incomplete notes are left out.
    private func described(_ records: [(id: RecordID, journal: JournalID, state: RecordState)]) throws -> [EntryNote] {
        let notes = records.compactMap { StoredNote(id: $0.id, journal: $0.journal, state: $0.state) }
        var (controls, names): ([JournalID: ControlLog], [JournalID: [RecordID: String]]) = ([:], [:])
        return try notes.map { note in
            if controls[note.journal] == nil {
                controls[note.journal] = try controlLog(of: note.journal)
                names[note.journal] = try memberNames(of: note.journal)
            }
            let control = controls[note.journal]
            let author = control?.person(of: note.device)
            let you = control?.root(of: owner.name)
            return EntryNote(
                stored: note, author: author,
                name: author.flatMap { names[note.journal]?[OpenVault.memberRecord($0)] } ?? "",
                isYours: author != nil && author == you,
                isFormer: author.map { root in control?.members.values.contains { $0.root == root } != true } ?? true,
                isHidden: try store.state(of: note.id, kind: SharingRule.noteCover)?["hidden"]?.bool == true)
        }.sorted { ($0.stored.note.instant, $0.stored.id) < ($1.stored.note.instant, $1.stored.id) }
    }

    /// The names of the authors of other people's notes, by the notes' ids.
    package func noteAuthors() throws -> [RecordID: String] {
        try allNotes().reduce(into: [:]) { authors, note in
            if !note.isYours, !note.name.isEmpty { authors[note.stored.id] = note.name }
        }
    }

    /// A note; throws `SharingError.noSuchNote` if there is none.
    package func note(_ id: RecordID) throws -> EntryNote {
        guard let found = try described(store.records(kind: SharingRule.note, named: id...id)).first else {
            throw SharingError.noSuchNote(id.description)
        }
        return found
    }

    /// Finds a note by the beginning of its id.
    package func findNote(_ typed: String) throws -> EntryNote {
        guard let names = RecordID.range(ofPrefix: typed),
            case let found = try described(store.records(kind: SharingRule.note, named: names)),
            found.count == 1
        else { throw SharingError.noSuchNote(typed) }
        return found[0]
    }

    private func ownNote(_ id: RecordID) throws -> StoredNote {
        let found = try note(id)
        guard found.isYours else { throw SharingError.notAuthor }
        return found.stored
    }

    /// Every write of a note carries the proof of its author.
    private func write(_ fields: [String: JSON], to note: StoredNote) throws {
        try act(in: note.journal, on: .note) { writer in
            var mutation = try writer.mutation(of: note.id, kind: SharingRule.note, journal: note.journal, setting: fields)
            guard !mutation.fields.isEmpty else { return [] }
            mutation.fields["nonce"] = .hexadecimal(note.nonce)
            return [mutation]
        }
    }

    /// The root of this vault's person in a journal, which stays when keys are replaced.
    package func authorRoot(in journal: JournalID) throws -> [UInt8] {
        guard let member = membership(in: try controlLog(of: journal)) else { throw SyncError.stoppedFor(.accessEnded) }
        return member.root
    }
}

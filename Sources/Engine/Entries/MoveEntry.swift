import Base
import Journal
import Ledger
import Records
import Store

/// Moves entries to another journal (docs/decisions/0032). A journal has its own key and log, so the entry is encrypted again
/// there under another id, and the original goes to "Recently deleted" in the same transaction, with its history.
extension OpenVault {
    /// Throws if this person may not write in the journals of these entries: a check before a question.
    package func requireWriting(_ entries: [StoredEntry]) throws {
        for journal in Set(entries.map(\.journal)).sorted() { try requireWriting(on: .record, in: journal) }
    }

    /// Throws the first reason why one of these entries cannot go to a journal, apart from missing files.
    package func checkMove(of entries: [StoredEntry], to journal: JournalID) throws {
        try requireWriting(on: .record, in: journal)
        let entries = entries.filter { $0.journal != journal }
        try requireWriting(entries)
        let drafts = try store.draftNames()
        let authorships = try authorships(of: entries)
        for entry in entries {
            guard entry.deleted == nil else { throw EngineError.entryDeleted(entry.id) }
            // A draft's files are encrypted for the journal that its entry is in.
            guard !drafts.contains(where: { $0.hasPrefix(entry.id.description) }) else {
                throw JournalError.unsavedChanges(entry.id)
            }
            // In the other journal it would seem to be written by whoever moves it.
            if let author = authorships[entry.id]?.author { throw JournalError.othersEntry(entry.id, author: author) }
        }
    }

    /// Moves an entry, with its files and the notes on it, to another journal. Earlier texts and hidden notes stay with the
    /// original. Throws as `checkMove`, and if a file is missing; then nothing is moved.
    /// - Returns: the entry in that journal; unchanged if it is there already.
    package func move(_ id: RecordID, to journal: JournalID) async throws -> StoredEntry {
        while true {
            let stored = try entry(id)
            guard stored.journal != journal else { return stored }
            try checkMove(of: [stored], to: journal)
            let successor = try successor(of: id, in: journal)
            let files = try await filesCopied(from: stored, to: journal, for: successor)
            if try moveRecords(of: stored, to: journal, as: successor, files) { return try entry(successor) }
            // The entry's files were changed while they were copied.
            discard(files)
        }
    }

    /// Writes the copy and deletes the original. `false`, with nothing written, if the entry has other files now.
    private func moveRecords(
        of stored: StoredEntry, to journal: JournalID, as successor: RecordID, _ files: [SealedAttachment]
    ) throws -> Bool {
        try commit { writer -> Bool in
            let state = try writer.state(of: stored.id, kind: Entry.kind, journal: stored.journal)
            guard let current = StoredEntry(id: stored.id, journal: stored.journal, state: state), current.deleted == nil else {
                throw EngineError.entryDeleted(stored.id)
            }
            guard current.attachments == stored.attachments else { return false }
            // Fields of a newer version go along.
            var fields = state.values.filter { $0.value != .null && !OpenVault.leftBehind.contains($0.key) }
            fields["created"] = .int(current.created)
            fields["modified"] = .int(current.modified)
            fields[StoredEntry.movedFromField] = .string(stored.id.description)
            if !files.isEmpty { fields["attachments"] = .array(files.map { .string($0.id.description) }) }
            let copy = try writer.mutation(of: successor, kind: Entry.kind, journal: journal, setting: fields)
            try append([copy] + files.map(\.mutation), to: journal)
            try append(notesCopied(from: stored.id, to: journal, for: successor, writer), to: journal, on: .note)
            let goes: [String: JSON] = ["gone": true, StoredEntry.movedToField: .string(successor.description)]
            let original = try writer.mutation(of: stored.id, kind: Entry.kind, journal: stored.journal, setting: goes)
            try append([original], to: stored.journal)
            return true
        }
    }

    /// Fields that say something about the original alone.
    private static let leftBehind: Set = ["gone", "gone_since", "gone_with", StoredEntry.movedToField, "attachments"]

    /// Two devices that move the same entry without knowing of each other make one copy. Where there was one before, another id
    /// is chosen.
    private func successor(of id: RecordID, in journal: JournalID) throws -> RecordID {
        let name = RecordID(firstBytesOf: digest(.label("moved-entry") + journal.bytes + id.bytes))
        guard try store.entry(name) != nil else { return name }
        var generator = surroundings.generator
        return .random(using: &generator)
    }

    private func movedFile(_ file: RecordID, to copy: RecordID) -> RecordID {
        RecordID(firstBytesOf: digest(.label("moved-file") + copy.bytes + file.bytes))
    }

    private func filesCopied(
        from stored: StoredEntry, to journal: JournalID, for successor: RecordID
    ) async throws -> [SealedAttachment] {
        var copies: [SealedAttachment] = []
        do {
            for id in stored.attachments {
                guard let record = try attachmentRecord(of: id, journal: stored.journal) else {
                    throw EngineError.noSuchAttachment(id)
                }
                let name = movedFile(id, to: successor)
                let original = StagedAttachment(id: name, journal: stored.journal, record: record)
                do {
                    copies.append(SealedAttachment(try forItsJournal(try await resealed(original, for: journal), isNew: true)))
                } catch {
                    throw try placed(error, record, in: stored.journal)
                }
            }
            return copies
        } catch {
            discard(copies)
            throw error
        }
    }

    /// The notes on an entry as notes of this vault's person, which say who wrote them: only their authors could write them
    /// under their own names.
    private func notesCopied(
        from id: RecordID, to journal: JournalID, for successor: RecordID, _ writer: StoreWriter
    ) throws -> [Mutation] {
        let notes = try notes(of: id).filter { !$0.isHidden }
        guard !notes.isEmpty else { return [] }
        let root = try authorRoot(in: journal)
        return try notes.map { note in
            let nonce = Array(digest(.label("moved-note") + successor.bytes + note.stored.id.bytes).prefix(16))
            var fields = StoredNote.fields(note.stored.note, entry: successor, nonce: nonce)
            let author = note.stored.writtenBy ?? (note.isYours ? nil : note.name.isEmpty ? "Someone" : note.name)
            if let author { fields[StoredNote.writtenByField] = .string(author) }
            return try writer.mutation(
                of: SharingRule.noteID(author: root, nonce: nonce), kind: SharingRule.note, journal: journal, setting: fields)
        }
    }

    /// The copy of a moved entry that goes when the original is restored: one that was not changed since.
    func copyToTakeBack(of original: StoredEntry) throws -> StoredEntry? {
        func words(_ notes: [EntryNote], areOriginal: Bool) -> [String] {
            notes.filter { !areOriginal || !$0.isHidden }.map(\.stored.note.text).sorted()
        }
        guard let id = original.movedTo, let copy = try store.entry(id), copy.deleted == nil, copy.entry == original.entry,
            copy.attachments == original.attachments.map({ movedFile($0, to: id) }),
            try words(notes(of: id), areOriginal: false) == words(notes(of: original.id), areOriginal: true),
            // Where this person may not write any more, the copy stays.
            (try? requireWriting([copy])) != nil
        else { return nil }
        return copy
    }
}

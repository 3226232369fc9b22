import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

extension WebApp {
    func addNoteRoutes(to routes: inout Routes) {
        routes.form("/entry/:id/notes") { visit, fields in try await visit.app.addNote(visit, fields) }
        routes.page("/note/:id") { visit in
            let note = try await visit.app.note(visit)
            guard note.isYours, note.stored.deleted == nil else { return .redirect(to: WebApp.path(of: note)) }
            return visit.app.notePage(NotePage(note: note, typed: note.stored.note.text), visit)
        }
        routes.form("/note/:id") { visit, fields in
            let note = try await visit.app.note(visit)
            let typed = EntryForm.lines(fields["text"] ?? "")
            do {
                try await visit.vault().changeNote(note.stored.id, to: typed)
            } catch let error as SharingError {
                let page = NotePage(note: note, typed: typed, fault: PeopleWords.sentences(error))
                return visit.app.notePage(page, visit, status: .unprocessable)
            }
            return visit.done(Notice(sentence: "Note changed."), next: WebApp.path(of: note))
        }
        routes.form("/note/:id/delete") { visit, _ in
            let note = try await visit.app.note(visit)
            try await visit.vault().deleteNote(note.stored.id)
            let notice = Notice.deleted(say("Note deleted."), at: "/note/\(note.stored.id.description)")
            return visit.done(notice, next: WebApp.entryPath(of: note))
        }
        routes.form("/note/:id/restore") { visit, _ in
            let note = try await visit.app.note(visit)
            try await visit.vault().deleteNote(note.stored.id, false)
            return visit.done(Notice(sentence: "Note restored."), next: WebApp.path(of: note))
        }
        routes.form("/note/:id/hide") { visit, fields in
            let (note, isHidden) = (try await visit.app.note(visit), fields["hidden"] == "yes")
            try await visit.vault().hideNote(note.stored.id, isHidden)
            let words = isHidden ? say("Hidden from everyone except its author and you.") : say("Shown again.")
            return visit.done(Notice(sentence: words), next: WebApp.path(of: note))
        }
    }

    private static func entryPath(of note: EntryNote) -> String { "/entry/" + note.stored.entry.description }

    private static func path(of note: EntryNote) -> String { entryPath(of: note) + "#note-" + note.stored.id.description }

    private func note(_ visit: Visit) async throws -> EntryNote {
        do {
            return try await visit.vault().note(try visit.recordID())
        } catch SharingError.noSuchNote {
            throw HTTPFault.notFound
        }
    }

    private func notePage(_ page: NotePage, _ visit: Visit, status: Status = .ok) -> Response {
        PageFrame(title: "Note", place: .journal, name: "note").page(page.html(for: visit), for: visit, status: status)
    }

    private func addNote(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        let typed = EntryForm.lines(fields["text"] ?? "")
        do {
            let note = try await vault.addNote(typed, to: stored.id)
            return visit.done(next: WebApp.path(of: note))
        } catch let error as SharingError {
            return try await entryPage(noteTyped: typed, noteFault: PeopleWords.sentences(error), visit)
        }
    }

    /// The sharing state of an entry: whether this person may change it, who wrote it, and its notes. Throws if the log is
    /// damaged; the entry is then shown without.
    func sharing(
        of stored: StoredEntry, in vault: isolated OpenVault, _ dates: DateLanguage
    ) throws -> (mayChange: Bool, authorship: Authorship?, notes: NotesSection?) {
        let role = try vault.ownRole(in: stored.journal)
        return (
            role?.mayWrite(.record) == true, try vault.authorships(of: [stored])[stored.id],
            try notesSection(of: stored, in: vault, dates)
        )
    }

    /// The notes of an entry; `nil` if its journal is not shared and it has none.
    private func notesSection(of stored: StoredEntry, in vault: isolated OpenVault, _ dates: DateLanguage) throws -> NotesSection?
    {
        let notes = try vault.notes(of: stored.id)
        guard try vault.isShared(stored.journal) || !notes.isEmpty else { return nil }
        return NotesSection(
            entry: stored.id, notes: notes, mayAdd: try vault.mayNote(in: stored.journal) && stored.deleted == nil,
            isOwner: try vault.ownRole(in: stored.journal) == .owner,
            words: PeopleWords(dates: dates, zone: CivilTime(zone: surroundings.zone), now: surroundings.now()))
    }
}

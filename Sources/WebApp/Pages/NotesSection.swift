import Base
import Documents
import Engine
import Journal
import Ledger
import Records

/// The notes on an entry, and the form for another one. Notes that arrive while someone writes only change the list.
struct NotesSection {
    let entry: RecordID
    let notes: [EntryNote]
    let mayAdd: Bool
    /// This vault's person owns the journal, and can hide what others write.
    let isOwner: Bool
    let words: PeopleWords
    /// The unsaved input, and why it was not saved.
    var typed = ""
    var fault: String?

    func html(for visit: Visit) -> HTML {
        """
        <section class="notes" aria-labelledby="notes-title"><h2 id="notes-title">Notes</h2>
        <ol id="notes" data-live>\(notes.html { row($0, visit) })</ol>
        \(mayAdd ? form(visit) : notes.isEmpty ? "<p class=\"muted\">No notes.</p>" : .empty)</section>
        """
    }

    private func form(_ visit: Visit) -> HTML {
        let wrong: HTML? = fault.map { "<span class=\"fault\" id=\"note-fault\">\($0)</span>" }
        return """
            <form method="post" action="/entry/\(entry.description)/notes" class="stack note-form">\(formToken(visit))
            <p class="field"><label for="note">Add a note</label>
            <textarea id="note" name="text" rows="3" required aria-describedby="note-hint\(" note-fault", if: fault != nil)"\(" aria-invalid=\"true\"", if: fault != nil)>
            \(typed)</textarea>\(wrong)<span class="hint" id="note-hint">All members of this journal see it. Only you can change it.</span></p>
            <div class="actions"><button class="primary">Add the note</button></div></form>
            """
    }

    private func row(_ note: EntryNote, _ visit: Visit) -> HTML {
        let (id, stored) = (note.stored.id.description, note.stored)
        let writer = note.isYours ? "You" : note.name.isEmpty ? "Someone" : note.name
        let name = stored.writtenBy.map { say("\($0), imported by \(note.isYours ? "you" : writer)") } ?? writer
        let marks: HTML = """
            \(" <span class=\"muted\">(former member)</span>", if: note.isFormer && !note.isYours)\(" <span class=\"chip\">hidden</span>", if: note.isHidden)
            """
        return """
            <li class="note \(PeopleWords.look(of: note.author))" id="note-\(id)" data-entry="note-\(id)" data-version="\(stored.modified)-\(note.isHidden ? 1 : 0)">
            <p class="note-head">\(PeopleWords.initial(of: note.name.isEmpty ? name : note.name, root: note.author))<b>\(name)</b>\(marks) <span class="muted small">\(words.moment(stored.note.instant.milliseconds))\(", changed", if: stored.isEdited)</span></p>
            <p class="note-text">\(stored.note.text)</p>\(ways(note, visit))</li>
            """
    }

    private func ways(_ note: EntryNote, _ visit: Visit) -> HTML? {
        let id = note.stored.id.description
        if note.isYours {
            guard mayAdd else { return nil }
            return """
                <div class="actions note-ways"><a class="button quiet" href="/note/\(id)">\(Icon.edit)Change<span class="hidden"> your note</span></a>
                <form method="post" action="/note/\(id)/delete">\(formToken(visit))<button class="quiet">\(Icon.trash)Delete<span class="hidden"> your note</span></button></form></div>
                """
        }
        guard isOwner else { return nil }
        let who: HTML = "<span class=\"hidden\"> the note of \(note.name)</span>"
        return """
            <div class="actions note-ways"><form method="post" action="/note/\(id)/hide">\(formToken(visit))<input type="hidden" name="hidden" value="\(note.isHidden ? "no" : "yes")"><button class="quiet">\(note.isHidden ? say("Show again") : say("Hide"))\(who)</button></form></div>
            """
    }
}

struct NotePage {
    let note: EntryNote
    var typed: String
    var fault: String?

    func html(for visit: Visit) -> HTML {
        let id = note.stored.id.description
        let wrong: HTML? = fault.map { "<span class=\"fault\" id=\"note-fault\">\($0)</span>" }
        return """
            <p class="way-back"><a href="/entry/\(note.stored.entry.description)#note-\(id)">\(Icon.back)The entry</a></p>
            <section class="card"><h1>Change your note</h1>
            <form method="post" action="/note/\(id)" class="stack">\(formToken(visit))
            <p class="field"><label for="note">Your note</label>
            <textarea id="note" name="text" rows="8" required\(" aria-invalid=\"true\" aria-describedby=\"note-fault\"", if: fault != nil)>
            \(typed)</textarea>\(wrong)</p>
            <div class="actions"><button class="primary">Save</button><a class="button quiet" href="/entry/\(note.stored.entry.description)#note-\(id)">Cancel</a></div></form></section>
            """
    }
}

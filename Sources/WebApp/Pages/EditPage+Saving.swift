import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// What happens when an entry's form is sent.
extension WebApp {
    func add(_ visit: Visit, _ parts: Multipart) async throws -> Response {
        let vault = try await visit.vault()
        var (form, fields, draft) = try await EntryForm.read(parts, draft: .new, journal: nil, in: vault, for: visit)
        if let saved = try await vault.entry(once: form.once), !form.once.isEmpty {
            switch fields["again"] {
            case _ where form.saysNothing(beyond: saved):
                try await dropSaved(draft, form, in: vault)
                let words = say("This draft was already saved in another window.")
                return visit.done(Notice(sentence: words), next: "/entry/\(saved.id.description)")
            case "second": form.once = RandomName.make(byteCount: 12)
            case "change": return try await edit(saved, with: form, draft: draft, in: vault, visit)
            default:
                form.faults[.text] = say("This draft was already saved in another window, with another text.")
                return try await refuse(form, draft: draft, saved: saved, in: vault, visit)
            }
        }
        // A form is not saved without all of its files.
        guard form.faults.isEmpty, let new = form.newEntry(in: surroundings) else {
            return try await refuse(form, draft: draft, in: vault, visit)
        }
        let stored: StoredEntry
        do {
            // Its files were uploaded before a journal was chosen.
            stored = try await vault.add(resealing: new)
        } catch {
            form.note(error)
            return try await refuse(form, draft: draft, in: vault, visit)
        }
        visit.release(form.staged)
        // The entry is saved: failing to delete its draft must not look like a failure to save.
        try? await dropSaved(draft, form, in: vault)
        let path = "/entry/\(stored.id.description)"
        if visit.isFromScript { return .json(["id": .string(stored.id.description)]) }
        let notice = try await visit.read { vault, preferences in
            let words = EntryPage.savedSentence(stored.entry, today: self.today, preferences.dates)
            var notice = Notice(sentence: words, undo: Notice.Undo(path: path + "/undo", label: "Undo"))
            notice.showsSupport = try vault.showsSupport(for: stored.entry.text)
            notice.question = try TagQuestion.words(stored.entry.text, in: vault).map {
                Notice.Question(entry: stored.id.description, words: $0)
            }
            if stored.entry.mood == nil, let hint = try vault.moodHint(for: stored.entry.text) {
                notice.offer = Notice.Offer(entry: stored.id.description, hint: hint)
            }
            return notice
        }
        return visit.done(notice, next: "/today")
    }

    /// The text of a new entry's form becomes a draft of the entry that its draft was saved as.
    private func edit(
        _ saved: StoredEntry, with form: EntryForm, draft: Draft.Name, in vault: isolated OpenVault, _ visit: Visit
    ) throws -> Response {
        var changed = form.draft
        (changed.once, changed.seenText) = ("", try vault.textName(of: saved.id))
        if changed.when.isEmpty { changed.when = EntryForm.Shown(saved.entry).when }
        let name = try nameToPutBack(Draft.Name(saved.id), in: vault)
        try vault.keep(changed, as: name)
        try dropSaved(draft, form, in: vault)
        return .redirect(to: "/entry/\(saved.id.description)/edit?draft=\(name.description)")
    }

    /// - Parameter saved: the entry that the draft was saved as before, with another text.
    private func refuse(
        _ form: EntryForm, draft: Draft.Name, saved: StoredEntry? = nil, in vault: isolated OpenVault, _ visit: Visit
    ) throws -> Response {
        if visit.isFromScript { return WebApp.refused(form.faults) }
        let (name, kept) = try keepRefused(form, as: draft, in: vault)
        let composer = try composer(
            Composer.Values(form), draft: name, placeholder: say("What is on your mind?"), kept: kept, faults: form.faults,
            known: form.known, in: vault)
        // The token is before the buttons, whose values are sent in the order of the page.
        let choice: HTML? = saved.map { saved in
            """
            <section class="notice notice-trouble" aria-labelledby="again-title"><h2 id="again-title">Saved in another window</h2><p>The saved text is <a href="/entry/\(saved.id.description)" target="_blank">in this entry</a>. Yours is below.</p>
            <p class="actions"><input type="hidden" name="form-token" value="\(visit.session.formToken)" form="composer"><button form="composer" class="hidden" tabindex="-1" aria-hidden="true">Save</button><button form="composer" name="again" value="change">Change that entry</button><button form="composer" name="again" value="second">Save as a second entry</button></p></section>
            """
        }
        let page: HTML =
            "<header><h1 data-when-mended=\"Today\">Not saved yet</h1></header>\(choice)<section class=\"card\" aria-label=\"Write\">\(composer.html(for: visit))</section>"
        return PageFrame(title: "Today", place: .today, name: "today").page(page, for: visit, status: .unprocessable)
    }

    fileprivate static func refused(_ faults: [EntryForm.Field: String]) -> Response {
        let sentences = faults.sorted { $0.key.rawValue < $1.key.rawValue }
        return .json(
            [
                "error": ["code": 422, "message": .string(sentences.map(\.value).joined(separator: " "))],
                "faults": .object(Dictionary(uniqueKeysWithValues: sentences.map { ($0.key.rawValue, .string($0.value)) })),
            ], status: .unprocessable)
    }
}

extension WebApp {
    func save(_ visit: Visit, _ parts: Multipart) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        var (form, fields, draft) = try await EntryForm.read(
            parts, draft: Draft.Name(stored.id), journal: stored.journal, in: vault, for: visit)
        let isAutosave = visit.isFromScript && fields["autosave"] == "yes"
        guard stored.deleted == nil else { return try await deleted(form, stored, draft: draft, in: vault, visit) }
        guard form.faults.isEmpty, var change = form.change(to: stored, in: surroundings) else {
            return try await refuse(form, stored, draft: draft, in: vault, visit)
        }
        change.text = try await unbroken(form.text, seen: form.seen, stored, in: vault)
        // Half a word is no tag.
        if isAutosave { (change.staged, change.removedAttachments, change.tagsBefore) = ([], [], nil) }
        let outcome: SaveOutcome
        do {
            outcome = try await vault.save(stored.id, change)
        } catch EngineError.entryDeleted {
            return try await deleted(form, stored, draft: draft, in: vault, visit)
        } catch {
            form.note(error)
            return try await refuse(form, stored, draft: draft, in: vault, visit)
        }
        if isAutosave, !form.staged.isEmpty {
            form.seen = outcome.textName
            try await vault.keep(form.draft, as: draft)
        } else {
            visit.release(form.staged)
            // The change is saved: failing to delete its draft must not look like a failure to save.
            try? await dropSaved(draft, form, in: vault)
        }
        if visit.isFromScript { return saved(outcome, form) }
        return try await next(after: outcome, form: form, putBelow: fields["put-below"], draft: draft, in: vault, visit)
    }

    /// The original text, if the person did not change it: a form changes the line ends of some texts.
    private func unbroken(_ text: String, seen: WriteName?, _ stored: StoredEntry, in vault: isolated OpenVault) throws -> String
    {
        var before: String? = stored.entry.text
        if let seen, try vault.textName(of: stored.id) != seen {
            before = try vault.history(stored.id).first { $0.write.name == seen }?.write.value.string
        }
        guard let before, before.utf8.contains(0x0D), EntryForm.lines(before) == text else { return text }
        return before
    }

    private func saved(_ outcome: SaveOutcome, _ form: EntryForm) -> Response {
        var members: [String: JSON] = [
            "seen": .string(outcome.textName?.formText ?? ""), "savedAt": .string(clock(at: surroundings.now())),
            "conflict": .null,
        ]
        if outcome.concurrent?.isCombined == true {
            members["edits"] = WebApp.edits(from: form.text, to: EntryForm.lines(outcome.entry.entry.text))
        } else if let other = outcome.concurrent {
            members["conflict"] = [
                "text": .string(EntryForm.lines(other.text)), "at": .string(clock(at: other.at)), "stands": .bool(other.stands),
                "name": .string(other.name.formText),
            ]
        }
        return .json(.object(members))
    }

    /// What turns the text that a page has sent into another: in the place of its letters (UTF-16) from one number up to another, a text.
    private static func edits(from old: String, to new: String) -> JSON {
        var edits: [JSON] = []
        var position: Int64 = 0
        for piece in TextDifference.pieces(from: old, to: new) {
            let end = position + (piece.kind == .added ? 0 : Int64(piece.text.utf16.count))
            let text = piece.kind == .added ? piece.text : ""
            if piece.kind != .same { edits.append([.int(position), .int(end), .string(text)]) }
            position = end
        }
        return .array(edits)
    }

    /// Without scripts: to the entry, or to a page with both texts if someone else wrote too.
    private func next(
        after outcome: SaveOutcome, form: EntryForm, putBelow: String?, draft: Draft.Name, in vault: isolated OpenVault,
        _ visit: Visit
    ) throws -> Response {
        let path = "/entry/\(outcome.entry.id.description)"
        var shown = EditForm(values: Composer.Values(outcome.entry.entry), seen: outcome.textName, draft: draft)
        if let other = try version(putBelow, of: outcome.entry.id, in: vault) {
            shown.values.text = EntryForm.lines(outcome.entry.entry.text) + "\n\n" + EntryForm.lines(other)
            var page = try page(shown, outcome.entry, in: vault)
            page.trouble = say("The other version is now below yours. Choose Save to keep both.")
            return answer(page, visit)
        }
        guard let other = outcome.concurrent else { return visit.done(Notice(sentence: "Saved."), next: path) }
        guard !other.isCombined else {
            return visit.done(Notice(sentence: "Saved, with what was changed in another window."), next: path)
        }
        guard !other.stands else {
            let words = say("Saved. The text was also changed in another window, and that text is shown.")
            return visit.done(Notice(sentence: words), next: path)
        }
        var page = try page(shown, outcome.entry, in: vault)
        page.other = other
        page.otherClock = clock(at: other.at)
        return answer(page, visit)
    }

    private func version(_ name: String?, of id: RecordID, in vault: isolated OpenVault) throws -> String? {
        guard let name = name.flatMap(WriteName.init(formText:)) else { return nil }
        return try vault.history(id).first { $0.write.name == name }?.write.value.string
    }

    private func refuse(
        _ form: EntryForm, _ stored: StoredEntry, draft: Draft.Name, in vault: isolated OpenVault, _ visit: Visit
    ) throws -> Response {
        if visit.isFromScript { return WebApp.refused(form.faults) }
        let (name, kept) = try keepRefused(form, as: draft, in: vault)
        let shown = EditForm(
            values: Composer.Values(form), seen: form.seen, draft: name, kept: kept, faults: form.faults, shown: form.shown,
            known: form.known)
        var page = try page(shown, stored, in: vault)
        page.trouble = say("Not saved yet.")
        return answer(page, status: .unprocessable, visit)
    }

    /// Input for an entry that was deleted meanwhile is saved as its draft, and shown.
    private func deleted(
        _ form: EntryForm, _ stored: StoredEntry, draft: Draft.Name, in vault: isolated OpenVault, _ visit: Visit
    ) throws -> Response {
        try vault.keep(form.draft, as: draft)
        let words = say("This entry was deleted in another window. Your draft is saved: restore the entry, then edit it again.")
        if visit.isFromScript { return WebApp.refused(words, .conflict) }
        let shown = EditForm(values: Composer.Values(form), seen: form.seen, draft: draft, shown: form.shown)
        var page = try page(shown, stored, in: vault)
        (page.trouble, page.isDeleted) = (words, true)
        return answer(page, status: .conflict, visit)
    }
}

extension WebApp {
    /// Deletes the entry, and puts its text back in the form: it is saved as a draft first.
    func undoAdding(_ visit: Visit) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        guard stored.deleted == nil else { return visit.done(next: "/today") }
        let shown = EntryForm.Shown(stored.entry)
        let draft = Draft(
            text: EntryForm.lines(stored.entry.text), mood: shown.mood,
            takenMood: stored.entry.moodSource == .suggested ? shown.mood : "", tags: shown.tags, when: shown.when,
            starred: shown.isStarred, place: shown.place, journal: stored.journal.description)
        let name = try await nameToPutBack(.new, in: vault)
        try await vault.keep(draft, as: name)
        _ = try await vault.delete(stored.id)
        let words =
            stored.attachments.isEmpty
            ? say("Not saved. Your text is here again.")
            : say("Not saved. Your text is here again, without its files: add them again.")
        return visit.done(Notice(sentence: words), next: name == .new ? "/today" : "/today?draft=\(name.description)")
    }
}

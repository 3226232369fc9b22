import Engine
import HTTP
import Journal
import Ledger
import Store

/// One entry, to be changed: the form with what stands in it, which saves itself when the page has its scripts.
struct EditPage {
    let stored: StoredEntry
    let composer: Composer
    /// What somebody else wrote meanwhile.
    var other: ConcurrentText?
    /// When that was, in words.
    var otherClock = ""
    /// Drafts of other windows, by their names and times.
    var otherDrafts: [(name: Draft.Name, clock: String)] = []
    /// A sentence above the form.
    var trouble: String?
    /// The entry was deleted by somebody else: there is a way to restore it.
    var isDeleted = false
    let dates: DateLanguage

    func html(for visit: Visit) -> HTML {
        let id = stored.id.description
        let restore: HTML =
            "<form method=\"post\" action=\"/entry/\(id)/restore\">\(formToken(visit))<button>Restore</button></form>"
        let note: HTML? = trouble.map { "<div class=\"notice notice-trouble\"><p>\($0)</p>\(restore, if: isDeleted)</div>" }
        return """
            <header class="edit-head"><h1>Edit</h1><p><a href="/entry/\(id)">\(EntryPage.title(of: stored.entry, dates))</a></p></header>
            \(note)<div id="other-text">\(other.map { EditPage.otherText($0.text, clock: otherClock, name: $0.name.formText) })</div>
            <template id="other-text-template">\(EditPage.otherText("", clock: "", name: ""))</template>
            \(draftLine(otherDrafts, at: "/entry/\(id)/edit"))
            <section class="card" aria-label="Write">\(composer.html(for: visit))</section>
            """
    }

    /// Both texts are shown, and none is chosen for the person.
    private static func otherText(_ text: String, clock: String, name: String) -> HTML {
        // Enter in a field presses the first button of a form: that must be the one that saves.
        """
        <section class="other-text notice" aria-labelledby="other-title"><h2 id="other-title">This entry was also changed in another window</h2>
        <p>Both texts are kept: yours is saved, and this one is in the history<span class="other-clock">\(clock.isEmpty ? "" : ", from " + clock)</span>.</p>
        <details><summary>The other text</summary><div class="prose as-typed" dir="auto">\(text)</div></details>
        <p class="actions"><button form="composer" class="hidden" tabindex="-1" aria-hidden="true">Done</button><button form="composer" name="put-below" value="\(name)" class="put-below">Put it below</button></p></section>
        """
    }
}

/// Says that another window has left something unsaved, and leads to it.
func draftLine(_ drafts: [(name: Draft.Name, clock: String)], at path: String) -> HTML? {
    guard !drafts.isEmpty else { return nil }
    let links = drafts.html { "<li><a href=\"\(path)?draft=\($0.name.description)\">from \($0.clock)</a></li>" }
    return "<div class=\"other-drafts muted\"><p>Another window has left something unsaved:</p><ul>\(links)</ul></div>"
}

extension WebApp {
    func addEditRoutes(to routes: inout Routes) {
        routes.upload("/entries") { visit, parts in try await visit.app.add(visit, parts) }
        routes.page("/entry/:id/edit") { visit in try await visit.app.edit(visit) }
        routes.upload("/entry/:id") { visit, parts in try await visit.app.save(visit, parts) }
    }

    /// The form for a new entry: with what was being typed when a page was left, else with `text`.
    ///
    /// `draft` may name the draft of another window.
    func newComposer(
        for visit: Visit, in vault: OpenVault, draft named: String? = nil, text: String = "", placeholder: String
    ) async throws -> (composer: Composer, otherDrafts: [(name: Draft.Name, clock: String)]) {
        let drafts = try await keptDrafts(.new, in: vault)
        let wanted = Draft.Name.new.sibling(named: named)
        let found = drafts.first { $0.name == wanted } ?? drafts.first
        var values = Composer.Values()
        values.text = text
        if let found { values = Composer.Values(found.draft, named: found.name) }
        let name = found?.name ?? .new
        values.staged = merged(values.staged, with: visit.update { $0.staged } ?? [], of: name)
        let kept = found.map { clock(at: $0.draft.changed) }
        let composer = try await composer(values, draft: name, placeholder: placeholder, kept: kept, in: vault)
        return (composer, drafts.filter { $0.name != found?.name }.map { ($0.name, clock(at: $0.draft.changed)) })
    }

    private func composer(
        _ values: Composer.Values, draft: Draft.Name, placeholder: String, kept: String? = nil,
        faults: [EntryForm.Field: String] = [:], in vault: OpenVault
    ) async throws -> Composer {
        Composer(
            values: values, action: "/entries", draft: draft.description, button: "Save", placeholder: placeholder,
            moods: try await vault.moodsInUse().map(\.mood.name), tagsInUse: try await vault.tags().map(\.name),
            faults: faults, kept: kept)
    }

    /// A file that came in after the draft was kept is only in the session.
    private func merged(_ kept: [StagedFile], with session: [StagedFile], of draft: Draft.Name) -> [StagedFile] {
        let names = Set(kept.map(\.name))
        return kept + session.filter { $0.draft == draft && !names.contains($0.name) }
    }

    // MARK: a new entry

    private func add(_ visit: Visit, _ parts: Multipart) async throws -> Response {
        let vault = try await visit.vault()
        var (form, _, draft) = try await EntryForm.read(parts, draft: .new, journal: nil, in: vault, for: visit)
        // A form whose files were not all taken is not saved without them.
        guard form.faults.isEmpty, let new = form.newEntry(in: surroundings) else {
            return try await refuse(form, draft: draft, in: vault, visit)
        }
        let stored: StoredEntry
        do {
            stored = try await vault.add(new)
        } catch let error as EngineError {
            guard form.note(error) else { throw error }
            return try await refuse(form, draft: draft, in: vault, visit)
        }
        visit.release(form.staged)
        try await vault.dropDraft(draft)
        try await vault.dropDraft(.discarded)
        let path = "/entry/\(stored.id.description)"
        if visit.isFromScript { return .json(["id": .string(stored.id.description)]) }
        return visit.done(
            Notice(sentence: "Saved.", undo: Notice.Undo(path: path + "/delete", label: "Undo")), next: "/today")
    }

    private func refuse(_ form: EntryForm, draft: Draft.Name, in vault: OpenVault, _ visit: Visit) async throws -> Response {
        if visit.isFromScript { return WebApp.refused(form.faults) }
        let composer = try await composer(
            Composer.Values(form), draft: draft, placeholder: "What is on your mind?", faults: form.faults, in: vault)
        let page: HTML = "<header><h1>Not saved yet</h1></header><section class=\"card\" aria-label=\"Write\">\(composer.html(for: visit))</section>"
        return PageFrame(title: "Today", place: .today, name: "today").page(page, for: visit, status: .unprocessable)
    }

    private static func refused(_ faults: [EntryForm.Field: String]) -> Response {
        let sentences = faults.sorted { $0.key.rawValue < $1.key.rawValue }
        return .json(
            [
                "error": ["code": 422, "message": .string(sentences.map(\.value).joined(separator: " "))],
                "faults": .object(Dictionary(uniqueKeysWithValues: sentences.map { ($0.key.rawValue, .string($0.value)) })),
            ], status: .unprocessable)
    }

    // MARK: an entry that is there

    private func edit(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let stored = try await stored(visit.recordID(), in: vault)
        let seen = try await vault.textName(of: stored.id)
        if visit.isFromScript { return present(stored, seen: seen) }
        guard stored.deleted == nil else { return .redirect(to: "/entry/\(stored.id.description)") }
        let name = Draft.Name(stored.id)
        let drafts = try await keptDrafts(name, in: vault)
        let wanted = name.sibling(named: visit.request.query["draft"])
        let found = drafts.first { $0.name == wanted } ?? drafts.first
        var form = EditForm(values: Composer.Values(stored.entry), seen: seen, draft: found?.name ?? name)
        if let found {
            form.values = Composer.Values(found.draft, named: found.name)
            form.seen = found.draft.seenText ?? seen
            form.kept = clock(at: found.draft.changed)
        }
        form.values.staged = merged(form.values.staged, with: visit.update { $0.staged } ?? [], of: form.draft)
        var page = try await page(form, stored, in: vault)
        page.otherDrafts = drafts.filter { $0.name != found?.name }.map { ($0.name, clock(at: $0.draft.changed)) }
        return answer(page, visit)
    }

    /// What stands in an entry, for a window that keeps its form true.
    private func present(_ stored: StoredEntry, seen: WriteName?) -> Response {
        let shown = EntryForm.Shown(stored.entry)
        return .json([
            "text": .string(EntryForm.lines(stored.entry.text)), "seen": .string(seen?.formText ?? ""),
            "mood": .string(shown.mood), "tags": .string(shown.tags), "when": .string(shown.when),
            "starred": .bool(shown.isStarred), "deleted": .bool(stored.deleted != nil),
        ])
    }

    /// What the form of an entry shows.
    private struct EditForm {
        var values: Composer.Values
        var seen: WriteName?
        var draft: Draft.Name
        var kept: String?
        var faults: [EntryForm.Field: String] = [:]
        /// What the fields were before; else what the entry says now.
        var shown: EntryForm.Shown?
    }

    private func page(_ form: EditForm, _ stored: StoredEntry, in vault: OpenVault) async throws -> EditPage {
        let id = stored.id.description
        let milliseconds = stored.entry.instant.milliseconds
        let isElsewhere =
            CivilTime(named: stored.entry.zone).map { $0.offset(at: milliseconds) != CivilTime(zone: surroundings.zone).offset(at: milliseconds) }
        let composer = Composer(
            values: form.values, action: "/entry/\(id)", draft: form.draft.description, button: "Done",
            placeholder: "What is on your mind?", seen: form.seen?.formText ?? "",
            moods: try await vault.moodsInUse().map(\.mood.name), tagsInUse: try await vault.tags().map(\.name),
            shown: form.shown ?? EntryForm.Shown(stored.entry), zone: isElsewhere == true ? stored.entry.zone : "",
            faults: form.faults, kept: form.kept, attachments: try await vault.attachmentList(of: stored), entry: stored.id)
        return EditPage(stored: stored, composer: composer, dates: dates(try await vault.preferences()))
    }

    private func answer(_ page: EditPage, status: Status = .ok, _ visit: Visit) -> Response {
        PageFrame(title: "Edit", place: .journal, name: "edit").page(page.html(for: visit), for: visit, status: status)
    }

    private func save(_ visit: Visit, _ parts: Multipart) async throws -> Response {
        let vault = try await visit.vault()
        let stored = try await stored(visit.recordID(), in: vault)
        var (form, fields, draft) = try await EntryForm.read(
            parts, draft: Draft.Name(stored.id), journal: stored.journal, in: vault, for: visit)
        let isAutosave = visit.isFromScript && fields["autosave"] == "yes"
        guard stored.deleted == nil else { return try await deleted(form, stored, draft: draft, in: vault, visit) }
        guard form.faults.isEmpty, var change = form.change(to: stored, in: surroundings) else {
            return try await refuse(form, stored, draft: draft, in: vault, visit)
        }
        change.text = try await unbroken(form.text, seen: form.seen, stored, in: vault)
        if isAutosave { (change.staged, change.removedAttachments) = ([], []) }
        let outcome: SaveOutcome
        do {
            outcome = try await vault.save(stored.id, change)
        } catch EngineError.entryDeleted {
            return try await deleted(form, stored, draft: draft, in: vault, visit)
        } catch let error as EngineError {
            guard form.note(error) else { throw error }
            return try await refuse(form, stored, draft: draft, in: vault, visit)
        }
        if isAutosave, !form.staged.isEmpty {
            form.seen = outcome.textName
            try await vault.keep(form.draft, as: draft)
        } else {
            visit.release(form.staged)
            try await vault.dropDraft(draft)
        }
        if visit.isFromScript { return saved(outcome) }
        return try await next(after: outcome, form: form, putBelow: fields["put-below"], draft: draft, in: vault, visit)
    }

    /// The text as it stood, where the person left it as it was: a form changes the ends of lines of some texts.
    private func unbroken(_ text: String, seen: WriteName?, _ stored: StoredEntry, in vault: OpenVault) async throws -> String {
        var before: String? = stored.entry.text
        if let seen, try await vault.textName(of: stored.id) != seen {
            before = try await vault.history(stored.id).first { $0.write.name == seen }?.write.value.string
        }
        guard let before, before.utf8.contains(0x0D), EntryForm.lines(before) == text else { return text }
        return before
    }

    /// What a form that saves itself hears.
    private func saved(_ outcome: SaveOutcome) -> Response {
        var members: [String: JSON] = [
            "seen": .string(outcome.textName?.formText ?? ""), "savedAt": .string(clock(at: surroundings.now())),
            "conflict": .null,
        ]
        if let other = outcome.concurrent {
            members["conflict"] = [
                "text": .string(EntryForm.lines(other.text)), "at": .string(clock(at: other.at)), "stands": .bool(other.stands),
                "name": .string(other.name.formText),
            ]
        }
        return .json(.object(members))
    }

    /// Without scripts: to the entry, or where somebody else wrote as well to a page that shows both texts.
    private func next(
        after outcome: SaveOutcome, form: EntryForm, putBelow: String?, draft: Draft.Name, in vault: OpenVault, _ visit: Visit
    ) async throws -> Response {
        let path = "/entry/\(outcome.entry.id.description)"
        var shown = EditForm(values: Composer.Values(outcome.entry.entry), seen: outcome.textName, draft: draft)
        if let other = try await version(putBelow, of: outcome.entry.id, in: vault) {
            shown.values.text = EntryForm.lines(outcome.entry.entry.text) + "\n\n" + EntryForm.lines(other)
            var page = try await page(shown, outcome.entry, in: vault)
            page.trouble = "The other text stands below yours. It is saved with Done."
            return answer(page, visit)
        }
        guard let other = outcome.concurrent else { return visit.done(Notice(sentence: "Saved."), next: path) }
        guard !other.stands else {
            let words = "Saved. The text was changed in another window meanwhile, and stands as it was written there."
            return visit.done(Notice(sentence: words), next: path)
        }
        var page = try await page(shown, outcome.entry, in: vault)
        page.other = other
        page.otherClock = clock(at: other.at)
        return answer(page, visit)
    }

    private func version(_ name: String?, of id: RecordID, in vault: OpenVault) async throws -> String? {
        guard let name = name.flatMap(WriteName.init(formText:)) else { return nil }
        return try await vault.history(id).first { $0.write.name == name }?.write.value.string
    }

    private func refuse(
        _ form: EntryForm, _ stored: StoredEntry, draft: Draft.Name, in vault: OpenVault, _ visit: Visit
    ) async throws -> Response {
        if visit.isFromScript { return WebApp.refused(form.faults) }
        let shown = EditForm(
            values: Composer.Values(form), seen: form.seen, draft: draft, faults: form.faults, shown: form.shown)
        var page = try await page(shown, stored, in: vault)
        page.trouble = "Not saved yet."
        return answer(page, status: .unprocessable, visit)
    }

    /// What was typed into an entry that is gone meanwhile is kept as its draft, and shown.
    private func deleted(
        _ form: EntryForm, _ stored: StoredEntry, draft: Draft.Name, in vault: OpenVault, _ visit: Visit
    ) async throws -> Response {
        try await vault.keep(form.draft, as: draft)
        let words = "This entry was deleted in another window. What you wrote is kept: restore the entry, and edit it again."
        if visit.isFromScript { return WebApp.refused(words, .conflict) }
        let shown = EditForm(values: Composer.Values(form), seen: form.seen, draft: draft, shown: form.shown)
        var page = try await page(shown, stored, in: vault)
        (page.trouble, page.isDeleted) = (words, true)
        return answer(page, status: .conflict, visit)
    }
}

import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// The page for editing an entry: its form saves itself if scripts run.
struct EditPage {
    let stored: StoredEntry
    let composer: Composer
    /// A text that was written elsewhere meanwhile.
    var other: ConcurrentText?
    var otherClock = ""
    /// Drafts of other windows, by name, with their times.
    var otherDrafts: [(name: Draft.Name, clock: String)] = []
    var trouble: String?
    /// The entry was deleted elsewhere: the page offers to restore it.
    var isDeleted = false
    let dates: DateLanguage

    func html(for visit: Visit) -> HTML {
        let id = stored.id.description
        let restore: HTML =
            "<form method=\"post\" action=\"/entry/\(id)/restore\">\(formToken(visit))<button>Restore</button></form>"
        let isRefused: HTML? = composer.faults.isEmpty ? nil : " data-when-mended"
        let note: HTML? = trouble.map {
            "<div class=\"notice notice-trouble\"\(isRefused)><p>\($0)</p>\(restore, if: isDeleted)</div>"
        }
        return """
            <header class="edit-head"><h1>Edit</h1><p><a href="/entry/\(id)">\(EntryPage.title(of: stored.entry, dates))</a></p></header>
            \(note)<div id="other-text">\(other.map { EditPage.otherText($0.text, clock: otherClock, name: $0.name.formText, visit) })</div>
            <template id="other-text-template">\(EditPage.otherText("", clock: "", name: "", visit))</template>
            \(draftLine(otherDrafts, at: "/entry/\(id)/edit", dates))
            <section class="card" aria-label="Write">\(composer.html(for: visit))</section>
            """
    }

    /// Both texts are shown, and neither is chosen for the person.
    private static func otherText(_ text: String, clock: String, name: String, _ visit: Visit) -> HTML {
        // Enter in a field presses the first button of a form, which must be the one that saves. The button's value is sent
        // before the form's other fields, so that the token must be before it here too.
        """
        <section class="other-text notice" aria-labelledby="other-title"><h2 id="other-title">Also changed in another window</h2>
        <p>Your text is saved. The other version is in History<span class="other-clock">\(clock.isEmpty ? "" : " (" + clock + ")")</span>.</p>
        <details><summary>Show the other version</summary><div class="prose as-typed" dir="auto">\(text)</div></details>
        <p class="actions"><input type="hidden" name="form-token" value="\(visit.session.formToken)" form="composer"><button form="composer" class="hidden" tabindex="-1" aria-hidden="true">Save</button><button form="composer" name="put-below" value="\(name)" class="put-below">Add it below mine</button></p></section>
        """
    }
}

/// Says that another window, or another day, has an unsaved draft, with a link.
func draftLine(_ drafts: [(name: Draft.Name, clock: String)], at path: String, _ dates: DateLanguage) -> HTML? {
    guard !drafts.isEmpty else { return nil }
    let links = drafts.html { name, clock -> HTML in
        guard let day = name.day else { return "<li><a href=\"\(path)?draft=\(name.description)\">from \(clock)</a></li>" }
        return
            "<li><a href=\"/today?on=\(day.iso)&draft=\(name.description)\">for \(dates.day(day, style: .medium)), from \(clock)</a></li>"
    }
    return "<div class=\"other-drafts muted\"><p>There is another unsaved draft:</p><ul>\(links)</ul></div>"
}

extension WebApp {
    func addEditRoutes(to routes: inout Routes) {
        routes.upload("/entries") { visit, parts in try await visit.app.add(visit, parts) }
        routes.page("/entry/:id/edit") { visit in try await visit.app.edit(visit) }
        routes.form("/entry/:id/undo") { visit, _ in try await visit.app.undoAdding(visit) }
        routes.upload("/entry/:id") { visit, parts in try await visit.app.save(visit, parts) }
    }

    /// The form for a new entry: the draft, followed by `text`; without a draft just `text`.
    ///
    /// `draft` may name another window's draft. `day`: an earlier one, whose form has drafts of its own.
    func newComposer(
        for visit: Visit, in vault: isolated OpenVault, draft named: String? = nil, text: String = "", day: LocalDay? = nil,
        placeholder: String
    ) throws -> (composer: Composer, otherDrafts: [(name: Draft.Name, clock: String)]) {
        let form = day.map(Draft.Name.init(on:)) ?? .new
        var drafts = try vault.drafts().filter { $0.name.entry == nil && Draft.Name(ofForm: $0.name.description) != nil }
        // Saved, but the program was ended before the draft was deleted.
        for (name, draft) in drafts where try isSaved(EntryForm(draft), in: vault) {
            try vault.dropDraft(name)
            drafts.removeAll { $0.name == name }
        }
        let own = drafts.filter { $0.name.stem == form.stem }
        let found = own.first { $0.name.description == named } ?? own.first
        var values = Composer.Values()
        (values.text, values.when) = (text, day?.noon ?? "")
        if let found {
            values = Composer.Values(found.draft, named: found.name)
            // If the page was reloaded, the draft already contains it.
            if !text.isEmpty, !values.text.contains(trimmed(text)) {
                values.text = values.text.isEmpty ? text : values.text + "\n\n" + text
            }
        }
        let name = found?.name ?? form
        values.staged = try merged(values.staged, of: name, for: visit, in: vault)
        let kept = found.map { Composer.Kept(clock: clock(at: $0.draft.changed), milliseconds: $0.draft.changed) }
        let composer = try composer(
            values, draft: name, placeholder: placeholder, kept: kept, known: found.map { WebApp.mark(of: $0.draft.text) },
            in: vault)
        return (composer, drafts.filter { $0.name != found?.name }.map { ($0.name, clock(at: $0.draft.changed)) })
    }

    func composer(
        _ values: Composer.Values, draft: Draft.Name, placeholder: String, kept: Composer.Kept? = nil,
        faults: [EntryForm.Field: String] = [:], known: String? = nil, in vault: isolated OpenVault
    ) throws -> Composer {
        var values = values
        if values.once.isEmpty { values.once = RandomName.make(byteCount: 12) }
        return Composer(
            values: values, action: "/entries", draft: draft.description, placeholder: placeholder,
            moods: try vault.moodsInUse().map(\.mood), tagsInUse: try vault.tags().map(\.name),
            looks: try vault.preferences().looks,
            journals: try vault.journals(), faults: faults, kept: kept, known: known,
            becomes: vault.newID(values.once), showsTags: try vault.preferences().seesTags)
    }

    /// A file added after the draft was saved is only in the session. What pictures say is read once more after a lock, and kept in it.
    private func merged(
        _ kept: [StagedFile], of draft: Draft.Name, for visit: Visit, in vault: isolated OpenVault
    ) throws -> [StagedFile] {
        let session = visit.update { $0.staged } ?? []
        let here = Dictionary(session.map { ($0.name, $0) }) { first, _ in first }
        let files = kept.map { file in
            var file = here[file.name] ?? file
            if here[file.name] == nil { file.facts = vault.photoFacts(of: file.file) }
            return file
        }
        try visit.hold(files)
        let names = Set(kept.map(\.name))
        return files + session.filter { $0.draft == draft && !names.contains($0.name) }
    }

    private func edit(_ visit: Visit) async throws -> Response {
        let id = try visit.recordID()
        let (stored, seen, page) = try await visit.read { vault, _ in
            let stored = try self.stored(id, in: vault)
            let seen = try vault.textName(of: id)
            guard !visit.isFromScript, stored.deleted == nil else { return (stored, seen, EditPage?.none) }
            return (stored, seen, try self.page(editing: stored, seen: seen, in: vault, visit))
        }
        if visit.isFromScript { return present(stored, seen: seen) }
        return page.map { answer($0, visit) } ?? .redirect(to: "/entry/\(id.description)")
    }

    private func page(
        editing stored: StoredEntry, seen: WriteName?, in vault: isolated OpenVault, _ visit: Visit
    ) throws -> EditPage {
        let name = Draft.Name(stored.id)
        let drafts = try keptDrafts(name, in: vault)
        let wanted = name.sibling(named: visit.request.query["draft"])
        let found = drafts.first { $0.name == wanted } ?? drafts.first
        var form = EditForm(values: Composer.Values(stored.entry), seen: seen, draft: found?.name ?? name)
        if let found {
            form.values = Composer.Values(found.draft, named: found.name)
            form.seen = found.draft.seenText ?? seen
            form.kept = Composer.Kept(clock: clock(at: found.draft.changed), milliseconds: found.draft.changed)
        }
        form.values.staged = try merged(form.values.staged, of: form.draft, for: visit, in: vault)
        var page = try page(form, stored, in: vault)
        page.otherDrafts = drafts.filter { $0.name != found?.name }.map { ($0.name, clock(at: $0.draft.changed)) }
        return page
    }

    /// The entry's current values, for a window that keeps its form current.
    private func present(_ stored: StoredEntry, seen: WriteName?) -> Response {
        let shown = EntryForm.Shown(stored.entry)
        return .json([
            "text": .string(EntryForm.lines(stored.entry.text)), "seen": .string(seen?.formText ?? ""),
            "mood": .string(shown.mood), "score": .string(shown.score), "tags": .string(shown.tags), "when": .string(shown.when),
            "starred": .bool(shown.isStarred), "place": .string(shown.place), "deleted": .bool(stored.deleted != nil),
        ])
    }

    struct EditForm {
        var values: Composer.Values
        var seen: WriteName?
        var draft: Draft.Name
        var kept: Composer.Kept?
        var faults: [EntryForm.Field: String] = [:]
        /// The previous values of the fields; by default the entry's current ones.
        var shown: EntryForm.Shown?
        /// Marks of texts that the window has shown or sent.
        var known: String?
    }

    func page(_ form: EditForm, _ stored: StoredEntry, in vault: isolated OpenVault) throws -> EditPage {
        let id = stored.id.description
        let composer = Composer(
            values: form.values, action: "/entry/\(id)", draft: form.draft.description,
            placeholder: say("What is on your mind?"), seen: form.seen?.formText ?? "",
            moods: try vault.moodsInUse().map(\.mood), tagsInUse: try vault.tags().map(\.name),
            looks: try vault.preferences().looks,
            shown: form.shown ?? EntryForm.Shown(stored.entry),
            zone: otherZone(stored.entry.zone, at: stored.entry.instant, surroundings) ?? "",
            faults: form.faults, kept: form.kept, known: form.known,
            attachments: try vault.attachmentList(of: stored), entry: stored.id,
            showsTags: try vault.preferences().seesTags)
        return EditPage(stored: stored, composer: composer, dates: try vault.preferences().dates)
    }

    func answer(_ page: EditPage, status: Status = .ok, _ visit: Visit) -> Response {
        PageFrame(title: "Edit", place: .journal, name: "edit").page(page.html(for: visit), for: visit, status: status)
    }
}

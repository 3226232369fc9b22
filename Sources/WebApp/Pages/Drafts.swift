import Base
import Engine
import HTTP
import Journal
import Ledger
import Records
import Synchronization

/// Saves drafts, so that a reload, a crash or a lock in the middle of a sentence loses nothing.
///
/// Several windows for the same entry each have their own draft: `new`, `new-2`, …
extension WebApp {
    func addDraftRoutes(to routes: inout Routes) {
        routes.page("/draft/:name") { visit in try await visit.app.keptTime(visit) }
        // Non-Latin letters take three bytes per byte in this encoding.
        routes.form("/draft/:name", limit: 5 << 20) { visit, fields in try await visit.app.keepDraft(visit, fields) }
        routes.form("/draft/:name/discard", limit: 5 << 20) { visit, _ in try await visit.app.discardDraft(visit) }
        routes.form("/draft/:name/restore") { visit, _ in try await visit.app.restoreDraft(visit) }
    }

    /// The most simultaneous drafts of one form.
    static let draftsPerForm = 9

    private func keepDraft(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        var name = try visit.draftName()
        let staged = try await visit.staged(fields.all("staged"), for: name, in: vault)
        let form = EntryForm(fields, staged: staged)
        let draft = form.draft
        if try await isOfAnotherWindow(name, form, in: vault) {
            guard let free = try await freeName(beside: name, in: vault) else {
                throw DraftError.tooMany(limit: WebApp.draftsPerForm)
            }
            name = free
        }
        guard try await isWorthKeeping(form, for: name, in: vault) else {
            try await vault.dropDraft(name)
            return .json(["name": .string(name.description), "kept": .null])
        }
        let kept = try await vault.keep(draft, as: name)
        return .json(["name": .string(name.description), "kept": .string(clock(at: kept.changed))])
    }

    /// When the latest draft of a form was saved: a reloaded page asks, since the draft sent when it was left may arrive after
    /// its own request.
    private func keptTime(_ visit: Visit) async throws -> Response {
        let drafts = try await keptDrafts(try visit.draftName(), in: try await visit.vault())
        return .json(["kept": .int(drafts.first?.draft.changed ?? 0)])
    }

    /// Saves rejected input as a draft, so that it does not depend on the displayed page. Another window's draft stays, and this
    /// one is saved beside it. `kept` is `nil` if there is nothing to save, or too much.
    func keepRefused(
        _ form: EntryForm, as name: Draft.Name, in vault: OpenVault
    ) async throws -> (name: Draft.Name, kept: Composer.Kept?) {
        guard try await isWorthKeeping(form, for: name, in: vault) else { return (name, nil) }
        var target = name
        if try await isOfAnotherWindow(name, form, in: vault) {
            guard let free = try await freeName(beside: name, in: vault) else { return (name, nil) }
            target = free
        }
        do {
            let draft = try await vault.keep(form.draft, as: target)
            return (target, Composer.Kept(clock: clock(at: draft.changed), milliseconds: draft.changed))
        } catch is DraftError {
            return (name, nil)
        }
    }

    /// Deletes the draft of a saved form, unless another window has saved it under the same name.
    func dropSaved(_ name: Draft.Name, _ form: EntryForm, in vault: OpenVault) async throws {
        if form.known != nil, try await isOfAnotherWindow(name, form, in: vault) { return }
        try await vault.dropDraft(name)
    }

    /// Whether the draft with this name has a text that the form's window has neither shown nor sent.
    private func isOfAnotherWindow(_ name: Draft.Name, _ form: EntryForm, in vault: OpenVault) async throws -> Bool {
        guard let kept = try await vault.draft(name), kept.text != form.text else { return false }
        let mark = WebApp.mark(of: kept.text)
        return form.known?.split(separator: ",").contains { $0 == mark } != true
    }

    /// 32 bits (FNV-1a over UTF-16): compares texts without sending them.
    static func mark(of text: String) -> String {
        String(text.utf16.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
    }

    /// Empty fields are no draft, nor is an entry's unchanged text.
    private func isWorthKeeping(_ form: EntryForm, for name: Draft.Name, in vault: OpenVault) async throws -> Bool {
        if let id = name.entry {
            guard let stored = try? await vault.find(id.description) else { return !trimmed(form.text).isEmpty }
            guard form.staged.isEmpty, form.text == EntryForm.lines(stored.entry.text) else { return true }
            return form.fields != EntryForm.Shown(stored.entry)
        }
        return !trimmed(form.text).isEmpty || form.fields != EntryForm.Shown() || !form.staged.isEmpty
    }

    /// The draft name for a restored text: the form's, or another one if that is taken.
    func nameToPutBack(_ name: Draft.Name, in vault: OpenVault) async throws -> Draft.Name {
        guard try await vault.draft(name) != nil else { return name }
        guard let free = try await freeName(beside: name, in: vault) else {
            throw DraftError.tooMany(limit: WebApp.draftsPerForm)
        }
        return free
    }

    private func freeName(beside name: Draft.Name, in vault: OpenVault) async throws -> Draft.Name? {
        for number in 2...WebApp.draftsPerForm {
            guard let other = name.variant(number) else { return nil }
            if try await vault.draft(other) == nil { return other }
        }
        return nil
    }

    /// A discarded draft is kept for a day, so that this can be undone.
    private func discardDraft(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let name = try visit.draftName()
        let next = name.entry.map { "/entry/\($0.description)" } ?? "/today"
        guard let draft = try await vault.draft(name) else { return visit.done(next: next) }
        for old in try await vault.drafts() where old.name.isOfDiscarded && surroundings.now() - old.draft.changed > 86_400_000 {
            try await vault.dropDraft(old.name)
        }
        try await vault.keep(draft, as: name.ofDiscarded)
        try await vault.dropDraft(name)
        visit.release(visit.update { $0.staged.filter { $0.draft == name } } ?? [])
        return visit.done(.deleted(say("Draft discarded."), at: "/draft/\(name.description)"), next: next)
    }

    private func restoreDraft(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let name = try visit.draftName()
        let next = name.entry.map { "/entry/\($0.description)/edit" } ?? "/today"
        guard let draft = try await vault.draft(name.ofDiscarded) else {
            return visit.done(Notice(sentence: "There is nothing left to undo.", tone: .trouble), next: next)
        }
        try await vault.keep(draft, as: try await nameToPutBack(name, in: vault))
        try await vault.dropDraft(name.ofDiscarded)
        return .redirect(to: next)
    }

    /// The drafts of a form, the latest first.
    func keptDrafts(_ name: Draft.Name, in vault: OpenVault) async throws -> [(name: Draft.Name, draft: Draft)] {
        let names = Set([name] + (2...WebApp.draftsPerForm).compactMap(name.variant))
        return try await vault.drafts().filter { names.contains($0.name) }
    }

    /// The owner's local time, `20:14`; with the day if it is not today.
    func clock(at milliseconds: Int64) -> String {
        guard let wall = CivilTime(zone: surroundings.zone).wall(at: milliseconds) else { return "" }
        guard wall.day != today else { return wall.time.clock }
        return DateLanguage.of(current.withLock { $0.dateLanguage }).day(wall.day, style: .medium) + ", " + wall.time.clock
    }
}

extension Visit {
    /// The draft named by `:name` in the route. Throws `HTTPFault.notFound` for a name that no form has.
    fileprivate func draftName() throws -> Draft.Name {
        guard let name = Draft.Name(ofForm: part("name")) else { throw HTTPFault.notFound }
        return name
    }
}

extension EntryForm {
    /// The part saved as a draft.
    var draft: Draft {
        Draft(
            text: text, mood: chosenMood, takenMood: takenMood, tags: tags, when: when, starred: isStarred, journal: journal,
            seenText: seen, attachments: staged.map(\.kept))
    }

    /// The fields beside the text.
    var fields: Shown { Shown(mood: chosenMood, tags: tags, when: when, isStarred: isStarred) }
}

extension Draft.Name {
    /// The name of the last discarded version of this draft. No form has this name.
    var ofDiscarded: Draft.Name {
        guard let name = Draft.Name("discarded-" + description) else { preconditionFailure("a form's name leaves room") }
        return name
    }

    /// Whether it is a discarded draft.
    var isOfDiscarded: Bool { description.hasPrefix("discarded-") }

    /// The draft of a window of the same form; `nil` for any other text.
    func sibling(named text: String?) -> Draft.Name? {
        text.flatMap(Draft.Name.init(ofForm:)).flatMap { $0.stem == stem ? $0 : nil }
    }

    /// A form's name: `new`, an entry's, or one of these with a window number. `nil` for any other text.
    init?(ofForm text: String) {
        guard let name = Draft.Name(text), name.isOfForm else { return nil }
        self = name
    }

    /// The changed entry; `nil` for a new entry.
    var entry: RecordID? { RecordID(text: stem) }

    /// The same form in another window, 2 to 9.
    func variant(_ number: Int) -> Draft.Name? { Draft.Name(stem + "-" + String(number)) }

    /// Whether a form can have this name.
    private var isOfForm: Bool {
        let end = description.dropFirst(stem.count)
        guard stem == "new" || entry != nil else { return false }
        return end.isEmpty || end.count == 2 && end.first == "-" && ("2"..."9").contains(end.dropFirst())
    }

    /// Without the number of the window.
    private var stem: String { String(description.prefix { $0 != "-" }) }
}

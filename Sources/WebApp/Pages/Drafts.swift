import Base
import Engine
import HTTP
import Journal
import Ledger
import Records
import Synchronization

/// Saves drafts, so that a reload, a crash or a lock in the middle of a sentence loses nothing.
///
/// Several windows for the same entry each have their own draft: `new`, `new-2`, … An earlier day has a form of its own: `on20240312`.
extension WebApp {
    func addDraftRoutes(to routes: inout Routes) {
        routes.page("/draft/:name") { visit in try await visit.app.keptTime(visit) }
        // Non-Latin letters take three bytes per byte in this encoding.
        routes.form("/draft/:name", limit: 5 << 20) { visit, fields in try await visit.app.keepDraft(visit, fields) }
        routes.form("/draft/:name/discard", limit: 5 << 20) { visit, _ in try await visit.app.discardDraft(visit) }
        routes.form("/draft/:name/restore") { visit, _ in try await visit.app.restoreDraft(visit) }
    }

    static let draftsPerForm = 9

    private func keepDraft(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        let name = try visit.draftName()
        let staged = try await visit.staged(fields.all("staged"), for: name, in: vault)
        var form = EntryForm(fields, staged: staged)
        if let part = DraftPart(fields) {
            guard let whole = part.applied(to: try await textHere(name, in: vault)) else {
                return WebApp.refused(say("This draft was changed in another window."), .conflict)
            }
            form.text = whole
        }
        var members: [String: JSON] = [:]
        let tags = try await visit.preferences().seesTags ? InlineTags.places(in: form.text) : []
        if !tags.isEmpty { members["tags"] = .array(tags.map { .int(Int64($0)) }) }
        guard try await isWorthKeeping(form, for: name, in: vault) else {
            if try await !isOfAnotherWindow(name, form, in: vault) { try await vault.dropDraft(name) }
            (members["name"], members["kept"]) = (.string(name.description), .null)
            return .json(.object(members))
        }
        let (target, kept, once) = try await keep(form, as: name, in: vault)
        (members["name"], members["kept"]) = (.string(target.description), .string(clock(at: kept.changed)))
        if let question = try await TagQuestion.words(form.text, in: vault) { members["asks"] = .string(question) }
        if let once {
            members["once"] = .string(once)
            members["becomes"] = .string(await vault.newID(once).description)
        }
        return .json(.object(members))
    }

    /// Saves a form as its draft, or beside that if another window has it: then the draft of a new entry becomes one of its own, by
    /// `once`.
    private func keep(
        _ form: EntryForm, as name: Draft.Name, in vault: isolated OpenVault
    ) throws -> (name: Draft.Name, draft: Draft, once: String?) {
        let (text, known) = (form.text, (form.known ?? "").split(separator: ",").map(String.init))
        let names = [name] + (2...WebApp.draftsPerForm).compactMap(name.variant).filter { $0 != name }
        guard
            let kept = try vault.keep(
                form.draft, asOneOf: names, over: { $0.text == text || known.contains(WebApp.mark(of: $0.text)) })
        else { throw DraftError.tooMany(limit: WebApp.draftsPerForm) }
        guard kept.name != name, name.entry == nil else { return (kept.name, kept.draft, nil) }
        var own = kept.draft
        own.once = RandomName.make(byteCount: 12)
        return (kept.name, try vault.keep(own, as: kept.name), own.once)
    }

    /// The text of a draft; without one that of the entry.
    private func textHere(_ name: Draft.Name, in vault: isolated OpenVault) throws -> String {
        if let draft = try vault.draft(name) { return draft.text }
        guard let id = name.entry else { return "" }
        return EntryForm.lines(try stored(id, in: vault).entry.text)
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
        _ form: EntryForm, as name: Draft.Name, in vault: isolated OpenVault
    ) throws -> (name: Draft.Name, kept: Composer.Kept?) {
        guard try isWorthKeeping(form, for: name, in: vault) else { return (name, nil) }
        do {
            let (target, draft, _) = try keep(form, as: name, in: vault)
            return (target, Composer.Kept(clock: clock(at: draft.changed), milliseconds: draft.changed))
        } catch is DraftError {
            return (name, nil)
        }
    }

    /// Deletes the draft of a saved form, unless another window has saved it under the same name.
    func dropSaved(_ name: Draft.Name, _ form: EntryForm, in vault: isolated OpenVault) throws {
        if form.known != nil, try isOfAnotherWindow(name, form, in: vault) { return }
        try vault.dropDraft(name)
    }

    /// Whether the draft with this name has a text that the form's window has neither shown nor sent.
    private func isOfAnotherWindow(_ name: Draft.Name, _ form: EntryForm, in vault: isolated OpenVault) throws -> Bool {
        guard let kept = try vault.draft(name), kept.text != form.text else { return false }
        // What its page sent before comes too late to change it.
        if form.draft.isOlder(than: kept) { return true }
        let mark = WebApp.mark(of: kept.text)
        return form.known?.split(separator: ",").contains { $0 == mark } != true
    }

    /// 32 bits (FNV-1a over UTF-16): compares texts without sending them.
    static func mark(of text: String) -> String {
        String(text.utf16.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
    }

    /// Empty fields are no draft, nor is an entry's unchanged text.
    private func isWorthKeeping(_ form: EntryForm, for name: Draft.Name, in vault: isolated OpenVault) throws -> Bool {
        if let id = name.entry {
            // Its entry may be gone.
            guard let stored = try? vault.find(id.description) else { return !trimmed(form.text).isEmpty }
            guard form.staged.isEmpty, form.text == EntryForm.lines(stored.entry.text) else { return true }
            var shown = EntryForm.Shown(stored.entry)
            // What the form began with is no field of it.
            shown.written = nil
            return form.fields != shown
        }
        guard try !isSaved(form, in: vault) else { return false }
        var empty = EntryForm.Shown()
        if let day = name.day, form.when.replacing(" ", with: "T") == day.noon { empty.when = form.when }
        return !trimmed(form.text).isEmpty || form.fields != empty || !form.staged.isEmpty
    }

    /// Whether the draft of a new entry was saved, and has nothing more than the entry.
    func isSaved(_ form: EntryForm, in vault: isolated OpenVault) throws -> Bool {
        guard !form.once.isEmpty, let saved = try vault.entry(once: form.once) else { return false }
        return form.saysNothing(beyond: saved)
    }

    /// The draft name for a restored text: the form's, or another one if that is taken.
    func nameToPutBack(_ name: Draft.Name, in vault: isolated OpenVault) throws -> Draft.Name {
        let names = [name] + (2...WebApp.draftsPerForm).compactMap(name.variant)
        guard let free = try names.first(where: { try vault.draft($0) == nil }) else {
            throw DraftError.tooMany(limit: WebApp.draftsPerForm)
        }
        return free
    }

    /// A discarded draft is kept for a day, so that this can be undone.
    private func discardDraft(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let name = try visit.draftName()
        let next = name.entry.map { "/entry/\($0.description)" } ?? name.pageToWrite
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
        let next = name.entry.map { "/entry/\($0.description)/edit" } ?? name.pageToWrite
        guard let draft = try await vault.draft(name.ofDiscarded) else {
            return visit.done(Notice(sentence: "There is nothing left to undo.", tone: .trouble), next: next)
        }
        try await vault.keep(draft, as: try await nameToPutBack(name, in: vault))
        try await vault.dropDraft(name.ofDiscarded)
        return .redirect(to: next)
    }

    /// The drafts of a form, the latest first.
    func keptDrafts(_ name: Draft.Name, in vault: isolated OpenVault) throws -> [(name: Draft.Name, draft: Draft)] {
        let names = Set([name] + (2...WebApp.draftsPerForm).compactMap(name.variant))
        return try vault.drafts().filter { names.contains($0.name) }
    }

    /// The owner's local time, `20:14`; with the day if it is not today.
    func clock(at milliseconds: Int64) -> String {
        guard let wall = CivilTime(zone: surroundings.zone).wall(at: milliseconds) else { return "" }
        guard wall.day != today else { return wall.time.clock }
        return current.withLock(\.dates).day(wall.day, style: .medium) + ", " + wall.time.clock
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
    var draft: Draft {
        Draft(
            text: text, mood: chosenMood, takenMood: takenMood, score: score, tags: tags, when: when, starred: isStarred,
            place: place,
            journal: journal,
            seenText: seen, attachments: staged.map(\.kept), once: once, view: view, turn: turn)
    }

    init(_ draft: Draft) {
        (text, mood, tags, when, once) = (draft.text, draft.mood, draft.tags, draft.when, draft.once)
        (score, place) = (draft.score, draft.place)
    }

    /// Whether an entry has all that was typed.
    func saysNothing(beyond saved: StoredEntry) -> Bool {
        let shown = Shown(saved.entry)
        return text.utf8.elementsEqual(EntryForm.lines(saved.entry.text).utf8)
            && (place.isEmpty || Place(typed: place) == saved.entry.place)
            && (chosenMood.isEmpty || Mood(chosenMood)?.name == shown.mood)
            && (score.isEmpty || score == shown.score)
            && EntryForm.words(tags).allSatisfy { Tag($0).map(saved.entry.tags.contains) ?? false }
    }

    var fields: Shown { Shown(mood: chosenMood, score: score, tags: tags, when: when, isStarred: isStarred, place: place) }
}

/// What a page that is left sends of a text that is longer than browsers send then: what differs from the text that is here.
private struct DraftPart {
    /// The mark of the text that is here.
    private let base: String
    /// `part` is in the place of its letters (UTF-16) from the first up to the second.
    private let place: (from: Int, until: Int)
    private let part: String

    /// `nil` if the form has its whole text.
    init?(_ fields: FormFields) {
        guard fields["text"] == nil, let base = fields["base"], let part = fields["part"],
            let from = fields["from"].flatMap({ Int($0) }), let until = fields["until"].flatMap({ Int($0) })
        else { return nil }
        (self.base, place, self.part) = (base, (from, until), EntryForm.lines(part))
    }

    /// The whole text; `nil` if `text` is another than the page meant.
    func applied(to text: String) -> String? {
        var letters = Array(text.utf16)
        guard WebApp.mark(of: text) == base, 0 <= place.from, place.from <= place.until, place.until <= letters.count else {
            return nil
        }
        letters.replaceSubrange(place.from..<place.until, with: part.utf16)
        return String(decoding: letters, as: UTF16.self)
    }
}

extension LocalDay {
    /// The time of an entry about an earlier day, as in the form's field, until another one is chosen.
    var noon: String { iso + "T12:00" }
}

extension Draft.Name {
    /// The name of the last discarded version of this draft. No form has this name.
    var ofDiscarded: Draft.Name {
        guard let name = Draft.Name("discarded-" + description) else { preconditionFailure("a form's name leaves room") }
        return name
    }

    var isOfDiscarded: Bool { description.hasPrefix("discarded-") }

    /// The draft of a window of the same form, or of another form for new entries; `nil` for any other text.
    func sibling(named text: String?) -> Draft.Name? {
        text.flatMap(Draft.Name.init(ofForm:)).flatMap { $0.entry == entry ? $0 : nil }
    }

    /// The draft of an entry about an earlier day.
    init(on day: LocalDay) {
        guard let name = Draft.Name("on" + day.iso.filter { $0 != "-" }) else { preconditionFailure("a day has digits") }
        self = name
    }

    /// The earlier day whose form has this name.
    var day: LocalDay? {
        let digits = Array(stem.dropFirst(2))
        guard stem.hasPrefix("on"), digits.count == 8 else { return nil }
        return LocalDay(iso: String(digits[..<4]) + "-" + String(digits[4..<6]) + "-" + String(digits[6...]))
    }

    /// Where the form for a new entry with this draft is.
    var pageToWrite: String { "/today" + (day.map { "?on=" + $0.iso } ?? "") }

    /// A form's name: `new`, a day's, an entry's, or one of these with a window number. `nil` for any other text.
    init?(ofForm text: String) {
        guard let name = Draft.Name(text), name.isOfForm else { return nil }
        self = name
    }

    /// The changed entry; `nil` for a new entry.
    var entry: RecordID? { RecordID(text: stem) }

    /// The same form in another window, 2 to 9.
    func variant(_ number: Int) -> Draft.Name? { Draft.Name(stem + "-" + String(number)) }

    private var isOfForm: Bool {
        let end = description.dropFirst(stem.count)
        guard stem == "new" || day != nil || entry != nil else { return false }
        return end.isEmpty || end.count == 2 && end.first == "-" && ("2"..."9").contains(end.dropFirst())
    }

    /// Without the number of the window.
    var stem: String { String(description.prefix { $0 != "-" }) }
}

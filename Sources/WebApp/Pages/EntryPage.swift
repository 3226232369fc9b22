import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

struct EntryPage {
    let stored: StoredEntry
    let attachments: [AttachmentInfo]
    /// Attachments whose files aren't here yet.
    var absent: [RecordID: AbsentFile] = [:]
    /// The entries before and after it in time.
    let earlier: RecordID?
    let later: RecordID?
    let dates: DateLanguage
    let looks: Looks
    var mayChange = true
    /// Whether there is another journal that it could go to.
    var mayMove = false
    /// Who wrote it, if someone else was involved.
    var authorship: Authorship?
    /// The notes on it; `nil` if its journal is not shared.
    var notes: NotesSection?
    var hasDraft = false
    /// The mood to suggest for an entry without one.
    var hint: MoodHint?
    /// The write of the text that is shown; `nil` if it is not known.
    var seen: WriteName?
    /// What its picture offers for it.
    var photo: PhotoOffer?
    /// The owner's time: another zone is only shown if it differs.
    let surroundings: Surroundings

    private var id: String { stored.id.description }

    func html(for visit: Visit) -> HTML {
        let (text, placed) = prose
        return """
            <article class="entry" id="entry" data-entry="\(id)" data-version="\(stored.modified)">
            <header><div class="entry-top"><a class="button quiet entry-back" href="/journal">\(Icon.back)<span class="hidden">Back to the </span><span class="back-word">Journal</span></a>\(actions(visit))</div>
            <h1>\(EntryPage.title(of: stored.entry, dates))</h1>\(zone)\(stored.entry.place.map { "<p class=\"muted\">at \($0.words)</p>" as HTML })\(facts(visit))</header>
            \(deletedNote(visit))\(draftNote)
            <div class="prose">\(text)</div>\("<form id=\"tick\" method=\"post\" action=\"/entry/\(id)\" hidden>\(formToken(visit))</form>", if: box != nil)
            \(files(except: placed))\(mayOffer ? photo?.html(for: stored, visit) : nil)\(mood(visit))
            <footer class="entry-end"><p class="muted">\(written)\(move, if: mayMove && mayChange && stored.deleted == nil)</p></footer>
            </article>
            \(notes?.html(for: visit))
            <nav class="entry-ways" aria-label="Other entries"><ul>\(way(earlier, "\(Icon.back)Earlier", "prev"))\(way(later, "Later\(Icon.back)", "next"))</ul></nav>
            """
    }

    /// `Saturday, 14 March 2026, 21:00`.
    static func title(of entry: Entry, _ dates: DateLanguage) -> HTML {
        let clock = clock(of: entry)
        let time: HTML = clock.isEmpty ? "" : ", <span class=\"entry-time\">\(clock)</span>"
        return
            "<time datetime=\"\(entry.day.iso)\(clock.isEmpty ? "" : "T" + clock)\">\(dates.day(entry.day, style: .long))\(time)</time>"
    }

    /// Says where a saved entry is, if not under today.
    static func savedSentence(_ entry: Entry, today: LocalDay, _ dates: DateLanguage) -> String {
        guard entry.day != today else { return "Saved." }
        let clock = clock(of: entry)
        let words = say("Saved on ") + dates.day(entry.day, style: .long) + (clock.isEmpty ? "." : " at \(clock).")
        return entry.day > today ? words + say(" This date is in the future.") : words
    }

    /// A button for each box of the text, if it may be changed. Its form says which text was seen.
    private var box: ((_ line: Int, _ isDone: Bool) -> HTML)? {
        guard mayChange, stored.deleted == nil, let seen, stored.entry.text.utf8.contains(0x5B) else { return nil }
        return { line, isDone in
            guard let box = TaskBox(line: line, of: stored.entry.text) else {
                return "<span class=\"task-box\" aria-hidden=\"true\"></span>"
            }
            return
                "<button class=\"task-box\" id=\"box-\(line)\" form=\"tick\" formaction=\"\(WebApp.tickPath(id, line, seen))\" role=\"checkbox\" aria-checked=\"\(isDone ? "true" : "false" as HTML)\" aria-label=\"\(box.words)\"></button>"
        }
    }

    private var zone: HTML? {
        otherZone(stored.entry.zone, at: stored.entry.instant, surroundings).map { "<p class=\"muted\">Time in \($0)</p>" }
    }

    /// Mood and tags. A tag leads to other entries with it, by a form, since no search is in an address.
    private func facts(_ visit: Visit) -> HTML {
        let tags = stored.entry.tags.html { tag in
            """
            <li><form method="post" action="/journal/find">\(formToken(visit))<input type="hidden" name="tag" value="\(tag.name)"><button class="tag\(looks.hue(tag.name))" title="Entries with this tag">\(looks.words(tag))</button></form></li>
            """
        }
        return """
            <ul class="entry-facts">\(authorship.map { authorChips($0) })\(looks.chip(stored.entry.feeling))\(tags)</ul>
            """
    }

    /// Only an own entry is offered something.
    private var mayOffer: Bool { stored.deleted == nil && mayChange && authorship == nil && !hasDraft }

    /// Only for an entry without a word: a face is offered with it.
    private func mood(_ visit: Visit) -> HTML? {
        let feeling = stored.entry.feeling
        guard feeling.word == nil, mayOffer else { return nil }
        return MoodChips.offers(hint, on: id, beside: feeling, looks, visit)
    }

    private func star(_ visit: Visit) -> HTML {
        let isStarred = stored.entry.starred
        let mark: HTML = isStarred ? "<span class=\"starred\">\(Icon.star)</span>" : Icon.star
        guard stored.deleted == nil, mayChange else { return isStarred ? "<p class=\"star-said\">\(mark) Starred</p>" : "" }
        return """
            <form method="post" action="/entry/\(id)/star">\(formToken(visit))<input type="hidden" name="starred" value="\(isStarred ? "no" : "yes")"><button class="quiet star" aria-pressed="\(isStarred ? "true" : "false")" title="Star">\(mark)<span class="hidden">Star</span></button></form>
            """
    }

    private var written: HTML {
        let created = moment(stored.created)
        // An imported or backdated entry was not written when it was saved.
        let isFar = abs(stored.entry.instant.milliseconds - stored.created) > 36 * 3_600_000
        let beginning: HTML = isFar ? "Saved" : "Written"
        // Changes within a minute still count as writing.
        guard stored.modified - stored.created > 60_000 else { return "\(beginning) \(created)." }
        return "\(beginning) \(created), changed \(moment(stored.modified))."
    }

    private var move: HTML { " <a href=\"/entry/\(id)/move\">Move to another journal</a>" }

    private func moment(_ milliseconds: Int64) -> String {
        dates.moment(milliseconds, in: CivilTime(zone: surroundings.zone))
    }

    private func actions(_ visit: Visit) -> HTML {
        guard stored.deleted == nil, mayChange else {
            return
                "<div class=\"actions\">\(star(visit))<a class=\"button quiet\" href=\"/entry/\(id)/history\">\(Icon.history)History</a></div>"
        }
        return """
            <div class="actions">\(star(visit))<a class="button quiet" href="/entry/\(id)/edit">\(Icon.edit)Edit</a>
            <a class="button quiet" href="/entry/\(id)/history" title="History">\(Icon.history)<span class="word">History</span></a>
            <a class="button quiet" href="/entry/\(id)/print" title="Print">\(Icon.printer)<span class="word">Print</span></a>
            <form method="post" action="/entry/\(id)/delete">\(formToken(visit))<button class="quiet" title="Delete">\(Icon.trash)<span class="word">Delete</span></button></form></div>
            """
    }

    private func deletedNote(_ visit: Visit) -> HTML? {
        guard let deleted = stored.deleted else { return nil }
        let now = surroundings.now()
        let moved: HTML? = stored.movedTo.map { "moved to <a href=\"/entry/\($0.description)\">another journal</a>" }
        let what = moved ?? "deleted"
        guard mayChange else {
            return "<div class=\"notice notice-trouble\"><p>This entry was \(what) \(moment(deleted)).</p></div>"
        }
        guard now - deleted <= Int64(Limits.deletedDays) * 86_400_000 else {
            return
                "<div class=\"notice notice-trouble\"><p>This entry was \(what) \(moment(deleted)). The time to restore it has passed.</p></div>"
        }
        return """
            <div class="notice notice-trouble"><p>This entry was \(what) \(moment(deleted)). It can be restored: \(DeletedPage.left(since: deleted, now: now)).</p><form method="post" action="/entry/\(id)/restore">\(formToken(visit))<button>Restore</button></form></div>
            """
    }

    private var draftNote: HTML? {
        guard hasDraft, stored.deleted == nil else { return nil }
        return """
            <div class="notice"><p>You have unsaved changes to this entry. <a href="/entry/\(id)/edit">Continue editing</a></p></div>
            """
    }

    private func way(_ entry: RecordID?, _ label: HTML, _ relation: HTML) -> HTML? {
        entry.map {
            "<li class=\"entry-\(relation)\"><a class=\"button quiet\" rel=\"\(relation)\" href=\"/entry/\($0.description)\">\(label)</a></li>"
        }
    }

    // MARK: files

    /// Without those whose files are on another device only.
    private var pictures: [AttachmentInfo] { attachments.filter { MediaType.isPicture($0.type) && absent[$0.id] == nil } }

    /// A picture that the text names stands there: `![The river](river.jpg)`.
    private var prose: (text: HTML, placed: Set<RecordID>) {
        let named = Dictionary(pictures.map { ($0.name, $0) }) { first, _ in first }
        var placed: Set<RecordID> = []
        let text = Markdown.html(stored.entry.text, box: box) { name, caption in
            guard let file = named[name] else { return nil }
            placed.insert(file.id)
            return PictureLink(entry: stored.id, file: file, size: .whole, caption: caption).html
        }
        return (text, placed)
    }

    private func files(except placed: Set<RecordID>) -> HTML? {
        guard !attachments.isEmpty else { return nil }
        let below = pictures.filter { !placed.contains($0.id) }
        let others = attachments.filter { file in !pictures.contains { $0.id == file.id } }
        let list: HTML? =
            others.isEmpty
            ? nil : "<section class=\"entry-attachments\" aria-label=\"Files\"><ul>\(others.html(file))</ul></section>"
        return "\(gallery(below))\(list)"
    }

    /// One over the whole width; two beside each other; of more one large one, and a strip.
    private func gallery(_ pictures: [AttachmentInfo]) -> HTML? {
        guard !pictures.isEmpty else { return nil }
        let large = pictures.count < 3 ? pictures.count : 1
        return """
            <section class="entry-pictures pictures-\(min(pictures.count, 3))" aria-label="Photos"><ul>\(pictures.enumerated().html { place, file in
                "<li>\(PictureLink(entry: stored.id, file: file, size: place < large ? .whole : .thumbnail).html)</li>"
            })</ul></section>
            """
    }

    private func file(_ info: AttachmentInfo) -> HTML {
        let source = FilePage.source(of: info.id, in: stored.id)
        let name = FileName.harmless(info.name)
        let caption: HTML =
            "<span class=\"file-name\"><bdi>\(name)</bdi></span> <span class=\"file-size\">\(FileName.size(info.size))</span>"
        if let source = absent[info.id] {
            let note: HTML = "<span class=\"muted\">not here yet: \(source.words)</span>"
            return "<li class=\"attached-file\"><p>\(Icon.file)\(caption) \(note)</p></li>"
        }
        switch AttachmentKind(info.type) {
        case .sound:
            return
                "<li class=\"attached-sound\"><audio controls preload=\"none\" src=\"\(source)\" aria-label=\"\(name)\"></audio><p>\(caption)</p></li>"
        case .film:
            return
                "<li class=\"attached-film\"><video controls preload=\"metadata\" src=\"\(source)\" aria-label=\"\(name)\"></video><p>\(caption)</p></li>"
        case .picture, .other:
            return "<li class=\"attached-file\"><a href=\"\(source)/save\" download>\(Icon.file)\(caption)</a></li>"
        }
    }
}

extension WebApp {
    func addEntryRoutes(to routes: inout Routes) {
        addAttachmentRoutes(to: &routes)
        addStagingRoutes(to: &routes)
        addDraftRoutes(to: &routes)
        addEditRoutes(to: &routes)
        addHistoryRoutes(to: &routes)
        addMoveRoutes(to: &routes)
        routes.page("/entry/:id") { visit in try await visit.app.entryPage(visit) }
        routes.form("/entry/:id/star") { visit, fields in try await visit.app.star(visit, fields) }
        routes.form("/entry/:id/tick/:line/:seen") { visit, _ in try await visit.app.tick(visit) }
        routes.form("/entry/:id/photo") { visit, fields in try await visit.app.usePhoto(visit, fields) }
        routes.form("/entry/:id/delete") { visit, _ in try await visit.app.delete(visit) }
        routes.form("/entry/:id/restore") { visit, _ in try await visit.app.restore(visit) }
    }

    /// An entry by its full id, deleted or not. Throws `HTTPFault.notFound` if there is none.
    func stored(_ id: RecordID, in vault: isolated OpenVault) throws -> StoredEntry {
        do {
            return try vault.find(id.description)
        } catch EngineError.noSuchEntry {
            throw HTTPFault.notFound
        }
    }

    /// The entry that the route names, and its vault.
    func entry(_ visit: Visit) async throws -> (vault: OpenVault, stored: StoredEntry) {
        let vault = try await visit.vault()
        return (vault, try await stored(try visit.recordID(), in: vault))
    }

    /// The page of an entry. `noteTyped`: an unsaved note, and why.
    func entryPage(noteTyped: String = "", noteFault: String? = nil, _ visit: Visit) async throws -> Response {
        let id = try visit.recordID()
        var page = try await visit.read { vault, preferences in
            let stored = try self.stored(id, in: vault)
            // If the journal's log is damaged, the entry is shown without notes; `repair` reports what is lost.
            let shared = try? self.sharing(of: stored, in: vault, preferences.dates)
            let (earlier, later) = try vault.neighbours(of: stored)
            return EntryPage(
                stored: stored, attachments: try vault.attachmentList(of: stored), absent: try vault.absentFiles(of: stored),
                earlier: earlier, later: later, dates: preferences.dates, looks: preferences.looks,
                mayChange: shared?.mayChange ?? true,
                mayMove: try vault.journalNames().count > 1 && shared?.authorship?.author == nil,
                authorship: shared?.authorship, notes: shared?.notes,
                hasDraft: try !self.keptDrafts(Draft.Name(id), in: vault).isEmpty,
                hint: stored.entry.mood == nil ? try vault.moodHint(for: stored.entry.text) : nil,
                seen: try vault.textName(of: id), photo: try self.photoOffer(for: stored, in: vault),
                surroundings: self.surroundings
            )
        }
        page.notes?.typed = noteTyped
        page.notes?.fault = noteFault
        // A person writing a note is not sent to the lock page in the middle of it.
        return PageFrame(title: "Entry", place: .journal, name: "entry", isForReading: page.notes?.mayAdd != true).page(
            page.html(for: visit), for: visit, status: noteFault == nil ? .ok : .unprocessable)
    }

    /// Which box of which text: named by the stamp and the device of its write.
    static func tickPath(_ entry: String, _ line: Int, _ seen: WriteName) -> String {
        "/entry/\(entry)/tick/\(line)/\(seen.stamp.rawValue)-\(seen.device)"
    }

    /// Ticks a box, or clears it. After any other change of the text the line may be another one: then nothing is ticked.
    private func tick(_ visit: Visit) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        let (id, path) = (stored.id.description, "/entry/\(stored.id.description)")
        guard let line = Int(visit.part("line")) else { throw HTTPFault.notFound }
        let done = try await vault.read { vault -> (isDone: Bool, seen: WriteName)? in
            let stored = try self.stored(stored.id, in: vault)
            guard let seen = try vault.textName(of: stored.id), WebApp.tickPath(id, line, seen) == visit.request.path,
                let box = TaskBox(line: line, of: stored.entry.text)
            else { return nil }
            var change = EntryChange()
            (change.text, change.seenText) = (box.toggled(in: stored.entry.text), seen)
            _ = try vault.change(stored.id, change)
            return try vault.textName(of: stored.id).map { (!box.isDone, $0) }
        }
        guard let done else {
            let words = say("This entry was changed meanwhile, so nothing was ticked. This is the new version.")
            return visit.done(Notice(sentence: words, tone: .trouble), next: path)
        }
        let undo = Notice.Undo(path: WebApp.tickPath(id, line, done.seen), label: "Undo")
        return visit.done(Notice(sentence: done.isDone ? "Ticked." : "Box cleared.", undo: undo), next: "\(path)#box-\(line)")
    }

    private func star(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        var change = EntryChange()
        change.starred = fields["starred"] == "yes"
        _ = try await vault.change(stored.id, change)
        return .redirect(to: "/entry/\(stored.id.description)")
    }

    private func delete(_ visit: Visit) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        let path = "/entry/\(stored.id.description)"
        // Another window was faster: the entry is deleted.
        if stored.deleted == nil { _ = try await vault.delete(stored.id) }
        if visit.isFromScript { return .json(["undo": .string(path + "/restore")]) }
        return visit.done(.deleted(say("Entry deleted."), at: path), next: "/journal")
    }

    private func restore(_ visit: Visit) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        let path = "/entry/\(stored.id.description)"
        if stored.deleted != nil { _ = try await vault.restore(stored.id) }
        if visit.isFromScript { return .json(["undo": .string(path + "/delete")]) }
        return visit.done(
            Notice(sentence: "Entry restored.", undo: Notice.Undo(path: path + "/delete", label: say("Delete again"))), next: path
        )
    }
}

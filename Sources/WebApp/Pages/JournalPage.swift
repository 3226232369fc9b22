import Base
import Basics
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// The journal: all entries, newest first, in month sections; with search and filters.
struct JournalPage {
    let form: FindForm
    let list: EntryList
    let streak: Streak

    func html(for visit: Visit) -> HTML {
        """
        <header class="journal-head"><h1>Journal</h1>\(streakLine(streak))
        <ul class="journal-ways"><li><a href="/journal/calendar#now">\(Icon.calendar)<span class="word">Calendar</span></a></li><li><a href="/photos">\(Icon.photo)<span class="word">Photos</span></a></li><li><a href="/deleted">\(Icon.trash)<span class="word">Recently deleted</span></a></li></ul></header>
        \(form.html(for: visit))
        \(list.countLine)
        \(list.html(for: visit))
        <p class="hidden" id="heard" role="status"></p>
        <a class="button to-top" id="to-top" href="#main" hidden>\(JournalPage.up)Back to top</a>
        \(JournalPage.keys)
        """
    }

    private static let up: HTML =
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\"><path d=\"M12 19V6M6 11l6-6 6 6\"/></svg>"

    private static let keys: HTML = """
        <dialog id="keys" class="keys-card" aria-labelledby="keys-title"><h2 id="keys-title">Keyboard shortcuts</h2>
        <dl>
        <div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next and previous entry; on an entry the arrow keys too</dd></div>
        <div><dt><kbd>Enter</kbd></dt><dd>open the entry</dd></div>
        <div><dt><kbd>Delete</kbd> <kbd>#</kbd></dt><dd>delete the entry</dd></div>
        <div><dt><kbd>z</kbd></dt><dd>undo the deletion</dd></div>
        <div><dt><kbd>/</kbd></dt><dd>search</dd></div>
        <div><dt><kbd>Escape</kbd></dt><dd>clear the search</dd></div>
        <div><dt><kbd>?</kbd></dt><dd>show these shortcuts</dd></div>
        </dl>
        <p><label class="check"><input type="checkbox" id="single-keys" checked> Use single-letter shortcuts</label></p>
        <p class="actions"><button type="button" class="primary" id="close-keys">Close</button></p></dialog>
        """
}

/// The number of consecutive days; empty without a streak. A streak that today can still continue is not called broken.
func streakLine(_ streak: Streak) -> HTML? {
    guard streak.days > 1 else { return nil }
    return """
        <p class="streak" title="Days in a row with an entry. Today counts as soon as you write."><b>\(streak.days)</b> days in a row\(", up to yesterday", if: !streak.includesToday)</p>
        """
}

extension WebApp {
    func addJournalRoutes(to routes: inout Routes) {
        routes.page("/journal") { visit in try await visit.app.journal(visit) }
        routes.form("/journal/find", limit: 64 << 10) { visit, fields in try await visit.app.find(visit, fields) }
        routes.page("/journal/calendar") { visit in try await visit.app.calendar(visit) }
        addPrintRoutes(to: &routes)
        routes.page("/deleted") { visit in try await visit.app.recentlyDeleted(visit) }
    }

    private func journal(_ visit: Visit) async throws -> Response {
        let query = visit.request.query
        let after = try query["after"].map { typed in
            guard let id = RecordID(text: typed) else { throw HTTPFault.notFound }
            return id
        }
        let view = query["view"]
        guard let filter = view.map({ visit.session.filter(named: $0) }) ?? JournalFilter() else {
            // After a lock the search is gone. A script must not get another list in its place.
            guard !visit.isFromScript else { return Response(.noContent) }
            return visit.done(
                Notice(sentence: "That search is no longer open. The whole journal is shown."), next: "/journal")
        }
        if visit.isFromScript {
            let list = try await visit.read { try self.list(filter, view: view, after: after, visit, in: $0, $1.dates) }
            return piece(list, visit)
        }
        let page = try await visit.read { vault, preferences in
            let list = try self.list(filter, view: view, after: after, visit, in: vault, preferences.dates)
            return try self.page(FindForm.Values(filter), list: list, in: vault)
        }
        return present(page, visit)
    }

    /// Search and filters are stored in the session, and the browser goes to an address without them.
    private func find(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let values = FindForm.Values(fields)
        let filter: JournalFilter
        do throws(FindForm.Fault) {
            filter = try values.filter(today: today)
        } catch {
            return try await refuse(error, values, visit)
        }
        let old = fields["replaces"]
        let view = filter.isEmpty ? nil : visit.update { $0.open(filter, replacing: old) }
        if visit.isFromScript {
            return piece(try await visit.read { try self.list(filter, view: view, visit, in: $0, $1.dates) }, visit)
        }
        return .redirect(to: view.map { "/journal?view=" + $0 } ?? "/journal")
    }

    /// The input stays, and an unfiltered list is not presented as the result.
    func refuse(_ fault: FindForm.Fault, _ values: FindForm.Values, _ visit: Visit) async throws -> Response {
        // For a script that asks at every keystroke a half-typed search is no error; a browser would log each.
        if visit.isFromScript { return PageFrame.piece(fault.html) }
        let page = try await visit.read { vault, preferences in
            var list = try self.list(JournalFilter(), view: nil, visit, in: vault, preferences.dates)
            list.remark = say("You have not searched yet. The whole journal is shown.")
            return try self.page(values, fault: fault, list: list, in: vault)
        }
        return present(page, visit, status: .unprocessable)
    }

    private func piece(_ list: EntryList, _ visit: Visit) -> Response {
        PageFrame.piece(list.countLine + list.html(for: visit))
    }

    private func page(
        _ values: FindForm.Values, fault: FindForm.Fault? = nil, list: EntryList, in vault: isolated OpenVault
    ) throws -> JournalPage {
        let form = FindForm(
            values: values, fault: fault, moods: try vault.moodsInUse().map { ($0.mood.name, $0.count) },
            tags: try vault.tags(), journals: try vault.journalNames())
        return JournalPage(form: form, list: list, streak: try vault.streak(today))
    }

    private func present(_ page: JournalPage, _ visit: Visit, status: Status = .ok) -> Response {
        let frame = PageFrame(title: "Journal", place: .journal, name: "journal", isForReading: true)
        return frame.page(page.html(for: visit), for: visit, status: status)
    }

    /// One page of the list. A script that refreshes a long list asks for as many rows as it shows.
    private func list(
        _ filter: JournalFilter, view: String?, after: RecordID? = nil, _ visit: Visit, in vault: isolated OpenVault,
        _ dates: DateLanguage
    ) throws -> EntryList {
        let query = try filter.query(today: today)
        let asked = visit.isFromScript ? visit.request.query["rows"].flatMap { Int($0) } : nil
        let size = min(max(asked ?? EntryList.pageSize, EntryList.pageSize), EntryList.countLimit)
        var selection = filter.selection(query, after: after)
        let reading = try vault.reading(of: selection)
        if let reading { selection = reading.selection }
        let (rows, unreadable, hasMore) = try rows(selection, size: size, in: vault, dates)
        var count: EntryList.Count?
        if !filter.isEmpty, after == nil {
            count = hasMore ? try self.count(selection, in: vault) : .exactly(rows.count + unreadable)
        }
        var list = EntryList(
            rows: rows, unreadable: unreadable, hasMore: hasMore, after: after, filter: filter, view: view, count: count,
            ambiguousDates: after == nil ? query.ambiguousDates : [], dates: dates)
        if let journal = filter.journal {
            list.journal = try vault.journalNames().first { $0.id == journal }?.name
        }
        if after == nil { list.remark = reading?.sentence }
        list.canWiden = !rows.isEmpty && after == nil && reading == nil && filter.isOneWord(query)
        if rows.isEmpty, !filter.isEmpty {
            list.reasons = try reasons(query, words: filter.words, in: vault)
            list.nearest = try vault.nearestSearches(to: selection, typed: filter.words)
        }
        return list
    }

    /// Why a search finds nothing, if known: moods and tags that no entry has, and an unclosed quotation mark.
    private func reasons(_ query: SearchQuery, words: String, in vault: isolated OpenVault) throws -> [String] {
        let moods = Set(try vault.moodsInUse().map(\.mood.name.searchForm))
        let known = Set(try vault.tags().map(\.name.searchForm))
        // A number is a mood of its own, and in no list.
        var reasons = query.moods.filter { Int($0.name) == nil && !moods.contains($0.name.searchForm) }.map {
            say("No entry has the mood \($0.name).")
        }
        reasons += query.tags.filter { !known.contains($0.name.searchForm) }.map { say("No entry has the tag #\($0.name).") }
        if words.count(where: { "\"“”„‟".contains($0) }) % 2 == 1 {
            reasons.append(say("A quotation mark is not closed. Everything after it was searched as one phrase."))
        }
        return reasons
    }

    private func count(_ selection: Selection, in vault: isolated OpenVault) throws -> EntryList.Count {
        let count = try vault.count(selection, limit: EntryList.countLimit + 1)
        return count > EntryList.countLimit ? .moreThan(EntryList.countLimit) : .exactly(count)
    }

    private func rows(
        _ selection: Selection, size: Int, in vault: isolated OpenVault, _ dates: DateLanguage
    ) throws -> (rows: [EntryRow], unreadable: Int, hasMore: Bool) {
        var selection = selection
        selection.limit = size + 1
        while true {
            let (found, unreadable) = try self.found(selection, in: vault)
            let hasMore = found.count + unreadable > selection.limit.map { $0 - 1 } ?? .max
            // If a whole page is damaged, the next one could not begin after an entry of it: more is read instead.
            if hasMore, found.count < 2, let limit = selection.limit, limit < 100_000 {
                selection.limit = limit * 4
                continue
            }
            let shown = hasMore && unreadable == 0 ? found.dropLast() : found[...]
            // Where the log is damaged the entries are still shown.
            let authorships = (try? vault.authorships(of: shown.map(\.entry))) ?? [:]
            let pictures = try vault.pictures(of: shown.map(\.entry))
            let journals = try vault.shownJournals(in: selection)
            let looks = try vault.preferences().looks
            let rows = shown.map {
                EntryRow(
                    stored: $0.entry, snippet: $0.snippet, dates: dates, looks: looks, authorship: authorships[$0.entry.id],
                    journal: journals[$0.entry.journal], pictures: pictures[$0.entry.id] ?? [])
            }
            return (rows, unreadable, hasMore)
        }
    }

    private typealias Found = (entry: StoredEntry, snippet: [(text: String, isMatch: Bool)])

    /// With the positions of the search words, if there are any.
    private func found(_ selection: Selection, in vault: isolated OpenVault) throws -> (list: [Found], unreadable: Int) {
        guard selection.query.terms.isEmpty else {
            let (hits, unreadable) = try vault.hits(selection)
            return (hits.map { ($0.entry, $0.snippet) }, unreadable)
        }
        let (entries, unreadable) = try vault.entries(selection)
        return (entries.map { ($0, []) }, unreadable)
    }
}

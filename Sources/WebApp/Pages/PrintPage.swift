import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// Entries on a page to print or save as PDF, in order of time: one, a month, a year, or what a search found.
struct PrintPage {
    /// A longer page would be too much for a browser on a phone.
    static let (mostEntries, mostTextBytes, mostPictures) = (1000, 4 << 20, 100)

    let heading: HTML
    /// Where the page was reached from.
    let back: String
    let entries: [(stored: StoredEntry, files: [AttachmentInfo])]
    let unreadable: Int
    /// Whether there are earlier entries that are left out.
    let isCut: Bool
    let dates: DateLanguage

    func html(for visit: Visit) -> HTML {
        let pictures = entries.reduce(0) { $0 + $1.files.count { AttachmentKind($0.type) == .picture } }
        return """
            <p class="way-back report-tools"><a href="\(back)">\(Icon.back)Back</a></p>
            <section class="card report-tools" aria-labelledby="print-title"><h2 id="print-title">Print or save as PDF</h2>
            <fieldset class="print-choices"><legend class="hidden">What’s included</legend>\(choice("moods", "Moods"))\(choice("tags", "Tags"))\(choice("pictures", "Pictures", if: pictures > 0))</fieldset>
            <div class="actions"><button class="primary" data-print hidden>\(Icon.printer)Print or save as PDF</button></div>
            <p class="hint">You can also use your browser’s print command, and choose “Save as PDF” there. Nothing leaves this device. What you print or save is <strong>not encrypted</strong>, and a printer may keep it.</p>\(limits(pictures))</section>
            <article class="sheet sheet-entries">\(content)</article>
            """
    }

    private func choice(_ name: HTML, _ label: HTML, if isShown: Bool = true) -> HTML? {
        guard isShown else { return nil }
        return "<label class=\"check\"><input type=\"checkbox\" id=\"print-\(name)\" checked> \(label)</label>"
    }

    private func limits(_ pictures: Int) -> HTML {
        let cut: HTML? =
            isCut
            ? "<p class=\"fault\" id=\"print-cut\">Only the last \(counted(entries.count, "entry", "entries")) fit on this page. To print earlier ones, choose a month or a year in the <a href=\"/journal/calendar\">calendar</a>.</p>"
            : nil
        let left: HTML? =
            pictures > PrintPage.mostPictures
            ? "<p class=\"fault\">Only the first \(PrintPage.mostPictures) of \(pictures) pictures are shown.</p>" : nil
        let damage: HTML? =
            unreadable > 0
            ? "<p class=\"fault\">\(counted(unreadable, "entry", "entries")) can’t be shown, because part of the database is damaged.</p>"
            : nil
        return "\(cut)\(left)\(damage)"
    }

    private var content: HTML {
        var room = PrintPage.mostPictures
        let list = entries.html { entry in
            let pictures = entry.files.filter { AttachmentKind($0.type) == .picture }.prefix(room)
            room -= pictures.count
            return article(entry.stored, Array(pictures), entry.files.filter { !pictures.contains($0) })
        }
        return entries.count == 1
            ? list
            : "<header class=\"sheet-head\"><h1>\(heading)</h1><p class=\"sheet-note\">\(counted(entries.count, "entry", "entries"))</p></header>\(list)"
    }

    private func article(_ stored: StoredEntry, _ pictures: [AttachmentInfo], _ others: [AttachmentInfo]) -> HTML {
        let (entry, title) = (stored.entry, EntryPage.title(of: stored.entry, dates))
        func picture(_ file: AttachmentInfo, _ words: String) -> HTML {
            "<img class=\"print-picture\" src=\"\(FilePage.source(of: file.id, in: stored.id))\" alt=\"\(words)\">"
        }
        let mood: HTML? =
            entry.feeling.isEmpty ? nil : "<span class=\"print-mood\">Mood: \(entry.feeling.text)</span>"
        var placed: Set<RecordID> = []
        let text = Markdown.html(
            entry.text,
            picture: { name, caption in
                guard let file = pictures.first(where: { $0.name == name }) else { return nil }
                placed.insert(file.id)
                return picture(file, caption)
            })
        let shown = pictures.filter { !placed.contains($0.id) }.html { picture($0, FileName.harmless($0.name)) }
        let named: HTML? =
            others.isEmpty
            ? nil
            : "<p class=\"sheet-note\">\(plural(others.count, "File", "Files")): \(others.map { FileName.harmless($0.name) }.joined(separator: ", "))</p>"
        let tags: HTML? =
            entry.tags.isEmpty
            ? nil : "<span class=\"print-tags\">\(entry.tags.map { "#" + $0.name }.joined(separator: " "))</span>"
        return """
            <section class="print-entry">\(entries.count == 1 ? "<h1>\(title)</h1>" : "<h2>\(title)</h2>" as HTML)
            <p class="print-facts">\(mood) \(tags)</p>
            <div class="prose">\(text)</div>\(shown)\(named)</section>
            """
    }
}

extension WebApp {
    func addPrintRoutes(to routes: inout Routes) {
        routes.page("/entry/:id/print") { visit in try await visit.app.printedEntry(visit) }
        // The same form as that of the search: what it would list.
        routes.form("/print", limit: 64 << 10) { visit, fields in
            let (app, values) = (visit.app, FindForm.Values(fields))
            let filter: JournalFilter
            do throws(FindForm.Fault) {
                filter = try values.filter(today: app.today)
            } catch {
                return try await app.refuse(error, values, visit)
            }
            let view = filter.isEmpty ? nil : visit.update { $0.open(filter) }
            return .redirect(to: view.map { "/print?view=" + $0 } ?? "/print")
        }
        routes.page("/print") { visit in try await visit.app.printedList(visit) }
    }

    private func printedEntry(_ visit: Visit) async throws -> Response {
        let id = try visit.recordID()
        return try await printed(visit, back: "/entry/\(id.description)") { vault, dates in
            let stored = try self.stored(id, in: vault)
            return (EntryPage.title(of: stored.entry, dates), ([stored], 0, false))
        }
    }

    private func printedList(_ visit: Visit) async throws -> Response {
        let view = visit.request.query["view"]
        guard let filter = view.map({ visit.session.filter(named: $0) }) ?? JournalFilter() else {
            return visit.done(
                Notice(sentence: "That search is no longer open. The whole journal is shown."), next: "/journal")
        }
        let today = today
        return try await printed(visit, back: view.map { "/journal?view=" + $0 } ?? "/journal") { vault, dates in
            let typed = filter.selection(try filter.query(today: today))
            var selection = try vault.reading(of: typed)?.selection ?? typed
            selection.limit = PrintPage.mostEntries
            let journal = try filter.journal.flatMap { wanted in try vault.journalNames().first { $0.id == wanted }?.name }
            return (
                PrintPage.heading(filter, dates, journal: journal),
                try vault.entries(selection, textBytes: PrintPage.mostTextBytes)
            )
        }
    }

    private typealias Printed = (heading: HTML, found: (list: [StoredEntry], unreadable: Int, isCut: Bool))

    private func printed(
        _ visit: Visit, back: String, _ chosen: @Sendable (isolated OpenVault, DateLanguage) throws -> Printed
    ) async throws -> Response {
        let page = try await visit.read { vault, preferences in
            let (heading, found) = try chosen(vault, preferences.dates)
            return PrintPage(
                heading: heading, back: back,
                entries: try found.list.map { stored in
                    let absent = try vault.absentFiles(of: stored)
                    return (stored, try vault.attachmentList(of: stored).filter { absent[$0.id] == nil })
                }, unreadable: found.unreadable, isCut: found.isCut, dates: preferences.dates)
        }
        return PageFrame(title: "Print", place: .journal, name: "print", isForReading: true).page(
            page.html(for: visit), for: visit)
    }
}

extension PrintPage {
    /// `March 2026`, `2026`, or what was asked for: `Entries for “river”`.
    static func heading(_ filter: JournalFilter, _ dates: DateLanguage, journal: String?) -> HTML {
        guard let from = filter.from, let to = filter.to else { return "Entries\(filter.inWords(dates, journal: journal))" }
        var rest = filter
        (rest.from, rest.to) = (nil, nil)
        let others = rest.inWords(dates, journal: journal)
        let span: String? =
            from.month.days == from...to
            ? dates.month(from.month)
            : from.month.month == 1 && from.month.days.lowerBound == from && to.year == from.year
                && to == to.month.days.upperBound
                && to.month.month == 12 ? String(from.year) : nil
        return span.map { rest.isEmpty ? "\($0)" : "\($0): entries\(others)" }
            ?? "Entries\(filter.inWords(dates, journal: journal))"
    }
}

import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// All texts of an entry, the newest first, with their differences, and other changes.
struct HistoryPage {
    let stored: StoredEntry
    /// Those on this page, and the one before the last of them.
    let versions: ArraySlice<FieldHistory.Version>
    let before: FieldHistory.Version?
    /// Other changes to the entry, the latest first; only on the first page.
    let details: [EntryDetail]
    /// The names of other people, by their devices.
    let others: [DeviceID: String]
    let next: Int?
    let dates: DateLanguage
    let surroundings: Surroundings

    /// Versions on one page: each is compared with the one before it.
    private static let pageSize = 15
    /// The most bytes of text on one page, besides its first version: long texts come a few at a time.
    private static let pageBytes = 1 << 20

    static func count(of versions: some Sequence<FieldHistory.Version>) -> Int {
        var (count, bytes) = (0, 0)
        for version in versions.prefix(pageSize) {
            bytes += version.text.utf8.count
            if count > 0, bytes > pageBytes { break }
            count += 1
        }
        return count
    }

    /// Unchanged characters shown around a change.
    private static let context = 120

    func html(for visit: Visit) -> HTML {
        let id = stored.id.description
        let more: HTML? = next.map { "<p><a class=\"button\" href=\"/entry/\(id)/history?from=\($0)\">Older versions</a></p>" }
        return """
            <header><h1>History</h1><p class="muted">All versions of <a href="/entry/\(id)">\(EntryPage.title(of: stored.entry, dates))</a>, newest first.</p></header>
            \(changes)<ol class="versions" id="versions" data-live>\(pairs.html { version($0, after: $1, visit) })</ol>\(more)
            """
    }

    private var pairs: [(FieldHistory.Version, FieldHistory.Version?)] {
        versions.indices.map { index in
            (versions[index], index + 1 < versions.endIndex ? versions[index + 1] : before)
        }
    }

    private func version(_ version: FieldHistory.Version, after older: FieldHistory.Version?, _ visit: Visit) -> HTML {
        let text = version.text
        let id = "v-\(version.write.name.stamp.rawValue)"
        let whole: HTML = "<details><summary>Full text</summary><div class=\"prose as-typed\">\(text)</div></details>"
        let body: HTML =
            older.map { "\(HistoryPage.difference(from: $0.text, to: text))\(whole)" }
            ?? "<div class=\"prose as-typed\">\(text)</div>"
        return """
            <li class="card version" aria-labelledby="\(id)"><h2 id="\(id)">\(moment(version))</h2>\(marks(version, isFirst: older == nil))\(body)\(useAgain(version, visit))</li>
            """
    }

    /// Changed moods, stars, dates, tags and files.
    private var changes: HTML? {
        guard !details.isEmpty else { return nil }
        let lines = details.html { detail -> HTML in
            let author = others[detail.name.device].map { $0.isEmpty ? say("someone else") : $0 }
            let by = author.map { ", by " + $0 } ?? ""
            let remark = detail.remark.map { " (" + $0 + ")" } ?? ""
            let when = moment(Int64(clamping: detail.name.stamp.milliseconds))
            return "<li>\(detail.words(when: moment))<span class=\"muted\"> · \(when)\(by)\(remark)</span></li>"
        }
        return """
            <section class="card" aria-labelledby="changes-title"><h2 id="changes-title">Other changes</h2><ul id="changes">\(lines)</ul></section>
            """
    }

    private func moment(_ version: FieldHistory.Version) -> String {
        moment(Int64(clamping: version.write.name.stamp.milliseconds))
    }

    private func moment(_ milliseconds: Int64) -> String {
        dates.moment(milliseconds, in: CivilTime(zone: surroundings.zone))
    }

    private func marks(_ version: FieldHistory.Version, isFirst: Bool) -> HTML? {
        var marks: [HTML] = []
        if version.isCurrent { marks.append("Current version.") }
        if isFirst { marks.append("First version.") }
        let author = others[version.write.name.device].map { $0.isEmpty ? say("someone else") : $0 }
        if version.isConcurrent {
            let place = author.map { "by \($0)" } ?? say("in another window or on another device")
            marks.append("Written \(place) at the same time as the next one.")
        } else if let author {
            marks.append("Written by \(author).")
        }
        return marks.isEmpty ? nil : "<p class=\"muted\">\(marks.html { "\($0) " })</p>"
    }

    private func useAgain(_ version: FieldHistory.Version, _ visit: Visit) -> HTML? {
        guard !version.isCurrent, stored.deleted == nil else { return nil }
        return """
            <form method="post" action="/entry/\(stored.id.description)/history/restore">\(formToken(visit))<input type="hidden" name="version" value="\(version.write.name.formText)"><button>Restore this version</button></form>
            """
    }

    /// Added and removed text, also announced in words, with some text around.
    static func difference(from old: String, to new: String) -> HTML {
        let pieces = TextDifference.pieces(from: old, to: new)
        let body = pieces.indices.map { index -> HTML in
            let text = pieces[index].text
            switch pieces[index].kind {
            case .added:
                return "<ins><span class=\"hidden\">Added: </span>\(text)<span class=\"hidden\"> (end of addition)</span></ins>"
            case .removed:
                return "<del><span class=\"hidden\">Removed: </span>\(text)<span class=\"hidden\"> (end of removal)</span></del>"
            case .same: return "\(shortened(text, isFirst: index == 0, isLast: index == pieces.count - 1))"
            }
        }
        return "<div class=\"difference\">\(body)</div>"
    }

    /// Shortens long unchanged text away from changes.
    private static func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
        let (head, tail) = (isFirst ? 0 : context, isLast ? 0 : context)
        guard text.unicodeScalars.count > head + tail + context else { return text }
        return text.prefix(head) + (head > 0 ? " … " : "… ") + (tail > 0 ? text.suffix(tail) : "")
    }
}

extension FieldHistory.Version {
    fileprivate var text: String { write.value.string ?? "" }
}

extension WebApp {
    func addHistoryRoutes(to routes: inout Routes) {
        routes.page("/entry/:id/history") { visit in try await visit.app.history(visit) }
        routes.form("/entry/:id/history/restore") { visit, fields in try await visit.app.useAgain(visit, fields) }
    }

    private func history(_ visit: Visit) async throws -> Response {
        let id = try visit.recordID()
        let first = max(0, visit.request.query["from"].flatMap { Int($0) } ?? 0)
        let page = try await visit.read { vault, preferences in
            let stored = try self.stored(id, in: vault)
            let past = try vault.past(of: id)
            let all = past.versions
            let shown = all.dropFirst(first).prefix(HistoryPage.count(of: all.dropFirst(first)))
            let end = shown.endIndex
            let details = first == 0 ? past.details : []
            return HistoryPage(
                stored: stored, versions: shown, before: end < all.count ? all[end] : nil, details: details,
                others: try vault.others(shown.map(\.write.name.device) + details.map(\.name.device), in: stored.journal),
                next: end < all.count ? end : nil, dates: preferences.dates, surroundings: self.surroundings)
        }
        return PageFrame(title: "History", place: .journal, name: "history", isForReading: true).page(
            page.html(for: visit), for: visit)
    }

    /// Makes the chosen text current again; the current one goes into the history: nothing is rolled back.
    private func useAgain(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        guard let name = fields["version"].flatMap(WriteName.init(formText:)),
            let version = try await vault.history(stored.id).first(where: { $0.write.name == name })
        else { throw HTTPFault.notFound }
        var change = EntryChange()
        change.text = version.text
        _ = try await vault.change(stored.id, change)
        let words =
            say("Restored the version of \(clock(at: Int64(clamping: name.stamp.milliseconds))). The one before is in History.")
        return visit.done(Notice(sentence: words), next: "/entry/\(stored.id.description)")
    }
}

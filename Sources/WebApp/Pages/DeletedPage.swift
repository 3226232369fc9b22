import Engine
import HTTP
import Journal
import Ledger
import Store

/// Recently deleted: what can still be brought back, and for how long.
struct DeletedPage {
    let entries: [StoredEntry]
    /// Milliseconds since 1970.
    let now: Int64
    let dates: DateLanguage

    func html(for visit: Visit) -> HTML {
        """
        <header class="journal-head"><h1>Recently deleted</h1>
        <ul class="journal-ways"><li><a href="/journal">Journal</a></li></ul></header>
        <p class="muted">A deleted entry can be brought back for \(Limits.deletedDays) days, with everything that was in it.</p>
        <div id="deleted" data-live>\(list(visit))</div>
        """
    }

    private func list(_ visit: Visit) -> HTML {
        guard !entries.isEmpty else {
            return "<p class=\"empty\">Nothing was deleted in the last \(Limits.deletedDays) days.</p>"
        }
        return "<ul class=\"rows\">\(entries.html { row($0, visit) })</ul>"
    }

    private func row(_ stored: StoredEntry, _ visit: Visit) -> HTML {
        let id = stored.id.description
        let title = Prose.firstLine(of: stored.entry.text)
        return """
            <li class="row deleted-row" id="entry-\(id)" data-entry="\(id)" data-version="\(Int(stored.modified))">
            <div class="deleted-what"><p class="row-text" id="text-\(id)">\(title)</p>
            <p class="muted">\(dates.day(stored.entry.day, style: .medium)) · \(DeletedPage.left(since: stored.deleted ?? now, now: now))</p></div>
            <form method="post" action="/entry/\(id)/restore">\(formToken(visit))<button aria-describedby="text-\(id)">Restore</button></form></li>
            """
    }

    /// How long it can be restored, in days that have begun; the last one is told from a whole one.
    static func left(since deleted: Int64, now: Int64) -> String {
        let day: Int64 = 86_400_000
        let rest = deleted + Int64(Limits.deletedDays) * day - now
        let days = (rest + day - 1) / day
        switch rest {
        case ..<day: return "less than a day left"
        case day: return "1 day left"
        default: return "\(min(days, Int64(Limits.deletedDays))) days left"
        }
    }
}

extension WebApp {
    func recentlyDeleted(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let page = DeletedPage(
            entries: try await vault.recentlyDeleted(), now: surroundings.now(), dates: dates(try await vault.preferences()))
        let frame = PageFrame(title: "Recently deleted", place: .journal, name: "deleted", isForReading: true)
        return frame.page(page.html(for: visit), for: visit)
    }
}

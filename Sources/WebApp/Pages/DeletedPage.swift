import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

struct DeletedItem {
    let id: RecordID
    /// When it was last changed, in milliseconds since 1970.
    let modified: Int64
    /// When it was deleted, in milliseconds since 1970.
    let deleted: Int64
    let title: String
    /// Its kind: `entry`, `symptom entry`, `dose`; of an entry that is in another journal now, that.
    let kind: String
    /// Its day; `nil` if it has none.
    let day: LocalDay?
    /// Its time of day, `21:05`; may be empty.
    let clock: String
    /// The form that restores it.
    let path: String

    init(_ stored: StoredEntry) {
        (id, modified, deleted) = (stored.id, stored.modified, stored.deleted ?? 0)
        kind = stored.movedTo == nil ? say("entry") : say("moved to another journal")
        (title, day) = (Prose.firstLine(of: stored.entry.text), stored.entry.day)
        (clock, path) = ("", "/entry/\(stored.id.description)/restore")
    }

    init(_ medicine: Stored<Medication>) {
        (id, modified, deleted) = (medicine.id, medicine.modified, medicine.deleted ?? 0)
        (title, kind, day, clock) = (medicine.value.title, RecordKind.of(Medication.kind).noun, nil, "")
        path = "/medicine/\(medicine.id.description)/restore"
    }

    init(_ record: HealthRecord) {
        let facts = record.facts
        (id, modified, deleted, kind, day) = (facts.id, facts.modified, facts.deleted ?? 0, facts.kind.noun, facts.day)
        title =
            if case .checkIn(let stored) = record { Prose.firstLine(of: stored.value.words) } else { HealthLook.name(of: record) }
        let due: Instant? = if case .intake(let stored, _) = record { stored.value.due } else { nil }
        (clock, path) = (clockWords(of: due ?? facts.instant, in: facts.zone), (record.path ?? "") + "/restore")
    }
}

/// Recently deleted: what can be restored, and for how long.
struct DeletedPage {
    /// The latest deletion first.
    let items: [DeletedItem]
    /// Milliseconds since 1970.
    let now: Int64
    let dates: DateLanguage

    func html(for visit: Visit) -> HTML {
        """
        <header class="journal-head"><h1>Recently deleted</h1>
        <ul class="journal-ways"><li><a href="/journal">Journal</a></li><li><a href="/health">Health</a></li></ul></header>
        <p class="muted">You can restore anything within \(Limits.deletedDays) days of deleting it.</p>
        <div id="deleted" data-live>\(list(visit))</div>
        """
    }

    private func list(_ visit: Visit) -> HTML {
        guard !items.isEmpty else {
            return "<p class=\"empty\">Nothing was deleted in the last \(Limits.deletedDays) days.</p>"
        }
        return "<ul class=\"rows\">\(items.html { row($0, visit) })</ul>"
    }

    private func row(_ item: DeletedItem, _ visit: Visit) -> HTML {
        let id = item.id.description
        let facts = [
            item.kind == "entry" ? nil : item.kind,
            item.day.map { dates.day($0, style: .medium) + (item.clock.isEmpty ? "" : " " + item.clock) },
            DeletedPage.left(since: item.deleted, now: now),
        ]
        return """
            <li class="row deleted-row" id="entry-\(id)" data-entry="\(id)" data-version="\(item.modified)">
            <div class="deleted-what"><p class="row-text" id="text-\(id)">\(item.title)</p>
            <p class="muted">\(facts.compactMap(\.self).joined(separator: " · "))</p></div>
            <form method="post" action="\(item.path)">\(formToken(visit))\(wayBackField("/deleted"))<button aria-describedby="text-\(id)">Restore</button></form></li>
            """
    }

    /// How long it can be restored, in days that have begun; the last one is shown differently.
    static func left(since deleted: Int64, now: Int64) -> String {
        let day: Int64 = 86_400_000
        let rest = deleted + Int64(Limits.deletedDays) * day - now
        let days = (rest + day - 1) / day
        switch rest {
        case ..<day: return say("less than a day left")
        case day: return say("1 day left")
        default: return say("\(min(days, Int64(Limits.deletedDays))) days left")
        }
    }
}

extension WebApp {
    func recentlyDeleted(_ visit: Visit) async throws -> Response {
        let page = try await visit.read { vault, preferences in
            let items =
                try vault.recentlyDeleted().map { DeletedItem($0) }
                + vault.deletedRecords(Medication.self).map { DeletedItem($0) } + vault.deletedHealth().map { DeletedItem($0) }
            return DeletedPage(
                items: items.sorted { ($0.deleted, $0.id) > ($1.deleted, $1.id) }, now: self.surroundings.now(),
                dates: preferences.dates)
        }
        let frame = PageFrame(title: "Recently deleted", place: .journal, name: "deleted", isForReading: true)
        return frame.page(page.html(for: visit), for: visit)
    }
}

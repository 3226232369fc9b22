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

    init<Kept: HealthValue>(
        _ stored: Stored<Kept>, _ title: String, on day: LocalDay? = nil, _ clock: String = "", at place: String
    ) {
        (id, modified, deleted) = (stored.id, stored.modified, stored.deleted ?? 0)
        (self.title, kind, self.day, self.clock) = (title, HealthError.name(of: Kept.kind), day, clock)
        path = "/\(place)/\(stored.id.description)/restore"
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
            <li class="row deleted-row" id="entry-\(id)" data-entry="\(id)" data-version="\(Int(item.modified))">
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
        let vault = try await visit.vault()
        let items = try await vault.recentlyDeleted().map { DeletedItem($0) } + vault.deletedHealth()
        let page = DeletedPage(
            items: items.sorted { ($0.deleted, $0.id) > ($1.deleted, $1.id) }, now: surroundings.now(),
            dates: dates(try await vault.preferences()))
        let frame = PageFrame(title: "Recently deleted", place: .journal, name: "deleted", isForReading: true)
        return frame.page(page.html(for: visit), for: visit)
    }
}

extension OpenVault {
    /// The deleted records of the health log that can be restored.
    func deletedHealth() throws -> [DeletedItem] {
        let medications = try deletedRecords(Medication.self)
        let gone = Set(medications.map(\.link))
        var items = medications.map { DeletedItem($0, $0.value.title, at: "medicine") }
        items += try deletedMoments(SymptomEntry.self, at: "symptom") { HealthLook.name(of: .symptom($0)) }
        items += try deletedMoments(MeasureEntry.self, at: "measure") { HealthLook.name(of: .measure($0)) }
        items += try deletedMoments(CheckIn.self, at: "check-in") { Prose.firstLine(of: $0.value.words) }
        // Doses of a deleted medicine are restored with it.
        items += try deletedRecords(Intake.self).filter { !gone.contains($0.value.medication) }.map {
            let title = try medicationTitle($0.value.medication)
            let clock = clockWords(of: $0.value.due ?? $0.value.instant, in: $0.value.zone)
            return DeletedItem($0, HealthLook.name(of: .intake($0, title: title)), on: $0.value.day, clock, at: "dose")
        }
        return items
    }

    private func deletedMoments<Kept: HealthValue & MomentValue>(
        _ type: Kept.Type, at place: String, title: (Stored<Kept>) -> String
    ) throws -> [DeletedItem] {
        try deletedRecords(type).map {
            DeletedItem($0, title($0), on: $0.value.day, clockWords(of: $0.value.instant, in: $0.value.zone), at: place)
        }
    }
}

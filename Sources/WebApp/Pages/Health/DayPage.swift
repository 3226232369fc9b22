import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// Everything of one day by time: entries, symptoms, check-ins, doses, samples.
struct DayPage {
    let day: LocalDay
    /// The session's name of this day; `nil` for today.
    let view: String?
    let items: [DayItem]
    /// Medicines with schedules: an unscheduled dose of these is an extra one.
    let scheduled: Set<RecordID>
    let today: LocalDay
    let now: Instant
    let surroundings: Surroundings
    let dates: DateLanguage
    let looks: Looks
    var typed: String?

    private var next: String { view.map { "/day?view=" + $0 } ?? "/day" }

    func html(for visit: Visit) -> HTML {
        """
        <header class="health-head"><h1>\(HealthHistoryPage.name(of: day, today: today, dates))</h1>
        <ul class="health-ways"><li><a href="/health">Health</a></li><li><a href="/health/history">History</a></li></ul></header>
        \(ways(visit))
        <div id="timeline" data-live>\(timeline(visit))</div>
        """
    }

    /// The previous and next day are buttons of a form: no address contains a day.
    private func ways(_ visit: Visit) -> HTML {
        let before: HTML? = day.adding(days: -1).map { step($0, "\(Icon.back)<span>Previous day</span>", "before") }
        let after: HTML? = day.adding(days: 1).map { step($0, "<span>Next day</span>\(Icon.back)", "after") }
        return """
            <form class="day-ways" method="post" action="/day/go" aria-label="Days">\(formToken(visit))\(view.map { "<input type=\"hidden\" name=\"replaces\" value=\"\($0)\">" as HTML })
            <button class="hidden" tabindex="-1" aria-hidden="true" name="day" value="">Go</button>
            \(before)<span class="day-pick"><label class="hidden" for="date">Day</label><input id="date" name="date"\(inputAttributes(typed ?? day.iso, type: "date")) required\(" aria-invalid=\"true\" aria-describedby=\"date-fault\"", if: typed != nil)><button>Go</button></span>\(after)</form>
            \("<p class=\"fault\" id=\"date-fault\" role=\"alert\">That day can’t be shown. Type another one, such as 2026-03-14 or yesterday.</p>", if: typed != nil)
            """
    }

    private func step(_ day: LocalDay, _ label: HTML, _ name: HTML) -> HTML {
        "<button class=\"quiet day-\(name)\" name=\"day\" value=\"\(day.iso)\" title=\"\(dates.day(day, style: .long))\">\(label)</button>"
    }

    private func timeline(_ visit: Visit) -> HTML {
        guard !items.isEmpty else {
            let words: HTML = day == today ? "What you write and log today will be here." : "Nothing was logged on this day."
            return "<div class=\"empty\">\(Icon.mark)<p>\(words)</p></div>"
        }
        return "<ol class=\"timeline\">\(items.html { item($0, visit) })</ol>"
    }

    private func item(_ item: DayItem, _ visit: Visit) -> HTML {
        switch item {
        case .entry(let stored):
            let (entry, id) = (stored.entry, stored.id.description)
            let mood: HTML? =
                entry.feeling.isEmpty ? nil : "<span class=\"small day-mood\">\(looks.words(entry.feeling))</span>"
            return line(
                id, version: stored.modified, clock: clock(of: entry), kind: "entry", name: "Entry", path: "/entry/\(id)",
                "<span class=\"log-text\"><span class=\"log-words excerpt\" dir=\"auto\">\(Prose.firstLine(of: entry.text))</span>\(mood)</span>"
            )
        case .logged(let record): return line(record)
        case .openDose(let shown):
            let row = DoseRow(shown: shown, now: now, surroundings: surroundings, next: next, day: day, dates: dates)
            return "<li class=\"moment moment-open\"><ul class=\"doses\">\(row.html(for: visit))</ul></li>"
        }
    }

    private func line(_ record: HealthRecord) -> HTML {
        var isExtra = false
        let (kind, name): (HTML, HTML)
        switch record {
        case .symptom: (kind, name) = ("symptom", "Symptom")
        case .measure: (kind, name) = ("symptom", "Measurement")
        case .checkIn: (kind, name) = ("check-in", "Check-in")
        case .intake(let stored, _):
            (kind, name) = ("dose", "Dose")
            isExtra = stored.value.occurrence == nil && scheduled.contains(stored.value.medication)
        case .sample: (kind, name) = ("sample", "Measured")
        }
        return line(
            record.id.description, version: record.facts.modified, clock: record.clock, kind: kind, name: name, path: record.path,
            HealthLook.words(record, looks, isExtra: isExtra))
    }

    private func line(_ id: String, version: Int64, clock: String, kind: HTML, name: HTML, path: String?, _ words: HTML) -> HTML {
        let content: HTML =
            "\(clock.isEmpty ? "<span class=\"moment-time\"></span>" as HTML : "<time class=\"moment-time\" datetime=\"\(day.iso)T\(clock)\">\(clock)</time>")<span class=\"hidden\">\(name): </span>\(words)"
        let inside: HTML =
            path.map { "<a class=\"moment-link\" href=\"\($0)\">\(content)</a>" } ?? "<div class=\"moment-link\">\(content)</div>"
        return
            "<li class=\"moment moment-\(kind)\" id=\"moment-\(id)\" data-entry=\"\(id)\" data-version=\"\(version)\">\(inside)</li>"
    }
}

extension WebApp {
    func addDayRoutes(to routes: inout Routes) {
        routes.page("/day") { visit in try await visit.app.day(visit) }
        routes.form("/day/go", limit: 64 << 10) { visit, fields in
            let typed = fields["day"].flatMap { $0.isEmpty ? nil : $0 } ?? fields["date"] ?? ""
            guard let day = LocalDay(typed: typed, today: visit.app.today) else {
                return try await visit.app.day(visit, typed: typed)
            }
            let old = fields["replaces"]
            let view = day == visit.app.today ? nil : visit.update { $0.open(day, replacing: old) }
            return .redirect(to: view.map { "/day?view=" + $0 } ?? "/day")
        }
    }

    private func day(_ visit: Visit, typed: String? = nil) async throws -> Response {
        let view = visit.request.query["view"]
        guard let day = view.map({ visit.session.day(named: $0) }) ?? today else {
            guard !visit.isFromScript else { return Response(.noContent) }
            return visit.done(Notice(sentence: "That day is no longer open. Today is shown."), next: "/day")
        }
        let page = try await visit.read { vault, preferences in
            DayPage(
                day: day, view: view, items: try vault.timeline(of: day), scheduled: try vault.scheduledMedications(),
                today: self.today, now: try Moment(nowIn: self.surroundings).instant, surroundings: self.surroundings,
                dates: preferences.dates, looks: preferences.looks, typed: typed)
        }
        return PageFrame(title: "A day", place: .health, name: "day")
            .page(page.html(for: visit), for: visit, status: typed == nil ? .ok : .unprocessable)
    }
}

extension OpenVault {
    func scheduledMedications() throws -> Set<RecordID> {
        Set(try medications(archived: true).filter { !$0.value.asNeeded }.map(\.id))
    }
}

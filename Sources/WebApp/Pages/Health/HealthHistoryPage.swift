import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// The whole health log, the newest first, under headings of days.
struct HealthHistoryPage {
    let filter: HealthFilter
    /// The session's name of the filter; `nil` for the whole log.
    let view: String?
    let history: HealthHistory
    let isFirst: Bool
    /// Symptoms, measures and medicines to choose from.
    let symptoms: [String]
    let measures: [String]
    let medications: [Stored<Medication>]
    let today: LocalDay
    let dates: DateLanguage
    let looks: Looks

    func html(for visit: Visit) -> HTML {
        """
        <header class="health-head"><h1>History</h1>
        <ul class="health-ways"><li><a href="/health">Health</a></li><li><a href="/day">Day view</a></li><li><a href="/deleted">Recently deleted</a></li></ul></header>
        \(form(visit))
        \(backToNewest)
        <div id="log" data-live>\(sections(visit))\(nothing)</div>
        \(way)
        <form id="to-day" method="post" action="/day/go" hidden>\(formToken(visit))</form>
        """
    }

    private func form(_ visit: Visit) -> HTML {
        let all: [(value: HTML, label: HTML, isChosen: Bool)] =
            [("", "Everything", filter.kind == nil)]
            + HealthRecord.kinds.map {
                (HTML.text($0.kind), HTML.text(RecordKind.of($0.kind).title ?? ""), filter.kind == $0.kind)
            }
        let kinds = all.html {
            "<label class=\"pick\"><input type=\"radio\" name=\"kind\" value=\"\($0.value)\"\(" checked", if: $0.isChosen)><span>\($0.label)</span></label>"
        }
        return """
            <form id="log-filter" class="log-filter" method="post" action="/health/history/find" aria-label="Filter">\(formToken(visit))\(view.map { "<input type=\"hidden\" name=\"replaces\" value=\"\($0)\">" as HTML })
            <fieldset class="picks"><legend class="hidden">Kind</legend>\(kinds)</fieldset>
            <div class="log-only">\(only)<button id="log-apply">Show</button></div></form>
            """
    }

    private var only: HTML? {
        guard !symptoms.isEmpty || !measures.isEmpty || !medications.isEmpty else { return nil }
        func group(_ label: HTML, _ prefix: HTML, _ names: [String], chosen: String) -> HTML? {
            guard !names.isEmpty else { return nil }
            let options = names.html { name in
                let key = SymptomEntry.key(of: name)
                return "<option value=\"\(prefix):\(key)\"\(" selected", if: key == chosen)>\(name)</option>"
            }
            return "<optgroup label=\"\(label)\">\(options)</optgroup>"
        }
        let titles = medications.html { stored in
            "<option value=\"medicine:\(stored.id.description)\"\(" selected", if: stored.id == filter.medication)>\(stored.value.title)\(" (archived)", if: stored.value.archived)</option>"
        }
        return """
            <label for="only">Show</label><select id="only" name="only"><option value="">everything</option>\(group("Symptoms", "symptom", symptoms, chosen: filter.symptom))\(group("Measurements", "measure", measures, chosen: filter.measure))\(medications.isEmpty ? .empty : "<optgroup label=\"Medicines\">\(titles)</optgroup>" as HTML)</select>
            """
    }

    private func sections(_ visit: Visit) -> HTML {
        var days: [(day: LocalDay, records: [HealthRecord])] = []
        // A night belongs to the day of waking, though it began before records of that evening.
        for record in history.records.sorted(by: { ($0.day, $0.instant, $0.id) > ($1.day, $1.instant, $1.id) }) {
            if days.last?.day == record.day {
                days[days.count - 1].records.append(record)
            } else {
                days.append((record.day, [record]))
            }
        }
        return days.enumerated().html { place, section in
            let id: HTML = "day-\(place)"
            return """
                <section aria-labelledby="\(id)"><div class="day-head"><h2 id="\(id)">\(HealthHistoryPage.name(of: section.day, today: today, dates))</h2><button class="link" form="to-day" name="day" value="\(section.day.iso)">See the whole day<span class="hidden">, \(dates.day(section.day, style: .long))</span></button></div>
                <ul class="rows">\(section.records.html { HealthRow(record: $0, dates: dates, looks: looks).html(for: visit) })</ul></section>
                """
        }
    }

    /// `Today`, `Yesterday`, or the date.
    static func name(of day: LocalDay, today: LocalDay, _ dates: DateLanguage) -> String {
        let words = dates.day(day, style: .long)
        switch today.number - day.number {
        case 0: return "Today, " + words
        case 1: return "Yesterday, " + words
        default: return words
        }
    }

    private var nothing: HTML? {
        guard history.records.isEmpty else { return nil }
        if history.lookedBack != nil || !isFirst { return "<p class=\"muted\">No earlier records.</p>" }
        return filter.isEmpty
            ? "<div class=\"empty\">\(Icon.mark)<p>Everything you log about your health will be here, day by day.</p><p><a class=\"button\" href=\"/health\">Log something</a></p></div>"
            : "<p class=\"empty\">Nothing of this kind is in the log.</p>"
    }

    private var backToNewest: HTML? {
        guard !isFirst else { return nil }
        let address = view.map { "/health/history?view=" + $0 } ?? "/health/history"
        return "<p class=\"way-back\"><a href=\"\(address)\">\(Icon.back)Back to newest</a></p>"
    }

    private var way: HTML? {
        guard let next = history.next else { return nil }
        let address = "/health/history?" + (view.map { "view=\($0)&" } ?? "") + "after=" + next.description
        let looked: HTML? = history.lookedBack.map { "<p class=\"muted\">Searched back to \(dates.day($0, style: .medium)).</p>" }
        return """
            <div class="more">\(looked)<p><a class="button" rel="next" href="\(address)">\(history.lookedBack == nil ? "Earlier" : "Search further back" as HTML)</a></p></div>
            """
    }
}

extension WebApp {
    func addHealthHistoryRoutes(to routes: inout Routes) {
        routes.page("/health/history") { visit in try await visit.app.healthHistory(visit) }
        routes.form("/health/history/find", limit: 64 << 10) { visit, fields in
            let filter = HealthFilter(fields)
            let old = fields["replaces"]
            let view = filter.isEmpty ? nil : visit.update { $0.open(filter, replacing: old) }
            return .redirect(to: view.map { "/health/history?view=" + $0 } ?? "/health/history")
        }
    }

    private func healthHistory(_ visit: Visit) async throws -> Response {
        let query = visit.request.query
        let view = query["view"]
        guard let filter = view.map({ visit.session.healthFilter(named: $0) }) ?? HealthFilter() else {
            guard !visit.isFromScript else { return Response(.noContent) }
            return visit.done(Notice(sentence: "That filter is no longer open. Everything is shown."), next: "/health/history")
        }
        let page = try await visit.read { vault, preferences in
            let place = try query["after"].map { typed in
                guard let id = RecordID(text: typed), let place = vault.place(ofHealthRecord: id) else {
                    throw HTTPFault.notFound
                }
                return place
            }
            var symptoms = try vault.symptomNames()
            if !filter.symptom.isEmpty, !symptoms.contains(where: { SymptomEntry.key(of: $0) == filter.symptom }) {
                symptoms.append(filter.symptom)
            }
            return HealthHistoryPage(
                filter: filter, view: view, history: try vault.healthHistory(filter, after: place), isFirst: place == nil,
                symptoms: symptoms, measures: try vault.lastMeasures().map(\.measure.name),
                medications: try vault.medications(archived: true), today: self.today, dates: preferences.dates,
                looks: preferences.looks)
        }
        return PageFrame(title: "Health history", place: .health, name: "health-history", isForReading: true)
            .page(page.html(for: visit), for: visit)
    }
}

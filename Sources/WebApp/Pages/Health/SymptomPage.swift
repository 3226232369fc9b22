import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// The page for a symptom with all its fields, new or edited.
struct SymptomPage {
    /// Its id; `nil` for a new one.
    let id: RecordID?
    var form = SymptomForm()
    /// For suggestions while typing.
    var names: [String] = []
    /// The zone of the record's time, if it is another one.
    var zone: String?

    private var path: String { id.map { "/symptom/\($0.description)" } ?? "/symptom/new" }

    func html(for visit: Visit) -> HTML {
        let faults = form.faults
        let answer: HTML? = form.follows.map { "<input type=\"hidden\" name=\"follows\" value=\"\($0.name)\">" }
        return """
            \(healthWayBack)
            <section class="card"><h1>\(id == nil ? "Log a symptom" : "Symptom" as HTML)</h1>
            <form method="post" action="\(path)" class="health-form">\(formToken(visit))\(answer)
            <div class="field"><label for="symptom">What is it?</label><input id="symptom" name="symptom" value="\(form.symptom)" list="symptom-names" maxlength="200" autocomplete="off" required\(faults.described("symptom"))>\(faults.html("symptom"))</div>
            \(SymptomForm.suggestions(names))
            \(Scale.severity.radios("How strong is it?", chosen: form.severity, extra: faults.html("severity"), described: faults.describedGroup("severity")))
            \(form.when.html(faults, zone: zone, hint: id == nil ? "Empty means now." : nil))
            \(metrics)
            \(menstruation)
            \(noteField(form.note, faults))
            <div class="actions"><button class="primary">Save</button><a class="button quiet" href="/health">Cancel</a></div></form>
            \(id.map { _ in deleteForm(at: path, visit) })</section>
            """
    }

    private var metrics: HTML {
        let rows = form.metrics.filter { !($0.name.isEmpty && $0.value.isEmpty) } + [("", ""), ("", "")]
        let isOpen = rows.count > 2 || form.faults.sentences["metrics"] != nil
        let fields = rows.enumerated().html { index, row in
            """
            <li class="metric"><label class="hidden" for="metric-\(index)">Name of measurement \(index + 1)</label><input id="metric-\(index)" name="metric" value="\(row.name)" maxlength="200" placeholder="temperature" autocomplete="off"><label class="hidden" for="metric-value-\(index)">Value of measurement \(index + 1)</label><input id="metric-value-\(index)" name="metric-value" value="\(row.value)" inputmode="decimal" placeholder="38.2" autocomplete="off"></li>
            """
        }
        return """
            <details class="metrics"\(" open", if: isOpen)><summary>Measurements</summary><div role="group" aria-label="Measurements"\(form.faults.describedGroup("metrics"))><ul>\(fields)</ul>\(form.faults.html("metrics"))</div></details>
            """
    }

    private var menstruation: HTML {
        let choices: [(value: HTML, label: HTML, isChosen: Bool)] = [
            ("", "no answer", !["yes", "no"].contains(form.menstruation)), ("yes", "yes", form.menstruation == "yes"),
            ("no", "no", form.menstruation == "no"),
        ]
        return """
            <fieldset class="picks-field"><legend>Menstruation on this day</legend><div class="picks">\(choices.html {
                "<label class=\"pick\"><input type=\"radio\" name=\"menstruation\" value=\"\($0.value)\"\(" checked", if: $0.isChosen)><span>\($0.label)</span></label>"
            })</div></fieldset>
            """
    }
}

extension WebApp {
    func addSymptomRoutes(to routes: inout Routes) {
        routes.page("/symptom/new") { visit in
            try await visit.app.page(SymptomPage(id: nil), in: try await visit.vault(), visit)
        }
        routes.form("/symptom/new") { visit, fields in
            let vault = try await visit.vault()
            var form = SymptomForm(fields)
            guard let entry = form.entry(visit.app.surroundings),
                let stored = try await form.faults.keeping({ try await vault.add(entry) })
            else {
                return try await visit.app.page(SymptomPage(id: nil, form: form), in: vault, visit)
            }
            return visit.done(visit.app.symptomSaid(stored), next: "/health")
        }
        routes.page("/symptom/:id") { visit in
            let vault = try await visit.vault()
            let stored = try await vault.record(SymptomEntry.self, try visit.recordID(), evenDeleted: true)
            return try await visit.app.page(stored, SymptomForm(stored.value), in: vault, visit)
        }
        routes.form("/symptom/:id") { visit, fields in
            let vault = try await visit.vault()
            let stored = try await vault.record(SymptomEntry.self, try visit.recordID())
            var form = SymptomForm(fields)
            guard let entry = form.entry(visit.app.surroundings, instead: stored.value),
                try await form.faults.keeping({ try await vault.change(stored.id, to: entry) }) != nil
            else {
                return try await visit.app.page(stored, form, in: vault, visit)
            }
            return visit.done(Notice(sentence: "Symptom updated."), next: "/health")
        }
        routes.removal(of: SymptomEntry.self, at: "/symptom", "symptom")
    }

    private func page(_ stored: Stored<SymptomEntry>, _ form: SymptomForm, in vault: OpenVault, _ visit: Visit) async throws
        -> Response
    {
        guard stored.deleted == nil else {
            return healthFrame(
                "Symptom", deletedCard("This symptom", restore: "/symptom/\(stored.id.description)/restore", visit), visit)
        }
        let zone = otherZone(stored.value.zone, at: stored.value.instant, surroundings)
        return try await page(SymptomPage(id: stored.id, form: form, zone: zone), in: vault, visit)
    }

    func page(_ page: SymptomPage, in vault: OpenVault, _ visit: Visit) async throws -> Response {
        var page = page
        page.names = try await vault.symptomNames()
        return healthFrame("Symptom", page.html(for: visit), visit, status: page.form.faults.isEmpty ? .ok : .unprocessable)
    }

    /// A page of Health other than a list.
    func healthFrame(_ title: HTML, _ content: HTML, _ visit: Visit, status: Status = .ok) -> Response {
        PageFrame(title: title, place: .health, name: "health-form").page(content, for: visit, status: status)
    }
}

import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// A check-in with all its fields, new or edited: mood, craving with triggers and what helped, sleep.
struct CheckInPage {
    /// Its id; `nil` for a new one.
    let id: RecordID?
    var form = CheckInForm()
    /// Names from the support plan.
    var triggers: [String] = []
    var steps: [String] = []
    /// The zone of the record's time, if it is another one.
    var zone: String?

    private var path: String { id.map { "/check-in/\($0.description)" } ?? "/check-in/new" }

    func html(for visit: Visit) -> HTML {
        let faults = form.faults
        return """
            \(healthWayBack)
            <section class="card"><h1>\(id == nil ? "How are you?" : "Check-in" as HTML)</h1>
            <form method="post" action="\(path)" class="health-form">\(formToken(visit))
            \(scale(.mood, "Mood", "mood", form.mood))
            \(scale(.craving, "Craving", "craving", form.craving))
            \(chips("trigger", "What set it off", of: triggers, chosen: form.triggers, other: form.otherTriggers, otherName: "other-triggers", faultName: "triggers"))
            \(chips("helped", "What helped", of: steps, chosen: form.helped, other: form.otherHelped, otherName: "other-helped", faultName: "helped"))
            \(scale(.sleep, "Sleep last night", "sleep", form.sleep))
            \(noteField(form.note, faults))
            \(form.when.html(faults, zone: zone, hint: id == nil ? "Empty means now." : nil))
            <div class="actions"><button class="primary">Save</button>\("<button type=\"reset\" class=\"quiet\">Clear</button>", if: id == nil)<a class="button quiet" href="/health">Cancel</a></div></form>
            \(id.map { _ in deleteForm(at: path, visit) })</section>
            """
    }

    private func scale(_ scale: Scale, _ legend: HTML, _ name: String, _ chosen: Int?) -> HTML {
        // A chosen value can be removed again.
        let none: HTML? =
            id == nil
            ? nil
            : "<label class=\"unsaid\"><input type=\"radio\" name=\"\(scale.name)\" value=\"\"\(" checked", if: chosen == nil)> no answer</label>"
        return scale.radios(
            legend, chosen: chosen, extra: "\(none)\(form.faults.html(name))", described: form.faults.describedGroup(name))
    }

    private func chips(
        _ name: HTML, _ legend: HTML, of known: [String], chosen: [String], other: String, otherName: HTML, faultName: String
    ) -> HTML {
        let all = known + chosen.filter { !known.contains($0) }
        let boxes = all.html { word in
            "<label class=\"pick\"><input type=\"checkbox\" name=\"\(name)\" value=\"\(word)\"\(" checked", if: chosen.contains(word))><span>\(word)</span></label>"
        }
        return """
            <fieldset class="picks-field"\(form.faults.describedGroup(faultName))><legend>\(legend)</legend><div class="picks">\(boxes)
            <label class="hidden" for="\(otherName)">\(legend), something else</label><input id="\(otherName)" name="\(otherName)" value="\(other)" placeholder="something else" autocomplete="off"></div>\(form.faults.html(faultName))</fieldset>
            """
    }
}

extension WebApp {
    func addCheckInRoutes(to routes: inout Routes) {
        routes.page("/check-in/new") { visit in
            try await visit.app.page(CheckInPage(id: nil), in: try await visit.vault(), visit)
        }
        routes.form("/check-in/new") { visit, fields in
            let vault = try await visit.vault()
            var form = CheckInForm(fields)
            guard let checkIn = form.checkIn(visit.app.surroundings),
                let stored = try await form.faults.keeping({ try await vault.add(checkIn) })
            else {
                return try await visit.app.page(CheckInPage(id: nil, form: form), in: vault, visit)
            }
            return visit.done(visit.app.checkInSaid(stored), next: "/health")
        }
        routes.page("/check-in/:id") { visit in
            let vault = try await visit.vault()
            let stored = try await vault.record(CheckIn.self, try visit.recordID(), evenDeleted: true)
            return try await visit.app.page(stored, CheckInForm(stored.value), in: vault, visit)
        }
        routes.form("/check-in/:id") { visit, fields in
            let vault = try await visit.vault()
            let stored = try await vault.record(CheckIn.self, try visit.recordID())
            var form = CheckInForm(fields)
            guard let checkIn = form.checkIn(visit.app.surroundings, instead: stored.value),
                try await form.faults.keeping({ try await vault.change(stored.id, to: checkIn) }) != nil
            else {
                return try await visit.app.page(stored, form, in: vault, visit)
            }
            return visit.done(Notice(sentence: "Check-in updated."), next: "/health")
        }
        routes.removal(of: CheckIn.self, at: "/check-in", "check-in")
    }

    private func page(_ stored: Stored<CheckIn>, _ form: CheckInForm, in vault: OpenVault, _ visit: Visit) async throws
        -> Response
    {
        guard stored.deleted == nil else {
            return healthFrame(
                "Check-in", deletedCard("This check-in", restore: "/check-in/\(stored.id.description)/restore", visit), visit)
        }
        let zone = otherZone(stored.value.zone, at: stored.value.instant, surroundings)
        return try await page(CheckInPage(id: stored.id, form: form, zone: zone), in: vault, visit)
    }

    func page(_ page: CheckInPage, in vault: OpenVault, _ visit: Visit) async throws -> Response {
        var page = page
        page.triggers = try await vault.supportItems(.trigger).map(\.item.name)
        page.steps = try await vault.supportItems(.step).map(\.item.name)
        return healthFrame("Check-in", page.html(for: visit), visit, status: page.form.faults.isEmpty ? .ok : .unprocessable)
    }
}

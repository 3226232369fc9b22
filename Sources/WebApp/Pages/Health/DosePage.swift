import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// The page for correcting a logged dose: time, amount and outcome.
struct DosePage {
    let stored: Stored<Intake>
    let title: String
    var when: WhenField
    var amount: String
    var outcome: Intake.Outcome
    var note: String
    var faults = FormFaults()
    /// An extra dose of a medicine with a schedule.
    var isExtra = false
    let dates: DateLanguage
    let surroundings: Surroundings

    init(_ stored: Stored<Intake>, title: String, dates: DateLanguage, surroundings: Surroundings) {
        (self.stored, self.title, self.dates, self.surroundings) = (stored, title, dates, surroundings)
        let intake = stored.value
        (when, amount) = (WhenField(intake.instant, in: intake.zone), intake.amount.text)
        (outcome, note) = (intake.outcome, intake.note)
    }

    func html(for visit: Visit) -> HTML {
        let id = stored.id.description
        let link = stored.value.medication
        let medicine: HTML = link == .unknown ? "\(title)" : "<a href=\"/medicine/\(link.description)\">\(title)</a>"
        return """
            \(healthWayBack)
            <section class="card"><h1>A dose</h1><p>\(medicine)\(due)</p>
            <form method="post" action="/dose/\(id)" class="health-form">\(formToken(visit))
            <fieldset class="picks-field"><legend>What happened</legend><div class="picks">\(Intake.Outcome.allCases.html(choice))</div></fieldset>
            \(when.html(faults, zone: otherZone(stored.value.zone, at: stored.value.instant, surroundings)))
            <div class="field"><label for="amount">How much</label><span class="with-unit"><input id="amount" name="amount" value="\(amount)" inputmode="decimal" maxlength="40" autocomplete="off" required\(faults.described("amount"))> \(stored.value.unit)</span>\(faults.html("amount"))</div>
            \(noteField(note, faults, rows: 2))
            <div class="actions"><button class="primary">Save</button><a class="button quiet" href="/health">Cancel</a></div></form>
            <form method="post" action="/dose/\(id)/delete" class="apart">\(formToken(visit))<button class="danger">\(stored.value.occurrence == nil ? "\(Icon.trash)Delete it" as HTML : "\(Icon.history)Clear this log")</button></form></section>
            """
    }

    private var due: HTML {
        let here = CivilTime(named: stored.value.zone) ?? CivilTime(zone: surroundings.zone)
        guard let due = stored.value.due, let wall = here.wall(at: due.milliseconds) else {
            return isExtra ? ", an extra dose" : ", taken as needed"
        }
        return ", due on \(dates.day(wall.day, style: .long)) at \(wall.time.clock)"
    }

    private func choice(_ outcome: Intake.Outcome) -> HTML {
        "<label class=\"pick\"><input type=\"radio\" name=\"outcome\" value=\"\(outcome.rawValue)\"\(" checked", if: outcome == self.outcome)><span>\(outcomeWord(outcome))</span></label>"
    }

    mutating func read(_ fields: FormFields) {
        when = WhenField(fields)
        amount = trimmed(fields["amount"] ?? "")
        note = EntryForm.lines(fields["note"] ?? "")
        outcome = fields["outcome"].flatMap(Intake.Outcome.init(rawValue:)) ?? outcome
    }
}

extension WebApp {
    func addDoseRoutes(to routes: inout Routes) {
        routes.page("/dose/:id") { visit in
            let page = try await visit.app.dosePage(visit, evenDeleted: true)
            guard page.stored.deleted == nil else {
                let path = "/dose/\(page.stored.id.description)/restore"
                return visit.app.healthFrame("Dose", deletedCard("This dose", restore: path, visit), visit)
            }
            return visit.app.healthFrame("Dose", page.html(for: visit), visit)
        }
        routes.form("/dose/:id") { visit, fields in try await visit.app.correctDose(visit, fields) }
        routes.form("/dose/:id/undo") { visit, fields in
            let vault = try await visit.vault()
            let undone = try await vault.undoDose(try visit.recordID())
            guard undone.deleted == nil else {
                return visit.said(try await visit.app.doseGone(undone, in: vault), next: wayBack(fields))
            }
            // Exactly what it was before: the way back again would undo that too.
            let sentence = try await visit.app.doseSaid(undone, in: vault).sentence
            return visit.said(Notice(sentence: sentence), next: wayBack(fields))
        }
        routes.form("/dose/:id/delete") { visit, fields in
            let vault = try await visit.vault()
            let stored = try await vault.record(Intake.self, try visit.recordID())
            try await vault.deleteDose(stored.id)
            return visit.said(try await visit.app.doseGone(stored, in: vault), next: wayBack(fields))
        }
        routes.form("/dose/:id/restore") { visit, fields in
            let vault = try await visit.vault()
            let stored = try await vault.restoreDose(try visit.recordID())
            return visit.said(try await visit.app.doseSaid(stored, in: vault), next: wayBack(fields))
        }
    }

    /// The message after the log of a dose was undone or deleted.
    private func doseGone(_ stored: Stored<Intake>, in vault: isolated OpenVault) throws -> Notice {
        let title = try vault.medicationTitle(stored.value.medication)
        let words = stored.value.occurrence == nil ? say("\(title): dose deleted.") : say("\(title): no longer logged.")
        return Notice(sentence: words, undo: .init(path: "/dose/\(stored.id.description)/restore", label: "Undo"))
    }

    private func dosePage(_ visit: Visit, evenDeleted: Bool = false) async throws -> DosePage {
        let id = try visit.recordID()
        return try await visit.read { vault, preferences in
            let stored = try vault.record(Intake.self, id, evenDeleted: evenDeleted)
            var page = DosePage(
                stored, title: try vault.medicationTitle(stored.value.medication), dates: preferences.dates,
                surroundings: self.surroundings)
            page.isExtra = try vault.scheduledMedications().contains(stored.value.medication)
            return page
        }
    }

    private func correctDose(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        var page = try await dosePage(visit)
        let stored = page.stored
        page.read(fields)
        var moment: Moment?
        do { moment = try page.when.moment(in: stored.value.zone, surroundings) } catch { page.faults.note(error, at: "when") }
        var amount: Amount?
        do { amount = try Amount.typed(page.amount, "amount") } catch { page.faults.note(error, at: "amount") }
        if page.faults.isEmpty {
            do {
                let changed = try await vault.correctDose(
                    stored.id, at: moment, amount: amount, outcome: page.outcome, note: page.note, isSure: fields["sure"] == "yes"
                )
                return visit.done(Notice(sentence: try await doseSaid(changed, in: vault).sentence), next: "/health")
            } catch let error as HealthError {
                switch error {
                case .fault: page.faults.note(error, at: "note")
                case .inTheFuture: page.faults.note(error, at: "when")
                default:
                    guard let words = error.question else { throw error }
                    return askAboutDose(words, visit, fields)
                }
            }
        }
        return healthFrame("Dose", page.html(for: visit), visit, status: .unprocessable)
    }
}

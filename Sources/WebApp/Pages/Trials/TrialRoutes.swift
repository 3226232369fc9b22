import Base
import Documents
import Engine
import Findings
import HTTP
import Insights
import Journal
import Ledger
import Records

extension WebApp {
    func addTrialRoutes(to routes: inout Routes) {
        routes.page("/insights/trials") { visit in try await visit.app.trials(visit) }
        routes.page("/insights/trials/new") { visit in
            try await visit.app.newTrial(visit, TrialForm(today: visit.app.today), plan: nil)
        }
        routes.form("/insights/trials/new") { visit, fields in try await visit.app.planTrial(visit, fields) }
        routes.page("/insights/trials/:id") { visit in try await visit.app.trial(visit) }
        routes.form("/insights/trials/:id") { visit, fields in try await visit.app.changeTrial(visit, fields) }
        routes.form("/insights/trials/:id/answer") { visit, fields in try await visit.app.answerTrial(visit, fields) }
        routes.form("/insights/trials/:id/stop") { visit, _ in try await visit.app.stopTrial(visit) }
        routes.form("/insights/trials/:id/delete") { visit, _ in
            let id = try visit.recordID()
            try await visit.vault().delete(Trial.self, id)
            let path = "/insights/trials/\(id.description)"
            return visit.done(.deleted(say("Trial deleted. What you logged stays."), at: path), next: "/insights/trials")
        }
        routes.form("/insights/trials/:id/restore") { visit, _ in
            let stored = try await visit.vault().restore(Trial.self, try visit.recordID())
            return visit.done(Notice(sentence: "Trial restored."), next: "/insights/trials/" + stored.id.description)
        }
        // A browser stays at the address of a rejected form, and may reload it.
        for form in ["answer", "stop", "delete", "restore"] {
            routes.page("/insights/trials/:id/" + form) { visit in
                .redirect(to: "/insights/trials/" + (try visit.recordID()).description)
            }
        }
    }

    private func frame(
        _ title: HTML, _ name: HTML, _ content: HTML, _ visit: Visit, status: Status = .ok, isForReading: Bool = false
    ) -> Response {
        PageFrame(title: title, place: .insights, name: name, isForReading: isForReading).page(
            content, for: visit, status: status)
    }

    private func trials(_ visit: Visit) async throws -> Response {
        let page = try await visit.read { vault, preferences in
            TrialListPage(trials: try vault.shownTrials(), words: TrialWords(language: preferences.dates))
        }
        return frame("Trials", "trials", page.html(for: visit), visit, isForReading: true)
    }

    private func trial(_ visit: Visit) async throws -> Response {
        let id = try visit.recordID()
        let page: TrialPage? = try await visit.read { vault, preferences in
            let stored = try vault.record(Trial.self, id, evenDeleted: true)
            guard stored.deleted == nil else { return nil }
            let dates = preferences.dates
            return TrialPage(shown: try vault.shown(stored), words: TrialWords(language: dates), dates: dates)
        }
        guard let page else {
            let card = deletedCard("This trial", restore: "/insights/trials/\(id.description)/restore", visit)
            return frame("Trial", "trial", card, visit)
        }
        return frame("Trial", "trial", page.html(for: visit), visit)
    }

    private func newTrial(_ visit: Visit, _ form: TrialForm, plan: Trial?) async throws -> Response {
        let page = try await visit.read { vault, preferences in
            var outcomes = try vault.trialOutcomes()
            if let name = Outcome.Name(text: form.outcome), !outcomes.contains(where: { $0.name == name }) {
                outcomes.append((name, PatternWords(medicines: [:]).name(of: name)))
            }
            return NewTrialPage(
                form: form, plan: plan, outcomes: outcomes, medicines: try vault.medications(archived: false),
                open: try vault.openTrial(), words: TrialWords(language: preferences.dates), today: self.today)
        }
        return frame(
            "New trial", "trial-new", page.html(for: visit), visit, status: form.faults.isEmpty ? .ok : .unprocessable)
    }

    /// Shows the plan, and begins it if it is the one that was shown.
    private func planTrial(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        var form = TrialForm(fields)
        guard let plan = form.plan(today: today) else { return try await newTrial(visit, form, plan: nil) }
        guard fields["do"] == "begin" else { return try await newTrial(visit, form, plan: plan) }
        guard form.shown == TrialForm.mark(of: plan) else {
            visit.leave(Notice(sentence: "The plan has changed. Check it once more before you start.", tone: .trouble))
            return try await newTrial(visit, form, plan: plan)
        }
        do {
            let stored = try await visit.vault().beginTrial(plan, once: fields["once"])
            let begins = plan.first == today ? say("The trial starts today.") : say("Trial saved. It starts on its first day.")
            return visit.done(Notice(sentence: begins), next: "/insights/trials/" + stored.id.description)
        } catch TrialError.anotherIsOpen {
            visit.leave(Notice(sentence: besideField(Explanation(TrialError.anotherIsOpen)), tone: .trouble))
            return try await newTrial(visit, form, plan: plan)
        }
    }

    private func changeTrial(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let id = try visit.recordID()
        let typed = trimmed(fields["remind-at"] ?? "")
        let time = TimeOfDay(clock: typed)
        guard typed.isEmpty || time != nil else {
            return visit.done(
                Notice(sentence: "Nothing was changed: “\(typed)” is not a time. Type it like 08:00.", tone: .trouble),
                next: "/insights/trials/" + id.description)
        }
        try await visit.vault().changeTrial(id, note: EntryForm.lines(fields["note"] ?? ""), remindAt: time)
        return visit.done(Notice(sentence: "Note and reminder saved."), next: "/insights/trials/" + id.description)
    }

    private func answerTrial(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let id = try visit.recordID()
        guard let day = fields["day"].flatMap({ LocalDay(iso: $0) }), let said = fields["did"],
            ["yes", "no", "none"].contains(said)
        else { throw HTTPFault.notFound }
        try await visit.vault().answerTrial(id, on: day, did: said == "none" ? nil : said == "yes")
        let words = said == "none" ? say("Answer removed.") : "Logged: \(said == "yes" ? say("done") : say("not done"))."
        return visit.said(Notice(sentence: words), next: wayBack(fields, else: "/insights/trials/" + id.description))
    }

    private func stopTrial(_ visit: Visit) async throws -> Response {
        let id = try visit.recordID()
        guard try await visit.vault().stopTrial(id) == nil else {
            return visit.done(
                Notice(sentence: "Trial stopped. It has no result; what you logged stays."),
                next: "/insights/trials/" + id.description)
        }
        let path = "/insights/trials/\(id.description)"
        return visit.done(.deleted(say("Trial cancelled before it began."), at: path), next: "/insights/trials")
    }
}

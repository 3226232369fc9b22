import Base
import Documents
import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records

extension WebApp {
    func addHealthRoutes(to routes: inout Routes) {
        routes.page("/health") { visit in try await visit.app.health(visit) }
        routes.form("/health/symptom") { visit, fields in try await visit.app.logSymptom(visit, fields) }
        routes.form("/health/measure") { visit, fields in try await visit.app.log(MeasurePage(id: nil), visit, fields) }
        routes.form("/health/check-in") { visit, fields in try await visit.app.log(CheckInPage(id: nil), visit, fields) }
        routes.form("/check-in/:id/word") { visit, fields in
            let vault = try await visit.vault()
            let stored = try await vault.record(CheckIn.self, try visit.recordID())
            var value = stored.value
            // Undone, it has no word.
            value.word = Mood(fields["word"] ?? "")
            try await vault.change(stored.id, to: value)
            let undo = value.word.map { _ in Notice.Undo(path: visit.request.path, label: "Undo") }
            return visit.said(
                Notice(sentence: say("Mood set to \(value.feeling.text)."), undo: undo), next: wayBack(fields, else: "/today"))
        }
        routes.form("/doses/settle") { visit, fields in try await visit.app.settle(visit, fields) }
        routes.form("/doses/take") { visit, fields in try await visit.app.takeNeeded(visit, fields) }
        routes.records(SymptomPage.self)
        routes.records(MeasurePage.self)
        routes.records(CheckInPage.self)
        addDoseRoutes(to: &routes)
        addHealthHistoryRoutes(to: &routes)
        addDayRoutes(to: &routes)
    }

    /// The page that contains a health form (see `page(insteadOf:)`).
    static func healthPage(insteadOf parts: [String]) -> String? {
        guard parts.count > 1 else { return nil }
        switch parts[0] {
        case "health": return parts[1] == "history" ? (parts.count > 2 ? "/health/history" : nil) : "/health"
        case "doses": return "/health"
        case "day": return "/day"
        default:
            let isKind = HealthRecord.kinds.contains { RecordKind.of($0.kind).page == parts[0] }
            return isKind && parts.count > 2 ? RecordID(text: parts[1]).map { "/\(parts[0])/\($0.description)" } : nil
        }
    }

    /// Two taps: a symptom, and its severity. Without a severity the full form asks for it.
    private func logSymptom(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        var page = SymptomPage(id: nil)
        page.form.symptom = trimmed(fields["symptom"].flatMap { $0.isEmpty ? nil : $0 } ?? fields["other"] ?? "")
        page.form.severity = fields["severity"].flatMap { Int($0) }
        if let answered = fields["follows"] {
            guard let id = RecordID(text: answered) else { throw HTTPFault.notFound }
            let first = try await vault.record(SymptomEntry.self, id)
            (page.form.symptom, page.form.follows) = (first.value.symptom, first.id)
        }
        return try await log(page, in: vault, visit, fields)
    }

    private func log<Page: RecordPage>(_ page: Page, _ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        var page = page
        page.form = Page.Form(fields)
        try await page.form.know(from: vault, instead: nil)
        return try await log(page, in: vault, visit, fields)
    }

    /// Saves a record. Without what it needs, the full form asks for it.
    private func log<Page: RecordPage>(
        _ page: Page, in vault: OpenVault, _ visit: Visit, _ fields: FormFields
    ) async throws -> Response {
        var page = page
        guard let new = page.form.record(surroundings, instead: nil) else {
            if visit.isFromScript { return WebApp.refused(page.form.faults, asks: page.form.asks) }
            return try await self.page(page, in: vault, visit)
        }
        return visit.said(Page.said(try await vault.add(new)), next: wayBack(fields))
    }

    /// The response to a script for an invalid form.
    /// - Parameter asks: whether the script is to send the form as a page, which asks.
    static func refused(_ faults: FormFaults, asks: Bool = false) -> Response {
        let words = faults.sentences.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
        return .json(["error": ["asks": .bool(asks), "message": .string(words)]], status: .unprocessable)
    }

    private func settle(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        guard let schedule = fields["schedule"].flatMap({ RecordID(text: $0) }), let key = fields["dose"], key.utf8.count <= 40
        else {
            throw HTTPFault.notFound
        }
        let name = Occurrence.Name(schedule: schedule, key: key)
        return try await logDose(visit, fields) { vault, isSure in
            guard fields["outcome"] == "in-time" else {
                guard let outcome = fields["outcome"].flatMap(Intake.Outcome.init(rawValue:)) else { throw HTTPFault.notFound }
                return try await vault.settle(name, as: outcome, isSure: isSure)
            }
            let (due, zone) = (try await vault.dose(name).dose.occurrence.due, vault.surroundings.zone)
            guard let day = CivilTime(zone: zone).wall(at: due.milliseconds)?.day else { throw HTTPFault.notFound }
            let moment = Moment(instant: due, zone: zone.identifier, day: day)
            return try await vault.settle(name, as: .taken, at: moment, isSure: isSure)
        }
    }

    private func takeNeeded(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        guard let id = fields["medication"].flatMap({ RecordID(text: $0) }) else { throw HTTPFault.notFound }
        return try await logDose(visit, fields) { vault, isSure in
            try await vault.logDose(try await vault.record(Medication.self, id), once: fields["once"], isSure: isSure)
        }
    }

    /// Logs a dose. If it is early or would break a limit of its owner, a page asks first, with the same form; a script is told to go there.
    private func logDose(
        _ visit: Visit, _ fields: FormFields, _ log: @Sendable (OpenVault, Bool) async throws -> Stored<Intake>
    ) async throws -> Response {
        let vault = try await visit.vault()
        do {
            return visit.said(try await doseSaid(try await log(vault, fields["sure"] == "yes"), in: vault), next: wayBack(fields))
        } catch HealthError.doseTaken(let words) {
            // A second tap, or a page that was open since before.
            return visit.said(Notice(sentence: sentence(words) + " " + say("Nothing was changed.")), next: wayBack(fields))
        } catch let error as HealthError {
            guard let words = error.question else { throw error }
            if visit.isFromScript { return .json(["error": ["asks": true, "message": .string(words)]], status: .unprocessable) }
            return askAboutDose(words, visit, fields)
        }
    }

    /// The page that asks about a dose, with the same form.
    func askAboutDose(_ words: String, _ visit: Visit, _ fields: FormFields) -> Response {
        let same = fields.pairs.html { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" }
        let page: HTML = """
            \(healthWayBack)<section class="card narrow"><h1>Log this dose?</h1><p>\(sentence(words))</p>
            <form method="post" action="\(visit.request.path)" class="actions">\(same)<button name="sure" value="yes" class="primary">Log it anyway</button><a class="button quiet" href="/health">Cancel</a></form></section>
            """
        return healthFrame("Dose", page, visit, status: .unprocessable)
    }

    func doseSaid(_ stored: Stored<Intake>, in vault: isolated OpenVault) throws -> Notice {
        let intake = stored.value
        let title = try vault.medicationTitle(intake.medication)
        let amount = Medication.words(intake.amount, unit: intake.unit)
        let clock = clockWords(of: intake.instant, in: intake.zone)
        let words =
            switch intake.outcome {
            case .taken: say("\(title): \(amount) taken at \(clock).")
            case .skipped: "\(title): skipped."
            case .missed: say("\(title): logged as missed.")
            }
        return Notice(sentence: words, undo: .init(path: "/dose/\(stored.id.description)/undo", label: "Undo"))
    }
}

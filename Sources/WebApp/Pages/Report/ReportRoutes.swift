import Base
import Basics
import Documents
import Engine
import Findings
import Foundation
import HTTP
import Journal
import Report

extension WebApp {
    func addReportRoutes(to routes: inout Routes) {
        routes.page("/insights/report") { visit in try await visit.app.reportForm(visit) }
        routes.form("/insights/report", limit: 256 << 10) { visit, fields in try await visit.app.chooseReport(visit, fields) }
        routes.form("/insights/report/file", limit: 64 << 10) { visit, fields in try await visit.app.writeReport(visit, fields) }
        // A browser stays at the address of a rejected form, and may reload it.
        routes.page("/insights/report/file") { visit in visit.done(next: "/insights/report") }
    }

    private func reportForm(_ visit: Visit) async throws -> Response {
        let view = visit.request.query["view"]
        let kept = view.flatMap { visit.session.reportForm(named: $0) }
        return try await formPage(kept ?? ReportForm(today: today), view: kept == nil ? nil : view, visit)
    }

    /// - Parameter view: the choices that the preview shows, where those of the form are refused.
    private func formPage(
        _ form: ReportForm, view: String?, _ visit: Visit, savingFault: HTML? = nil
    ) async throws -> Response {
        guard let document = try await document(view, visit) else { return WebApp.notOpen(visit) }
        let year = (today.adding(days: 1 - ReportChoice.mostDays) ?? today)...today
        let makesPDF = PDFPrinter.isThere(Variables.all)
        let page = try await visit.read { vault, preferences in
            ReportFormPage(
                document: document, saving: ReportSaving(view: view, makesPDF: makesPDF, fault: savingFault), form: form,
                view: view, symptoms: try vault.symptomsLogged(year), paper: form.paper ?? ReportPaper.usual(preferences.dates))
        }
        return PageFrame(title: "Report", place: .insights, name: "report")
            .page(page.html(for: visit), for: visit, status: form.faults.isEmpty && savingFault == nil ? .ok : .unprocessable)
    }

    private func chooseReport(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        var form = ReportForm(fields)
        let old = fields["replaces"].flatMap { visit.session.reportForm(named: $0) == nil ? nil : $0 }
        guard let choice = form.choice(today: today) else { return try await formPage(form, view: old, visit) }
        if let fault = try await visit.vault().chartFault(choice) {
            form.note(fault)
            return try await formPage(form, view: old, visit)
        }
        guard let view = visit.update({ $0.open(fields, replacing: old) }) else { throw GuardFault.noSession }
        return .redirect(to: "/insights/report?view=" + view)
    }

    /// The report that this session has chosen under a name; without one, the usual report.
    private func document(_ view: String?, _ visit: Visit) async throws -> ReportDocument? {
        let chosen = view.map { visit.session.reportForm(named: $0) } ?? ReportForm(today: today)
        guard var form = chosen, let choice = form.choice(today: today) else { return nil }
        let preferences = try await visit.preferences()
        let report = try await visit.vault().report(choice, firstWeekday: preferences.firstWeekday)
        return ReportDocument(report, dates: preferences.dates, paper: form.paper)
    }

    private func writeReport(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let view = fields["view"].flatMap { $0.isEmpty ? nil : $0 }
        guard let document = try await document(view, visit) else { return WebApp.notOpen(visit) }
        func refused(_ fault: HTML) async throws -> Response {
            let form = view.flatMap { visit.session.reportForm(named: $0) } ?? ReportForm(today: today)
            return try await formPage(form, view: view, visit, savingFault: fault)
        }
        guard fields["in-clear"] == "yes" else {
            return try await refused("No file was written. Confirm first that it may be unencrypted.")
        }
        guard fields["format"] == "pdf" else {
            return WebApp.download(ReportFile(document).bytes, "text/html; charset=utf-8", "health-report.html")
        }
        do {
            let printer = try PDFPrinter(environment: Variables.all)
            let pdf = try await ReportFile.pdf(of: document, by: printer)
            return WebApp.download(pdf, "application/pdf", "health-report.pdf")
        } catch let error as PDFError {
            return try await refused(
                "\(sentence(Explanation(error).sentence)) Save it as a web page, and print that.")
        }
    }

    private static func notOpen(_ visit: Visit) -> Response {
        visit.done(
            Notice(sentence: "That report is no longer open. Choose again what to include."), next: "/insights/report")
    }

    private static func download(_ bytes: [UInt8], _ type: String, _ name: String) -> Response {
        // The file's own policy forbids everything; the app's usual policy would forbid its style as well.
        let policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"
        return Response(
            headers: [
                "content-type": type, "content-disposition": "attachment; filename=\"\(name)\"",
                "content-security-policy": policy,
            ], body: .bytes(bytes))
    }
}

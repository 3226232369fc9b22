import Base
import Documents
import Engine
import HTTP

extension WebApp {
    func addSealedPageRoutes(to routes: inout Routes) {
        routes.page("/people/show") { visit in visit.app.sealedPageForm(SealedPageForm(today: visit.app.today), visit) }
        routes.form("/people/show", limit: 64 << 10) { visit, fields in try await visit.app.sealedPage(visit, fields) }
    }

    private func sealedPageForm(_ form: SealedPageForm, _ visit: Visit) -> Response {
        let page = SealedPageFormPage(form: form)
        return frame("Share part of your log", page.html(for: visit), visit, status: form.faults.isEmpty ? .ok : .unprocessable)
    }

    private func sealedPage(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        var form = SealedPageForm(fields)
        guard let plan = form.plan(today: today) else { return sealedPageForm(form, visit) }
        let preferences = try await visit.preferences()
        let dates = preferences.dates
        let file = try await SealedPageFile.of(
            plan, from: try await visit.vault(), dates: dates, preferences: preferences, today: today)
        let scope = SealedPageLook.scope(plan, until: dates.day(plan.until, style: .long))
        return frame("The page is sealed", SealedPageReadyPage(file: file, scope: scope).html, visit)
    }
}

import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

extension WebApp {
    func addSupportRoutes(to routes: inout Routes) {
        routes.page("/sos", .open) { visit in await visit.app.sos(visit) }
        routes.page("/support") { visit in try await visit.app.support(visit) }
        // A rejected form stays at its own address; reloading that shows the page.
        routes.page("/support/craving") { visit in try await visit.app.support(visit) }
        routes.form("/support/craving") { visit, fields in try await visit.app.logCraving(visit, fields) }
        routes.form("/support/craving/:id/undo") { visit, _ in
            try await visit.vault().delete(CheckIn.self, try visit.recordID())
            return visit.done(Notice(sentence: "Craving removed."), next: "/support#craving")
        }
        routes.page("/support/:part") { visit in
            try await visit.app.support(visit, adding: SupportItemForm(try visit.supportPart()))
        }
        routes.form("/support/:part") { visit, fields in try await visit.app.addSupportItem(visit, fields) }
        routes.page("/support/:part/:id") { visit in
            let stored = try await visit.vault().supportItem(try visit.supportPart(), try visit.recordID())
            return visit.app.supportItem(stored.id, SupportItemForm(stored.item), visit)
        }
        routes.form("/support/:part/:id") { visit, fields in try await visit.app.changeSupportItem(visit, fields) }
        routes.form("/support/:part/:id/move") { visit, fields in
            let part = try visit.supportPart()
            let steps = fields["way"] == "up" ? -1 : 1
            try await visit.vault().moveSupportItem(part, try visit.recordID(), by: steps)
            return .redirect(to: "/support#" + part.path)
        }
        routes.form("/support/:part/:id/delete") { visit, _ in
            let (part, id) = (try visit.supportPart(), try visit.recordID())
            try await visit.vault().deleteSupportItem(part, id)
            let path = "/support/\(part.path)/\(id.description)"
            return visit.done(.deleted(say("The \(part.noun) was removed from your plan."), at: path), next: "/support")
        }
        routes.form("/support/:part/:id/restore") { visit, _ in
            let part = try visit.supportPart()
            try await visit.vault().restoreSupportItem(part, try visit.recordID())
            return visit.done(Notice(sentence: "The \(part.noun) is back in your plan."), next: "/support")
        }
    }

    /// The page that contains a form of the support plan (see `page(insteadOf:)`).
    static func supportPage(insteadOf parts: [String]) -> String? {
        parts.count > 1 && parts[0] == "support" ? "/support" : nil
    }

    /// This page always works: if the plan cannot be read, it shows general advice.
    private func sos(_ visit: Visit) async -> Response {
        // This page shows its numbers whatever else fails.
        try? await lockIdle()
        let isSignedIn = sessions.find(visit.session.key)?.isSignedIn == true
        if isSignedIn {
            _ = visit.update { $0.lastActive = surroundings.now() }
            // Without the plan the page says that it could not be read.
            let plan = try? await visit.vault().supportPlan()
            return PageFrame(title: "Help now", place: .support, name: "sos").page(SOSPage(place: .inside(plan)).html, for: visit)
        }
        let isAbsent = (try? await door.state()) == .absent
        // Behind a proxy, anyone may ask for this page.
        let mayRead = !site.isProxied || isKnown(visit.request)
        let numbers = mayRead ? LockedNumbers.read(at: VaultLocation(folder: door.folder)) : nil
        let page = SOSPage(place: isAbsent ? .atWelcome : .locked(numbers ?? []))
        return PageFrame(title: "Help now", isOutside: true, name: "sos").page(page.html, for: visit)
    }

    private func support(
        _ visit: Visit, craving: CheckInForm = CheckInForm(), adding: SupportItemForm? = nil
    ) async throws -> Response {
        let opened = visit.request.query["add"].flatMap(SupportItem.Part.init(path:)).map { SupportItemForm($0) }
        let page = try await visit.read { vault, preferences in
            var items: [SupportItem.Part: [StoredSupportItem]] = [:]
            for part in SupportItem.Part.allCases { items[part] = try vault.supportItems(part) }
            return SupportPage(
                items: items, craving: craving, latest: try vault.records(CheckIn.self, limit: 5) { $0.craving != nil },
                adding: adding ?? opened, dates: preferences.dates)
        }
        let isRefused = !craving.faults.isEmpty || adding?.fault != nil
        return PageFrame(title: "Support", place: .support, name: "support")
            .page(page.html(for: visit), for: visit, status: isRefused ? .unprocessable : .ok)
    }

    private func logCraving(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        var form = CheckInForm(fields)
        if form.craving == nil { form.faults.note(say("Choose how strong it is, from 0 to 10."), at: "craving") }
        guard let checkIn = form.record(surroundings) else { return try await support(visit, craving: form) }
        let stored = try await visit.vault().add(checkIn)
        let undo = Notice.Undo(path: "/support/craving/\(stored.id.description)/undo", label: "Undo")
        return visit.done(Notice(sentence: "Craving logged: \(checkIn.craving ?? 0) of 10.", undo: undo), next: "/support")
    }

    private func addSupportItem(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let part = try visit.supportPart()
        var form = SupportItemForm(part, fields)
        do {
            _ = try await visit.vault().addSupportItem(form.item())
        } catch let error as HealthError {
            form.note(error)
            return try await support(visit, adding: form)
        }
        // The form stays open for the next step.
        return .redirect(to: "/support?add=\(part.path)#\(part.path)")
    }

    private func supportItem(_ id: RecordID, _ form: SupportItemForm, _ visit: Visit) -> Response {
        PageFrame(title: "Support", place: .support, name: "support")
            .page(
                SupportItemPage(id: id, form: form).html(for: visit), for: visit, status: form.fault == nil ? .ok : .unprocessable
            )
    }

    private func changeSupportItem(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let (vault, part, id) = (try await visit.vault(), try visit.supportPart(), try visit.recordID())
        let old = try await vault.supportItem(part, id)
        var form = SupportItemForm(part, fields)
        do {
            try await vault.changeSupportItem(id, to: form.item(rank: old.item.rank))
        } catch let error as HealthError {
            if case .noSuchRecord = error { throw error }
            form.note(error)
            return supportItem(id, form, visit)
        }
        return visit.done(Notice(sentence: "Saved."), next: "/support#" + part.path)
    }
}

extension Visit {
    /// The part named by the route. Throws `HTTPFault.notFound` for anything else.
    fileprivate func supportPart() throws(HTTPFault) -> SupportItem.Part {
        guard let part = SupportItem.Part(path: part("part")) else { throw .notFound }
        return part
    }
}

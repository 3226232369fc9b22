import Base
import Basics
import Documents
import Engine
import HTTP
import Importing

/// From files to a receipt: `/import` takes them, `/import/plan` shows a preview, `/import/run` starts the import.
extension WebApp {
    /// The most bytes of one upload: it is in memory meanwhile.
    private static let importLimit = 256 << 20

    func addImportRoutes(to routes: inout Routes) {
        routes.page("/import") { visit in try await visit.app.importPage(visit) }
        routes.upload("/import") { visit, parts in try await visit.app.takeFiles(visit, parts) }
        routes.page("/import/plan") { visit in
            guard let pending = visit.session.pendingImport else { return WebApp.noFiles(visit) }
            return try await visit.app.planPage(pending, visit)
        }
        routes.form("/import/plan", limit: 256 << 10) { visit, fields in
            guard var pending = visit.session.pendingImport else { return WebApp.noFiles(visit) }
            try await visit.app.choose(fields, in: &pending, visit)
            return .redirect(to: "/import/plan")
        }
        routes.form("/import/run", limit: 256 << 10) { visit, fields in try await visit.app.runImport(visit, fields) }
        routes.form("/import/discard") { visit, _ in
            _ = visit.update { $0.pendingImport = nil }
            return visit.done(Notice(sentence: "Import cancelled. Nothing was imported."), next: "/settings/data")
        }
    }

    private func importPage(_ visit: Visit, fault: HTML? = nil) async throws -> Response {
        try await settings(
            visit, below: .data, "Import", name: "data", status: fault == nil ? .ok : .unprocessable,
            ImportPage(fault: fault, limit: WebApp.importLimit).html(for: visit))
    }

    private static func noFiles(_ visit: Visit) -> Response {
        visit.done(Notice(sentence: "The files are no longer in memory. Choose them again.", tone: .trouble), next: "/import")
    }

    private func planPage(_ pending: PendingImport, _ visit: Visit) async throws -> Response {
        let page = ImportPlanPage(pending: pending, dates: try await visit.preferences().dates)
        return try await settings(visit, below: .data, "Import", name: "data", page.html(for: visit))
    }

    private func takeFiles(_ visit: Visit, _ parts: Multipart) async throws -> Response {
        guard let folder = TemporaryFolder("auralyst-web-", in: TemporaryFolder.placesInMemory()) else {
            return try await importPage(
                visit, fault: "There is no memory for uploads here. Import in a computer’s terminal: 'auralyst import PATH'.")
        }
        // Earlier waiting files are removed first to make room.
        _ = visit.update { $0.pendingImport = nil }
        let uploads = try await ImportUploads(receiving: parts, in: folder, limit: WebApp.importLimit)
        if let fault = uploads.fault { return try await importPage(visit, fault: fault) }
        let pending = PendingImport(
            folder: folder, since: surroundings.now(), files: uploads.sources.map { .init(path: $0.path, label: $0.label) },
            left: uploads.left, empty: uploads.empty)
        let vault = try await visit.vault()
        return try await answer("Reading the files", to: visit, stopsAtLock: true) { [pending] _ in
            var pending = pending
            await pending.look(vault, surroundings: self.surroundings)
            try self.keep(pending, visit)
            return { _ in .redirect(to: "/import/plan") }
        }
    }

    private func choose(_ fields: FormFields, in pending: inout PendingImport, _ visit: Visit) async throws {
        guard pending.choose(fields) else { return }
        await pending.look(try await visit.vault(), surroundings: surroundings)
        try keep(pending, visit)
    }

    private func keep(_ pending: PendingImport, _ visit: Visit) throws {
        // Not for a session that was signed out meanwhile.
        let isKept = visit.update { session in
            guard session.isSignedIn else { return false }
            session.pendingImport = pending
            return true
        }
        guard isKept == true else { throw GuardFault.locked }
    }

    private func runImport(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        guard var pending = visit.session.pendingImport else { return WebApp.noFiles(visit) }
        try await choose(fields, in: &pending, visit)
        guard pending.files.contains(where: { $0.plan.isReady }) else { return .redirect(to: "/import/plan") }
        let vault = try await visit.vault()
        let options = pending.options(surroundings)
        let response = begin(.importing, for: visit) { [pending] progress in
            try await WebApp.bringIn(pending, to: vault, options, progress)
        }
        _ = visit.update { $0.pendingImport = nil }
        return response
    }

    /// Each file in its own transaction: an error in one does not affect the others.
    private static func bringIn(
        _ pending: PendingImport, to vault: OpenVault, _ options: ImportOptions, _ progress: ProgressReport
    ) async throws -> WorkResult {
        var done: [ImportedFile] = []
        for file in pending.files {
            if case .refused(let explanation) = file.plan {
                done.append(ImportedFile(label: file.label, outcome: .refused(explanation)))
                continue
            }
            guard file.plan.isReady else { continue }
            let progress = file.plan.counted(progress)
            do {
                let outcome = try await file.bringIn(to: vault, options, pending.password, progress: progress)
                done.append(ImportedFile(label: file.label, outcome: outcome))
            } catch is CancellationError {
                guard !done.isEmpty else { throw CancellationError() }
                done.append(
                    ImportedFile(
                        label: file.label, outcome: .refused(Explanation("stopped", "stopped before this file was imported"))))
                break
            } catch {
                done.append(ImportedFile(label: file.label, outcome: .refused(Explanation(error))))
            }
        }
        return WorkResult(heading: ReceiptPage.heading(done), imported: done)
    }
}

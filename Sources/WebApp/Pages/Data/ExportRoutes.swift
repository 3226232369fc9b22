import Base
import Documents
import Engine
import Exchange
import HTTP
import Journal

extension WebApp {
    func addExportRoutes(to routes: inout Routes) {
        routes.page("/settings/export") { visit in try await visit.app.exportPage(visit) { _ in } }
        routes.form("/settings/export", limit: 64 << 10) { visit, fields in try await visit.app.export(visit, fields) }
        routes.form("/settings/export/wipe", limit: 64 << 10) { visit, fields in
            let vault = try await visit.vault()
            let export = try await vault.clearExport(at: fields["path"] ?? "")
            let report = try await vault.wipe(export)
            return visit.done(
                Notice(
                    sentence: say("\(counted(report.files, "file was", "files were")) overwritten and deleted.")),
                next: "/settings/export")
        }
    }

    private func exportPage(
        _ visit: Visit, status: Status = .ok, _ change: (inout ExportPage) -> Void
    ) async throws -> Response {
        let zone = CivilTime(zone: surroundings.zone)
        var page = try await visit.read { vault, preferences in
            let known = try vault.clearExports().map { export in
                (export, zone.wall(at: export.made).map { preferences.dates.day($0.day, style: .long) } ?? "")
            }
            return ExportPage(plan: try vault.exportPlan(ExportRequest(.json)), known: known)
        }
        change(&page)
        return try await settings(visit, below: .data, "Export", name: "data", status: status, page.html(for: visit))
    }

    private func export(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let format = fields["format"].flatMap(ExportFormat.init) ?? .json
        let hasFiles = fields["files"] == "yes"
        // The default is the safe choice.
        let protection = fields["protection"].flatMap(ExportPage.Protection.init) ?? .recovery
        func refuse(_ fault: ExportPage.Fault) async throws -> Response {
            try await exportPage(visit, status: .unprocessable) {
                ($0.format, $0.hasFiles, $0.protection, $0.fault) = (format, hasFiles, protection, fault)
                $0.keepsPlaces = fields["places"] == "yes"
            }
        }
        let vault = try await visit.vault()
        let seal: ExportSeal?
        switch protection {
        case .clear:
            guard fields["in-clear"] == "yes" else { return try await refuse(.notConfirmed) }
            seal = nil
        case .recovery: seal = try await vault.recoverySeal()
        case .passphrase:
            switch NewPassphrase.read(fields) {
            case .failure(let refused): return try await refuse(.passphrase(refused.fault))
            case .success(let typed): seal = ExportSeal(passphrase: typed)
            }
        }
        let writer: ReaderPage? = format == .html ? ReaderPage() : nil
        var request = ExportRequest(format, hasFiles: hasFiles, writer: writer)
        request.keepsPlaces = fields["places"] == "yes"
        return deliver(request, seal, from: vault, to: visit)
    }

    /// Streams an export as a download while it is written. It waits for a slow browser, and ends if the browser is gone.
    private func deliver(_ request: ExportRequest, _ seal: ExportSeal?, from vault: OpenVault, to visit: Visit) -> Response {
        let pipe = ExportPipe()
        let isBegun = begin(.exporting) { progress in
            do {
                await pipe.open()
                let result = try await vault.stream(request, sealed: seal, into: pipe, progress: progress)
                let missing = result.unreadable + result.unwritten.count
                let words =
                    say("\(counted(result.entries, "entry was exported", "entries were exported"))")
                let gaps =
                    missing == 0
                    ? []
                    : [
                        (missing == 1
                            ? say("1 file or record could not be read and is")
                            : say("\(grouped(missing)) files or records could not be read and are"))
                            + say(" missing from it.")
                    ]
                return WorkResult(
                    heading: missing == 0 ? words : words + say(", not everything"),
                    lines: ["It is in your browser’s downloads" + (seal == nil ? say(", not encrypted.") : ", encrypted.")] + gaps
                        + [result.placesSentence].compactMap(\.self)
                        + result.unwritten.prefix(20).map(\.sentence)
                        + result.absentFiles.prefix(20).map { sentence($0.sentence) }
                )
            } catch {
                pipe.abandon()
                throw error
            }
        }
        guard isBegun else {
            let words = say("Nothing was exported, because another task is still running. Try again when it is done.")
            return visit.done(Notice(sentence: words, tone: .trouble), next: "/progress")
        }
        let name = "auralyst-\(today.iso).\(request.format.ending)\(seal == nil ? "" : ".age")"
        return Response(
            headers: ["content-type": "application/octet-stream", "content-disposition": "attachment; filename=\"\(name)\""],
            body: .stream(length: nil) { writer in try await pipe.send(to: writer) })
    }
}

extension ExportFormat {
    fileprivate var ending: String {
        switch self {
        case .json: "json"
        case .html: "html"
        case .markdown, .csv: "zip"
        case .jrnl: "txt"
        }
    }
}

import Engine
import HTTP

/// Brings entries of another program in.
struct ImportPage {
    /// Why nothing was brought in.
    var fault: HTML?

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = fault.map { "<p class=\"fault\" id=\"files-fault\" role=\"alert\">\($0)</p>" }
        return """
            <section class="card narrow"><h1>Bring a journal along</h1>
            <p>From jrnl: a text file or a JSON export. From any program that writes Markdown: notes, together with the photos they show.</p>
            <form method="post" action="/import" enctype="multipart/form-data" class="stack">\(formToken(visit))\(wrong)
            <p class="field"><label for="files">Files</label><input id="files" name="files" type="file" multiple required></p>
            <p class="hint">They are read in memory and go into the sealed journal; nothing is written in clear. Bringing the same file again adds nothing twice.</p>
            <div class="actions"><button class="primary">Bring them in</button><a class="button quiet" href="/today">Not now</a></div></form>
            <details class="other-way"><summary>A whole folder of notes</summary>
            <p>The command line reads folders, with everything the notes show:</p><p><code>auralyst import PATH</code></p></details></section>
            """
    }
}

/// What became of every record.
struct ReceiptPage {
    let receipts: [Receipt]
    /// Files that came twice under one name, or without one.
    let left: Int
    /// Files without a single byte.
    var empty = 0

    /// Lines that are shown one by one.
    private static let shown = 200

    var html: HTML {
        let lines = receipts.flatMap(\.lines).filter { $0.outcome != .kept && $0.why != "here already" }
        let findings = receipts.flatMap(\.findings)
        let more = lines.count - ReceiptPage.shown
        let remarks: HTML? =
            lines.isEmpty && findings.isEmpty
            ? nil
            : """
            <h2>Worth a look</h2><ul class="lines small">\(findings.prefix(20).html { "<li class=\"line\">\(sentence($0.sentence))</li>" })
            \(lines.prefix(ReceiptPage.shown).html { "<li class=\"line\"><span>\($0.source)</span><span class=\"muted\">\($0.outcome.rawValue): \($0.why ?? "")</span></li>" })</ul>
            \("<p class=\"muted\">and \(max(more, 0)) more</p>", if: more > 0)
            """
        let twice: HTML = "<p>\(left) \(left == 1 ? "file was" : "files were") left out, since another had the same name.</p>"
        let nothing: HTML = "<p>\(empty) \(empty == 1 ? "file was" : "files were") empty.</p>"
        let numbers = counts.filter { $0.count > 0 }.html {
            "<div><dt>\($0.words)</dt><dd>\(grouped($0.count))</dd></div>"
        }
        return """
            <section class="card"><h1>\(heading)</h1>
            <dl class="counts">\(numbers)</dl>\(twice, if: left > 0)\(nothing, if: empty > 0)
            <div class="actions"><a class="button primary" href="/today">Start writing</a><a class="button" href="/journal">See the journal</a></div>\(remarks)</section>
            """
    }

    private var heading: HTML {
        let (new, known) = (total(of: .kept) + total(of: .changed), here + total(of: .merged))
        if new > 0 { return "\(ReceiptPage.entries(new)) brought in" }
        if known > 0 { return "Nothing new: \(ReceiptPage.entries(known)) \(known == 1 ? "was" : "were") here already." }
        return "Nothing was brought in"
    }

    /// What became of the records, by number.
    private var counts: [(words: HTML, count: Int)] {
        [
            ("as they were", total(of: .kept)), ("with changes", total(of: .changed)), ("here already", here),
            ("here already, completed", total(of: .merged)), ("left out", total(of: .skipped) - here),
        ]
    }

    private var here: Int { receipts.reduce(0) { $0 + $1.lines.count(where: ReceiptPage.isHere) } }

    /// Whether a record was left out only because it was brought in before.
    private static func isHere(_ line: Receipt.Line) -> Bool {
        line.outcome == .skipped && line.why?.hasPrefix("here already") == true
    }

    private static func entries(_ count: Int) -> String { grouped(count) + (count == 1 ? " entry" : " entries") }

    private func total(of outcome: Receipt.Outcome) -> Int { receipts.reduce(0) { $0 + $1.count(outcome) } }
}

extension WebApp {
    /// Bytes of all files of one upload: they lie in memory meanwhile.
    private static let importLimit = 256 << 20

    func addImportRoutes(to routes: inout Routes) {
        routes.page("/import") { visit in WebApp.importPage(visit) }
        routes.upload("/import") { visit, parts in try await visit.app.importFiles(visit, parts) }
    }

    private static func importPage(_ visit: Visit, fault: HTML? = nil) -> Response {
        PageFrame(title: "Import", place: .settings, name: "settings")
            .page(ImportPage(fault: fault).html(for: visit), for: visit, status: fault == nil ? .ok : .unprocessable)
    }

    private func importFiles(_ visit: Visit, _ parts: Multipart) async throws -> Response {
        guard let folder = try MemoryFolder() else {
            return WebApp.importPage(
                visit, fault: "This machine has no folder in memory for that. The command line does it: 'auralyst import PATH'.")
        }
        defer { folder.remove() }
        do {
            let uploads = try await ImportUploads(receiving: parts, in: folder, limit: WebApp.importLimit)
            if let fault = uploads.fault { return WebApp.importPage(visit, fault: fault) }
            let vault = try await visit.vault()
            var receipts: [Receipt] = []
            for path in uploads.sources {
                let source = try ImportSource(path: path, format: nil, surroundings: surroundings)
                receipts.append(try await vault.importEntries(source))
            }
            let page = ReceiptPage(receipts: receipts, left: uploads.left, empty: uploads.empty)
            return PageFrame(title: "Import", place: .settings, name: "settings").page(page.html, for: visit)
        } catch let fault as HTTPFault {
            throw fault
        } catch {
            let explanation = Explanation(error)
            // The hint of this one is a command.
            if explanation.code == "not_this_format" { return WebApp.importPage(visit, fault: ImportUploads.noJournal) }
            let hint: HTML? = explanation.hint.map { " \(sentence($0))" }
            return WebApp.importPage(visit, fault: "\(sentence(explanation.sentence))\(hint)")
        }
    }
}

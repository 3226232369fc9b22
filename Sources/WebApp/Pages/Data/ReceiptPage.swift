import Base
import Documents
import Importing
import Ledger

struct ImportedFile: Sendable {
    let label: String
    let outcome: Outcome

    enum Outcome: Sendable {
        case entries(Receipt)
        case health(HealthReceipt)
        case refused(Explanation)
    }

    /// For the file with the whole receipt.
    var json: JSON {
        switch outcome {
        case .entries(let receipt): ["file": .string(label), "receipt": receipt.json(dryRun: false)]
        case .health(let receipt): ["file": .string(label), "receipt": receipt.json]
        case .refused(let explanation):
            ["file": .string(label), "error": ["code": .string(explanation.code), "message": .string(explanation.sentence)]]
        }
    }
}

struct ReceiptPage {
    let files: [ImportedFile]
    let heading: String
    let shown: Filter

    enum Filter: String, CaseIterable {
        case remarkable, kept, changed, merged, skipped

        fileprivate var words: HTML {
            switch self {
            case .remarkable: "To check"
            case .kept: "Unchanged"
            case .changed: "Changed"
            case .merged: "Completed"
            case .skipped: "Left out"
            }
        }

        fileprivate func takes(_ line: Receipt.Line) -> Bool {
            self == .remarkable ? line.outcome != .kept && !ReceiptPage.isHere(line) : line.outcome.rawValue == rawValue
        }
    }

    private static let most = 500

    private var receipts: [Receipt] {
        files.compactMap { if case .entries(let receipt) = $0.outcome { receipt } else { nil } }
    }

    var html: HTML {
        let health = files.html { file -> HTML in
            switch file.outcome {
            case .health(let receipt): "<h2>\(file.label)</h2>\(ReceiptPage.list(receipt))"
            case .refused(let explanation): "<p class=\"fault\">\(file.label): \(sentence(explanation.sentence))</p>"
            case .entries: .empty
            }
        }
        return """
            <section class="card"><h1>\(heading)</h1>\(ReceiptPage.counts(receipts))\(health)
            <div class="actions"><a class="button primary" href="/today">Start writing</a><a class="button" href="/journal">Open the journal</a>
            <a class="button quiet" href="/progress/receipt" download>Save the receipt</a></div></section>
            \(records, if: !receipts.isEmpty)
            """
    }

    private var records: HTML {
        let findings = shown == .remarkable ? receipts.flatMap(\.findings) : []
        let lines = self.lines
        let more = lines.count - ReceiptPage.most
        let choice = Filter.allCases.html { filter -> HTML in
            "<li><a href=\"/progress?show=\(filter.rawValue)#records\"\(" aria-current=\"true\"", if: filter == shown)>\(filter.words)</a></li>"
        }
        let list: HTML = """
            <ul class="lines small">\(findings.prefix(50).html { "<li class=\"line\">\(sentence($0.sentence))</li>" })\(lines.prefix(ReceiptPage.most).html(ReceiptPage.row))</ul>
            \("<p class=\"muted\">and \(grouped(max(more, 0))) more, all in the saved receipt</p>", if: more > 0)
            """
        let none: HTML = "<p class=\"muted\">None.</p>"
        return """
            <section class="card setting" id="records" aria-labelledby="records-title"><h2 id="records-title">Record by record</h2>
            <nav class="toc" aria-label="Which records"><ul>\(choice)</ul></nav>\(lines.isEmpty && findings.isEmpty ? none : list)</section>
            """
    }

    /// The records shown; if several files were read, each with its file.
    private var lines: [Receipt.Line] {
        let isOne = receipts.count == 1
        return files.flatMap { file -> [Receipt.Line] in
            guard case .entries(let receipt) = file.outcome else { return [] }
            return receipt.lines.filter(shown.takes).map { line in
                var line = line
                if !isOne { line.source = file.label + ", " + line.source }
                return line
            }
        }
    }

    static func row(_ line: Receipt.Line) -> HTML {
        "<li class=\"line\"><span>\(line.source)</span><span class=\"muted\">\(line.outcome.rawValue)\(line.why.map { ": \($0)" })</span></li>"
    }

    static func list(_ receipt: HealthReceipt) -> HTML {
        let lines = receipt.lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.contains("--json") }
        return """
            \(receipt.notes.html { "<p>\(sentence($0.sentence))</p>" })<ul class="lines small">\(lines.html { "<li class=\"line\">\(String($0))</li>" })</ul>
            """
    }

    /// The number of records by result, or in a preview by expected result.
    static func counts(_ receipts: [Receipt], isPlan: Bool = false) -> HTML {
        func total(_ outcome: Receipt.Outcome) -> Int { receipts.reduce(0) { $0 + $1.count(outcome) } }
        let here = receipts.reduce(0) { $0 + $1.lines.count(where: isHere) }
        let numbers: [(words: HTML, count: Int)] = [
            (isPlan ? "to import unchanged" : "imported unchanged", total(.kept)),
            (isPlan ? "to import with changes" : "imported with changes", total(.changed)),
            ("already here", here), (isPlan ? "already here, to be completed" : "already here, completed", total(.merged)),
            (isPlan ? "to leave out" : "left out", total(.skipped) - here),
        ]
        let shown = numbers.filter { $0.count > 0 }
        guard !shown.isEmpty else { return .empty }
        return "<dl class=\"counts\">\(shown.html { "<div><dt>\($0.words)</dt><dd>\(grouped($0.count))</dd></div>" })</dl>"
    }

    /// Whether a record was left out only because it was imported before.
    static func isHere(_ line: Receipt.Line) -> Bool {
        line.outcome == .skipped && line.why?.hasPrefix(Receipt.here) == true
    }

    /// `2 entries imported`.
    static func heading(_ files: [ImportedFile]) -> String {
        var (new, known, hasHealth) = (0, 0, false)
        for file in files {
            switch file.outcome {
            case .entries(let receipt):
                new += receipt.count(.kept) + receipt.count(.changed)
                known += receipt.count(.merged) + receipt.lines.count(where: isHere)
            case .health(let receipt):
                hasHealth = true
                known += receipt.read == 0 ? 0 : 1
            case .refused: break
            }
        }
        if new > 0 { return "\(entries(new)) imported" }
        if hasHealth, known > 0 { return say("Health records imported") }
        if known > 0 { return say("Nothing new: \(entries(known)) \(plural(known, "was", "were")) already here.") }
        return say("Nothing was imported")
    }

    private static func entries(_ count: Int) -> String { say("\(counted(count, "entry", "entries"))") }
}

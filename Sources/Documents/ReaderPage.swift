import Base
import Engine
import Exchange
import Foundation
import Journal
import Ledger
import Records

/// Writes all entries, their pictures and the health log to one page that any browser shows without the app or a network.
///
/// Everything written is inserted as text (`HTML`); the page's own policy permits only its own style and script.
package struct ReaderPage: ExportWriter {
    package init() {}

    /// Writes the page with one entry in memory at a time.
    package nonisolated(nonsending) func write(_ source: ExportSource, to output: any ExportOutput) async throws {
        let months = try source.months()
        try write(head(months), to: output)
        try await writeEntries(source, to: output)
        try await ReaderHealth(source, output).write()
        let foot: HTML = """
            </main>
            <footer class="foot"><p>Exported from Auralyst. Anyone who has this file can read everything on this page.</p></footer>
            <script>\(Verbatim.script)</script>
            </body>
            </html>

            """
        try write(foot, to: output)
    }

    private func write(_ html: HTML, to output: any ExportOutput) throws { try output.write(Array(html.markup.utf8)) }

    private func head(_ months: [(month: LocalMonth, count: Int)]) -> HTML {
        let count = months.reduce(0) { $0 + $1.count }
        let span: HTML? = months.first.flatMap { first in
            months.last.map { last in
                first.month == last.month ? ", \(first.month.name)" : ", \(first.month.name) to \(last.month.name)"
            }
        }
        let entries: HTML = "\(counted(count, "entry", "entries"))"
        return """
            <!doctype html>
            <html lang="\(SentenceTable.language)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src '\(Verbatim.hash(of: Verbatim.styleText))'; script-src '\(Verbatim.hash(of: Verbatim.scriptText))'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <title>Journal</title>
            <style>\(Verbatim.style)</style>
            </head>
            <body>
            <a class="skip" href="#entries">Skip to the entries</a>
            <header class="head">
            <h1>Journal</h1>
            <p>\(entries)\(span)</p>
            \(navigation(months))</header>
            <form id="find" role="search" hidden>
            <label class="hidden" for="words">Search</label>
            <input id="words" type="search" placeholder="Search" autocomplete="off" spellcheck="false">
            <output id="found" for="words"></output>
            </form>
            <main id="entries">

            """
    }

    private func navigation(_ months: [(month: LocalMonth, count: Int)]) -> HTML? {
        guard months.count > 1 else { return nil }
        var years: [(year: Int, months: [(month: LocalMonth, count: Int)])] = []
        for month in months {
            if years.last?.year != month.month.year { years.append((month.month.year, [])) }
            years[years.count - 1].months.append(month)
        }
        let lines = years.html { year, months in
            "<dt>\(year)</dt><dd>\(months.html { "<a href=\"#m-\($0.month.iso)\">\(LocalMonth.names[$0.month.month - 1])</a>\n" })</dd>\n"
        }
        return
            "<details class=\"months\"\(" open", if: years.count <= 3)><summary>Months</summary><nav aria-label=\"Months\"><dl>\(lines)</dl></nav></details>\n"
    }

    private nonisolated(nonsending) func writeEntries(_ source: ExportSource, to output: any ExportOutput) async throws {
        var month: LocalMonth?
        try await source.eachEntry { stored in
            let own = LocalMonth(containing: stored.entry.day)
            // While travelling, the first day of a month may come before the last one of another: a section begins once.
            if month.map({ $0 < own }) ?? true {
                try write(
                    "\("</section>\n", if: month != nil)<section class=\"month\" id=\"m-\(own.iso)\"><h2>\(own.name)</h2>\n",
                    to: output)
                month = own
            }
            try await write(stored, source, to: output)
        }
        if month == nil { try write("<p>There are no entries.</p>\n", to: output) } else { try write("</section>\n", to: output) }
    }

    private nonisolated(nonsending) func write(
        _ stored: StoredEntry, _ source: ExportSource, to output: any ExportOutput
    ) async throws {
        let entry = stored.entry
        let clock = clock(of: entry)
        let star: HTML = "<span class=\"star\" role=\"img\" aria-label=\"Starred\">★</span>"
        let chips: HTML? =
            entry.feeling.isEmpty && entry.tags.isEmpty
            ? nil
            : "<ul class=\"chips\">\("<li class=\"mood\">\(entry.feeling.text)</li>", if: !entry.feeling.isEmpty)\(entry.tags.html { "<li>#\($0.name)</li>" })</ul>\n"
        try write(
            """
            <article id="e-\(stored.id.description)">
            <header><h3>\(entry.day.longName)</h3><time datetime="\(entry.instant.rfc3339(offset: 0))">\(clock)</time>\(star, if: entry.starred)</header>
            <div class="prose">\(Markdown.html(entry.text))</div>
            \(chips)
            """, to: output)
        let files = try stored.attachments.compactMap { try source.file($0, journal: stored.journal) }
        if !files.isEmpty {
            try write("<ul class=\"files\">\n", to: output)
            for file in files { try await write(file, source, to: output) }
            try write("</ul>\n", to: output)
        }
        try write("</article>\n", to: output)
    }

    private nonisolated(nonsending) func write(
        _ file: ExportSource.File, _ source: ExportSource, to output: any ExportOutput
    ) async throws {
        guard source.hasFiles else { return try write("<li><span>\(file.name) (not in this export)</span></li>\n", to: output) }
        guard try await source.digest(of: file) != nil else {
            return try write("<li><span>\(file.name) (its file is damaged)</span></li>\n", to: output)
        }
        let isPicture = MediaType.pictures.contains(file.type)
        // Only these pictures are shown, whatever the record says: other files are only downloaded.
        let type = isPicture ? file.type : "application/octet-stream"
        try write(
            isPicture
                ? "<li><img loading=\"lazy\" alt=\"\(file.name)\" src=\"data:\(type);base64,"
                : "<li><a download=\"\(file.name)\" href=\"data:\(type);base64,", to: output)
        try await source.writeBase64(file, to: output)
        let size = ExportPlan.size(file.size)
        try write(isPicture ? "\"></li>\n" : "\">\(file.name)</a> <span>\(size)</span></li>\n", to: output)
    }
}

/// The page's own style and script, and their hashes for its policy.
private enum Verbatim {
    static let styleText = Assets.text("reader.css")
    static let scriptText = Assets.text("reader.js")
    static let style = HTML.builtIn(styleText)
    static let script = HTML.builtIn(scriptText)

    /// `sha256-…` (Content Security Policy, 6.7.2.3).
    static func hash(of text: String) -> String { "sha256-" + Data(digest(Array(text.utf8))).base64EncodedString() }
}

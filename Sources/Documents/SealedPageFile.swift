import Base
import Engine
import Findings
import Foundation
import Journal
import Ledger
import Report

/// A sealed page as a file (docs/formats/sealed-page.md): its content is encrypted, and a script in it decrypts it with a code,
/// in any browser and without a network.
package struct SealedPageFile: Sendable {
    package let bytes: [UInt8]
    /// The code that opens it, to be shown once.
    package let code: String

    /// - Parameters:
    ///   - report: the report on the health log; `nil` if none of it is shown.
    ///   - records: the records that are shown, as they were logged.
    ///   - until: the last day on which the page shows it.
    private init(_ report: ReportDocument?, records: [SealedPageRecord], dates: DateLanguage, made: LocalDay, until: LocalDay) {
        let content: HTML = "\(report?.html)\(SealedPageFile.sheet(records, dates))"
        let page = SealedPage(html: content.markup, made: made, until: until)
        let style = ReportFile.style + Assets.text("sealed.css")
        let script = Assets.text("spoken.js").replacing("export ", with: "") + Assets.text("sealed.js")
        let sealed = Data(page.sealed).base64EncodedString()
        // Style and script are the program's own and can be inserted as they are.
        let file: HTML = """
            <!doctype html>
            <html lang="\(SentenceTable.language)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(SealedPageFile.hash(of: style))'; script-src '\(SealedPageFile.hash(of: script))'; font-src data:; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <title>Sealed page</title>
            <style>\(HTML.builtIn(style))</style>
            </head>
            <body class="sheet-file">
            <section class="seal" aria-labelledby="seal-title">
            <h1 id="seal-title">A sealed page</h1>
            <p>Someone has shared part of their health log with you, using Auralyst. To open it, type the code: 20 letters and digits that you should have received another way than this file.</p>
            <form id="open" hidden>
            <label for="code">Code</label>
            <input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="60">
            <button>Open</button>
            </form>
            <noscript><p>Turn on JavaScript to open this page. Nothing is sent over a network.</p></noscript>
            <output id="told" for="code" aria-live="polite"></output>
            <p><small>Nothing leaves this browser. Print or save it only where no one else can read it.</small></p>
            </section>
            <main id="shown" tabindex="-1" hidden></main>
            <div id="sealed" hidden>\(sealed)</div>
            \(ScriptSentences.element)
            <script>\(HTML.builtIn(script))</script>
            </body>
            </html>

            """
        (bytes, code) = (Array(file.markup.utf8), page.code)
    }

    /// The page of a plan, from a vault's present content.
    package static func of(
        _ plan: SealedPagePlan, from vault: OpenVault, dates: DateLanguage, preferences: Preferences, today: LocalDay
    ) async throws -> SealedPageFile {
        let choice = plan.reportChoice(today: today)
        var report: ReportDocument?
        // A page of moods or entries alone has no report, nor has one with more days than a report allows.
        if choice.fault(today: today) == nil {
            report = ReportDocument(
                try await vault.report(choice, firstWeekday: preferences.weekStart ?? dates.firstWeekday), dates: dates)
        }
        return SealedPageFile(
            report, records: try await vault.recordsShown(by: plan), dates: dates, made: today, until: plan.until)
    }

    private static func sheet(_ records: [SealedPageRecord], _ dates: DateLanguage) -> HTML? {
        guard !records.isEmpty else { return nil }
        return """
            <article class="sheet" aria-label="As it was written down">\(SealedPageSheet(records: records, dates: dates).html)</article>
            """
    }

    /// `sha256-…` (Content Security Policy, 6.7.2.3).
    private static func hash(of text: String) -> String { "sha256-" + Data(digest(Array(text.utf8))).base64EncodedString() }
}

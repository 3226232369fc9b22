import Base
import Basics
import CAssets
import Foundation
import Report

/// A report as a file: one HTML page with its style inside, that loads and runs nothing.
///
/// It is unencrypted: anyone who gets it can read it. Write it only after the owner has agreed to that.
package struct ReportFile: Sendable {
    package let bytes: [UInt8]

    /// - Parameter isDense: use small letters to fit more on a page.
    package init(_ document: ReportDocument, isDense: Bool = false) {
        // The style is the program's own and can be inserted as it is.
        let style = ReportFile.style
        let head = """
            <!doctype html>
            <html lang="\(SentenceTable.language)">
            <head>
            <meta charset="utf-8">
            <title>Health report</title>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light">
            <meta name="robots" content="noindex">
            <style>\(style)\n\(document.paper.rule)</style>
            </head>
            <body class="sheet-file\(isDense ? " sheet-dense" : "")">
            <main>

            """
        bytes = Array((head + document.html.markup + "\n</main>\n</body>\n</html>\n").utf8)
    }

    /// The same as a PDF: of at most four pages, in smaller letters if necessary.
    package static func pdf(of document: ReportDocument, by printer: PDFPrinter) async throws -> [UInt8] {
        let pdf = try await printer.pdf(of: ReportFile(document).bytes)
        return pages(of: pdf) <= 4 ? pdf : try await printer.pdf(of: ReportFile(document, isDense: true).bytes)
    }

    /// The number of pages in a PDF by Chromium: each is an object of type `Page`.
    private static func pages(of pdf: [UInt8]) -> Int {
        String(decoding: pdf, as: Unicode.ASCII.self).matches(of: /\/Type\s*\/Page[^s]/).count
    }

    /// The report's part of the style, and the font of its headings.
    static var style: String {
        let all = String(decoding: asset("app.css"), as: UTF8.self)
        // The app has one style for all pages; the report's rules are between these comments.
        let begin = all.firstRange(of: "/* The report for the doctor")?.lowerBound
        let end = all.firstRange(of: "/* The form that asks for a report")?.lowerBound
        let own = begin.flatMap { begin in end.map { begin < $0 ? String(all[begin..<$0]) : "" } } ?? ""
        let font = Base64.text(asset("heading.woff2"))
        return """
            @font-face { font-family: "Manrope"; src: url("data:font/woff2;base64,\(font)") format("woff2"); font-weight: 600 700; }
            \(own)
            """
    }

    private static func asset(_ name: String) -> [UInt8] {
        var index: Int32 = 0
        while let file = unsafe asset_at(index) {
            if unsafe String(cString: file.pointee.name) == name {
                return unsafe Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count))
            }
            index += 1
        }
        return []
    }
}

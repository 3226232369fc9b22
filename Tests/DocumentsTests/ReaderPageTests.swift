import Documents
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Testing

/// The exported page: whatever was written is text in it, and it needs nothing from elsewhere.
@Suite struct ReaderPageTests {
    private static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "![x](https://evil.example/x.png)",
        "[a](javascript:alert(1))",
        "</article></main><style>*{display:none}</style>", "<!-- --!>", "&lt;b&gt; &#60;script&#62;", "`</code>`\n\n    </pre>",
    ]

    private static func page() async throws -> String {
        let given = try TestVault()
        let vault = try given.create()
        let file = given.scratch.path + "/a\"><script>x.png"
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]).write(to: URL(fileURLWithPath: file))
        for text in hostile {
            _ = try await vault.add(
                NewEntry(text: text, mood: Mood("<i>mood"), tags: [Tag("<b>tag")].compactMap { $0 }, attachments: [file]))
        }
        _ = try await vault.addSupportItem(SupportItem(.trigger, name: "<u>trigger", phone: "", note: "\"'><script>", rank: nil))
        let target = given.scratch.path + "/page.html"
        let result = try await vault.export(ExportRequest(.html, writer: ReaderPage()), to: target)
        #expect(result.entries == hostile.count && result.counts["attachment"] == hostile.count)
        return try String(contentsOfFile: target, encoding: .utf8)
    }

    @Test func `what was written is text in the page, and only its own script runs`() async throws {
        let page = try await Self.page()
        #expect(page.components(separatedBy: "<script").count == 2 && page.components(separatedBy: "<style").count == 2)
        for piece in [
            "<img src=x", "<i>mood", "<b>tag", "<u>trigger", "javascript:alert(1)\"", "src=\"http", "href=\"javascript",
        ] {
            #expect(!page.contains(piece), "\(piece)")
        }
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && page.contains("data:image/png;base64,iVBORw0KGgoBAgM="))
        #expect(
            page.components(separatedBy: "</main>").count == 2
                && page.components(separatedBy: "</article>").count == Self.hostile.count + 1)
    }

    @Test func `its policy names the digests of its own style and script, and lets nothing else in`() async throws {
        let page = try await Self.page()
        let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
        #expect(policy.hasPrefix("default-src 'none'; img-src data:; style-src 'sha256-"))
        for (name, element) in [("style", "style"), ("script", "script")] {
            let start = try #require(page.firstRange(of: "<\(element)>"))
            let end = try #require(page.firstRange(of: "</\(element)>"))
            let bytes = Array(page[start.upperBound..<end.lowerBound].utf8)
            #expect(bytes.count > 500)
            #expect(policy.contains("\(name)-src 'sha256-\(Data(digest(bytes)).base64EncodedString())'"))
        }
    }
}

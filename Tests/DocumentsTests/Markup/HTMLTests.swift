import Documents
import SeededChance
import Testing

/// What enters a page as text stays text.
@Suite struct `Markup` {
    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\" onmouseover=\"x", "&quot; onmouseover=&quot;x"),
        ("' autofocus onfocus='x", "&#39; autofocus onfocus=&#39;x"),
        ("a & b &lt;", "a &amp; b &amp;lt;"),
        ("nul\0byte", "nul\u{FFFD}byte"),
        ("plain, ä 漢 👩‍👩‍👧", "plain, ä 漢 👩‍👩‍👧"),
        ("", ""),
    ])
    func `escapes every character that means something`(text: String, markup: String) {
        let html: HTML = "<p title=\"\(text)\">\(text)</p>"
        #expect(html.markup == "<p title=\"\(markup)\">\(markup)</p>")
        #expect(HTML.text(text).markup == markup)
    }

    @Test func `takes pieces, numbers and lists as they are`() {
        let piece: HTML = "<b>\("<")</b>"
        let nothing: HTML? = nil
        let html: HTML = "\(piece)\(3)\(nothing)\([piece, piece])\(" checked", if: true)\(" hidden", if: false)"
        #expect(html.markup == "<b>&lt;</b>3<b>&lt;</b><b>&lt;</b> checked")
        #expect(["a", "<"].html { "<i>\($0)</i>" }.markup == "<i>a</i><i>&lt;</i>")
    }

    @Test func `lets no random text become an element, an attribute or a reference`() {
        var generator = Seed.generator("lets no random text become an element")
        let letters = Array("<>&\"'=/ ;#ax\u{0}\n")
        for _ in 0..<2000 {
            let text = String((0..<20).map { _ in letters.randomElement(using: &generator) ?? "a" })
            let markup = HTML.text(text).markup
            #expect(!markup.contains { "<>\"'\0".contains($0) }, "\(text.debugDescription)")
            let references = markup.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
            #expect(references.allSatisfy { part in ["amp;", "lt;", "gt;", "quot;", "#39;"].contains { part.hasPrefix($0) } })
        }
    }
}

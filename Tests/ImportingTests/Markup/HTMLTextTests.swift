import Importing
import SeededChance
import Testing

@Suite struct HTMLTextTests {
    @Test(arguments: [
        ("Never mind<b>d</b>.", "Never mind**d**."),
        ("Who knows.<br><br>Am I [[virtual]]?", "Who knows.\n\nAm I [[virtual]]?"),
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
        ("<div>a<br></div><div>b</div>", "a\nb"),
        ("a<b> bold </b>x", "a **bold** x"),
        ("<s>gone</s> <u>under</u>", "~~gone~~ *under*"),
        ("<ol start=3><li><p>a</p><p>b</p></li><li>c</li></ol>", "3. a\n\n   b\n\n4. c"),
        ("<ul><li><input type=checkbox checked> done</li><li><input type=\"checkbox\"> todo</li></ul>", "- [x] done\n- [ ] todo"),
        ("<h2>Head<br>line</h2>text", "## Head line\n\ntext"),
        ("<blockquote><p>a</p><p>b</p></blockquote>c", "> a\n>\n> b\n\nc"),
        ("<blockquote>q<ul><li>x</li></ul></blockquote>", "> q\n>\n> - x"),
        ("<pre><code>let x\n  = `1`</code></pre>z", "```\nlet x\n  = `1`\n```\n\nz"),
        ("use <code>a`b</code> ok", "use ``a`b`` ok"),
        ("<a href=\"https://x.y/a_b\">https://x.y/a_b</a>", "<https://x.y/a_b>"),
        ("<a href='https://x.y/(1)'>see it</a>", "[see it](<https://x.y/(1)>)"),
        ("<a href=\"javascript:go()\">words</a>", "words"),
        ("<img src=\"a b.jpg\" alt=\"\"> x", "![](<a b.jpg>) x"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a | b\nc"),
        ("a<hr>b", "a\n\n---\n\nb"),
    ])
    func `What HTML means becomes Markdown`(html: String, markdown: String) {
        #expect(HTMLText.markdown(of: html) == markdown)
    }

    @Test(arguments: [
        ("<b>one<i>two</b>three</i>", "**one*two***three"),
        ("<ul><li>a</li><li>b<ul><li>c</ul><li>d</ul>after", "- a\n- b\n  - c\n- d\n\nafter"),
        ("<p>unclosed <b>bold", "unclosed **bold**"),
        ("<li>lonely", "- lonely"),
        ("</p></b></ul></li></blockquote></pre>x", "x"),
        ("a < b and 3<4 <3", "a < b and 3<4 <3"),
        ("<p class=\"a > b\">in</p>", "in"),
        ("<p class=\"never ends>in</p>", "in"),
        ("x<script>alert('<b>')</script>y<style>p{}</style><!-- no -->z", "xyz"),
        ("<script>never ends", "never ends"),
        ("<!-- never ends", "\\<!-- never ends"),
        ("<o:p>Word</o:p><font color=red>red</font>", "Wordred"),
        ("say<b>\"hi\"</b>now", "say\"hi\"now"),
        ("<b></b><i> </i>", ""), ("   ", ""), ("", ""), ("<", "<"), ("<a", "\\<a"), ("&", "&"), ("\u{0}", ""),
    ])
    func `Nothing in HTML is an error, and no word is lost`(html: String, markdown: String) {
        #expect(HTMLText.markdown(of: html) == markdown)
    }

    @Test(arguments: [
        ("Caf&eacute; &amp; &#233;&#x1F600; &nbsp; x&nbsp;y", "Café & é😀 x\u{A0}y"),
        ("&unknown; AT&T &copy &#0; &#xD800; &#150;", "&unknown; AT&T &copy \u{FFFD} \u{FFFD} –"),
        ("1. no list<br># no<br>#tag<br>- no<br>* no<br>&gt; no", "1\\. no list\n\\# no\n#tag\n\\- no\n\\* no\n\\> no"),
        ("5 * 3 = 15 *a* snake_case _b_ ~5 ~~c~~", "5 * 3 = 15 \\*a\\* snake_case \\_b\\_ ~5 \\~\\~c\\~\\~"),
        ("[a](b) and [c]", "[a\\](b) and [c]"), ("---", "\\---"), ("&lt;tag&gt; &amp;amp; \\*", "\\<tag> \\&amp; \\\\\\*"),
    ])
    func `References are resolved, and words are escaped only where they would be marks`(html: String, markdown: String) {
        #expect(HTMLText.markdown(of: html) == markdown)
    }

    @Test func `Line ends of half plain notes are kept when asked for`() {
        #expect(HTMLText.markdown(of: "a\nb\r\n\r\nc<br>d", keepsLineEnds: true) == "a\nb\n\nc\nd")
        #expect(HTMLText.markdown(of: "a\nb") == "a b")
    }

    @Test func `Pictures are handed out in their order`() {
        var seen: [String] = []
        let text = HTMLText.markdown(of: "<img src='1.jpg'>x<IMG SRC=2.png alt=two>") { address, words in
            seen.append(address + "|" + words)
            return "![](" + String(seen.count) + ")"
        }
        #expect(seen == ["1.jpg|", "2.png|two"])
        #expect(text == "![](1)x![](2)")
    }

    @Test(arguments: [
        "<b>", "<b><i>x</b>", "<blockquote>q", "<ul><li>x", "<a \">", "<a ", "<!-- ", "<script>", "<code>`", "*a", "<pre>",
    ])
    func `A quarter of a megabyte of what breaks such readers is read like any other text`(piece: String) {
        let html = String(repeating: piece, count: (1 << 18) / piece.utf8.count)
        #expect(HTMLText.markdown(of: html).utf8.count < html.utf8.count * 8)
    }

    @Test func `Pieces in any order give a text without controls`() {
        var random = SplitMix64(seed: 20_260_101)
        let pieces = [
            "<", ">", "</", "<b>", "</b>", "<p>", "<ul>", "<li>", "</ul>", "\"", "'", "=", " ", "\n", "&", "&amp;", "x", "é",
            "<!--", "-->",
            "<pre>", "</pre>", "<a href=", "</a>", "<h1>", "</h1>", "`", "*", "<blockquote>", "</blockquote>", "<code>",
            "</code>",
            "<script>", "</script>", "\u{0}", "😀", "<br/>", "<img src=q>",
        ]
        for _ in 0..<2000 {
            let html = (0..<Int.random(in: 0...40, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
            let text = HTMLText.markdown(of: html, keepsLineEnds: Bool.random(using: &random))
            #expect(
                !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" },
                "seed 20260101: \(html.debugDescription)")
        }
    }
}

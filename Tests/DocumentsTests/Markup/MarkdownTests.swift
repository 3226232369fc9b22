import Documents
import SeededChance
import Testing

/// What a person writes, as a page shows it: nothing of it becomes markup that was not meant.
@Suite struct `Markdown on a page` {
    @Test(arguments: [
        ("one\ntwo", "<p>one<br>\ntwo</p>\n"),
        ("one\n\ntwo", "<p>one</p>\n<p>two</p>\n"),
        ("*a* **b** ~~c~~ `d<e`", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d&lt;e</code></p>\n"),
        ("about ~5 km, or ~6", "<p>about ~5 km, or ~6</p>\n"),
        ("snake_case_word & 3 < 4", "<p>snake_case_word &amp; 3 &lt; 4</p>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("- a\n\n- b", "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n"),
        ("- a\n  - b", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n"),
        ("3. a\n4. b", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n"),
        ("> a\n> b", "<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n"),
        ("- > a\n", "<ul>\n<li><blockquote>\n<p>a</p>\n</blockquote>\n</li>\n</ul>\n"),
        ("```js\n<b>\n```", "<pre><code>&lt;b&gt;\n</code></pre>\n"),
        ("a\n\n---\n\nb", "<p>a</p>\n<hr>\n<p>b</p>\n"),
        ("", ""),
        ("äöü 漢字 👩‍👩‍👧", "<p>äöü 漢字 👩‍👩‍👧</p>\n"),
    ])
    func `shows what was meant`(text: String, markup: String) {
        #expect(Markdown.html(text).markup == markup)
    }

    @Test func `shows tasks with their state in words`() {
        let markup = Markdown.html("- [ ] tea\n- [x] milk").markup
        #expect(markup.contains("<span class=\"hidden\">To do: </span>tea"))
        #expect(markup.contains("<span class=\"hidden\">Done: </span>milk"))
    }

    @Test func `shows tables with their columns set`() {
        let markup = Markdown.html("| a | b |\n|:-:|--:|\n| 1 | <i> |").markup
        #expect(markup.contains("<th scope=\"col\" class=\"center\">a</th><th scope=\"col\" class=\"right\">b</th>"))
        #expect(markup.contains("<td class=\"center\">1</td><td class=\"right\">&lt;i&gt;</td>"))
        #expect(checked(markup) == nil)
    }

    @Test(arguments: [
        ("# a\n## b\n# c", ["h2", "h3", "h2"]),
        ("### a\n# b\n#### c", ["h2", "h2", "h3"]),
        ("###### a", ["h2"]),
        ("# a\n## b\n### c\n#### d\n##### e\n###### f", ["h2", "h3", "h4", "h5", "h6", "h6"]),
    ])
    func `keeps the page's one heading, and leaves out no level`(text: String, levels: [String]) {
        let markup = Markdown.html(text).markup
        let found = markup.split(separator: "<").filter { $0.hasPrefix("h") && !$0.hasPrefix("hr") }.map { String($0.prefix(2)) }
        #expect(found == levels)
    }

    // MARK: links

    @Test(arguments: [
        ("https://a.example/b?c=d&e#f", "https://a.example/b?c=d&e#f"),
        ("HTTP://a.example", "http://a.example"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("https://a.example/ä", "https://a.example/%C3%A4"),
        ("https://a.example/\"<>'", "https://a.example/%22%3C%3E%27"),
        ("https://a.example/%41%", "https://a.example/%41%"),
    ])
    func `leads to the web and to mail`(written: String, address: String) {
        #expect(LinkTarget(written)?.address == address)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
        "\u{1}javascript:alert(1)", "javascript&colon;alert(1)", "javascript:https://a.example", "vbscript:msgbox(1)",
        "data:text/html,<script>alert(1)</script>", "data:image/svg+xml;base64,AA==", "file:///etc/passwd", "blob:https://a/b",
        "ftp://a.example", "about:blank", "//a.example", "/lock", "lock", "#main", "?token=1", "", "https:", "https:/a.example",
        "https:a.example", "https://", "https:///a", "https://\\a", "http:\\\\a.example", "mailto:", "https://a.example/ b",
        "ht\ntps://a.example", "https://a\u{202E}.example", "https://a\u{200B}.example", "https://a\u{00A0}b", "https://a\0b",
        "\u{FEFF}https://a.example", "view-source:https://a.example", "https;//a.example",
    ])
    func `refuses every other way, however it is spelled`(written: String) {
        #expect(LinkTarget(written) == nil)
    }

    @Test func `refuses an address without end`() {
        #expect(LinkTarget("https://" + String(repeating: "a", count: LinkTarget.limit)) == nil)
    }

    @Test(arguments: [
        ("[a](https://b.example)", "<p><a href=\"https://b.example\" rel=\"noopener noreferrer\">a</a></p>\n"),
        ("[](https://b.example)", "<p><a href=\"https://b.example\" rel=\"noopener noreferrer\">https://b.example</a></p>\n"),
        ("<https://b.example>", "<p><a href=\"https://b.example\" rel=\"noopener noreferrer\">https://b.example</a></p>\n"),
        ("[a](javascript:alert(1))", "<p>a (javascript:alert(1))</p>\n"),
        ("[a](<java\tscript:alert(1)>)", "<p>a (java\tscript:alert(1))</p>\n"),
        ("[a](&#106;avascript:alert(1))", "<p>a (javascript:alert(1))</p>\n"),
        ("[a](\\javascript:alert(1))", "<p>a (\\javascript:alert(1))</p>\n"),
        ("[a](/lock)", "<p>a (/lock)</p>\n"),
        ("[a]()", "<p>a</p>\n"),
        ("<javascript:alert(1)>", "<p>javascript:alert(1)</p>\n"),
        ("[a]\n\n[a]: data:text/html,b", "<p>a (data:text/html,b)</p>\n"),
        (
            "[a](https://b.example \"c\\\" onclick=\\\"d\")",
            "<p><a href=\"https://b.example\" rel=\"noopener noreferrer\" title=\"c&quot; onclick=&quot;d\">a</a></p>\n"
        ),
    ])
    func `shows links`(text: String, markup: String) {
        #expect(Markdown.html(text).markup == markup)
    }

    @Test(arguments: [
        ("see https://a.example/b_c_d.", "https://a.example/b_c_d"), ("(https://a.example/x(y))", "https://a.example/x(y)"),
        ("www.a.example/b", "https://www.a.example/b"), ("https://a.example, then", "https://a.example"),
        ("**https://a.example**", "https://a.example"), ("https://a.example/?a=1&b=2", "https://a.example/?a=1&amp;b=2"),
    ])
    func `finds addresses that stand plainly in the text`(text: String, address: String) {
        let markup = Markdown.html(text).markup
        #expect(markup.contains("<a href=\"\(address)\" rel=\"noopener noreferrer\">"), "\(markup)")
        #expect(checked(markup) == nil)
    }

    @Test(arguments: [
        "xhttps://a.example", "https://", "http:// a", "www.", "https://localhost", "javascript:www", "ahttp://b.c",
        "`https://a.example`",
    ])
    func `takes nothing else for an address`(text: String) {
        #expect(!Markdown.html(text).markup.contains("<a "))
    }

    @Test(arguments: [
        "![a](https://b.example/c.png)", "![](https://b.example/c.png)", "![a](data:image/png;base64,AA)",
        "[![a](https://b.example/c.png)](https://d.example)", "![a [b](https://c.example) d](https://e.example)",
        "![a ![b](https://c.example) d](javascript:e)", "[a <https://b.example> c](https://d.example)",
    ])
    func `loads no picture from elsewhere, and puts no link in a link`(text: String) {
        let markup = Markdown.html(text).markup
        #expect(!markup.contains("<img"))
        #expect(checked(markup) == nil, "\(markup)")
    }

    // MARK: markup in the text

    @Test(arguments: [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a <b onclick=\"x\">c</b>", "<!-- a -->",
        "<svg/onload=alert(1)>",
        "<div>\n<p>\n</div>", "<style>*{}</style>", "<a href=\"javascript:x\">y</a>", "&lt;script&gt;", "<![CDATA[a]]>",
        "<?php ?>",
        "<iframe srcdoc=\"<script>\">", "<textarea></textarea><script>", "`</code><script>`", "    </code></pre><script>",
        "| <script> |\n|---|\n| </td><script> |", "# <script>", "- <script>", "> <script>", "[<script>](https://a.example)",
        "```\n</code></pre><script>alert(1)</script>\n```", "```\"><script>\na\n```",
    ])
    func `shows markup as it was typed`(text: String) {
        let markup = Markdown.html(text).markup
        #expect(checked(markup) == nil, "\(markup)")
        for tag in ["<script", "<img", "<svg", "<style", "<iframe", "<b ", "<div>", "<textarea", "<!--", "<?", "<!["] {
            #expect(!markup.contains(tag))
        }
    }

    // MARK: texts that nobody writes

    /// Up to 1 MiB each; a parser that takes time with the square of the length would need hours.
    @Test(arguments: [
        ">", "> ", "[", "]", "![", "![[]()", "[a](b", "[a](<b", "- ", "* ", "1. ", "> - ", "*a **a ", "a_ ", "_a ", "*_* _ ",
        "a**b c* ", "~~a ", "~", "`a ``b ", "<", "<?", "<![CDATA[", "<!A ", "<a b=", "<a b=\"", "</a ", "&", "\\", "(", "|",
        "|a\n|-\n",
        "a\n=\n", "-\n", "a\n", "\n", "\t", " ", "#", "# a\n", "```\n", "- [ ] a\n", "<div>\n\n", "[a]: u\n", "www.a ", "http://",
        "a@a.",
        "a|b\n:-\n", "|:-|\na|b\n", ":-\na|b|c|d|e|f\n", "a\n:-", "--<?", "-<!--", "[](a \"", "[](<a", "2. [", "*\n[", "-  \n[",
        "https://a.b((", "https://a.b/?!?!", "    - [![", "**x [a*b**c*](d)", "\u{202E}", "e\u{301}",
    ])
    func `shows a text of one thing repeated without end`(piece: String) {
        let length = Lane.amount(quick: 1 << 18, ci: 1 << 20, all: 1 << 20)
        let text = String(repeating: piece, count: length / piece.utf8.count)
        #expect(checked(Markdown.html(text).markup) == nil)
    }

    @Test(arguments: Endless.allCases)
    func `shows a text that is nested without end`(kind: Endless) {
        #expect(checked(Markdown.html(kind.text).markup) == nil)
    }

    /// Each took seconds or minutes, and would pass for a text of a few pages: the first one 23 s.
    @Test(arguments: [
        ("", "a|b\n:-\n", 4000), ("", "|:-|\na|b\n", 3200), ("", "a\n:-", 30_000), ("", "--<?", 8000), ("", "a <!-- ", 8000),
        ("", "[](a \"", 8000),
        // A number other than 1, an item without text and an indented quotation end no paragraph.
        ("x\n", "2. [[[[[[[[\n", 4000), ("x\n", "[[[[[[[[\n*\n", 4000), ("x\n", "[[[[[[[[\n     >\n", 4000),
    ])
    func `shows a text as typed that the parser would read again for each of its lines`(start: String, piece: String, count: Int)
    {
        let text = start + String(repeating: piece, count: count)
        #expect(Markdown.html(text).markup.hasPrefix("<p class=\"as-typed\">"))
    }

    @Test func `shows long texts of the usual kinds as Markdown`() {
        let row = "| 2026-03-14 | walked by the *river* | [map](https://a.example/b) |\n"
        let texts = [
            "| a | b | c |\n|---|:-:|--:|\n" + String(repeating: row, count: 2000),
            String(repeating: "- [ ] call *Anna* about [the trip](https://a.example/b_c)\n", count: 4000),
            (1...4000).map { "\($0). a **bold** word and `code`\n" }.joined(),
            "```\n" + String(repeating: "if a < b { c[d] = \"e\" }\n", count: 2000) + "```\n",
            String(repeating: "It rained, and _we_ walked (a lot) by the river.\n", count: 4000),
            String(repeating: "# Day\n\nA text with <b>tags</b>.\n\n> quoted\n\n---\n\n", count: 2000),
        ]
        for text in texts { #expect(!Markdown.html(text).markup.contains("as-typed"), "\(text.prefix(30))") }
    }

    @Test func `bounds the depth of what it makes`() {
        let quotes = Markdown.html(String(repeating: "> ", count: 45) + "deep").markup
        #expect(quotes.count(of: "<blockquote>") == 24 && quotes.contains("deep"))
        let stars = Markdown.html(String(repeating: "*a_b ", count: 60) + String(repeating: "c_d* ", count: 60)).markup
        #expect(checked(stars) == nil)
        let lists = Markdown.html((0..<40).map { String(repeating: "  ", count: $0) + "- a\($0)" }.joined(separator: "\n")).markup
        #expect(lists.count(of: "<ul>") == 24 && lists.contains("a39") && checked(lists) == nil)
    }

    @Test(arguments: 0..<24)
    func `makes only what is allowed of random Markdown`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let pieces = [
            "<script>", "</p>", "<b", ">", "\"", "'", "&", "&lt;", "&#x3c;", "[a](", "javascript:", "https://b.example", ")",
            "![", "](", "[", "]",
            "<https://", "\n", "\n\n", "    ", "- ", "1. ", "> ", "# ", "```", "`", "``", "*", "**", "_", "~~", "|", "\n|-|-|\n",
            "[x] ", "- [ ] ",
            "\\", "data:", "www.", "mailto:", "\u{202E}", "\u{0}", "ä", "<!--", "-->", "on", "=", "x", " ", "\t", "[a]: ", "\r\n",
            "---", "\n===\n",
        ]
        for _ in 0..<300 {
            let count = Int.random(in: 1...60, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let fault = checked(Markdown.html(text).markup)
            #expect(fault == nil, "seed \(seed): \(fault ?? "") of \(text.debugDescription)")
        }
    }
}

/// Texts of up to 1 MiB over which a parser could ponder for hours; named, since a test says its arguments when it fails.
enum Endless: CaseIterable {
    case quotesThenLines, listsThenBlanks, numbersThenBlanks, brackets, longDefinition, columns, shortRows, deepThenBlanks
    case deepThenLines, ticks, paragraphs, pictures

    var text: String {
        switch self {
        case .quotesThenLines: String(repeating: ">", count: 1 << 19) + String(repeating: "a\n", count: 1 << 18)
        case .listsThenBlanks: String(repeating: "- ", count: 1 << 18) + "x" + String(repeating: "\n", count: 1 << 19)
        case .numbersThenBlanks: String(repeating: "1. ", count: 1 << 17) + "x" + String(repeating: "\n", count: 1 << 19)
        case .brackets: String(repeating: "[", count: 1 << 19) + String(repeating: "]", count: 1 << 19)
        case .longDefinition:
            "[a]: " + String(repeating: "u", count: 1 << 19) + "\n\n" + String(repeating: "[a]", count: 1 << 17)
        case .columns: String(repeating: "a|", count: 1 << 18) + "\n" + String(repeating: "-|", count: 1 << 18)
        case .shortRows: "|a|b|c|d|e|f|g|h\n|-|-|-|-|-|-|-|-\n" + String(repeating: "a\n", count: 1 << 19)
        case .deepThenBlanks: Endless.steps(700) + String(repeating: "\n", count: 1 << 19)
        case .deepThenLines: Endless.steps(80) + String(repeating: "a\n", count: 1 << 18)
        case .ticks: (0..<1400).map { "e" + String(repeating: "`", count: $0) }.joined()
        case .paragraphs: String(repeating: "a ** b ** \n\n", count: 80_000)
        case .pictures: String(repeating: String(repeating: "![[]()", count: 900) + "\n\n", count: 190)
        }
    }

    private static func steps(_ count: Int) -> String {
        (0..<count).map { String(repeating: "  ", count: $0) + "- a\n" }.joined()
    }
}

extension String {
    fileprivate func count(of piece: String) -> Int { ranges(of: piece).count }
}

/// Reads markup as a browser would, and says what of it is not allowed in the text of an entry; `nil` where all is.
func checked(_ markup: String) -> String? {
    var open: [Substring] = []
    var rest = Substring(markup)
    while let start = rest.firstIndex(where: { "<>".contains($0) }) {
        guard rest[start] == "<" else { return "a loose >" }
        rest = rest[start...].dropFirst()
        guard let end = rest.firstIndex(of: ">") else { return "an open tag" }
        let tag = rest[..<end]
        rest = rest[end...].dropFirst()
        if tag.hasPrefix("/") {
            guard let last = open.popLast(), last == tag.dropFirst() else {
                return "</\(tag.dropFirst())> closes what is not open"
            }
            continue
        }
        let name = tag.prefix { $0 != " " }
        guard let attributes = allowed[String(name)] else { return "the element \(name)" }
        if let fault = fault(in: tag.dropFirst(name.count), of: name, allowed: attributes) { return fault }
        if name == "a", open.contains("a") { return "a link in a link" }
        if !["br", "hr", "path", "rect", "circle"].contains(name) { open.append(name) }
    }
    return open.isEmpty ? nil : "\(open) stay open"
}

private let allowed: [String: [String]] = [
    "p": ["class"], "br": [], "hr": [], "em": [], "strong": [], "del": [], "code": [], "pre": [], "blockquote": [], "ul": [],
    "ol": ["start"], "li": ["class"], "span": ["class", "aria-hidden"], "h2": [], "h3": [], "h4": [], "h5": [], "h6": [],
    "a": ["href", "rel", "title"], "div": ["class", "role", "aria-label", "tabindex"], "table": [], "thead": [], "tbody": [],
    "tr": [], "th": ["scope", "class"], "td": ["class"], "svg": ["class", "viewBox", "aria-hidden", "focusable"],
    "rect": ["x", "y", "width", "height", "rx"], "circle": ["cx", "cy", "r"], "path": ["d"],
]

private func fault(in attributes: Substring, of name: Substring, allowed: [String]) -> String? {
    var rest = attributes
    while !rest.isEmpty {
        if rest == "/" { return nil }
        guard rest.first == " " else { return "no blank before an attribute of \(name)" }
        rest = rest.dropFirst()
        let attribute = rest.prefix { $0 != "=" }
        rest = rest.dropFirst(attribute.count)
        guard allowed.contains(String(attribute)) else { return "the attribute \(attribute) of \(name)" }
        guard rest.hasPrefix("=\""), let end = rest.dropFirst(2).firstIndex(of: "\"") else {
            return "\(attribute) without quotes"
        }
        let value = rest[..<end].dropFirst(2)
        rest = rest[end...].dropFirst()
        if attribute == "href", !["https://", "http://", "mailto:"].contains(where: value.hasPrefix) {
            return "a link to \(value)"
        }
        if name == "a", attribute == "rel", value != "noopener noreferrer" { return "a link that tells where it comes from" }
    }
    return nil
}

import Base
import Documents
import Testing

@Suite struct SpokenMarkupTests {
    private func german(_ sentences: [(String, String)]) throws -> SentenceTable {
        func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\\\"") + "\"" }
        let rows = sentences.map { "msgid \(quoted($0.0))\nmsgstr \(quoted($0.1))\n" }
        return try SentenceTable(Array(("msgid \"\"\nmsgstr \"Language: de\\n\"\n\n" + rows.joined(separator: "\n")).utf8))
    }

    private func spoken(_ markup: String, _ values: [SentenceValue] = [], by table: SentenceTable) -> String {
        SpokenMarkup.spoken(markup, values, by: table)
    }

    @Test func `a sentence is what stands between blocks, with the tags inside its line`() throws {
        let table = try german([
            ("Nothing yet.", "Noch nichts."), ("Press <kbd>n</kbd> or {1}.", "Drücke {1} oder <kbd>n</kbd>."),
            ("{1:# entry|# entries}", "{1:# Eintrag|# Einträge}"),
        ])
        let marks = (0..<3).map { String(SpokenMarkup.mark($0)) }
        #expect(
            spoken(
                "<ul class=\"\(marks[0])\">\n  <li>Nothing\n  yet.</li><li>Press <kbd>n</kbd> or \(marks[1]).</li><li>\(marks[2])</li></ul>",
                [.text("narrow"), .text("&lt;b&gt;"), .counted(counted(2, "entry", "entries"))], by: table)
                == "<ul class=\"narrow\">\n  <li>Noch nichts.</li><li>Drücke &lt;b&gt; oder <kbd>n</kbd>.</li><li>2 Einträge</li></ul>"
        )
    }

    @Test func `what is read out is a sentence too, also in a tag inside a line`() throws {
        let table = try german([("Remove {1}", "{1} entfernen"), ("Your entry", "Dein Eintrag")])
        let mark = String(SpokenMarkup.mark(0))
        #expect(
            spoken("<p>– <a href=\"/x\" aria-label=\"Remove \(mark)\">×</a></p>", [.text("head")], by: table)
                == "<p>– <a href=\"/x\" aria-label=\"head entfernen\">×</a></p>")
        #expect(
            spoken("<input placeholder=\"Your entry\" name=\"Your entry\">", by: table)
                == "<input placeholder=\"Dein Eintrag\" name=\"Your entry\">")
    }

    @Test func `the names of pages and fields and a person's own words are no sentences`() throws {
        let table = try german([("today", "heute"), ("Nothing yet.", "Noch nichts.")])
        #expect(spoken("today", by: table) == "today")
        #expect(spoken("<p>\(SpokenMarkup.mark(0))</p>", [.text("Nothing yet.")], by: table) == "<p>Nothing yet.</p>")
    }
}

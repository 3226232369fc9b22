import Foundation
import GivenValues
import Importing
import Journal
import SeededChance
import Testing

@Suite struct RedNotebookTests {
    @Test(arguments: [
        ("= Day =", "# Day"), ("=== Third ===", "### Third"), ("+ Numbered +", "# Numbered"),
        ("**bold** //it// __un__ --no--", "**bold** *it* *un* ~~no~~"),
        ("``code //x//`` \"\"raw **x**\"\"", "`code //x//` raw **x**"), ("//**both**//", "***both***"),
        ("- item\n  - sub\n+ one", "- item\n  - sub\n1. one"),
        ("====================", "---"), ("see https://x.y//z//w and //this//", "see https://x.y//z//w and *this*"),
        ("a // b // c", "a // b // c"),
        ("[name \"\"http://kicker.de\"\"]", "[name](http://kicker.de)"), ("[home http://x.y]", "[home](http://x.y)"),
        ("[\"\"file:///home/a/my%20cat\"\".png?width=300]", "![my cat.png](<my cat.png>)"),
        ("[plain.txt \"\"file:///home/a/plain.txt\"\"]", "![plain.txt](plain.txt)"), ("[1] is text", "[1] is text"),
        ("# no heading\n#tag", "\\# no heading\n#tag"),
        ("line\\\\\nnext", "line\nnext"), ("**never closed", "**never closed"), ("**** ** **", "**** ** **"), ("[[[[", "[[[["),
        ("", ""),
    ])
    func `its marks become Markdown`(text: String, markdown: String) {
        #expect(Txt2Tags.markdown(of: text) { _ in } == markdown)
    }

    private func read(_ months: [String: String]) throws -> ImportReading {
        let folder = try SampleFolder()
        for (name, text) in months { try folder.write(name, text) }
        let found = try readSource(folder.path)
        #expect(found.format == .rednotebook)
        return found.output
    }

    @Test func `days, categories and tags come in`() throws {
        let output = try read([
            "data/2024-09.txt": """
            8: {text: 'Some #note here'}
            15:
              Ideas: {A book: null, "**B**": null}
              Tags: {work: null}
              text: !!python/unicode "= Head =\\n\\nbody"
            """,
            "data/2024-10.txt": "{}\n", "data/notes.txt": "no month",
        ])
        #expect(output.items == 3 && output.problems.map(\.reason) == [.otherExport(of: nil)], "notes.txt is no month, and named")
        #expect(output.records.map(\.day.iso) == ["2024-09-08", "2024-09-15"])
        #expect(output.records.map(\.sourceID) == ["2024-09-08", "2024-09-15"])
        #expect(output.records.allSatisfy { $0.time == nil })
        #expect(output.records[0].tags.map(\.name) == ["note"])
        #expect(output.records[1].text == "# Head\n\nbody\n\n**Ideas**\n- A book\n- **B**")
        #expect(output.records[1].tags.map(\.name) == ["Ideas", "work"])
        #expect(output.records[1].position.label == "data/2024-09.txt, line 2")
    }

    @Test func `a day that is no YAML spoils no other`() throws {
        let output = try read([
            "2024-09.txt": "1: {text: one}\n2: {text: [broken\n3:\n  text: \"three\"\n40: {text: x}\n5: {text: ''}\n"
        ])
        #expect(output.records.map(\.text) == ["one", "three"])
        #expect(output.problems.map(\.reason) == [.malformed, .impossibleDate, .empty])
        #expect(output.problems.map(\.position.line) == [2, 5, 6])
    }

    @Test(arguments: [
        "4: {text: *missing}", "4: &a {text: *a}", "4: {text: " + String(repeating: "[", count: 200),
        "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n4: {x: *f}\n5: {x: [*f,*f,*f,*f]}",
    ])
    func `what would fill the memory is refused`(text: String) throws {
        let output = try read(["2024-09.txt": "1: {text: one}\n2: {text: two}\n3:\n  text: three\n" + text])
        #expect(output.records.map(\.text) == ["one", "two", "three"])
        #expect(!output.problems.isEmpty)
    }

    @Test func `pictures are found by their names`() throws {
        let folder = try SampleFolder()
        try folder.write("data/2024-09.txt", "1:\n  text: '[\"\"file:///home/x/cat\"\".png] [\"\"/home/x/gone\"\".jpg]'\n")
        try folder.write("images/cat.png", [1, 2])
        let record = try #require(try readSource(folder.path).output.records.first)
        #expect(record.files.count == 2)
        #expect(record.text == "![cat.png](cat.png) ![gone.jpg](gone.jpg)")
    }

    @Test func `changed bytes never end the program`() throws {
        let folder = try SampleFolder()
        var random = SplitMix64(seed: 47)
        let month = Array("1: {text: one}\n2:\n  Ideas: {A: null}\n  text: \"two **b** [x \"\"http://y\"\"]\"\n".utf8)
        for index in 0..<150 {
            try folder.write("2024-09.txt", mutated(month, &random))
            guard let output = try? readSource(folder.path, .rednotebook).output else { continue }
            #expect(output.items < 100, "seed 47, sample \(index)")
        }
    }

    @Test(.realExports) func `real months come in whole`() throws {
        let script =
            "import sys,glob,re\nprint(sum(len(re.findall(r'(?m)^\\d+:',open(f).read())) for f in glob.glob(sys.argv[1]+'/*.txt')))"
        let (path, count) = try countedByPython("rednotebook/jimmy_test1", script)
        let found = try readSource(path)
        #expect(found.format == .rednotebook)
        #expect(String(found.output.records.count) == count && found.output.problems.isEmpty)
    }
}

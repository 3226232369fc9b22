import Base
import Foundation
import SeededChance
import Testing

@Suite struct SentenceTableTests {
    private static let polish = """
        # A comment.
        msgid ""
        msgstr ""
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Language: pl\\n"

        #: ExportWipeCommands.swift
        msgid "Overwrote {1:# file|# files} of {2}."
        msgstr "{2}: nadpisano {1:# plik|# pliki|# plików|# pliku}."

        msgid ""
        "Two\\n"
        "\\"lines\\""
        msgstr "Dwie\\n\\"linie\\""

        #, fuzzy
        msgid "A guess"
        msgstr "Zgadywanie"

        msgid "Not translated"
        msgstr ""

        """

    private func table(_ text: String = SentenceTableTests.polish) throws -> SentenceTable { try SentenceTable(Array(text.utf8)) }

    @Test func `a sentence has its values where the table puts them, and the form that goes with the number`() throws {
        let table = try table()
        func overwrote(_ count: Int) -> String? {
            table.translated("Overwrote {1:# file|# files} of {2}.", [.counted(counted(count, "file")), .text("Ann")])
        }
        #expect(overwrote(1) == "Ann: nadpisano 1 plik.")
        #expect(overwrote(3) == "Ann: nadpisano 3 pliki.")
        #expect(overwrote(12) == "Ann: nadpisano 12 plików.")
        #expect(overwrote(2_322) == "Ann: nadpisano 2,322 pliki.")
        #expect(table.translated("Two\n\"lines\"", []) == "Dwie\n\"linie\"")
    }

    @Test func `what the table does not have, or only guesses, is shown in English`() throws {
        let table = try table()
        #expect(table.translated("A guess", []) == nil)
        #expect(table.sentence("Not translated", []) == "Not translated")
        #expect(table.sentence("{1:# file|# files} in {2}", [.counted(counted(2, "file")), .text("{1}")]) == "2 files in {1}")
    }

    @Test func `without a table a sentence is what it says`() {
        #expect(SentenceTable.shown == nil)
        #expect(say("Deleted \(counted(1, "file")) of \("Ann").") == "Deleted 1 file of Ann.")
        #expect(say("\(counted(2400, "entry", "entries")) \(plural(2400, "is", "are")) here") == "2,400 entries are here")
    }

    @Test(arguments: [
        ("msgid \"a\"\nmsgstr \"b\"\n", 1, "language"),
        ("msgid a\n", 1, "quotation marks"),
        ("msgstr \"b\"\n", 1, "neither msgid nor msgstr"),
        ("msgid \"\"\nmsgstr \"Language: pl\\n\"\n\nmsgid \"a {1}\"\nmsgstr \"b {2}\"\n", 4, "values in braces"),
        ("msgid \"\"\nmsgstr \"Language: pl\\n\"\n\nmsgid \"{1:# a|# b}\"\nmsgstr \"{1:# a|# b}\"\n", 4, "one, few, many, other"),
        ("msgid \"\"\nmsgstr \"Language: pl\\n\"\nmsgid \"a\\\"\n", 3, "quotation marks"),
        (
            "msgid \"\"\nmsgstr \"Language: pl\\n\"\n\nmsgid \"<b>{1}</b>\"\nmsgstr \"<b>{1}</b><script src={1}>\"\n", 4,
            "angle brackets"
        ),
    ]) func `a file that cannot be used is refused with its line`(text: String, line: Int, reason: String) {
        #expect {
            _ = try SentenceTable(Array(text.utf8))
        } throws: { error in
            guard let fault = error as? SentenceFileFault else { return false }
            return fault.line == line && fault.reason.contains(reason)
        }
    }

    @Test func `a file with a Windows editor's line ends is read`() throws {
        let table = try table(SentenceTableTests.polish.replacing("\n", with: "\r\n"))
        #expect(table.translated("Two\n\"lines\"", []) == "Dwie\n\"linie\"")
    }

    @Test func `no file ends the program, and no sentence of one`() {
        var chance = Seed.generator("files of sentences")
        let parts = [
            "{1}", "{2:# a|# b}", "{1:# a|# b|# c|# d}", "{", "}", "{99999999999999999999}", "|", ":", "#", "é", "<b>", "<",
            "\u{200D}", "a",
        ]
        let lines = ["msgid \"", "msgstr \"", "\"", "#", "\\\"", "\n"]
        func some(_ parts: [String], most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &chance)).map { _ in parts.randomElement(using: &chance) ?? "" }.joined()
        }
        var read = 0
        for _ in 0..<2_000 {
            let (english, other) = (some(parts, most: 6), some(parts, most: 6))
            let noise = Int.random(in: 0...3, using: &chance) == 0 ? some(parts + lines, most: 20) : ""
            let text = "msgid \"\"\nmsgstr \"Language: ru\\n\"\n\nmsgid \"\(english)\"\nmsgstr \"\(other)\"\n\(noise)"
            guard let table = try? self.table(text) else { continue }
            read += 1
            _ = table.sentence(english, [])
            _ = table.sentence(english, [.text("x"), .counted(counted(2, "file"))])
        }
        #expect(read > 200)
    }

    @Test func `every language has the forms that another implementation of CLDR gives`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "plurals.tsv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t")
        }
        let numbers = try #require(rows.first)[1].split(separator: " ").compactMap { Int($0) }
        let names: [Character: String] = ["0": "zero", "1": "one", "2": "two", "f": "few", "m": "many", "-": "other"]
        try #require(rows.count > 150)
        for row in rows.dropFirst() {
            let rule = PluralRule(language: String(row[0]))
            for (number, sign) in zip(numbers, row[1]) {
                #expect(rule.forms[rule.form(of: number)] == names[sign], "\(row[0]): \(number)")
            }
        }
    }

    @Test func `a region has the rules of its language, and an unknown language one form`() {
        #expect(PluralRule(language: "de-AT").forms == ["one", "other"])
        #expect(PluralRule(language: "pt_PT").form(of: 0) == 2)
        #expect(PluralRule(language: "pt_BR").form(of: 0) == 0)
        #expect(PluralRule(language: "xx").forms == ["other"])
    }
}

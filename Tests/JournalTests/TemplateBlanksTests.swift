import Journal
import Testing

struct TemplateBlanksTests {
    private static let text = "## Day\n- {{Best?}}\n- {{ Next? }}\nAlways\n{{a}} and {{b}}{{}}"

    @Test func `questions are asked in their order, and answers come in their places`() {
        let blanks = TemplateBlanks(Self.text)
        #expect(blanks.questions == ["Best?", "Next?", "a", "b"])
        #expect(blanks.filled(with: ["tea", " rest\n", "1", "2"]) == "## Day\n- tea\n- rest\nAlways\n1 and 2{{}}")
        #expect(
            blanks.filled(with: ["", "rest", "", "2"]) == "## Day\n- rest\nAlways\n and 2{{}}",
            "a line without an answer is left out")
        #expect(blanks.filled(with: []) == "## Day\nAlways")
        #expect(blanks.asked == "## Day\n- Best?\n- Next?\nAlways\na and b{{}}")
    }

    @Test(arguments: ["", "{{", "}}", "a {{ b", "{{}}", "}}{{", "no blank\n\n"])
    func `a text without a blank stays as it is`(text: String) {
        let blanks = TemplateBlanks(text)
        #expect(blanks.questions.isEmpty && blanks.filled(with: []) == text && blanks.asked == text)
    }

    @Test(arguments: Template.packs) func `a pack can be saved, asks something, and each of its lines belongs to a question`(
        pack: Template
    ) {
        #expect(pack.fault == nil && TemplateBlanks(pack.text).questions.count >= 4)
        #expect(TemplateBlanks(pack.text).filled(with: []).split(separator: "\n").count == 1)
    }
}

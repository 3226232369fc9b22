import Journal
import Testing

@Suite struct TemplateTests {
    @Test(arguments: [
        ("", "text", TemplateFault.nameEmpty), (" \n ", "text", .nameEmpty),
        (String(repeating: "n", count: 81), "text", .nameTooLong(81)), ("two\nlines", "text", .nameHoldsControl),
        ("tab\there", "text", .nameHoldsControl), ("name\0", "text", .nameHoldsControl), ("name", "", .textEmpty),
        ("name", " \n\t", .textEmpty), ("name", "a\0b", .textHoldsNUL),
        ("name", String(repeating: "x", count: Limits.textBytes + 1), .textTooLong(bytes: Limits.textBytes + 1)),
    ])
    func `a template that cannot be used is refused`(name: String, text: String, fault: TemplateFault) {
        #expect(Template(name: name, text: text).fault == fault)
    }

    @Test func `one character made of thousands of marks is no short name`() {
        let name = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(name.count == 1 && Template(name: name, text: "x").fault == .nameTooLong(1))
    }

    @Test(arguments: [String(repeating: "ü", count: 80), "Abend", " Evening page ", "👩‍👩‍👧 Familie"])
    func `a name is kept as typed, but for the blanks at its ends`(name: String) {
        let template = Template(name: name, text: String(repeating: "x", count: Limits.textBytes), rank: -3)
        #expect(template.fault == nil && template.name == trimmed(name))
    }
}

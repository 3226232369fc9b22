import Engine
import GivenVault
import Journal
import Ledger
import Records
import Testing

@Suite struct TemplateUseTests {
    @Test func `templates are listed by rank and then by name`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        #expect(try await open.templates().isEmpty)
        for (name, rank) in [("walk", nil), ("Évening", 2), ("Morning", 1), ("abend", nil)] as [(String, Int?)] {
            try await open.addTemplate(Template(name: name, text: "# \(name)\n", rank: rank))
        }
        let names = try await open.templates().map(\.value.name)
        #expect(names == ["Morning", "Évening", "abend", "walk"])
        #expect(try await vault.open().templates() == open.templates())
        #expect(try await vault.repair().vault.templates().map(\.value.name) == names)
    }

    @Test func `a template is changed, deleted and brought back`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let added = try await open.addTemplate(Template(name: "Evening", text: "What was good?", rank: 1))
        let changed = try await open.changeTemplate(added.id, to: Template(name: "Evening", text: "And what was not?"))
        #expect(changed.value == Template(name: "Evening", text: "And what was not?") && changed.id == added.id)
        #expect(try VaultInsides(vault).lastPayload().mutations.map(\.fields) == [["text": "And what was not?", "rank": nil]])
        let position = try await open.logPosition()
        try await open.changeTemplate(added.id, to: changed.value)
        #expect(try await open.logPosition() == position)
        try await open.deleteTemplate(added.id)
        #expect(try await open.templates().isEmpty)
        await #expect(throws: TemplateError.noSuchTemplate(added.id)) { try await open.template(added.id) }
        await #expect(throws: TemplateError.noSuchTemplate(added.id)) { try await open.deleteTemplate(added.id) }
        await #expect(throws: TemplateError.noSuchTemplate(added.id)) {
            try await open.changeTemplate(added.id, to: changed.value)
        }
        #expect(try await open.restoreTemplate(added.id) == changed)
        #expect(try await open.restoreTemplate(added.id) == changed)
        let other = try await open.add(NewEntry(text: "an entry"))
        await #expect(throws: TemplateError.noSuchTemplate(other.id)) { try await open.restoreTemplate(other.id) }
    }

    @Test func `what cannot be a template is refused, and there is room for two hundred`() async throws {
        let open = try TestVault().create()
        await #expect(throws: TemplateFault.nameEmpty) { try await open.addTemplate(Template(name: " ", text: "x")) }
        let first = try await open.addTemplate(Template(name: "t", text: "x"))
        await #expect(throws: TemplateFault.textEmpty) {
            try await open.changeTemplate(first.id, to: Template(name: "t", text: ""))
        }
        for number in 2...OpenVault.templateLimit { try await open.addTemplate(Template(name: "t\(number)", text: "x")) }
        await #expect(throws: TemplateError.tooMany(limit: 200)) { try await open.addTemplate(Template(name: "t", text: "x")) }
        try await open.deleteTemplate(first.id)
        try await open.addTemplate(Template(name: "t", text: "x"))
    }
}

import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Journal
import Ledger
import Records

struct TemplateCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "template",
        subcommands: [TemplateList.self, TemplateShow.self, TemplateSet.self, TemplateDelete.self],
        defaultSubcommand: TemplateList.self)

    /// The template with a name; capitals make no difference.
    static func find(_ name: String, in vault: OpenVault) async throws -> Stored<Template> {
        let all = try await vault.templates()
        if let found = all.first(where: { $0.value.name.lowercased() == name.lowercased() }) { return found }
        let near = NearestName.to(name, in: all.map(\.value.name)).map { say("did you mean '\($0)'? ") } ?? ""
        throw Refusal(
            "no_such_template", "no template is called '\(name.prefix(60))'", hint: near + "'auralyst template' lists them",
            exit: .failed)
    }
}

struct TemplateList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("template list")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let all = try await Unlocking.open(options).templates()
        if options.json { return Document.print(.array(all.map(\.json))) }
        if all.isEmpty { print(say("No templates yet. 'auralyst template set NAME TEXT' makes one.")) }
        let width = all.map(\.value.name.columns).max() ?? 0
        for one in all {
            let name = Rows.padded(Terminal.name(one.value.name), to: min(width, 30))
            print(name + "  " + HealthPrinter.oneLine(one.value.text, room: Terminal.columns - name.columns - 2))
        }
    }
}

struct TemplateShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("template show")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("Its name.")) var name: [String]

    func run() async throws {
        let found = try await TemplateCommand.find(name.joined, in: try Unlocking.open(options))
        options.json ? Document.print(found.json) : print(Terminal.harmless(found.value.text))
    }
}

struct TemplateSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration("template set")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("Its name.")) var name: String
    @Argument(help: say("The text, or '-'.")) var text: [String] = []

    func run() async throws {
        let waits = text.isEmpty || text == ["-"]
        let key = try Unlocking.key(options, waits: waits, takesPipe: text == ["-"])
        guard waits else { return try await save(text.joined, key) }
        let before = try await present(key)
        if text == ["-"] { return try await save(try StandardInput.text(), key) }
        try await Editor.edit(before) { try await save($0, key) }
    }

    /// The text of the template, empty for a new one. Throws if there cannot be one with this name.
    private func present(_ key: borrowing VaultKey) async throws -> String {
        let vault = try key.open()
        let all = try await vault.templates()
        if let known = all.first(where: { $0.value.name.lowercased() == name.lowercased() }) { return known.value.text }
        try await vault.requireNewTemplate(named: name)
        return ""
    }

    private func save(_ text: String, _ key: borrowing VaultKey) async throws {
        let vault = try key.open()
        let known = try await vault.templates().first { $0.value.name.lowercased() == name.lowercased() }
        let saved: Stored<Template>
        if let known {
            saved = try await vault.changeTemplate(
                known.id, to: Template(name: known.value.name, text: text, rank: known.value.rank))
        } else {
            saved = try await vault.addTemplate(Template(name: name, text: text))
        }
        if options.json { return Document.print(saved.json) }
        print("\(known == nil ? "Saved" : "Changed") \(Terminal.name(saved.value.name)).")
    }
}

struct TemplateDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration("template delete")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("Its name.")) var name: [String]
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await TemplateCommand.find(name.joined, in: vault)
        try consent.ask("Delete the template \(Terminal.name(found.value.name))?", nothing: "nothing was deleted")
        try await vault.deleteTemplate(found.id)
        options.json ? Document.print(found.json) : print(say("Deleted."))
    }
}

extension Stored<Template> {
    fileprivate var json: JSON {
        [
            "id": .string(id.description), "kind": .string(Template.kind), "name": .string(value.name),
            "text": .string(value.text),
        ]
    }
}

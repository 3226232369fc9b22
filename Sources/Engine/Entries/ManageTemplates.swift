import Base
import Journal
import Ledger
import Records
import Store

package enum TemplateError: Error, Hashable, Sendable {
    /// It does not exist, or it is deleted.
    case noSuchTemplate(RecordID)
    case tooMany(limit: Int)
    /// Another one has this name; capitals make no difference.
    case nameTaken(String)
}

extension OpenVault {
    package static let templateLimit = 200

    /// The owner's templates: by rank, then by name.
    package func templates() throws -> [Stored<Template>] {
        try allTemplates().filter { $0.deleted == nil }
            .sorted { a, b in
                let (first, second) = (a.value.rank ?? .max, b.value.rank ?? .max)
                return (first, a.value.name.lowercased(), a.id) < (second, b.value.name.lowercased(), b.id)
            }
    }

    /// A template; throws if it does not exist or is deleted.
    package func template(_ id: RecordID) throws -> Stored<Template> {
        guard let found = try templates().first(where: { $0.id == id }) else { throw TemplateError.noSuchTemplate(id) }
        return found
    }

    /// Saves a new template; throws a `TemplateFault`, or a `TemplateError` if there are too many or the name is taken.
    @discardableResult
    package func addTemplate(_ template: Template) throws -> Stored<Template> {
        if let fault = template.fault { throw fault }
        try requireNewTemplate(named: template.name)
        var generator = surroundings.generator
        let id = RecordID.random(using: &generator)
        let now = surroundings.now()
        try act(in: try firstJournal()) { _ in [template.made(id, at: now)] }
        return try self.template(id)
    }

    /// Throws why there cannot be a new template with a name.
    package func requireNewTemplate(named name: String) throws {
        let template = Template(name: name, text: "…")
        if let fault = template.fault { throw fault }
        guard try templates().count < OpenVault.templateLimit else { throw TemplateError.tooMany(limit: OpenVault.templateLimit) }
        try checkName(of: template)
    }

    /// Replaces a template; only what differs is written. Throws a `TemplateFault`, or `TemplateError.nameTaken`.
    @discardableResult
    package func changeTemplate(_ id: RecordID, to template: Template) throws -> Stored<Template> {
        if let fault = template.fault { throw fault }
        let current = try self.template(id)
        // Two templates that already share a name can still be changed.
        if current.value.name.lowercased() != template.name.lowercased() { try checkName(of: template) }
        try set(template.fields.filter { current.value.fields[$0.key] != $0.value }, on: current)
        return try self.template(id)
    }

    package func deleteTemplate(_ id: RecordID) throws {
        try set(["gone": true], on: template(id))
    }

    /// Restores a deleted template; one that is not deleted stays as it is.
    @discardableResult
    package func restoreTemplate(_ id: RecordID) throws -> Stored<Template> {
        guard let found = try allTemplates().first(where: { $0.id == id }) else { throw TemplateError.noSuchTemplate(id) }
        if found.deleted != nil { try set(["gone": false], on: found) }
        return try template(id)
    }

    private func checkName(of template: Template) throws {
        let name = template.name.lowercased()
        guard try !templates().contains(where: { $0.value.name.lowercased() == name }) else {
            throw TemplateError.nameTaken(template.name)
        }
    }

    private func allTemplates() throws -> [Stored<Template>] {
        let journal = try firstJournal()
        return try store.records(kind: Template.kind).filter { $0.journal == journal }
            .compactMap { Stored(id: $0.id, journal: journal, state: $0.state) }
    }
}

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
    package func templates() throws -> [StoredTemplate] {
        try allTemplates().filter { $0.deleted == nil }
            .sorted { a, b in
                let (first, second) = (a.template.rank ?? .max, b.template.rank ?? .max)
                return (first, a.template.name.lowercased(), a.id) < (second, b.template.name.lowercased(), b.id)
            }
    }

    /// A template; throws if it does not exist or is deleted.
    package func template(_ id: RecordID) throws -> StoredTemplate {
        guard let found = try storedTemplate(id), found.deleted == nil else { throw TemplateError.noSuchTemplate(id) }
        return found
    }

    /// Saves a new template; throws a `TemplateFault`, or a `TemplateError` if there are too many or the name is taken.
    @discardableResult
    package func addTemplate(_ template: Template) throws -> StoredTemplate {
        if let fault = template.fault { throw fault }
        guard try templates().count < OpenVault.templateLimit else { throw TemplateError.tooMany(limit: OpenVault.templateLimit) }
        try checkName(of: template)
        var generator = surroundings.generator
        let id = RecordID.random(using: &generator)
        var fields = template.fields.filter { $0.value != .null }
        fields["created"] = .int(surroundings.now())
        try act(in: try firstJournal()) { _ in [Mutation(kind: Template.kind, record: id, fields: fields)] }
        return try self.template(id)
    }

    /// Replaces a template; only what differs is written. Throws a `TemplateFault`, or `TemplateError.nameTaken`.
    @discardableResult
    package func changeTemplate(_ id: RecordID, to template: Template) throws -> StoredTemplate {
        if let fault = template.fault { throw fault }
        let current = try self.template(id)
        // Two templates that already share a name can still be changed.
        if current.template.name.lowercased() != template.name.lowercased() { try checkName(of: template) }
        let fields = template.fields.filter { current.template.fields[$0.key] != $0.value }
        try write(fields, to: id)
        return try self.template(id)
    }

    package func deleteTemplate(_ id: RecordID) throws {
        _ = try template(id)
        try write(["gone": true], to: id)
    }

    /// Restores a deleted template; one that is not deleted stays as it is.
    @discardableResult
    package func restoreTemplate(_ id: RecordID) throws -> StoredTemplate {
        guard let found = try storedTemplate(id) else { throw TemplateError.noSuchTemplate(id) }
        if found.deleted != nil { try write(["gone": false], to: id) }
        return try template(id)
    }

    private func checkName(of template: Template) throws {
        let name = template.name.lowercased()
        guard try !templates().contains(where: { $0.template.name.lowercased() == name }) else {
            throw TemplateError.nameTaken(template.name)
        }
    }

    private func write(_ fields: [String: JSON], to id: RecordID) throws {
        let journal = try firstJournal()
        try act(in: journal) { writer in
            [try writer.mutation(of: id, kind: Template.kind, journal: journal, setting: fields)]
        }
    }

    private func storedTemplate(_ id: RecordID) throws -> StoredTemplate? {
        let journal = try firstJournal()
        return StoredTemplate(id: id, state: try store.read { try $0.state(of: id, kind: Template.kind, journal: journal) })
    }

    private func allTemplates() throws -> [StoredTemplate] {
        let journal = try firstJournal()
        return try store.records(kind: Template.kind).filter { $0.journal == journal }
            .compactMap { StoredTemplate(id: $0.id, state: $0.state) }
    }
}

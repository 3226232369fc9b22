import Base
import Documents
import Engine
import Findings
import HTTP
import Journal
import Ledger
import Records

/// The input of a form for a record with a moment, as typed, and its faults.
protocol RecordForm: Sendable {
    associatedtype Value: HealthValue & MomentValue

    init(_ fields: FormFields)
    init(_ value: Value)
    var faults: FormFaults { get set }
    /// Reads what the vault knows about what was typed.
    /// - Parameter id: the record that is changed.
    mutating func know(from vault: isolated OpenVault, instead id: RecordID?) throws
    /// Whether the full form asks what was meant.
    var asks: Bool { get }
    /// The record, which replaces `old` if there is one; `nil` if it cannot be saved, with the reason in `faults`.
    mutating func record(_ surroundings: Surroundings, instead old: Value?) -> Value?
}

extension RecordForm {
    var asks: Bool { false }
    func know(from vault: isolated OpenVault, instead id: RecordID?) {}
}

/// The page for such a record with all its fields, new or edited: `/symptom/new`, `/symptom/ID`.
protocol RecordPage: Sendable {
    associatedtype Form: RecordForm

    /// Its name, with a capital.
    static var noun: String { get }
    static var newTitle: HTML { get }
    /// `id`: the record's; `nil` for a new one.
    init(id: RecordID?)
    var id: RecordID? { get }
    var form: Form { get set }
    /// The zone of the record's time, if it is not the owner's.
    var zone: String? { get set }
    /// Reads what it offers to choose from.
    mutating func fill(from vault: isolated OpenVault) throws
    var fields: HTML { get }
    /// Buttons beside "Save" that save it too.
    var otherWays: HTML { get }
    /// A new record was saved.
    static func said(_ stored: Stored<Form.Value>) -> Notice
}

extension RecordPage {
    /// The beginning of its addresses.
    static var path: String { "/" + (RecordKind.of(Form.Value.kind).page ?? "") }
    /// Where its form is sent.
    var path: String { "\(Self.path)/\(id?.description ?? "new")" }
    var otherWays: HTML { .empty }

    func html(for visit: Visit) -> HTML {
        """
        \(healthWayBack)
        <section class="card"><h1>\(id == nil ? Self.newTitle : "\(Self.noun)")</h1>
        <form method="post" action="\(path)" class="health-form">\(formToken(visit))
        \(fields)\(renameAllField, if: id != nil && Form.Value.self is any NamedEntry.Type)
        <div class="actions"><button class="primary">Save</button>\(otherWays)\("<button type=\"reset\" class=\"quiet\">Clear</button>", if: id == nil)<a class="button quiet" href="/health">Cancel</a></div></form>
        \(id.map { _ in deleteForm(at: path, visit) })</section>
        """
    }
}

extension Routes {
    mutating func records<Page: RecordPage>(_: Page.Type) {
        let noun = Page.noun
        page(Page.path + "/new") { visit in
            try await visit.app.page(Page(id: nil), in: try await visit.vault(), visit)
        }
        form(Page.path + "/new") { visit, fields in
            let vault = try await visit.vault()
            var page = Page(id: nil)
            page.form = Page.Form(fields)
            try await page.form.know(from: vault, instead: nil)
            guard let new = page.form.record(visit.app.surroundings, instead: nil),
                let stored = try await page.form.faults.keeping({ try await vault.add(new) })
            else { return try await visit.app.page(page, in: vault, visit) }
            return visit.done(Page.said(stored), next: "/health")
        }
        page(Page.path + "/:id") { visit in
            let vault = try await visit.vault()
            let stored = try await vault.record(Page.Form.Value.self, try visit.recordID(), evenDeleted: true)
            guard stored.deleted == nil else {
                let restore = "\(Page.path)/\(stored.id.description)/restore"
                let card = deletedCard("This \(noun.lowercased())", restore: restore, visit)
                return visit.app.healthFrame("\(noun)", card, visit)
            }
            return try await visit.app.page(Page.self, stored, Page.Form(stored.value), in: vault, visit)
        }
        form(Page.path + "/:id") { visit, fields in
            let vault = try await visit.vault()
            let stored = try await vault.record(Page.Form.Value.self, try visit.recordID())
            var form = Page.Form(fields)
            try await form.know(from: vault, instead: stored.id)
            guard let changed = form.record(visit.app.surroundings, instead: stored.value),
                try await form.faults.keeping({ try await vault.change(stored.id, to: changed) }) != nil
            else { return try await visit.app.page(Page.self, stored, form, in: vault, visit) }
            guard fields["rename"] == "yes", let old = stored.value as? any NamedEntry, let new = changed as? any NamedEntry,
                old.name != new.name
            else {
                return visit.done(Notice(sentence: "\(noun) updated."), next: "/health")
            }
            let count = try await vault.rename(old, to: new.name)
            return visit.done(
                Notice(sentence: say("\(counted(count, "other entry", "other entries")) renamed to \(new.name).")),
                next: "/health")
        }
        removal(of: Page.Form.Value.self, at: Page.path, noun.lowercased())
    }
}

extension WebApp {
    fileprivate func page<Page: RecordPage>(
        _: Page.Type, _ stored: Stored<Page.Form.Value>, _ form: Page.Form, in vault: OpenVault, _ visit: Visit
    ) async throws -> Response {
        var page = Page(id: stored.id)
        (page.form, page.zone) = (form, otherZone(stored.value.zone, at: stored.value.instant, surroundings))
        return try await self.page(page, in: vault, visit)
    }

    func page<Page: RecordPage>(_ page: Page, in vault: OpenVault, _ visit: Visit) async throws -> Response {
        var page = page
        try await page.fill(from: vault)
        return healthFrame(
            "\(Page.noun)", page.html(for: visit), visit, status: page.form.faults.isEmpty ? .ok : .unprocessable)
    }

    /// A page of Health other than a list.
    func healthFrame(_ title: HTML, _ content: HTML, _ visit: Visit, status: Status = .ok) -> Response {
        PageFrame(title: title, place: .health, name: "health-form").page(content, for: visit, status: status)
    }
}

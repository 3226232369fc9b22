import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

struct TemplatePage {
    /// Its id; `nil` for a new one.
    let id: RecordID?
    var name = ""
    var text = ""
    var fault: Explanation?

    func html(for visit: Visit) -> HTML {
        let action = id.map { "/settings/templates/\($0.description)" } ?? "/settings/templates"
        let wrong: HTML? = fault.map { "<p class=\"fault\" id=\"template-fault\" role=\"alert\">\(sentence($0.sentence))</p>" }
        let removal = id.map { deleteForm(at: "/settings/templates/\($0.description)", visit) }
        return """
            <p class="way-back"><a href="/settings/writing">\(Icon.back)Writing</a></p>
            <section class="card"><h1>\(id == nil ? "New template" : "Template" as HTML)</h1>
            <form method="post" action="\(action)" class="stack">\(formToken(visit))\(wrong)
            <p class="field"><label for="name">Name</label><input id="name" name="name" value="\(name)" maxlength="\(Template.nameLength)" autocomplete="off" required></p>
            <p class="field"><label for="text">Text</label>
            <textarea id="text" name="text" rows="10" required>
            \(text)</textarea><span class="hint">Write a question in two braces, <code>{{What went well?}}</code>, and Today asks it in a field of its own.</span></p>
            <div class="actions"><button class="primary">Save</button><a class="button quiet" href="/settings/writing">Cancel</a></div></form>\(removal)</section>
            """
    }
}

extension WebApp {
    func addTemplateRoutes(to routes: inout Routes) {
        routes.page("/settings/templates/new") { visit in try await visit.app.page(TemplatePage(id: nil), visit) }
        routes.form("/settings/templates", limit: 4 << 20) { visit, fields in
            try await visit.app.saveTemplate(nil, visit, fields)
        }
        routes.page("/settings/templates/:id") { visit in
            let stored = try await visit.vault().template(try visit.recordID())
            return try await visit.app.page(TemplatePage(id: stored.id, name: stored.value.name, text: stored.value.text), visit)
        }
        routes.form("/settings/templates/:id", limit: 4 << 20) { visit, fields in
            try await visit.app.saveTemplate(try visit.recordID(), visit, fields)
        }
        routes.form("/settings/templates/:id/delete") { visit, _ in
            let id = try visit.recordID()
            try await visit.vault().deleteTemplate(id)
            let path = "/settings/templates/\(id.description)"
            return visit.done(.deleted(say("Template deleted."), at: path), next: "/settings/writing")
        }
        routes.form("/settings/packs") { visit, fields in
            guard let number = fields["pack"].flatMap({ Int($0) }), Template.packs.indices.contains(number) else {
                throw HTTPFault.notFound
            }
            let stored = try await visit.vault().addTemplate(Template.packs[number])
            let undo = Notice.Undo(path: "/settings/templates/\(stored.id.description)/delete", label: "Undo")
            return visit.done(
                Notice(sentence: "Template added. Today offers it.", undo: undo), next: "/settings/writing#templates")
        }
        routes.form("/settings/templates/:id/restore") { visit, _ in
            _ = try await visit.vault().restoreTemplate(try visit.recordID())
            return visit.done(Notice(sentence: "Template restored."), next: "/settings/writing")
        }
    }

    /// A template's questions, each with its field. Their answers become a draft of Today, so that nothing is lost before it is saved.
    func addFillRoutes(to routes: inout Routes) {
        routes.page("/templates/:id/fill") { visit in
            let stored = try await visit.vault().template(try visit.recordID())
            let fields = TemplateBlanks(stored.value.text).questions.enumerated().map { $0 }.html { number, question in
                "<p class=\"field\"><label for=\"answer-\(String(number))\">\(question)</label><textarea id=\"answer-\(String(number))\" name=\"answer\" rows=\"2\" dir=\"auto\"\(" autofocus", if: number == 0)></textarea></p>"
            }
            let page: HTML = """
                <p class="way-back"><a href="/today">\(Icon.back)Today</a></p>
                <section class="card"><h1>\(stored.value.name)</h1>
                <form method="post" action="/templates/\(stored.id.description)/fill" class="stack">\(formToken(visit))\(fields)
                <p class="hint">What you leave empty is left out.</p>
                <div class="actions"><button class="primary">Write</button><a class="button quiet" href="/today">Cancel</a></div></form></section>
                """
            return PageFrame(title: "Template", place: .today, name: "fill").page(page, for: visit)
        }
        routes.form("/templates/:id/fill", limit: 4 << 20) { visit, fields in
            let vault = try await visit.vault()
            let template = try await vault.template(try visit.recordID()).value
            let answers = fields.all("answer").map(EntryForm.lines)
            guard answers.contains(where: { !trimmed($0).isEmpty }) else { return visit.done(next: "/today") }
            let name = try await visit.app.nameToPutBack(.new, in: vault)
            let draft = Draft(text: TemplateBlanks(template.text).filled(with: answers), once: RandomName.make(byteCount: 12))
            try await vault.keep(draft, as: name)
            return .redirect(to: "/today?draft=\(name.description)")
        }
    }

    private func page(_ page: TemplatePage, _ visit: Visit) async throws -> Response {
        try await settings(
            visit, below: .writing, "Template", status: page.fault == nil ? .ok : .unprocessable, page.html(for: visit))
    }

    private func saveTemplate(_ id: RecordID?, _ visit: Visit, _ fields: FormFields) async throws -> Response {
        let vault = try await visit.vault()
        let typed = fields["text"] ?? ""
        // Browsers send line ends as two characters.
        var template = Template(name: fields["name"] ?? "", text: typed.replacing("\r\n", with: "\n"))
        do {
            if let id {
                template.rank = try await vault.template(id).value.rank
                try await vault.changeTemplate(id, to: template)
            } else {
                try await vault.addTemplate(template)
            }
        } catch let fault where fault is TemplateFault || fault is TemplateError {
            // A template deleted meanwhile is reported on a page of its own.
            if case TemplateError.noSuchTemplate = fault { throw fault }
            return try await page(
                TemplatePage(id: id, name: template.name, text: template.text, fault: Explanation(fault)), visit)
        }
        return visit.done(Notice(sentence: "Template saved."), next: "/settings/writing")
    }
}

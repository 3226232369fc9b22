import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger

struct SupportItemForm {
    let part: SupportItem.Part
    var name = ""
    var phone = ""
    var note = ""
    var fault: (field: String, sentence: String)?

    init(_ part: SupportItem.Part) { self.part = part }

    init(_ item: SupportItem) { (part, name, phone, note) = (item.part, item.name, item.phone, item.note) }

    init(_ part: SupportItem.Part, _ fields: FormFields) {
        self.part = part
        (name, phone) = (fields["name"] ?? "", fields["phone"] ?? "")
        note = EntryForm.lines(fields["note"] ?? "")
    }

    func item(rank: Int? = nil) -> SupportItem {
        SupportItem(part, name: name, phone: part.hasPhone ? phone : "", note: note, rank: rank)
    }

    mutating func note(_ error: HealthError) {
        var field = "name"
        if case .fault(.empty(let name)) = error { field = name }
        if case .fault(.badText(let name, _)) = error { field = name }
        fault = (field, besideField(Explanation(error)))
    }

    /// The fields; a page may have several such forms, each with its own `id` names.
    var fields: HTML {
        let optional: HTML = " <span class=\"unit\">(optional)</span>"
        let number = field(
            "phone", "Telephone number\(optional, if: part == .buddy)", phone, "tel",
            " maxlength=\"60\"\(" required", if: part == .contact)")
        return """
            \(field("name", part.label, name, "text", " maxlength=\"200\" required"))
            \(number, if: part.hasPhone)
            \(field("note", "Note\(optional)", note))
            """
    }

    private func field(_ name: String, _ label: HTML, _ value: String, _ type: HTML = "text", _ more: HTML = "") -> HTML {
        LabelledField(
            name: "\(name)", id: "\(part.path)-\(name)", label: label, value: value, type: type,
            fault: fault.flatMap { $0.field == name ? $0.sentence : nil }, attributes: more
        ).html
    }
}

struct SupportItemPage {
    let id: RecordID
    let form: SupportItemForm

    func html(for visit: Visit) -> HTML {
        let part = form.part
        let path = "/support/\(part.path)/\(id.description)"
        return """
            <p class="way-back"><a href="/support#\(part.path)">\(Icon.back)Support</a></p>
            <section class="card narrow"><h1>Change the \(part.noun)</h1>
            <form method="post" action="\(path)" class="stack">\(formToken(visit))\(form.fields)
            <div class="actions"><button class="primary">Save</button><a class="button quiet" href="/support#\(part.path)">Cancel</a></div></form>
            <form method="post" action="\(path)/delete" class="apart">\(formToken(visit))<button class="danger">\(Icon.trash)Remove it</button></form></section>
            """
    }
}

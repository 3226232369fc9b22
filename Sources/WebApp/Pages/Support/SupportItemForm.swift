import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger

/// The input for a line of the plan, as typed.
struct SupportItemForm {
    let part: SupportItem.Part
    var name = ""
    var phone = ""
    var note = ""
    /// The fault: its field, and the reason.
    var fault: (field: String, sentence: String)?

    init(_ part: SupportItem.Part) { self.part = part }

    init(_ item: SupportItem) { (part, name, phone, note) = (item.part, item.name, item.phone, item.note) }

    init(_ part: SupportItem.Part, _ fields: FormFields) {
        self.part = part
        (name, phone) = (fields["name"] ?? "", fields["phone"] ?? "")
        note = EntryForm.lines(fields["note"] ?? "")
    }

    /// The line.
    func item(rank: Int? = nil) -> SupportItem {
        SupportItem(part, name: name, phone: part.hasPhone ? phone : "", note: note, rank: rank)
    }

    /// Shows an error at its field.
    mutating func note(_ error: HealthError) {
        var field = "name"
        if case .fault(.empty(let name)) = error { field = name }
        if case .fault(.badText(let name, _)) = error { field = name }
        fault = (field, besideField(Explanation(error)))
    }

    /// The fields; a page may have several such forms, each with its own `id` names.
    var fields: HTML {
        let id = part.path
        return """
            <p class="field"><label for="\(id)-name">\(part.label)</label>
            <input id="\(id)-name" name="name" value="\(name)" maxlength="200" autocomplete="off" required\(described("name"))>\(wrong("name"))</p>
            \(phoneField)
            <p class="field"><label for="\(id)-note">Note <span class="unit">(optional)</span></label>
            <input id="\(id)-note" name="note" value="\(note)" autocomplete="off"\(described("note"))>\(wrong("note"))</p>
            """
    }

    private var phoneField: HTML? {
        guard part.hasPhone else { return nil }
        let optional: HTML = " <span class=\"unit\">(optional)</span>"
        return """
            <p class="field"><label for="\(part.path)-phone">Telephone number\(optional, if: part == .buddy)</label>
            <input id="\(part.path)-phone" name="phone" type="tel" value="\(phone)" maxlength="60" autocomplete="off"\(" required", if: part == .contact)\(described("phone"))>\(wrong("phone"))</p>
            """
    }

    private func wrong(_ field: String) -> HTML? {
        guard let fault, fault.field == field else { return nil }
        return "<span class=\"fault\" id=\"\(part.path)-\(field)-fault\">\(fault.sentence)</span>"
    }

    private func described(_ field: String) -> HTML {
        fault?.field == field ? " aria-invalid=\"true\" aria-describedby=\"\(part.path)-\(field)-fault\"" : ""
    }
}

/// Changes one line of the plan.
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

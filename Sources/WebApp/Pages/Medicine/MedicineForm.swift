import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// The input of a medicine form, as typed, and its faults.
struct MedicineForm {
    /// The field at which a fault is shown.
    enum Field: String {
        case name, strength, amount, unit, stock, refillAt, expiry, notes
    }

    var name = ""
    var strength = ""
    var amount = "1"
    var unit = "tablet"
    var isAsNeeded = false
    /// The stock; only asked for a new one.
    var stock = ""
    var refillAt = ""
    /// `2027-03-31`; may be empty.
    var expiry = ""
    var notes = ""
    /// Faults by field.
    var faults: [Field: String] = [:]

    init() {}

    init(_ medication: Medication) {
        (name, strength, unit, notes) = (medication.name, medication.strength, medication.unit, medication.notes)
        amount = medication.amount.text
        isAsNeeded = medication.asNeeded
        refillAt = medication.refillAt?.text ?? ""
        expiry = medication.expiry?.iso ?? ""
    }

    init(_ fields: FormFields) {
        (name, strength, unit) = (fields["name"] ?? "", fields["strength"] ?? "", fields["unit"] ?? "")
        (amount, stock, refillAt) = (fields["amount"] ?? "", fields["stock"] ?? "", fields["refill-at"] ?? "")
        isAsNeeded = fields["taken"] == "as-needed"
        expiry = fields["expiry"] ?? ""
        notes = EntryForm.lines(fields["notes"] ?? "")
    }

    /// The medicine; `nil` if it cannot be saved, with the reason in `faults`.
    /// - Parameter old: its earlier value; its stock and whether it is archived stay.
    mutating func medication(changing old: Medication? = nil, now: Instant, today: LocalDay) -> Medication? {
        let dose = read(amount, .amount, isNeeded: true)
        var new = Medication(
            name: name, strength: strength, amount: dose ?? .one, unit: unit, asNeeded: isAsNeeded, stock: old?.stock,
            refillAt: read(refillAt, .refillAt), notes: notes, archived: old?.archived ?? false)
        if old == nil, let amount = read(stock, .stock) { new.stock = Medication.Stock(amount: amount, counted: now) }
        if !expiry.isEmpty {
            new.expiry = LocalDay(typed: expiry, today: today, isComing: true)
            if new.expiry == nil { faults[.expiry] = "This is not a date. Dates look like 2027-03-31." }
        }
        if let fault = new.fault { note(fault) }
        return faults.isEmpty ? new : nil
    }

    /// Shows a fault at its field.
    mutating func note(_ fault: HealthFault) {
        let field: Field =
            switch fault {
            case .outside(let name, _, _), .badText(let name, _), .empty(let name), .tooMany(let name, _):
                Field(rawValue: name) ?? .name
            case .nothing, .schedule: .name
            }
        if faults[field] == nil { faults[field] = besideField(Explanation(HealthError.fault(fault))) }
    }

    /// Whether no other medicine has this title, regardless of capitals: their doses could not be told apart. Otherwise adds a
    /// fault.
    mutating func isAlone(_ medication: Medication, among others: [Stored<Medication>]) -> Bool {
        guard let twin = others.first(where: { $0.value.title.lowercased() == medication.title.lowercased() })?.value else {
            return true
        }
        let hint =
            twin.archived
            ? "It is under “No longer taken”." : "A different strength makes it a different medicine."
        faults[.name] = "You already have a medicine called “\(twin.title)”. \(hint)"
        return false
    }

    private mutating func read(_ text: String, _ field: Field, isNeeded: Bool = false) -> Amount? {
        if !isNeeded, text.allSatisfy(\.isWhitespace) { return nil }
        guard let amount = Amount(text) else {
            faults[field] = noAmount
            return nil
        }
        return amount
    }
}

/// The page for a new or changed medicine.
struct MedicineEditPage {
    /// Its id; `nil` for a new one.
    let id: RecordID?
    let form: MedicineForm

    func html(for visit: Visit) -> HTML {
        let path = id.map { "/medicine/" + $0.description }
        return """
            <p class="way-back"><a href="\(path ?? "/medicines")">\(Icon.back)\(id == nil ? "Medicines" : "Medicine" as HTML)</a></p>
            <section class="card"><h1>\(id == nil ? "New medicine" : "Change the medicine" as HTML)</h1>
            <form method="post" action="\(path.map { $0 + "/edit" } ?? "/medicine/new")" class="stack">\(formToken(visit))
            \(fields)
            <div class="actions"><button class="primary">Save</button><a class="button quiet" href="\(path ?? "/medicines")">Cancel</a></div></form></section>
            """
    }

    private var fields: HTML {
        """
        <div class="pair">\(field("name", "Name", form.name, .name, " required maxlength=\"200\""))\(field("strength", "Strength", form.strength, .strength, " maxlength=\"200\" placeholder=\"50 mg\""))</div>
        <div class="pair">\(field("amount", "Usual dose", form.amount, .amount, " inputmode=\"decimal\" required maxlength=\"20\""))\(field("unit", "Unit", form.unit, .unit, " list=\"units\" required maxlength=\"200\""))</div>
        <datalist id="units">\(MedicineEditPage.units.html { "<option value=\"\($0)\">" })</datalist>
        <fieldset class="choices"><legend>It is taken</legend>
        <label class="choice"><input type="radio" name="taken" value="scheduled"\(" checked", if: !form.isAsNeeded)> On a schedule</label>
        <label class="choice"><input type="radio" name="taken" value="as-needed"\(" checked", if: form.isAsNeeded)> As needed</label></fieldset>
        \(stock)
        <div class="pair">\(field("refill-at", "Remind me to refill at", form.refillAt, .refillAt, " inputmode=\"decimal\" maxlength=\"20\""))\(LabelledField(name: "expiry", label: "Pack expires on", value: form.expiry, type: "date", fault: form.faults[.expiry]).html)</div>
        \(LabelledField(name: "notes", label: "Notes", value: form.notes, fault: form.faults[.notes]).area(rows: 3))
        """
    }

    private var stock: HTML? {
        guard id == nil else { return nil }
        return LabelledField(
            name: "stock", label: "In stock now", value: form.stock,
            hint: "Leave it empty if you don’t want to track your stock.", fault: form.faults[.stock],
            attributes: " inputmode=\"decimal\" maxlength=\"20\""
        ).html
    }

    private func field(_ name: HTML, _ label: HTML, _ value: String, _ place: MedicineForm.Field, _ attributes: HTML) -> HTML {
        LabelledField(name: name, label: label, value: value, fault: form.faults[place], attributes: attributes).html
    }

    private static let units = ["tablet", "capsule", "ml", "drops", "puff", "sachet", "patch", "injection", "spray", "mg"]
}

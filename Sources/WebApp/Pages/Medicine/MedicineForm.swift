import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

struct MedicineForm {
    /// A field, by its name in the form. The stock is only asked for a new medicine.
    enum Field: String, CaseIterable {
        case name, strength, amount, unit, acute, stock, expiry, hours, substance, gap, most, notes
        case refillAt = "refill-at"
    }

    var typed: [Field: String] = [.amount: "1", .unit: "tablet"]
    var isAsNeeded = false
    var faults: [Field: String] = [:]

    init() {}

    init(_ medication: Medication) {
        let limits = medication.limits
        typed = [
            .name: medication.name, .strength: medication.strength, .amount: medication.amount.text, .unit: medication.unit,
            .notes: medication.notes, .substance: limits.substance,
        ]
        typed[.acute] = medication.acute?.rawValue
        typed[.refillAt] = medication.refillAt?.text
        typed[.expiry] = medication.expiry?.iso
        typed[.hours] = medication.openHours.map { String($0) }
        typed[.gap] = limits.gapHours?.text
        typed[.most] = limits.dayMost?.text
        isAsNeeded = medication.asNeeded
    }

    init(_ fields: FormFields) {
        for field in Field.allCases { typed[field] = fields[field.rawValue] }
        typed[.notes] = EntryForm.lines(fields["notes"] ?? "")
        isAsNeeded = fields["taken"] == "as-needed"
    }

    subscript(field: Field) -> String { typed[field] ?? "" }

    /// The medicine; `nil` if it cannot be saved, with the reason in `faults`.
    /// - Parameter old: its earlier value; its stock and whether it is archived stay.
    mutating func medication(changing old: Medication? = nil, now: Instant, today: LocalDay) -> Medication? {
        let hours = trimmed(self[.hours])
        var new = Medication(
            name: self[.name], strength: self[.strength], amount: read(.amount, "amount", isNeeded: true) ?? .one,
            unit: self[.unit], asNeeded: isAsNeeded,
            acute: AcuteKind(rawValue: self[.acute]), stock: old?.stock,
            refillAt: read(.refillAt, "refill level", least: .none),
            // An unreadable number is out of range, and refused as such.
            openHours: hours.isEmpty ? nil : Int(hours) ?? 0,
            limits: DoseLimits(substance: self[.substance], dayMost: read(.most, "daily limit")),
            notes: self[.notes], archived: old?.archived ?? false)
        if !self[.gap].allSatisfy(\.isWhitespace) {
            do {
                new.limits.gap = try DoseLimits.typedGap(self[.gap])
            } catch {
                faults[.gap] = besideField(error.explanation)
            }
        }
        if old == nil, let amount = read(.stock, "stock", least: .none) {
            new.stock = Medication.Stock(amount: amount, counted: now)
        }
        if !self[.expiry].isEmpty {
            new.expiry = LocalDay(typed: self[.expiry], today: today, isComing: true)
            if new.expiry == nil { faults[.expiry] = say("This is not a date. Dates look like 2027-03-31.") }
        }
        if let fault = new.fault { note(fault) }
        return faults.isEmpty ? new : nil
    }

    mutating func note(_ fault: HealthFault) {
        let field = fault.field.flatMap(Field.init(rawValue:)) ?? .name
        if faults[field] == nil { faults[field] = besideField(Explanation(HealthError.fault(fault))) }
    }

    private mutating func read(_ field: Field, _ name: String, isNeeded: Bool = false, least: Amount = .least) -> Amount? {
        if !isNeeded, self[field].allSatisfy(\.isWhitespace) { return nil }
        do {
            return try Amount.typed(self[field], name, least: least)
        } catch {
            faults[field] = besideField(error.explanation)
            return nil
        }
    }
}

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
        <div class="pair">\(field(.name, "Name", " required maxlength=\"200\""))\(field(.strength, "Strength", " maxlength=\"200\" placeholder=\"50 mg\""))</div>
        <div class="pair">\(number(.amount, "Usual dose", " required"))\(field(.unit, "Unit", " list=\"units\" required maxlength=\"200\""))</div>
        <datalist id="units">\(MedicineEditPage.units.html { "<option value=\"\($0)\">" })</datalist>
        <fieldset class="choices"><legend>It is taken</legend>
        <label class="choice"><input type="radio" name="taken" value="scheduled"\(" checked", if: !form.isAsNeeded)> On a schedule</label>
        <label class="choice"><input type="radio" name="taken" value="as-needed"\(" checked", if: form.isAsNeeded)> As needed</label></fieldset>
        <div class="field"><label for="acute">Is it for pain or attacks?</label><p class="hint" id="acute-hint">If so, the report for the doctor counts the days with it.</p><select id="acute" name="acute" aria-describedby="acute-hint"><option value="">No</option>\(AcuteKind.allCases.html(choice))</select></div>
        \(number(.stock, "In stock now", hint: "Leave it empty if you don’t want to track your stock."), if: id == nil)
        <div class="pair">\(number(.refillAt, "Remind me to refill at"))\(field(.expiry, "Pack expires on", type: "date"))</div>
        <details class="med-limits"\(" open", if: !MedicineEditPage.limits.allSatisfy { form[$0].isEmpty && form.faults[$0] == nil })><summary>Limits and late doses</summary>
        <p class="muted">You are asked before a dose breaks a limit. Medicines with the same substance count together if their strengths can be compared (500 mg and 1 g, not 120 mg/5 ml).</p>
        <div class="pair">\(number(.gap, "Hours between doses, at least"))\(number(.most, "At most in 24 hours"))</div>
        <div class="pair">\(field(.substance, "Substance", " maxlength=\"200\""))\(number(.hours, "Hours a late dose can be taken"))</div></details>
        \(LabelledField(name: "notes", label: "Notes", value: form[.notes], fault: form.faults[.notes]).area(rows: 3))
        """
    }

    private func choice(_ kind: AcuteKind) -> HTML {
        let words: HTML =
            switch kind {
            case .painkiller: "Simple painkiller (paracetamol, ibuprofen, aspirin …)"
            case .triptan: "Triptan"
            case .ergot: "Ergotamine"
            case .opioid: "Opioid"
            case .combination: "Combined painkiller (several substances, or with caffeine)"
            }
        return "<option value=\"\(kind.rawValue)\"\(" selected", if: form[.acute] == kind.rawValue)>\(words)</option>"
    }

    private func number(_ place: MedicineForm.Field, _ label: HTML, _ more: HTML = "", hint: HTML? = nil) -> HTML {
        field(place, label, " inputmode=\"decimal\" maxlength=\"20\"\(more)", hint: hint)
    }

    private func field(
        _ place: MedicineForm.Field, _ label: HTML, _ attributes: HTML = "", type: HTML = "text", hint: HTML? = nil
    ) -> HTML {
        LabelledField(
            name: HTML.text(place.rawValue), label: label, value: form[place], type: type, hint: hint, fault: form.faults[place],
            attributes: attributes
        ).html
    }

    private static let limits: [MedicineForm.Field] = [.gap, .most, .substance, .hours]
    private static let units = ["tablet", "capsule", "ml", "drops", "puff", "sachet", "patch", "injection", "spray", "mg"]
}

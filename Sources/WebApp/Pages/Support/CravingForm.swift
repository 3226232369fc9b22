import Base
import Documents
import Engine
import HTTP
import Journal

/// The input of a craving form, as typed.
struct CravingForm {
    /// 0–10, as text; empty while nothing is chosen.
    var strength = ""
    /// Names that are ticked.
    var triggers: [String] = []
    var otherTriggers = ""
    var helped: [String] = []
    var otherHelped = ""
    var note = ""
    /// Faults by field.
    var faults: [Field: String] = [:]

    /// The field at which a fault is shown.
    enum Field: String {
        case strength, triggers, helped, note
    }

    init() {}

    init(_ fields: FormFields) {
        strength = fields["craving"] ?? ""
        (triggers, otherTriggers) = (fields.all("trigger"), fields["other-trigger"] ?? "")
        (helped, otherHelped) = (fields.all("helped"), fields["other-helped"] ?? "")
        note = EntryForm.lines(fields["note"] ?? "")
    }

    var isEmpty: Bool {
        strength.isEmpty && triggers.isEmpty && helped.isEmpty && (otherTriggers + otherHelped + note).isEmpty
    }

    /// The check-in; `nil` if it cannot be saved, with the reason in `faults`.
    mutating func checkIn(at moment: Moment) -> CheckIn? {
        let craving = Int(strength)
        if craving == nil { faults[.strength] = "Choose how strong it is, from 0 to 10." }
        let checkIn = CheckIn(
            instant: moment.instant, zone: moment.zone, day: moment.day, craving: craving, note: note,
            triggers: CravingForm.names(triggers, otherTriggers), helped: CravingForm.names(helped, otherHelped))
        if let fault = checkIn.fault, faults.isEmpty { self.note(fault) }
        return faults.isEmpty ? checkIn : nil
    }

    private mutating func note(_ fault: HealthFault) {
        let field: Field =
            switch fault {
            case .empty("triggers"), .badText("triggers", _), .tooMany("triggers", _): .triggers
            case .empty("what helped"), .badText("what helped", _), .tooMany("what helped", _): .helped
            case .badText("note", _): .note
            default: .strength
            }
        faults[field] = besideField(Explanation(HealthError.fault(fault)))
    }

    /// Ticked names and typed ones, separated by commas, without duplicates.
    private static func names(_ ticked: [String], _ typed: String) -> [String] {
        let all = ticked + typed.split(separator: ",").map(String.init)
        var known: Set<String> = []
        return all.map(trimmed).filter { !$0.isEmpty && known.insert($0.lowercased()).inserted }
    }

    func html(_ plan: SupportPlan, for visit: Visit) -> HTML {
        """
        <form method="post" action="/support/craving#craving" class="stack">\(formToken(visit))
        \(Scale.craving.radios("How strong is it?", chosen: Int(strength), extra: fault(.strength), described: describedStrength))
        \(choices("trigger", "What set it off?", plan.triggers, triggers, otherTriggers, .triggers))
        \(choices("helped", "What helped, or what will you try?", plan.steps, helped, otherHelped, .helped))
        \(LabelledField(name: "note", label: "Note <span class=\"unit\">(optional)</span>", value: note, fault: faults[.note]).area(rows: 2))
        <div class="actions"><button class="primary">Log craving</button></div></form>
        """
    }

    private var describedStrength: HTML { faults[.strength] == nil ? "" : " aria-describedby=\"strength-fault\"" }

    /// The plan's names to tick, and a field for others.
    private func choices(
        _ name: HTML, _ legend: HTML, _ items: [SupportItem], _ ticked: [String], _ other: String, _ field: Field
    ) -> HTML {
        let boxes = items.html { item in
            "<label class=\"pick\"><input type=\"checkbox\" name=\"\(name)\" value=\"\(item.name)\"\(" checked", if: ticked.contains(item.name))><span>\(item.name)</span></label>"
        }
        let described: HTML = " aria-invalid=\"true\" aria-describedby=\"\(field.rawValue)-fault\""
        return """
            <fieldset class="picks-field"><legend>\(legend)</legend><div class="picks">\(boxes)<input name="other-\(name)" value="\(other)" placeholder="something else" aria-label="Something else; several with commas" autocomplete="off"\(described, if: faults[field] != nil)></div></fieldset>\(fault(field))
            """
    }

    private func fault(_ field: Field) -> HTML? {
        faults[field].map { "<p class=\"fault\" id=\"\(field.rawValue)-fault\">\($0)</p>" }
    }
}

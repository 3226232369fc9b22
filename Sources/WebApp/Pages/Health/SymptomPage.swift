import Base
import Documents
import Engine
import Journal
import Ledger
import Records

/// The page for a symptom with all its fields, new or edited.
struct SymptomPage: RecordPage {
    static let noun = "Symptom"
    static let newTitle: HTML = "Log a symptom"
    let id: RecordID?
    var form = SymptomForm()
    /// For suggestions while typing.
    var names: [String] = []
    var zone: String?
    /// What belongs to an entry that exists, with the titles of the medicines taken for it.
    var attack: Attack?
    var titles: [String] = []
    var asksMenstruation = true

    init(id: RecordID?) { self.id = id }

    var fields: HTML {
        let faults = form.faults
        let answer: HTML? = form.follows.map { "<input type=\"hidden\" name=\"follows\" value=\"\($0.description)\">" }
        return """
            \(answer)\(faults.field("symptom", "What is it?", form.symptom, " list=\"symptom-names\" maxlength=\"200\" required"))
            \(suggestions("symptom-names", names))
            \(Scale.severity.radios("How strong is it?", chosen: form.severity, extra: faults.html("severity"), described: faults.describedGroup("severity")))
            \(form.when.html(faults, zone: zone, hint: id == nil ? "Empty means now." : nil))
            \(form.end.html(faults, zone: zone, label: "Until", hint: "Leave it empty if it was short, or goes on."))
            \(course)\(relief)
            \(metrics)
            \(menstruation, if: asksMenstruation || !form.menstruation.isEmpty)
            \(noteField(form.note, faults))
            """
    }

    private var course: HTML? {
        guard let attack, !attack.course.isEmpty else { return nil }
        let rows = ([attack.first] + attack.course).html { entry in
            "<li>\(HealthLook.time(of: .symptom(entry))) \(HealthLook.badge(entry.value.severity))</li>"
        }
        return "<h2>Course</h2><ol class=\"course\">\(rows)</ol>"
    }

    private var relief: HTML? {
        guard let attack, !attack.doses.isEmpty else { return nil }
        let doses = zip(attack.doses, titles).map { ($0, $1) }.html { dose, title in
            let clock = clockWords(of: dose.value.instant, in: dose.value.zone)
            return
                "<option value=\"\(dose.id.description)\"\(" selected", if: dose.id.description == form.relief)>\(title), \(clock)</option>"
        }
        return """
            <div class="field"><label for="relief">What relieved it?</label><select id="relief" name="relief"><option value="">no answer</option>\(doses)</select></div>
            """
    }

    private var metrics: HTML {
        let rows = form.metrics.filter { !($0.name.isEmpty && $0.value.isEmpty) } + [("", ""), ("", "")]
        let isOpen = rows.count > 2 || form.faults.sentences["metrics"] != nil
        let fields = rows.enumerated().html { index, row in
            """
            <li class="metric"><label class="hidden" for="metric-\(index)">Name of measurement \(index + 1)</label><input id="metric-\(index)" name="metric" value="\(row.name)" maxlength="200" placeholder="temperature" autocomplete="off"><label class="hidden" for="metric-value-\(index)">Value of measurement \(index + 1)</label><input id="metric-value-\(index)" name="metric-value" value="\(row.value)" inputmode="decimal" placeholder="38.2" autocomplete="off"></li>
            """
        }
        return """
            <details class="metrics"\(" open", if: isOpen)><summary>Measurements</summary><div role="group" aria-label="Measurements"\(form.faults.describedGroup("metrics"))><ul>\(fields)</ul>\(form.faults.html("metrics"))</div></details>
            """
    }

    private var menstruation: HTML {
        let choices: [(value: HTML, label: HTML, isChosen: Bool)] = [
            ("", "no answer", !["yes", "no"].contains(form.menstruation)), ("yes", "yes", form.menstruation == "yes"),
            ("no", "no", form.menstruation == "no"),
        ]
        return """
            <fieldset class="picks-field"><legend>Menstruation on this day</legend><div class="picks">\(choices.html {
                "<label class=\"pick\"><input type=\"radio\" name=\"menstruation\" value=\"\($0.value)\"\(" checked", if: $0.isChosen)><span>\($0.label)</span></label>"
            })</div></fieldset>
            """
    }

    mutating func fill(from vault: isolated OpenVault) throws {
        names = try vault.symptomNames()
        asksMenstruation = try vault.tracked(vault.preferences()).menstruation
        guard let id else { return }
        let attack = try vault.attack(try vault.record(SymptomEntry.self, id))
        for dose in attack.doses { titles.append(try vault.medicationTitle(dose.value.medication)) }
        self.attack = attack
    }

    static func said(_ stored: Stored<SymptomEntry>) -> Notice {
        Notice(
            sentence: "\(stored.value.symptom) \(stored.value.severity) logged.",
            undo: .init(path: "/symptom/\(stored.id.description)/delete", label: "Undo"))
    }
}

import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

struct MeasureForm: RecordForm {
    var name = ""
    /// `71.4`, `128/82`, `yes`.
    var value = ""
    var unit = ""
    /// `Measure.Form`; empty for what is known of the measure, or how the value looks.
    var type = ""
    /// The ends of its range.
    var (low, high) = ("", "")
    var when = WhenField()
    var note = ""
    var source = ""
    var faults = FormFaults()
    /// The measure by its latest entry, and its latest entries.
    private var known: Measure?
    private var recent: [MeasureEntry] = []
    /// What was chosen of several readings, with its unit: not asked about again.
    private var meant = ""
    /// What a doubtful value may mean.
    private(set) var choices: [MeasureReading.Choice] = []

    init() {}

    init(_ fields: FormFields) {
        func field(_ name: String) -> String { trimmed(fields[name] ?? "") }
        (name, value, unit, type) = (field("measure"), field("value"), field("unit"), field("type"))
        (low, high) = (field("low"), field("high"))
        if !field("second").isEmpty { value += "/" + field("second") }
        meant = field("meant")
        when = WhenField(fields)
        note = EntryForm.lines(fields["note"] ?? "")
    }

    init(_ entry: MeasureEntry) {
        let measure = entry.measure
        (name, unit, type, known) = (measure.name, measure.unit, measure.form.rawValue, measure)
        value = measure.typed(entry.value, entry.second)
        if let range = measure.range { (low, high) = (numberText(range.lowerBound), numberText(range.upperBound)) }
        (note, when) = (entry.note, WhenField(entry.instant, in: entry.zone))
    }

    mutating func know(from vault: isolated OpenVault, instead id: RecordID?) throws {
        known = try vault.measure(named: name)
        recent = try vault.recentMeasures(named: name, without: id)
    }

    /// The ends of the range, if both are typed; a fault if they are none.
    private mutating func typedRange() -> ClosedRange<Double>? {
        guard [low, high].contains(where: { !$0.isEmpty }) else { return nil }
        do {
            return try Measure.range(low, high)
        } catch {
            faults.note(besideField(error.explanation), at: "range")
            return nil
        }
    }

    mutating func record(_ surroundings: Surroundings, instead old: MeasureEntry? = nil) -> MeasureEntry? {
        let moment = when.moment(insteadOf: old, surroundings, &faults)
        let range = typedRange()
        let form = Measure.Form(rawValue: type)
        let found: (measure: Measure, value: Double, second: Double?)
        if let old, meant.isEmpty, value == old.measure.typed(old.value, old.second), unit == old.measure.unit,
            form == old.measure.form
        {
            // What no one has touched is not read again.
            var measure = old.measure
            (measure.name, measure.range) = (name, range)
            found = (measure, old.value, old.second)
        } else {
            let reading = MeasureReading(
                meant.isEmpty ? value : meant, of: name, type: form, unit: meant.isEmpty && !unit.isEmpty ? unit : nil,
                range: range,
                known: known, recent: meant.isEmpty ? recent : [])
            guard let reading, let first = reading.choices.first else {
                faults.note(
                    say("Type a number, two numbers such as 128/82, a time such as 1 h 20 min, or yes or no."), at: "value")
                return nil
            }
            if meant.isEmpty, let question = reading.question {
                choices = reading.choices
                faults.note(besideField(question), at: "value")
            }
            found = (first.measure, first.value, first.second)
        }
        guard let moment else { return nil }
        let entry = MeasureEntry(
            instant: moment.instant, zone: moment.zone, day: moment.day, measure: found.measure, value: found.value,
            second: found.second, note: note, source: old?.source ?? "")
        if let fault = entry.fault { faults.note(HealthError.fault(fault), at: "value") }
        return faults.isEmpty ? entry : nil
    }

    var asks: Bool { !choices.isEmpty }

    /// A button for each reading of a doubtful value.
    var question: HTML? {
        guard !choices.isEmpty else { return nil }
        let buttons = choices.html { "<button name=\"meant\" value=\"\($0.words)\">Save \($0.words)</button>" }
        return "<div class=\"actions\" role=\"group\" aria-labelledby=\"value-fault\">\(buttons)</div>"
    }
}

/// The page for a measurement with all its fields, new or edited.
struct MeasurePage: RecordPage {
    static let noun = "Measurement"
    static let newTitle: HTML = "Log a measurement"
    let id: RecordID?
    var form = MeasureForm()
    /// For suggestions while typing.
    var names: [String] = []
    var zone: String?

    init(id: RecordID?) { self.id = id }

    var fields: HTML {
        let faults = form.faults
        // Enter sends the form as it is: it chooses none of the readings.
        return """
            \(faults.field("measure", "What do you measure?", form.name, " list=\"measure-names\" maxlength=\"200\" required"))
            \(suggestions("measure-names", names))
            \("<button hidden>Save</button>", if: form.question != nil)\(faults.field("value", "Value", form.value, " required", hint: "such as 71.4 kg, 128/82, 1 h 20 min or yes"))\(form.question)
            \(faults.field("unit", "Unit", form.unit, " maxlength=\"200\"", hint: "such as kg or mmHg"))
            \(form.when.html(faults, zone: zone, hint: id == nil ? "Empty means now." : nil))
            \(details)
            \(noteField(form.note, faults))
            """
    }

    private var details: HTML {
        let isOpen = form.faults.sentences["range"] != nil
        let types: [(value: String, label: HTML)] =
            (id == nil ? [("", "As it is typed")] : []) + [
                ("number", "A number"), ("pair", "Two numbers"), ("scale", "A scale"), ("yes_no", "Yes or no"),
                ("duration", "A duration"),
            ]
        let options = types.html {
            "<option value=\"\($0.value)\"\(" selected", if: $0.value == form.type)>\($0.label)</option>"
        }
        return """
            <details\(" open", if: isOpen)><summary>Type and range</summary>
            <div class="field"><label for="type">Type</label><select id="type" name="type">\(options)</select></div>
            <div class="measure-ends" role="group" aria-label="Range"\(form.faults.describedGroup("range"))>\(form.faults.field("low", "Lowest number", form.low, " inputmode=\"decimal\""))\(form.faults.field("high", "Highest number", form.high, " inputmode=\"decimal\""))</div>\(form.faults.html("range"))</details>
            """
    }

    mutating func fill(from vault: isolated OpenVault) throws {
        let used = try vault.lastMeasures().map(\.measure.name)
        names = used + Measure.usual.map(\.name).filter { usual in !used.contains { $0.lowercased() == usual.lowercased() } }
    }

    static func said(_ stored: Stored<MeasureEntry>) -> Notice {
        Notice(
            sentence: say("\(stored.value.measure.name) \(stored.value.amount) logged."),
            undo: .init(path: "/measure/\(stored.id.description)/delete", label: "Undo"))
    }
}

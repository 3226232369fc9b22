import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// The input of a form for a measurement, as typed, and its faults.
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
    /// The measure by its latest entry, or a usual one.
    private var known: Measure?

    init() {}

    init(_ fields: FormFields) {
        func field(_ name: String) -> String { trimmed(fields[name] ?? "") }
        (name, value, unit, type) = (field("measure"), field("value"), field("unit"), field("type"))
        (low, high) = (field("low"), field("high"))
        if !field("second").isEmpty { value += "/" + field("second") }
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

    mutating func know(from vault: OpenVault) async throws {
        known = try await vault.measure(named: name)
        // What the form did not ask about is as before.
        guard type.isEmpty, let known else { return }
        name = known.name
        unit = unit.isEmpty ? known.unit : known.spelled(unit)
        if low.isEmpty, high.isEmpty, unit == known.unit, let range = known.range {
            (low, high) = (numberText(range.lowerBound), numberText(range.upperBound))
        }
    }

    /// What is measured.
    var measure: Measure {
        let form = Measure.Form(rawValue: type) ?? known?.form ?? (high.isEmpty ? Measure.form(of: value) : .scale) ?? .number
        var range: ClosedRange<Double>?
        if let low = typedNumber(low), let high = typedNumber(high), low <= high { range = low...high }
        return Measure(name, form, unit: unit, range: range)
    }

    mutating func record(_ surroundings: Surroundings, instead old: MeasureEntry? = nil) -> MeasureEntry? {
        let moment = when.moment(insteadOf: old, surroundings, &faults)
        let measure = measure
        if [low, high].contains(where: { !$0.isEmpty }), measure.range == nil {
            faults.note(say("Type the lowest and the highest number."), at: "range")
        }
        guard let (number, second) = measure.read(value) else {
            faults.note(say("Type a number, two numbers such as 128/82, a time such as 1 h 20 min, or yes or no."), at: "value")
            return nil
        }
        guard let moment else { return nil }
        let entry = MeasureEntry(
            instant: moment.instant, zone: moment.zone, day: moment.day, measure: measure, value: number, second: second,
            note: note, source: old?.source ?? "")
        if let fault = entry.fault { faults.note(HealthError.fault(fault), at: "value") }
        return faults.isEmpty ? entry : nil
    }
}

/// The page for a measurement with all its fields, new or edited.
struct MeasurePage: RecordPage {
    static let path = "/measure"
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
        return """
            \(faults.field("measure", "What do you measure?", form.name, " list=\"measure-names\" maxlength=\"200\" required"))
            \(suggestions("measure-names", names))
            \(faults.field("value", "Value", form.value, " required", hint: "such as 71.4, 128/82, 1 h 20 min or yes"))
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

    mutating func fill(from vault: OpenVault) async throws {
        let used = try await vault.lastMeasures().map(\.measure.name)
        names = used + Measure.usual.map(\.name).filter { usual in !used.contains { $0.lowercased() == usual.lowercased() } }
    }

    static func said(_ stored: Stored<MeasureEntry>) -> Notice {
        Notice(
            sentence: say("\(stored.value.measure.name) \(stored.value.amount) logged."),
            undo: .init(path: "/measure/\(stored.id.description)/delete", label: "Undo"))
    }
}

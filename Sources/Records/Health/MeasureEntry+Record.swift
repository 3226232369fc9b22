import Journal
import Ledger

extension MeasureEntry: MomentValue {
    package static let kind = "measure_entry"

    package var fields: [String: JSON] {
        momentFields.merging([
            "measure": .string(measure.name), "form": .string(measure.form.rawValue), "unit": .string(measure.unit),
            "lower": MeasureEntry.json(measure.range?.lowerBound), "upper": MeasureEntry.json(measure.range?.upperBound),
            "value": MeasureEntry.json(value), "second": MeasureEntry.json(second), "note": .string(note),
            "source": .string(source),
        ]) { $1 }
    }

    package init?(fields: [String: JSON]) {
        let read = FieldReader(fields: fields)
        guard let moment = read.moment, let name = read.text("measure"),
            let form = read.text("form").flatMap(Measure.Form.init(rawValue:)), let value = read.double("value"),
            abs(value) <= MeasureEntry.most
        else { return nil }
        let second = form == .pair ? read.double("second") : nil
        // Not a number is not at most anything.
        guard form != .pair || second.map({ abs($0) <= MeasureEntry.most }) == true else { return nil }
        var range: ClosedRange<Double>?
        if let lower = read.double("lower"), let upper = read.double("upper"), lower <= upper,
            max(abs(lower), abs(upper)) <= MeasureEntry.most
        {
            range = lower...upper
        }
        self.init(
            instant: moment.instant, zone: moment.zone, day: moment.day,
            measure: Measure(name, form, unit: read.text("unit") ?? "", range: range), value: value, second: second,
            note: read.text("note") ?? "", source: read.text("source") ?? "")
    }

    private static func json(_ number: Double?) -> JSON {
        number.map { Int64(exactly: $0).map(JSON.int) ?? .double($0) } ?? .null
    }
}

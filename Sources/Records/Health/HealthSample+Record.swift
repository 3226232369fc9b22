import Journal
import Ledger

extension HealthSample: MomentValue {
    package static let kind = "health_sample"

    package var fields: [String: JSON] {
        momentFields.merging([
            "sample": .string(measure.rawValue), "end": .instant(end), "value": .double(value), "unit": .string(measure.unit),
            "source": .string(source), "parts": .numbers(parts),
        ]) { $1 }
    }

    package init?(fields: [String: JSON]) {
        let read = FieldReader(fields: fields)
        guard let moment = read.moment, let measure = read.text("sample").flatMap(Measure.init(rawValue:)),
            let end = read.instant("end"),
            let value = read.double("value"), HealthSample.valueRange.contains(value)
        else { return nil }
        self.init(
            measure: measure, instant: moment.instant, end: end, zone: moment.zone, day: moment.day, value: value,
            source: read.text("source") ?? "", parts: read.numbers("parts").filter { HealthSample.valueRange.contains($0.value) })
    }
}

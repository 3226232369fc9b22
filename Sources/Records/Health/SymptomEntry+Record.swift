import Journal
import Ledger

extension SymptomEntry: MomentValue {
    package static let kind = "symptom_entry"

    package var fields: [String: JSON] {
        momentFields.merging([
            "symptom": .string(symptom), "severity": .number(severity), "metrics": .numbers(metrics),
            "menstruation": .truth(menstruation), "note": .string(note), "sentiment": sentiment.map(JSON.double) ?? .null,
            "follows": .text(follows?.description), "end": .instant(end), "relieved_by": .text(relief?.description),
        ]) { $1 }
    }

    package init?(fields: [String: JSON]) {
        let read = FieldReader(fields: fields)
        guard let moment = read.moment, let symptom = read.text("symptom"),
            let severity = read.number("severity", in: SymptomEntry.severityRange)
        else { return nil }
        self.init(
            instant: moment.instant, zone: moment.zone, day: moment.day, symptom: symptom, severity: severity,
            metrics: read.numbers("metrics"), menstruation: read.truth("menstruation"), note: read.text("note") ?? "",
            sentiment: read.double("sentiment"), follows: read.id("follows"), end: read.instant("end"),
            relief: read.id("relieved_by"))
    }
}

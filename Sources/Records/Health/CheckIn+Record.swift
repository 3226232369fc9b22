import Journal
import Ledger

extension CheckIn: MomentValue {
    package static let kind = "check_in"

    package var fields: [String: JSON] {
        momentFields.merging([
            "mood_score": .number(mood), "mood": .text(word?.name), "craving": .number(craving), "sleep_quality": .number(sleep),
            "note": .string(note),
            "triggers": .list(triggers), "helped": .list(helped), "untagged": .truth(isUntagged ? true : nil),
        ]) { $1 }
    }

    package init?(fields: [String: JSON]) {
        let read = FieldReader(fields: fields)
        guard let moment = read.moment else { return nil }
        self.init(
            instant: moment.instant, zone: moment.zone, day: moment.day,
            mood: read.number("mood_score", in: CheckIn.moodRange),
            word: fields["mood"]?.string.flatMap { Mood($0) }, craving: read.number("craving", in: CheckIn.cravingRange),
            sleep: read.number("sleep_quality", in: CheckIn.sleepRange), note: read.text("note") ?? "",
            triggers: read.list("triggers"), helped: read.list("helped"),
            isUntagged: fields["untagged"]?.bool ?? false)
    }
}

import Journal
import Ledger

extension Preferences {
    package static let kind = "preferences"

    /// Their record: the same name on every device, so that changes of two devices are merged field by field.
    package static let record = RecordID(firstBytesOf: digest(.label("preferences")))

    /// Their fields as in an operation; `null` for an unset one.
    package var fields: [String: JSON] {
        [
            "quotes_online": .bool(onlineQuotes), "idle_minutes": .int(Int64(idleMinutes)),
            "hidden_minutes": .int(Int64(hiddenMinutes)), "date_language": .text(dateLanguage),
            "week_start": weekStart.map { .int(Int64($0)) } ?? .null, "prompts": .bool(prompts), "theme": .string(theme.rawValue),
            "check_in_times": .array(checkInTimes.map { .int(Int64($0.milliseconds / 60_000)) }), "follow_ups": .bool(followUps),
            "follow_up_from": .int(Int64(followUpFrom)), "names_in_reminders": .bool(namesInReminders),
            "repeat_minutes": repeatMinutes.map { .int(Int64($0)) } ?? .null,
            "quiet_hours": quietHours.map { .string($0.text) } ?? .null,
            "week_counts": .bool(weekCounts), "mood_suggestions": .bool(moodSuggestions), "support_line": .bool(supportLine),
            "text_tags": textTags.map(JSON.bool) ?? .null, "craving": craving.map(JSON.bool) ?? .null,
            "menstruation": menstruation.map(JSON.bool) ?? .null,
        ].merging(looks.fields) { $1 }
    }

    /// Reads the fields of a record. Missing fields, and values of a newer version unknown here, get their defaults.
    package init(fields: [String: JSON]) {
        let standard = Preferences.standard
        func number(_ field: String, in range: ClosedRange<Int>) -> Int? {
            fields[field]?.int.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
        }
        self.init(
            onlineQuotes: fields["quotes_online"]?.bool ?? standard.onlineQuotes,
            idleMinutes: number("idle_minutes", in: Preferences.idleRange) ?? standard.idleMinutes,
            hiddenMinutes: number("hidden_minutes", in: Preferences.hiddenRange) ?? standard.hiddenMinutes,
            dateLanguage: fields["date_language"]?.string.flatMap { Preferences.isLanguage($0) ? $0 : nil },
            weekStart: number("week_start", in: 1...7), prompts: fields["prompts"]?.bool ?? standard.prompts,
            theme: fields["theme"]?.string.flatMap(Theme.init(rawValue:)) ?? standard.theme,
            checkInTimes: (fields["check_in_times"]?.array ?? []).compactMap(Preferences.time),
            followUps: fields["follow_ups"]?.bool ?? standard.followUps,
            followUpFrom: number("follow_up_from", in: Preferences.followUpRange) ?? standard.followUpFrom,
            namesInReminders: fields["names_in_reminders"]?.bool ?? standard.namesInReminders,
            repeatMinutes: number("repeat_minutes", in: Preferences.repeatRange),
            quietHours: fields["quiet_hours"]?.string.flatMap { QuietHours(text: $0) },
            weekCounts: fields["week_counts"]?.bool ?? standard.weekCounts,
            moodSuggestions: fields["mood_suggestions"]?.bool ?? standard.moodSuggestions,
            supportLine: fields["support_line"]?.bool ?? standard.supportLine, textTags: fields["text_tags"]?.bool,
            craving: fields["craving"]?.bool, menstruation: fields["menstruation"]?.bool)
        looks = Looks(fields: fields)
    }

    /// Times are stored in minutes since midnight.
    private static func time(_ json: JSON) -> TimeOfDay? {
        json.int.flatMap { (0..<1440).contains($0) ? TimeOfDay(milliseconds: Int($0) * 60_000) : nil }
    }
}

import Documents
import Engine
import Journal
import Ledger
import Records

/// The question "How is it now?" about a symptom that was strong some hours ago; the answers show what helps.
struct FollowUp {
    let symptom: Stored<SymptomEntry>

    /// The entries of the last hours to ask about now, the newest first.
    static func open(among entries: [Stored<SymptomEntry>], from severity: Int, now: Instant) -> [FollowUp] {
        let open = Reminder.open(followUpsOf: entries.map { ($0.id, $0.value) }, from: severity)
        let asked = Set(open.filter { $0.due <= now && now < $0.until }.map(\.name))
        return entries.filter { asked.contains(.followUp($0.id)) }.map { FollowUp(symptom: $0) }
    }

    func html(for visit: Visit) -> HTML {
        let (id, entry) = (symptom.id.description, symptom.value)
        let clock = clockWords(of: entry.instant, in: entry.zone)
        return """
            <li class="follow" id="follow-\(id)" data-entry="follow-\(id)" data-version="1"><form method="post" action="/health/symptom" data-quick>\(formToken(visit))<input type="hidden" name="follows" value="\(id)">
            \(Scale.severity.buttons("\(entry.symptom), \(HealthLook.badge(entry.severity)) at \(clock)", id: "ask-\(id)"))</form></li>
            """
    }
}

extension OpenVault {
    func followUps(_ preferences: Preferences) throws -> [FollowUp] {
        guard preferences.followUps else { return [] }
        let now = try Moment(nowIn: surroundings).instant
        let (first, end) = (now.moved(by: -Reminder.followUpEnd), now.moved(by: 1))
        return FollowUp.open(among: try records(SymptomEntry.self, in: first..<end), from: preferences.followUpFrom, now: now)
    }
}

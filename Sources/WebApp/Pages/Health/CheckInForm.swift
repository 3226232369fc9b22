import Base
import Documents
import Engine
import HTTP
import Journal

struct CheckInForm: RecordForm {
    var mood: Int?
    /// As typed.
    var word = ""
    var craving: Int?
    var sleep: Int?
    var when = WhenField()
    /// The ticked ones.
    var triggers: [String] = []
    /// Others, separated by commas.
    var otherTriggers = ""
    var helped: [String] = []
    var otherHelped = ""
    var note = ""
    var isUntagged = false
    var faults = FormFaults()

    init() {}

    init(_ fields: FormFields) {
        mood = fields["mood"].flatMap { Int($0) }
        word = trimmed(fields["word"] ?? "")
        craving = fields["craving"].flatMap { Int($0) }
        sleep = fields["sleep"].flatMap { Int($0) }
        when = WhenField(fields)
        (triggers, otherTriggers) = (fields.all("trigger"), fields["other-triggers"] ?? "")
        (helped, otherHelped) = (fields.all("helped"), fields["other-helped"] ?? "")
        note = EntryForm.lines(fields["note"] ?? "")
        isUntagged = fields["untagged"] == "1"
    }

    init(_ checkIn: CheckIn) {
        (mood, word, craving, sleep) = (checkIn.mood, checkIn.word?.name ?? "", checkIn.craving, checkIn.sleep)
        (triggers, helped, note, isUntagged) = (checkIn.triggers, checkIn.helped, checkIn.note, checkIn.isUntagged)
        when = WhenField(checkIn.instant, in: checkIn.zone)
    }

    /// The check-in, which replaces `old` if there is one; `nil` if it cannot be saved, with the reason in `faults`.
    mutating func record(_ surroundings: Surroundings, instead old: CheckIn? = nil) -> CheckIn? {
        let moment = when.moment(insteadOf: old, surroundings, &faults)
        guard let moment else { return nil }
        let checkIn = CheckIn(
            instant: moment.instant, zone: moment.zone, day: moment.day, mood: mood, word: Mood(word),
            craving: craving, sleep: sleep, note: note,
            triggers: CheckInForm.names(triggers, otherTriggers), helped: CheckInForm.names(helped, otherHelped),
            isUntagged: isUntagged)
        if !word.isEmpty, checkIn.word == nil { faults.note(EngineError.badMood(word), at: "word") }
        if let fault = checkIn.fault { faults.note(HealthError.fault(fault), at: fault == .nothing ? "mood" : "note") }
        return faults.isEmpty ? checkIn : nil
    }

    /// Names to tick, and a field for others: `trigger` or `helped`.
    func choices(_ name: HTML, _ legend: HTML, of known: [String]) -> HTML {
        let isTrigger = name.markup == "trigger"
        let (chosen, other) = isTrigger ? (triggers, otherTriggers) : (helped, otherHelped)
        let (field, otherName): (String, HTML) = isTrigger ? ("triggers", "other-triggers") : ("helped", "other-helped")
        let boxes = (known + chosen.filter { !known.contains($0) }).html { word in
            "<label class=\"pick\"><input type=\"checkbox\" name=\"\(name)\" value=\"\(word)\"\(" checked", if: chosen.contains(word))><span>\(word)</span></label>"
        }
        return """
            <fieldset class="picks-field"\(faults.describedGroup(field))><legend>\(legend)</legend><div class="picks">\(boxes)
            <label class="hidden" for="\(otherName)">\(legend) Something else; several with commas</label><input id="\(otherName)" name="\(otherName)" value="\(other)" placeholder="something else" autocomplete="off"></div>\(faults.html(field))</fieldset>
            """
    }

    /// Ticked and typed names, without duplicates.
    private static func names(_ ticked: [String], _ typed: String) -> [String] {
        var names: [String] = []
        for name in ticked + typed.split(whereSeparator: { $0 == "," || $0 == ";" }).map({ trimmed(String($0)) })
        where !name.isEmpty && !names.contains(where: { $0.lowercased() == name.lowercased() }) {
            names.append(name)
        }
        return names
    }
}

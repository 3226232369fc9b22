import Base
import Documents
import Engine
import HTTP
import Journal

/// The input of an excerpt form, as typed.
struct ExcerptForm {
    /// The reader's way of access.
    enum Way: String, CaseIterable {
        /// Auralyst: the excerpt is kept up to date there.
        case auralyst
        /// Only a browser: a sealed page, made once.
        case browser
    }

    var way = Way.auralyst
    var parts: Set<ExcerptPlan.Part> = [.symptoms, .medicines]
    var tags = ""
    var days = "90"
    /// The last day, as a browser's picker gives it: `2027-03-01`.
    var until: String
    /// Whom it is for; stays on this device.
    var label = ""
    var name = ""
    /// The owner's name as readers see it.
    var own: String
    var faults = FormFaults()
    /// A fault of no single field.
    var fault: String?

    init(own: String, today: LocalDay) {
        self.own = own
        until = (today.adding(days: 30) ?? today).iso
    }

    init(_ fields: FormFields) {
        func typed(_ name: String, _ most: Int) -> String { String(trimmed(fields[name] ?? "").prefix(most)) }
        way = fields["way"].flatMap(Way.init(rawValue:)) ?? .auralyst
        parts = Set(fields.all("part").compactMap(ExcerptPlan.Part.init(rawValue:)))
        (tags, days, until) = (typed("tags", 4000), typed("days", 20), typed("until", 20))
        (label, name, own) = (typed("for", 60), typed("name", 300), typed("own", 300))
    }

    /// The plan; `nil` if invalid, with the reason in `faults`.
    mutating func plan(today: LocalDay) -> ExcerptPlan? {
        let tags = chosenTags()
        if parts.isSubset(of: [.cycle, .notes]), tags.isEmpty {
            faults.note(say("Choose symptoms, check-ins, medicines or moods, or name a tag."), at: "part")
        }
        let count = Int(days).flatMap { ExcerptPlan.daysRange.contains($0) ? $0 : nil }
        if count == nil { faults.note(say("Choose 1 to \(grouped(ExcerptPlan.daysRange.upperBound)) days."), at: "days") }
        let last = LocalDay(typed: until, today: today, isComing: true)
        if last == nil { faults.note(say("Type the date like this: \(today.iso)."), at: "until") }
        if let last, last < today { faults.note(say("That day is over. Choose today or a later one."), at: "until") }
        if way == .auralyst, label.isEmpty, name.isEmpty { faults.note(say("Type who it is for."), at: "for") }
        guard faults.isEmpty, let count, let last else { return nil }
        let plan = ExcerptPlan(
            name: name.isEmpty ? label.isEmpty ? "Part of a log" : "For \(label)" : name, parts: parts, tags: tags,
            days: count,
            until: last)
        // For rules of the plan that this form does not check.
        if let error = plan.fault(today: today) {
            fault = sentence(Explanation(error).sentence)
            return nil
        }
        return plan
    }

    private mutating func chosenTags() -> [Tag] {
        var chosen: Set<Tag> = []
        for word in tags.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map({ trimmed(String($0)) }) where !word.isEmpty
        {
            guard let tag = Tag(word) else {
                faults.note(say("“\(word.prefix(40))” is not a tag: a tag is one word."), at: "tags")
                continue
            }
            chosen.insert(tag)
        }
        if chosen.count > ExcerptPlan.mostTags { faults.note(say("\(ExcerptPlan.mostTags) tags at most."), at: "tags") }
        return chosen.sorted()
    }
}

import Base
import Documents
import Engine
import HTTP
import Journal

struct SealedPageForm {
    var parts: Set<SealedPagePlan.Part> = [.symptoms, .medicines]
    var tags = ""
    var days = "90"
    /// The last day, as a browser's picker gives it: `2027-03-01`.
    var until: String
    var faults = FormFaults()

    init(today: LocalDay) { until = (today.adding(days: 30) ?? today).iso }

    init(_ fields: FormFields) {
        func typed(_ name: String, _ most: Int) -> String { String(trimmed(fields[name] ?? "").prefix(most)) }
        parts = Set(fields.all("part").compactMap(SealedPagePlan.Part.init(rawValue:)))
        (tags, days, until) = (typed("tags", 4000), typed("days", 20), typed("until", 20))
    }

    /// The plan; `nil` if invalid, with the reason in `faults`.
    mutating func plan(today: LocalDay) -> SealedPagePlan? {
        let tags = chosenTags()
        if parts.isSubset(of: [.cycle, .notes]), tags.isEmpty {
            faults.note(say("Choose symptoms, check-ins, medicines or moods, or name a tag."), at: "part")
        }
        let count = Int(days).flatMap { SealedPagePlan.daysRange.contains($0) ? $0 : nil }
        if count == nil { faults.note(say("Choose 1 to \(grouped(SealedPagePlan.daysRange.upperBound)) days."), at: "days") }
        let last = LocalDay(typed: until, today: today, isComing: true)
        if last == nil { faults.note(say("Type the date like this: \(today.iso)."), at: "until") }
        if let last, last < today { faults.note(say("That day is over. Choose today or a later one."), at: "until") }
        guard faults.isEmpty, let count, let last else { return nil }
        return SealedPagePlan(parts: parts, tags: tags, days: count, until: last)
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
        if chosen.count > SealedPagePlan.mostTags { faults.note(say("\(SealedPagePlan.mostTags) tags at most."), at: "tags") }
        return chosen.sorted()
    }
}

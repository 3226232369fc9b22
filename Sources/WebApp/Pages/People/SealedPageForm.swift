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
        let last = LocalDay(typed: until, today: today, isComing: true)
        if last == nil { faults.note(say("Type the date like this: \(today.iso)."), at: "until") }
        var plan = SealedPagePlan(parts: parts, days: Int(days) ?? 0, until: last ?? today)
        do {
            plan.tags = try SealedPagePlan.tags(typed: tags)
        } catch {
            faults.note(besideField(Explanation(error)), at: "tags")
        }
        for fault in plan.faults(today: today) {
            faults.note(besideField(Explanation(fault)), at: SealedPageForm.field(of: fault))
        }
        return faults.isEmpty ? plan : nil
    }

    private static func field(of fault: SharingError) -> String {
        switch fault {
        case .pageDays: "days"
        case .pageIsOver: "until"
        case .pageTags: "tags"
        default: "part"
        }
    }
}

import Journal
import Ledger

/// What others may read of an owner's log, of how many days, and until when: "symptoms and medicines, the last 90 days, until 1
/// March".
package struct ExcerptPlan: Hashable, Sendable {
    /// The name of the excerpt's journal, as `JournalName` allows.
    package var name: String
    /// The parts of the health log that are shown.
    package var parts: Set<Part>
    /// Entries with one of these tags are shown, with their texts.
    package var tags: [Tag]
    /// The number of the owner's civil days shown, ending today.
    package var days: Int
    /// The last civil day of the owner on which it is open.
    package var until: LocalDay

    package init(name: String, parts: Set<Part>, tags: [Tag] = [], days: Int, until: LocalDay) {
        (self.name, self.parts, self.tags, self.days, self.until) = (name, parts, tags, days, until)
    }

    /// A part of an excerpt; `notes` and `cycle` only add to others.
    package enum Part: String, CaseIterable, Sendable {
        /// Symptoms with their strength and measures.
        case symptoms
        /// Measurements such as blood pressure and weight.
        case measures
        /// Mood, craving and sleep of check-ins.
        case checkIns = "check-ins"
        /// Medicines, their schedules, and logged doses.
        case medicines
        /// The mood of each entry, without its text.
        case moods
        /// Menstruation, where it was noted beside a symptom.
        case cycle
        /// Notes of symptoms, measurements, check-ins, medicines and doses.
        case notes
    }

    /// The range of days that can be shown.
    package static let daysRange = 1...3650
    /// The most tags.
    package static let mostTags = 20
    /// The kind of the plan's record, in the owner's first journal.
    static let kind = SharingRule.excerptPlan

    /// Why it cannot be shared; `nil` if it can.
    package func fault(today: LocalDay) -> SharingError? {
        if parts.isSubset(of: [.cycle, .notes]), tags.isEmpty { return .emptyExcerpt }
        if !ExcerptPlan.daysRange.contains(days) || tags.count > ExcerptPlan.mostTags || until < today { return .badExcerpt }
        return nil
    }

    /// The days shown on a given day.
    package func window(on today: LocalDay) -> ClosedRange<LocalDay> { (today.adding(days: 1 - days) ?? today)...today }

    /// Its fields as stored in an operation.
    var fields: [String: JSON] {
        [
            "name": .string(name), "parts": .array(parts.map(\.rawValue).sorted().map(JSON.string)),
            "tags": .array(tags.map { .string($0.name) }), "days": .int(Int64(days)), "until": .string(until.iso),
        ]
    }

    /// Reads the fields of a record; `nil` if one is missing or malformed, or this version does not know a part: half a plan is
    /// another plan.
    init?(fields: [String: JSON]) {
        guard let name = fields["name"]?.string, let words = fields["parts"]?.array, let typed = fields["tags"]?.array,
            let days = fields["days"]?.int.flatMap({ Int(exactly: $0) }), ExcerptPlan.daysRange.contains(days),
            let until = fields["until"]?.string.flatMap({ LocalDay(iso: $0) })
        else { return nil }
        let parts = words.compactMap { $0.string.flatMap(Part.init(rawValue:)) }
        let tags = typed.compactMap { $0.string.flatMap { Tag($0) } }
        guard parts.count == words.count, tags.count == typed.count else { return nil }
        self.init(name: name, parts: Set(parts), tags: tags, days: days, until: until)
    }
}

/// A plan and its journal.
package struct Excerpt: Hashable, Sendable {
    /// The journal that others read.
    package let journal: JournalID
    /// What it shows.
    package let plan: ExcerptPlan
    /// The owner ended it early.
    package let isWithdrawn: Bool
    /// When it was closed: milliseconds since 1970; `nil` while it is open.
    package let ended: Int64?

    /// Whether it is no longer readable for anyone.
    func isOver(on today: LocalDay) -> Bool { isWithdrawn || ended != nil || plan.until < today }
}

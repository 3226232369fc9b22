import Journal
import Ledger

/// What of an owner's log somebody else may read, of how many days, and until when: "symptoms and medicines, the last 90 days, until
/// 1 March".
package struct ExcerptPlan: Hashable, Sendable {
    /// What the excerpt's journal is called, as `JournalName` allows.
    package var name: String
    /// What is shown of the health log.
    package var parts: Set<Part>
    /// Entries with one of these tags are shown, with their texts.
    package var tags: [Tag]
    /// The last so many civil days of the owner, today among them.
    package var days: Int
    /// The last civil day of the owner on which it is open.
    package var until: LocalDay

    package init(name: String, parts: Set<Part>, tags: [Tag] = [], days: Int, until: LocalDay) {
        (self.name, self.parts, self.tags, self.days, self.until) = (name, parts, tags, days, until)
    }

    /// A piece of an excerpt; `notes` and `cycle` only add to others.
    package enum Part: String, CaseIterable, Sendable {
        /// Symptoms with their strength and measures.
        case symptoms
        /// Mood, craving and sleep of check-ins.
        case checkIns = "check-ins"
        /// Medicines, their schedules, and what was taken.
        case medicines
        /// The mood of each entry, without its text.
        case moods
        /// Menstruation, where it was noted beside a symptom.
        case cycle
        /// Notes of symptoms, check-ins, medicines and doses.
        case notes
    }

    /// How many days back one may show.
    package static let daysRange = 1...3650
    /// So many tags at most.
    package static let mostTags = 20
    /// The kind of the plan's record, in the owner's first journal.
    static let kind = SharingRule.excerptPlan

    /// What keeps it from being shared; `nil` when it may be.
    package func fault(today: LocalDay) -> SharingError? {
        if parts.isSubset(of: [.cycle, .notes]), tags.isEmpty { return .emptyExcerpt }
        if !ExcerptPlan.daysRange.contains(days) || tags.count > ExcerptPlan.mostTags || until < today { return .badExcerpt }
        return nil
    }

    /// The days that are shown on a day.
    package func window(on today: LocalDay) -> ClosedRange<LocalDay> { (today.adding(days: 1 - days) ?? today)...today }

    /// Its fields as an operation carries them.
    var fields: [String: JSON] {
        [
            "name": .string(name), "parts": .array(parts.map(\.rawValue).sorted().map(JSON.string)),
            "tags": .array(tags.map { .string($0.name) }), "days": .int(Int64(days)), "until": .string(until.iso),
        ]
    }

    /// Reads the fields of a record; `nil` where one is missing or malformed, or a part is one that this version does not know: half a
    /// plan is another plan.
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

/// A plan and the journal that carries it out.
package struct Excerpt: Hashable, Sendable {
    /// The journal that others read.
    package let journal: JournalID
    /// What it shows.
    package let plan: ExcerptPlan
    /// The owner has ended it before its time.
    package let isWithdrawn: Bool
    /// When it was closed: milliseconds since 1970; `nil` while it is open.
    package let ended: Int64?

    /// Whether nobody is to read it any more.
    func isOver(on today: LocalDay) -> Bool { isWithdrawn || ended != nil || plan.until < today }
}

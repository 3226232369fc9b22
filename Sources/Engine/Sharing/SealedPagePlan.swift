import Journal

/// What a sealed page shows of the owner's log, of how many days, and until when: "symptoms and medicines, the last 90 days, until
/// 1 March".
package struct SealedPagePlan: Hashable, Sendable {
    package var parts: Set<Part>
    /// Entries with one of these tags are shown, with their texts.
    package var tags: [Tag]
    /// The number of the owner's civil days shown, ending today.
    package var days: Int
    /// The last civil day on which the page shows it.
    package var until: LocalDay

    package init(parts: Set<Part>, tags: [Tag] = [], days: Int, until: LocalDay) {
        (self.parts, self.tags, self.days, self.until) = (parts, tags, days, until)
    }

    /// A part of the log; `notes` and `cycle` only add to others.
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

    package static let daysRange = 1...3650
    package static let mostTags = 20

    /// Why no page is made of it; none if one can be.
    package func faults(today: LocalDay) -> [SharingError] {
        var faults: [SharingError] = []
        if parts.isSubset(of: [.cycle, .notes]), tags.isEmpty { faults.append(.emptyPage) }
        if !SealedPagePlan.daysRange.contains(days) { faults.append(.pageDays) }
        if until < today { faults.append(.pageIsOver) }
        if tags.count > SealedPagePlan.mostTags { faults.append(.pageTags) }
        return faults
    }

    /// Tags as typed, separated by commas or blanks. Throws `EngineError.badTag`.
    package static func tags(typed: String) throws -> [Tag] {
        let words = typed.split { $0 == "," || $0.isWhitespace }
        return try Set(
            words.map { word in
                guard let tag = Tag(word) else { throw EngineError.badTag(String(word.prefix(100))) }
                return tag
            }
        ).sorted()
    }

    package func window(on today: LocalDay) -> ClosedRange<LocalDay> { (today.adding(days: 1 - days) ?? today)...today }
}

/// A check-in: mood, craving and sleep at a moment, each optional. A craving may have triggers and what helped.
package struct CheckIn: Hashable, Sendable {
    package var instant: Instant
    /// IANA name of the writer's zone.
    package var zone: String
    /// The civil day that the writer saw.
    package var day: LocalDay
    /// 1 (worst) to 10 (best).
    package var mood: Int?
    /// The mood in a word, beside the number or without it.
    package var word: Mood?
    /// 0 (none) to 10 (strongest).
    package var craving: Int?
    /// How the last night was, 1 (very bad) to 5 (very good).
    package var sleep: Int?
    /// Free text, Markdown.
    package var note: String
    /// What triggered the craving, by names from the support plan or others. Names, not links: a trigger removed from the plan
    /// stays in the history.
    package var triggers: [String]
    /// What helped, by name as well.
    package var helped: [String]
    /// None of the owner's tags fits the day: so their absence is known, and not only that nothing was written down.
    package var isUntagged: Bool

    package static let moodRange = 1...10
    package static let cravingRange = 0...10
    package static let sleepRange = 1...5

    package init(
        instant: Instant, zone: String, day: LocalDay, mood: Int? = nil, word: Mood? = nil, craving: Int? = nil,
        sleep: Int? = nil,
        note: String = "", triggers: [String] = [], helped: [String] = [], isUntagged: Bool = false
    ) {
        (self.instant, self.zone, self.day) = (instant, zone, day)
        (self.mood, self.word, self.craving, self.sleep) = (mood, word, craving, sleep)
        (self.note, self.triggers, self.helped, self.isUntagged) = (note, triggers, helped, isUntagged)
    }

    /// The first reason why it cannot be saved; `nil` if it can.
    package var fault: HealthFault? {
        // Triggers and what helped mean nothing without a craving.
        let isEmpty = feeling.isEmpty && craving == nil && sleep == nil && trimmed(note).isEmpty && !isUntagged
        if isEmpty { return .nothing }
        return rangeFault(mood, "mood", CheckIn.moodRange) ?? rangeFault(craving, "craving", CheckIn.cravingRange)
            ?? rangeFault(sleep, "sleep", CheckIn.sleepRange) ?? note.noteFault() ?? listFault(triggers, "triggers")
            ?? listFault(helped, "what helped")
    }
}

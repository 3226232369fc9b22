/// How things stand at a moment: mood, craving, sleep, each only where the person said so. A craving says what set it off
/// and what helped.
package struct CheckIn: Hashable, Sendable {
    /// When it was.
    package var instant: Instant
    /// IANA name of the writer's zone.
    package var zone: String
    /// The civil day that the writer saw.
    package var day: LocalDay
    /// 1 (as bad as can be) to 10 (as good as can be).
    package var mood: Int?
    /// 0 (none) to 10 (as strong as can be).
    package var craving: Int?
    /// How the last night was, 1 (very bad) to 5 (very good).
    package var sleep: Int?
    /// Free words, Markdown.
    package var note: String
    /// What set the craving off, by the names of the support plan or any others. Names, not links: a trigger that is taken out
    /// of the plan stays in the history.
    package var triggers: [String]
    /// What helped, likewise.
    package var helped: [String]

    /// What `mood` may be.
    package static let moodRange = 1...10
    /// What `craving` may be.
    package static let cravingRange = 0...10
    /// What `sleep` may be.
    package static let sleepRange = 1...5

    package init(
        instant: Instant, zone: String, day: LocalDay, mood: Int? = nil, craving: Int? = nil, sleep: Int? = nil,
        note: String = "", triggers: [String] = [], helped: [String] = []
    ) {
        (self.instant, self.zone, self.day) = (instant, zone, day)
        (self.mood, self.craving, self.sleep) = (mood, craving, sleep)
        (self.note, self.triggers, self.helped) = (note, triggers, helped)
    }

    /// What keeps it from being saved, the first thing found; `nil` when it may be.
    package var fault: HealthFault? {
        // What set a craving off, or helped, says nothing without one.
        let isEmpty = mood == nil && craving == nil && sleep == nil && trimmed(note).isEmpty
        if isEmpty { return .nothing }
        return rangeFault(mood, "mood", CheckIn.moodRange) ?? rangeFault(craving, "craving", CheckIn.cravingRange)
            ?? rangeFault(sleep, "sleep", CheckIn.sleepRange) ?? note.noteFault() ?? listFault(triggers, "triggers")
            ?? listFault(helped, "what helped")
    }
}

/// A journal entry: the text, its moment in civil time, and the mood.
package struct Entry: Hashable, Sendable {
    /// When it was (not when it was typed in).
    package var instant: Instant
    /// The IANA name of the writer's time zone, `Europe/Vienna`.
    package var zone: String
    /// The civil day that the writer saw.
    package var day: LocalDay
    /// Markdown, at most `Limits.textBytes` bytes of UTF-8, without NUL.
    package var text: String
    /// What the writer felt, and the source of that.
    package var mood: Mood?
    /// Present exactly when `mood` is.
    package var moodSource: Mood.Source?
    /// How the writer felt in a number, 1 (worst) to 10 (best), beside the word or without one.
    package var moodScore: Int?
    /// Sorted, without duplicates.
    package var tags: [Tag]
    package var starred: Bool
    /// Where it was written; set by imports, and from a picture if its writer wants that.
    package var place: Place?

    package init(
        instant: Instant, zone: String, day: LocalDay, text: String, mood: Mood? = nil,
        moodSource: Mood.Source? = nil, moodScore: Int? = nil, tags: [Tag] = [], starred: Bool = false, place: Place? = nil
    ) {
        self.instant = instant
        self.zone = zone
        self.day = day
        self.text = text
        self.mood = mood
        self.moodSource = mood == nil ? nil : moodSource ?? .chosen
        self.moodScore = moodScore
        self.tags = Set(tags).sorted()
        self.starred = starred
        self.place = place
    }

    /// The first reason why this entry cannot be saved; `nil` if it can.
    package var fault: EntryFault? {
        if text.utf8.count > Limits.textBytes { return .textTooLong(bytes: text.utf8.count) }
        if text.utf8.contains(0) { return .textHoldsNUL }
        if trimmed(text).isEmpty { return .textEmpty }
        if tags.count > Limits.tags { return .tooManyTags(count: tags.count) }
        return nil
    }

    /// The same for a changed entry: devices may together have added more tags than one person may, and only further ones are
    /// refused.
    package func fault(after before: Entry) -> EntryFault? {
        if case .tooManyTags(let count)? = fault, count <= before.tags.count { return nil }
        return fault
    }
}

package enum EntryFault: Error, Hashable, Sendable {
    /// The text has more than `Limits.textBytes` bytes.
    case textTooLong(bytes: Int)
    /// The text holds the character U+0000, at which other programs would cut it off.
    case textHoldsNUL
    /// Nothing but white space.
    case textEmpty
    /// More than `Limits.tags` tags.
    case tooManyTags(count: Int)
}

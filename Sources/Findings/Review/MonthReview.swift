import Base
import Journal
import Ledger

/// A month in review: counts, and some of the person's own sentences.
package struct MonthReview: Hashable, Sendable {
    package let month: LocalMonth
    /// Whether its last day is today or later.
    package let isGoingOn: Bool
    package let daysWritten: Int
    package let daysSoFar: Int
    package let entries: Int
    /// Entries that could not be read because they are on a damaged page.
    package let unreadable: Int
    /// Words of all entries.
    package let words: Int
    /// The longest run of consecutive days with an entry.
    package let longestRun: Int
    /// Moods of entries, the most frequent first.
    package let moods: [Count]
    package let photos: Int
    /// The mean mood, 1–10, of check-ins and entries.
    package let moodScore: Level?
    /// Symptoms, the one logged on the most days first.
    package let symptoms: [Symptom]
    /// Scheduled medicines.
    package let doses: [Doses]
    package let cravings: Level?
    /// The person's own sentences, by time.
    package let sentences: [Sentence]

    package struct Count: Hashable, Sendable {
        package let name: String
        package let count: Int
    }

    /// A mean of daily levels, and the month before.
    package struct Level: Hashable, Sendable {
        /// The mean over the days on which it was logged.
        package let mean: Double
        package let days: Int
        package let entries: Int
        /// The mean of the month before; `nil` if nothing was logged in it.
        package let before: Double?
        package let daysBefore: Int
    }

    package struct Symptom: Hashable, Sendable {
        /// Its latest spelling.
        package let name: String
        package let level: Level
    }

    package struct Doses: Hashable, Sendable {
        package let title: String
        /// On time, early or late.
        package let taken: Int
        /// Of these, early, and late.
        package let early, late: Int
        /// Skipped, or missed on a day on which the journal was used.
        package let notTaken: Int
        /// Unknown: the journal was not used.
        package let unknown: Int
    }

    package struct Sentence: Hashable, Sendable {
        package let entry: RecordID
        package let day: LocalDay
        package let text: String
    }

    package var isEmpty: Bool {
        entries == 0 && unreadable == 0 && moodScore == nil && symptoms.isEmpty && cravings == nil
            && doses.allSatisfy { $0.taken + $0.notTaken == 0 }
    }

    /// The number of sentences for a month: three, and one more for every five days with an entry, up to six.
    static func sentenceCount(daysWritten: Int) -> Int { min(6, 3 + daysWritten / 5) }
}

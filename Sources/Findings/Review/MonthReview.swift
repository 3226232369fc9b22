import Journal
import Ledger

/// A month in review: what can be counted, and some of the person's own sentences.
package struct MonthReview: Hashable, Sendable {
    /// The month.
    package let month: LocalMonth
    /// Whether its last day is still to come, or is today.
    package let isGoingOn: Bool
    /// Days with an entry.
    package let daysWritten: Int
    /// Days of the month that have begun.
    package let daysSoFar: Int
    /// Entries.
    package let entries: Int
    /// Entries that could not be read, because they are on a damaged page.
    package let unreadable: Int
    /// Words of all entries.
    package let words: Int
    /// How many days with an entry followed each other at most.
    package let longestRun: Int
    /// Moods of entries, the most frequent first.
    package let moods: [Count]
    /// Pictures that were added to entries.
    package let photos: Int
    /// The mean mood of check-ins.
    package let moodScore: Level?
    /// Symptoms, the one that was logged on the most days first.
    package let symptoms: [Symptom]
    /// Scheduled medicines.
    package let doses: [Doses]
    /// Cravings.
    package let cravings: Level?
    /// The person's own sentences, in the order of time.
    package let sentences: [Sentence]

    /// Something that was counted.
    package struct Count: Hashable, Sendable {
        /// What.
        package let name: String
        /// How often.
        package let count: Int
    }

    /// A mean of daily levels, and what it was the month before.
    package struct Level: Hashable, Sendable {
        /// The mean over the days on which it was logged.
        package let mean: Double
        /// How many days that are.
        package let days: Int
        /// How many records.
        package let entries: Int
        /// The same mean of the month before; `nil` where nothing was logged in it.
        package let before: Double?
        /// How many days that was.
        package let daysBefore: Int
    }

    /// A symptom.
    package struct Symptom: Hashable, Sendable {
        /// As it was written last.
        package let name: String
        /// How strong it was.
        package let level: Level
    }

    /// What became of the doses of a medicine.
    package struct Doses: Hashable, Sendable {
        /// What it is called.
        package let title: String
        /// In time, or late.
        package let taken: Int
        /// Of them, outside their time.
        package let late: Int
        /// Not taken: by decision, or missed on a day on which the journal was used.
        package let notTaken: Int
        /// No one knows: the journal was not used.
        package let unknown: Int
    }

    /// A sentence of an entry.
    package struct Sentence: Hashable, Sendable {
        /// The entry.
        package let entry: RecordID
        /// Its day.
        package let day: LocalDay
        /// As it is there.
        package let text: String
    }

    /// Nothing was written down in it.
    package var isEmpty: Bool {
        entries == 0 && unreadable == 0 && moodScore == nil && symptoms.isEmpty && cravings == nil
            && doses.allSatisfy { $0.taken + $0.notTaken == 0 }
    }

    /// How many sentences a month shows: three, and one more for every five days with an entry, up to six.
    static func sentenceCount(daysWritten: Int) -> Int { min(6, 3 + daysWritten / 5) }
}

import Base
import Journal
import Ledger
import MoodClassifier
import Store

/// A mood that was chosen for a text for which a suggestion was shown.
struct MoodLesson {
    let reading: MoodReading
    let chosen: MoodLabel
}

extension OpenVault {
    /// The model's reading of a text, including what it learned from its owner; `nil` if the owner has turned suggestions off.
    package func moodReading(of text: String) throws -> MoodReading? {
        guard try preferences().moodSuggestions else { return nil }
        return MoodModel.builtIn.moods(in: text, with: try moodLearning().bias)
    }

    /// The moods to suggest for a text; `nil` if there are none.
    package func moodHint(for text: String) throws -> MoodHint? { try moodReading(of: text).flatMap(MoodHint.init) }

    /// Whether a line about help belongs beside a text: it says that its writer wants to die or to harm themselves, and the owner
    /// has not turned the line off. Nothing of this is stored.
    package func showsSupport(for text: String) throws -> Bool { try Crisis.isNamed(in: text) && preferences().supportLine }

    /// What all devices together have learned.
    package func moodLearning() throws -> MoodLearning {
        try cached(Cached.moodLearning) {
            try store.records(kind: MoodLearning.kind).compactMap { MoodLearning(fields: $0.state.values) }
                .reduce(MoodLearning()) { $0.adding($1) }
        }
    }

    /// Learns from the mood that the owner gave a text for which a suggestion was shown: the suggested one, or another in its
    /// place. Nothing is learned if no suggestion would have been shown, if suggestions are off, or from a mood that the model
    /// does not know.
    /// - Returns: what there is to learn; `nil` for nothing, and in a journal that is someone else's.
    func moodLesson(from text: String, chosen mood: Mood?, in journal: JournalID) throws -> MoodLesson? {
        guard try ownJournals().contains(journal), let label = mood.flatMap({ MoodLabel(rawValue: $0.name) }),
            let reading = try moodReading(of: text),
            !reading.suggestions.isEmpty
        else { return nil }
        return MoodLesson(reading: reading, chosen: label)
    }

    /// Performs an action, and saves what was learned from it in the first journal, which is the owner's alone. Either both or
    /// neither is written, in one operation if they belong to one journal.
    func act(
        in journal: JournalID, learning lesson: MoodLesson?, _ changes: (StoreWriter) throws -> [Mutation]
    ) throws {
        let first = try firstJournal()
        try commit { writer in
            let learnt = try mutations(learning: lesson, writer: writer)
            try append(try changes(writer) + (journal == first ? learnt : []), to: journal)
            if journal != first { try append(learnt, to: first) }
        }
    }

    private func mutations(learning lesson: MoodLesson?, writer: StoreWriter) throws -> [Mutation] {
        guard let lesson else { return [] }
        let id = RecordID(firstBytesOf: digest(.label("mood-learning") + device.bytes))
        let state = try writer.state(of: id, kind: MoodLearning.kind, journal: try firstJournal())
        let own = MoodLearning(fields: state.values) ?? MoodLearning()
        let learnt = own.learning(from: lesson.reading, chosen: lesson.chosen, at: surroundings.now())
        return [state.mutation(kind: MoodLearning.kind, record: id, setting: learnt.fields)]
    }

    /// Deletes all that was learned, on all devices.
    package func resetMoodLearning() throws {
        let journal = try firstJournal()
        let empty = MoodLearning().fields
        let records = try store.records(kind: MoodLearning.kind)
        try act(in: journal) { writer in
            try records.map { record in
                try writer.mutation(of: record.id, kind: MoodLearning.kind, journal: journal, setting: empty)
            }
        }
    }
}

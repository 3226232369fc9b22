import Base
import Demo
import Importing
import Journal

extension ImportSource {
    /// The made-up year of `demo`, as an import source.
    package static func demo(endingOn last: LocalDay, at now: TimeOfDay, surroundings: Surroundings) -> ImportSource {
        let records = DemoYear.entries(endingOn: last, seed: 2026).filter { $0.day < last || $0.time <= now }.enumerated().map {
            index, entry in
            ImportedRecord(
                position: SourcePosition(ordinal: index + 1), day: entry.day, time: entry.time, text: entry.text,
                tags: entry.tags, starred: entry.starred, mood: entry.mood)
        }
        return ImportSource(given: records, as: .jrnl, surroundings: surroundings)
    }
}

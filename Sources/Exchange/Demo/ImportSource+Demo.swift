import Base
import Demo
import Engine
import Importing
import Journal
import Store

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

extension OpenVault {
    /// Writes a year of made-up entries, drawn photos for some of them, and the health log of some years.
    package func addDemo(years: Int = 1, progress: ProgressReport = .silent) async throws -> (entries: Int, records: Int) {
        let wall = surroundings.wall
        let receipt = try importEntries(
            .demo(endingOn: wall.day, at: wall.time, surroundings: surroundings), dryRun: false, progress: progress)
        try await addDemoPhotos()
        return (receipt.read, try addDemoHealth(years: years, progress: progress))
    }

    /// Whether it is only there to look around in; `noteDemo` says so, on this device.
    package func isDemo() throws -> Bool { try store.bytes(of: .demo) != nil }
    package func noteDemo() throws { try store.write { try $0.keep([1], in: .demo) } }
}

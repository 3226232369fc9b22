import Base
import Engine
import Foundation
import Importing
import Journal
import Records
import Store

/// Writes the folder of notes (docs/formats/export.md): one file for each entry, `2026/03/2026-03-14-2105.md`, with the entry's
/// fields at its head and its attachments in a folder beside it. `import markdown` reads it back (`OwnNote`).
struct ExportNotes {
    private let source: ExportSource
    private let folder: any ExportFiles
    private var document: RecordDocument
    /// The number of notes for each minute, counted from the beginning of the calendar. All minutes are kept, because entries
    /// come in order of time and a traveller may have the same local minute twice.
    private var taken: [Int: Int] = [:]

    init(_ source: ExportSource, to folder: any ExportFiles) {
        (self.source, self.folder) = (source, folder)
        document = RecordDocument(origins: source.origins)
    }

    nonisolated(nonsending) func write() async throws {
        var writer = self
        try await source.eachRecord(kind: Entry.kind) { record in try await writer.write(record) }
    }

    private nonisolated(nonsending) mutating func write(_ record: AnyRecord) async throws {
        guard let stored = StoredEntry(id: record.id, journal: record.journal, state: record.state) else {
            return source.passOver()
        }
        let entry = stored.entry
        let time = (CivilTime(named: entry.zone) ?? source.zone).wall(at: entry.instant.milliseconds)?.time ?? .noon
        let name = distinct(entry.day, time)
        let above = String(entry.day.iso.prefix(4)) + "/" + entry.day.iso.dropFirst(5).prefix(2)
        var links: [(path: String, file: ExportSource.File)] = []
        if source.hasFiles {
            let files = try stored.attachments.compactMap { try source.file($0, journal: stored.journal) }
            for (file, plain) in zip(files, FileName.distinct(files.map(\.name))) where try await source.digest(of: file) != nil {
                let path = "attachments/" + name + "/" + plain
                let isWritten = try await source.write(stored, file: file.name) {
                    guard file.size <= folder.mostBytes else { throw EngineError.file(path: plain, code: EFBIG) }
                    try await folder.file(above + "/" + path) { output in
                        if try await !source.read(file, output.write) { throw EngineError.attachmentDamaged(name: file.name) }
                    }
                }
                guard isWritten else { continue }
                source.countFile()
                links.append((path, file))
            }
        }
        let members = document.members(of: record)
        let isWritten = try await source.write(stored) {
            try await folder.file(above + "/" + name + ".md") { output in
                try output.write(Array(OwnNote.head(members, files: links.map(\.path)).utf8))
                try output.write(Array(entry.text.utf8))
                if !links.isEmpty { try output.write(Array(OwnNote.tail(links.map { ($0.path, $0.file.type) }).utf8)) }
            }
        }
        if !isWritten { source.uncount(Entry.kind) }
    }

    /// `2026-03-14-2105`, then `2026-03-14-2105-2`.
    private mutating func distinct(_ day: LocalDay, _ time: TimeOfDay) -> String {
        let minute = day.number * 1440 + time.milliseconds / 60_000
        let count = taken[minute, default: 0] + 1
        taken[minute] = count
        let name = day.iso + "-" + time.clock.filter { $0 != ":" }
        return count == 1 ? name : name + "-" + String(count)
    }
}

import Base
import Basics
import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    package enum ExportOrder: String, CaseIterable, Sendable {
        /// As they came into the vault: imported entries in the order of their source.
        case written
        /// By date, the oldest first.
        case date
    }

    /// What an export in jrnl's format wrote, and what it had to leave out.
    struct JrnlExport {
        var entries = 0
        var moods = 0
        /// Those that are not in their entry's text.
        var tags = 0
        var attachments = 0
        /// Entries on damaged pages, which are not in the file.
        var unreadable = 0

        fileprivate mutating func count(_ stored: StoredEntry) {
            entries += 1
            if !stored.entry.feeling.isEmpty { moods += 1 }
            attachments += stored.attachments.count
            guard !stored.entry.tags.isEmpty else { return }
            let inText = Set(InlineTags.inJrnl(stored.entry.text, symbols: "#@").names.compactMap { Tag($0) })
            tags += stored.entry.tags.count { !inText.contains($0) }
        }
    }

    /// All entries as text of jrnl, or those of one journal, and what was left out. `import jrnl` reads it back byte for byte.
    func jrnlText(
        order: ExportOrder, journal: JournalID?, progress: ProgressReport
    ) async throws -> ([UInt8], JrnlExport) {
        let store = try presentStore()
        var (list, output, export) = ([StoredEntry](), [UInt8](), JrnlExport())
        for (index, position) in try store.positions(of: Selection(journals: journal.map { [$0] })).reversed().enumerated() {
            if index % 128 == 0 { try await giveWay() }
            if let entry = try store.entry(at: position) { list.append(entry) } else { export.unreadable += 1 }
        }
        if order == .written { list.sort { $0.origin < $1.origin } }
        for (index, stored) in list.enumerated() {
            if index % 128 == 0 {
                progress.report("exporting", index, list.count)
                try await giveWay()
            }
            let zone = CivilTime(named: stored.entry.zone) ?? CivilTime(zone: surroundings.zone)
            let time = zone.wall(at: stored.entry.instant.milliseconds)?.time
            JrnlText.append(
                .init(day: stored.entry.day, time: time, text: stored.entry.text, starred: stored.entry.starred), to: &output)
            export.count(stored)
        }
        return (output, export)
    }
}

import Base
import Journal
import Ledger
import Records
import Store
import Vault

/// How many photos and videos of a journal say where they were taken.
package struct PlacesInJournal: Hashable, Sendable {
    /// All photos and videos of the journal, those of deleted entries too.
    package internal(set) var all = 0
    package internal(set) var withPlace = 0
    /// Those that could not be searched: not on this device yet, damaged, or too large.
    package internal(set) var unread = 0

    package var sentence: String {
        guard all > 0 else { return say("This journal has no photos or videos.") }
        guard withPlace > 0 else {
            return say("No photo or video here says where it was taken (\(grouped(all - unread)) searched).")
        }
        return say(
            "\(grouped(withPlace)) of \(counted(all, "photo or video", "photos and videos")) \(plural(withPlace, "says", "say")) where \(plural(withPlace, "it was", "they were")) taken."
        )
    }

    package var removedSentence: String {
        say("The place was removed from \(counted(withPlace, "photo or video", "photos and videos")).")
    }

    /// `nil` if all could be searched.
    package var unreadSentence: String? {
        unread == 0
            ? nil : say("\(counted(unread, "file")) could not be searched: not on this device yet, damaged, or too large.")
    }

    package static let limit = say(
        "The relay keeps the earlier files, encrypted, and the journal's history has their keys. To be sure, move the entries to a new journal and share that one."
    )
}

/// The journal's photos and videos before it is shared. Files that are added later lose their place by themselves (`forItsJournal`).
extension OpenVault {
    package func places(in journal: JournalID, progress: ProgressReport = .silent) async throws -> PlacesInJournal {
        try await eachPlace(in: journal, progress) { _, _ in true }
    }

    /// Removes the place from each of them, for all devices and members: the file is encrypted again, and its record changed.
    /// - Returns: `withPlace` counts those from which it was removed. Throws if this person may not write in the journal.
    package func removePlaces(in journal: JournalID, progress: ProgressReport) async throws -> PlacesInJournal {
        try requireWriting(on: .record, in: journal)
        return try await eachPlace(in: journal, progress) { file, patches in
            try await self.reseal(file, of: journal, with: patches)
        }
    }

    /// - Parameter body: what is done with a file that says a place; whether it counts.
    private func eachPlace(
        in journal: JournalID, _ progress: ProgressReport, _ body: (AttachmentToReseal, [PicturePatch]) async throws -> Bool
    ) async throws -> PlacesInJournal {
        let folder = AttachmentFolder(path: location.attachments)
        let files = try store.records(kind: AttachmentRecord.kind).compactMap { found in
            found.journal == journal
                ? AttachmentRecord(fields: found.state.values).map { AttachmentToReseal(id: found.id, record: $0) } : nil
        }.filter { $0.record.of == nil && ($0.record.type.hasPrefix("image/") || $0.record.type.hasPrefix("video/")) }
        var places = PlacesInJournal()
        for (index, file) in files.enumerated() {
            progress.report(say("searching photos"), index, files.count)
            places.all += 1
            let context = AttachmentFolder.context(journal: journal, blob: file.record.blob)
            // `repair` says what is wrong with a file that is missing or damaged; here it is counted.
            if let patches = try? folder.placeRemoval(file.record, context: context) {
                if !patches.isEmpty, try await body(file, patches) { places.withPlace += 1 }
            } else {
                places.unread += 1
            }
            try await giveWay()
        }
        return places
    }
}

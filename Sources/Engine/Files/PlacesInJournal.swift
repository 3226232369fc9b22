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
    /// Those that say a place, or from which it was removed.
    package internal(set) var withPlace = 0
    /// Those that could not be searched or changed: not on this device yet, damaged, too large, or in use elsewhere.
    package internal(set) var unread = 0

    package var sentence: String {
        let (searched, kinds) = (all - unread, say("photos and videos"))
        guard all > 0 else { return say("This journal has no photos or videos.") }
        guard searched > 0 else { return unreadSentence ?? "" }
        guard withPlace > 0 else { return say("No photo or video here says where it was taken (\(grouped(searched)) searched).") }
        return say(
            "\(grouped(withPlace)) of \(counted(searched, "photo or video", kinds)) \(plural(withPlace, "says", "say")) where \(plural(withPlace, "it was", "they were")) taken."
        )
    }

    package var removedSentence: String {
        say("The place was removed from \(counted(withPlace, "photo or video", "photos and videos")).")
    }

    /// `nil` if all could be searched.
    package var unreadSentence: String? {
        unread == 0
            ? nil
            : say(
                "\(counted(unread, "file")) could not be searched: not on this device yet, damaged, or too large. Try again after the next sync."
            )
    }

    package static let limit = say(
        "A member with a changed program could still get the earlier files from the relay. To rule that out, remove the places first, then move the entries to a new journal and share that one."
    )
}

/// The journal's photos and videos before it is shared. Files that are added later lose their place by themselves (`forItsJournal`).
extension OpenVault {
    package func places(in journal: JournalID, progress: ProgressReport = .silent) async throws -> PlacesInJournal {
        try await eachPlace(in: journal, say("searching photos"), progress) { _, _ in true }
    }

    /// Removes the place from each of them, for all devices and members: the file is encrypted again, and its record changed. If it
    /// is stopped, those that are done stay done.
    /// - Returns: `withPlace` counts those from which it was removed. Throws if this person may not write in the journal.
    package func removePlaces(in journal: JournalID, progress: ProgressReport) async throws -> PlacesInJournal {
        try requireRemovingPlaces(in: journal)
        let places = try await eachPlace(in: journal, say("removing places"), progress) { file, patches in
            try await self.reseal(file, of: journal, with: patches)
        }
        // Also what a run left that was ended between a record and its old file. One that cannot be removed is encrypted and named by no
        // record; the next rotation tries again, and counts it.
        _ = try removeOldFiles(of: journal)
        return places
    }

    /// Throws why this person may not remove them: a check before a question.
    package func requireRemovingPlaces(in journal: JournalID) throws { try requireWriting(on: .record, in: journal) }

    /// - Parameter body: what is done with a file that says a place; `false` if its record was changed meanwhile.
    private func eachPlace(
        in journal: JournalID, _ what: String, _ progress: ProgressReport,
        _ body: (FileToReseal, [PicturePatch]) async throws -> Bool
    ) async throws -> PlacesInJournal {
        let folder = AttachmentFolder(path: location.attachments)
        let files = try store.records(kind: AttachmentRecord.kind).filter { $0.journal == journal }.map(\.id)
        var places = PlacesInJournal()
        for (index, id) in files.enumerated() {
            progress.report(what, index, files.count)
            try await giveWay()
            // As it is now: another writer may have changed it.
            guard let record = try attachmentRecord(of: id, journal: journal), record.of == nil else { continue }
            var isPicture = record.type.hasPrefix("image/") || record.type.hasPrefix("video/")
            let context = AttachmentFolder.context(journal: journal, blob: record.blob)
            defer { if isPicture { places.all += 1 } }
            do {
                // A picture may have the suffix of another file.
                let patches = try folder.placeRemoval(record, context: context)
                isPicture = isPicture || !patches.isEmpty
                if patches.isEmpty {
                    continue
                } else if try await body(FileToReseal(id: id, record: record), patches) {
                    places.withPlace += 1
                } else {
                    places.unread += 1
                }
            } catch  where OpenVault.isOfOneFile(error) {
                if isPicture { places.unread += 1 }
            }
        }
        return places
    }

    /// Of a file that is missing, damaged or too large to search: `repair` tells of it, and the others are not held up.
    private static func isOfOneFile(_ error: any Error) -> Bool {
        switch error {
        case EngineError.attachmentMissing, EngineError.attachmentDamaged, SealedStreamError.sealed, SealedStreamError.otherName:
            true
        default: error is PictureFault
        }
    }
}

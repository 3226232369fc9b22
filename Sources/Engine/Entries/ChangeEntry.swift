import Base
import Journal
import Ledger
import Records
import Store

/// What is to be different in an entry; what is `nil` stays.
package struct EntryChange: Sendable {
    /// Another text.
    package var text: String?
    /// Another time.
    package var moment: Moment?
    /// `.some(nil)` takes the mood away.
    package var mood: Mood??
    /// Whether that mood was one that was suggested; chosen, when nothing is said.
    package var moodSource: Mood.Source?
    /// Tags that come.
    package var addedTags: [Tag] = []
    /// Tags that go.
    package var removedTags: [Tag] = []
    /// With or without a star.
    package var starred: Bool?
    /// Paths of files to seal beside it.
    package var attachments: [String] = []
    /// Files that were sealed for it already, after those.
    package var staged: [StagedAttachment] = []
    /// Attachments that it has no longer. Their sealed files stay.
    package var removedAttachments: [RecordID] = []

    /// Which write of the text the person had before them; what was written meanwhile is then kept as concurrent.
    package var seenText: WriteName?

    package init() {}

    /// Nothing is asked for.
    package var isEmpty: Bool {
        text == nil && moment == nil && mood == nil && addedTags.isEmpty && removedTags.isEmpty && starred == nil
            && attachments.isEmpty && staged.isEmpty && removedAttachments.isEmpty
    }

    /// The list of attachments with this change in it; one that is there already does not come twice.
    func applied(to attachments: [RecordID], adding new: [RecordID]) -> [RecordID] {
        let kept = attachments.filter { !removedAttachments.contains($0) }
        return kept + new.filter { !kept.contains($0) }
    }

    /// The entry with this change in it, the attachments aside.
    func applied(to entry: Entry) -> Entry {
        var entry = entry
        if let text { entry.text = text }
        if let moment { (entry.instant, entry.zone, entry.day) = (moment.instant, moment.zone, moment.day) }
        if let mood {
            entry.mood = mood
            entry.moodSource = mood == nil ? nil : moodSource ?? .chosen
        }
        let kept = entry.tags.filter { !removedTags.contains($0) }
        entry.tags = Set(kept).union(addedTags).sorted()
        if let starred { entry.starred = starred }
        return entry
    }
}

extension OpenVault {
    /// Changes an entry; what stood there before stays in its history.
    package func change(_ id: RecordID, _ change: EntryChange, progress: ProgressReport = .silent) throws -> StoredEntry {
        let stored = try entry(id)
        guard stored.deleted == nil else { throw EngineError.entryDeleted(id) }
        // What cannot be saved is refused before a file is sealed for it.
        if let fault = change.applied(to: stored.entry).fault(after: stored.entry) { throw EngineError.entry(fault) }
        let attachments = try seal(
            change.attachments, staged: change.staged, existing: change.applied(to: stored.attachments, adding: []).count,
            journal: stored.journal, progress: progress)
        let wanted = change.applied(to: stored.entry)
        let chosen = wanted.mood != stored.entry.mood ? wanted.mood : nil
        let lesson = try moodLesson(from: wanted.text, chosen: chosen, in: stored.journal)
        try act(in: stored.journal, learning: lesson) { writer in
            // Read anew: another process may have added tags or files meanwhile, which must stay.
            let state = try writer.state(of: id, kind: Entry.kind, journal: stored.journal)
            guard let current = StoredEntry(id: id, journal: stored.journal, state: state) else {
                throw StoreError.damagedRow(table: "record")
            }
            let changed = change.applied(to: current.entry)
            if let fault = changed.fault(after: current.entry) { throw EngineError.entry(fault) }
            // Only what the person changed is written: another device may have changed the rest.
            var fields = changed.fields.filter { current.entry.fields[$0.key] != $0.value }
            let all = change.applied(to: current.attachments, adding: attachments.map(\.id))
            if all != current.attachments { fields["attachments"] = .array(all.map { .string($0.description) }) }
            var mutation = try writer.mutation(of: id, kind: Entry.kind, journal: stored.journal, setting: fields)
            if let seen = change.seenText, mutation.fields["text"] != nil { mutation.replaced["text"] = seen }
            return [mutation] + attachments.map(\.mutation)
        }
        return try self.entry(id)
    }

    /// Moves an entry to "Recently deleted".
    package func delete(_ id: RecordID) throws -> StoredEntry {
        let stored = try entry(id)
        guard stored.deleted == nil else { throw EngineError.entryDeleted(id) }
        try setGone(true, on: stored)
        return try entry(id)
    }

    /// Takes an entry back out of "Recently deleted", with everything that was in it.
    package func restore(_ id: RecordID) throws -> StoredEntry {
        let stored = try entry(id)
        guard let deleted = stored.deleted else { throw EngineError.entryNotDeleted(id) }
        guard deleted >= deletionHorizon else { throw EngineError.deletedTooLongAgo(id) }
        try setGone(false, on: stored)
        return try entry(id)
    }

    /// Entries that can be restored, the latest deletion first.
    package func recentlyDeleted() throws -> [StoredEntry] {
        try store.deletedEntries(since: deletionHorizon)
    }

    var deletionHorizon: Int64 { surroundings.now() - Int64(Limits.deletedDays) * 86_400_000 }

    private func setGone(_ gone: Bool, on stored: StoredEntry) throws {
        try act(in: stored.journal) { writer in
            [try writer.mutation(of: stored.id, kind: Entry.kind, journal: stored.journal, setting: ["gone": .bool(gone)])]
        }
    }
}

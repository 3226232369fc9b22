import Base
import Journal
import Ledger
import Records
import Store

/// A change to an entry; `nil` leaves a field as it is.
package struct EntryChange: Sendable {
    package var text: String?
    package var moment: Moment?
    /// `.some(nil)` removes the mood.
    package var mood: Mood??
    /// Whether that mood was suggested; default: chosen.
    package var moodSource: Mood.Source?
    /// `.some(nil)` removes the number.
    package var moodScore: Int??
    package var addedTags: [Tag] = []
    package var removedTags: [Tag] = []
    /// The tags in the text that its writer began with: those that it gained are added too, if the owner wants that. A tag that was
    /// taken off stays off while its word stays. `nil`: the text adds no tag.
    package var tagsBefore: [Tag]?
    package var starred: Bool?
    /// `.some(nil)` removes the place.
    package var place: Place??
    /// Paths of files to attach.
    package var attachments: [String] = []
    /// Files that were already encrypted for it; they follow `attachments`.
    package var staged: [StagedAttachment] = []
    /// Attachments to remove. Their encrypted files stay.
    package var removedAttachments: [RecordID] = []

    /// The write of the text that the person was editing. What another writer changed since in other places of the text stays in it;
    /// where both changed the same place, the other text is kept as concurrent.
    package var seenText: WriteName?

    package init() {}

    package var isEmpty: Bool {
        text == nil && moment == nil && mood == nil && moodScore == nil && addedTags.isEmpty && removedTags.isEmpty
            && starred == nil && place == nil
            && attachments.isEmpty && staged.isEmpty && removedAttachments.isEmpty
    }

    /// The list of attachments after this change, without duplicates.
    func applied(to attachments: [RecordID], adding new: [RecordID]) -> [RecordID] {
        let kept = attachments.filter { !removedAttachments.contains($0) }
        return kept + new.filter { !kept.contains($0) }
    }

    /// This change with its text combined with another that has the same beginning; `nil` if both changed the same place, or the
    /// result would be too long.
    func combined(on base: String, with other: String) -> EntryChange? {
        guard let text, let both = TextMerge.merged(base: base, mine: text, theirs: other), both.utf8.count <= Limits.textBytes
        else { return nil }
        var change = self
        change.text = both
        change.seenText = nil
        return change
    }

    /// The entry after this change, except its attachments.
    func applied(to entry: Entry) -> Entry {
        var entry = entry
        if let text { entry.text = text }
        if let moment { (entry.instant, entry.zone, entry.day) = (moment.instant, moment.zone, moment.day) }
        if let mood {
            entry.mood = mood
            entry.moodSource = mood == nil ? nil : moodSource ?? .chosen
        }
        if let moodScore { entry.moodScore = moodScore }
        let kept = entry.tags.filter { !removedTags.contains($0) }
        entry.tags = Set(kept).union(addedTags).sorted()
        if let starred { entry.starred = starred }
        if let place { entry.place = place }
        return entry
    }
}

extension OpenVault {
    /// Changes an entry; the previous content stays in its history.
    package func change(_ id: RecordID, _ change: EntryChange, progress: ProgressReport = .silent) throws -> StoredEntry {
        let stored = try entry(id)
        guard stored.deleted == nil else { throw EngineError.entryDeleted(id) }
        var change = change
        if let before = change.tagsBefore {
            change.addedTags += try tags(
                in: change.text ?? stored.entry.text, besides: change.applied(to: stored.entry).tags,
                except: before + change.removedTags)
        }
        // An invalid change is refused before a file is encrypted for it.
        if let fault = change.applied(to: stored.entry).fault(after: stored.entry) { throw EngineError.entry(fault) }
        let attachments = try seal(
            change.attachments, staged: change.staged, existing: change.applied(to: stored.attachments, adding: []).count,
            journal: stored.journal, progress: progress)
        let wanted = change.applied(to: stored.entry)
        let chosen = wanted.mood != stored.entry.mood ? wanted.mood : nil
        let lesson = try moodLesson(from: wanted.text, chosen: chosen, in: stored.journal)
        try act(in: stored.journal, learning: lesson) { writer in
            // Read again: another process may have added tags or files meanwhile, which must stay.
            let state = try writer.state(of: id, kind: Entry.kind, journal: stored.journal)
            guard let current = StoredEntry(id: id, journal: stored.journal, state: state) else {
                throw StoreError.damagedRow(table: "record")
            }
            if let seen = change.seenText, try textName(of: id) != seen, let base = try text(of: seen, entry: id)?.string,
                let both = change.combined(on: base, with: current.entry.text)
            {
                change = both
            }
            let changed = change.applied(to: current.entry)
            if let fault = changed.fault(after: current.entry) { throw EngineError.entry(fault) }
            // Only the changed fields are written: another device may have changed the rest.
            var fields = changed.fields.filter { current.entry.fields[$0.key] != $0.value }
            if changed.place == nil, current.entry.place != nil { fields["place"] = .null }
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
        try setGone(true, on: [stored])
        return try entry(id)
    }

    /// Restores an entry from "Recently deleted", with everything in it. Of an entry that was moved, the copy in the other journal
    /// is deleted in its place, unless something in it was changed since.
    package func restore(_ id: RecordID) throws -> StoredEntry {
        let stored = try entry(id)
        guard let deleted = stored.deleted else { throw EngineError.entryNotDeleted(id) }
        guard deleted >= deletionHorizon else { throw EngineError.deletedTooLongAgo(id) }
        try setGone(false, on: [stored, try copyToTakeBack(of: stored)].compactMap(\.self))
        return try entry(id)
    }

    /// Entries that can be restored, the latest deletion first.
    package func recentlyDeleted() throws -> [StoredEntry] {
        try store.deletedEntries(since: deletionHorizon)
    }

    var deletionHorizon: Int64 { surroundings.now() - Int64(Limits.deletedDays) * 86_400_000 }

    /// Deletes or restores the first entry; a second one goes the other way.
    private func setGone(_ gone: Bool, on list: [StoredEntry]) throws {
        try commit { writer in
            for (stored, gone) in zip(list, [gone, !gone]) {
                var fields: [String: JSON] = ["gone": .bool(gone)]
                if stored.movedTo != nil { fields[StoredEntry.movedToField] = .null }
                let mutation = try writer.mutation(of: stored.id, kind: Entry.kind, journal: stored.journal, setting: fields)
                try append([mutation], to: stored.journal)
            }
        }
    }
}

import Base
import Journal
import Ledger
import Records
import Store

package struct NewEntry: Sendable {
    /// Markdown, within `Limits.textBytes`.
    package var text: String
    /// Default: now.
    package var moment: Moment?
    package var mood: Mood?
    /// Whether the writer accepted a suggested mood; default: chosen.
    package var moodSource: Mood.Source?
    package var moodScore: Int?
    /// At most `Limits.tags`.
    package var tags: [Tag]
    package var starred: Bool
    package var place: Place?
    /// Paths of files to attach.
    package var attachments: [String]
    /// Files that were already encrypted for it; they follow `attachments`.
    package var staged: [StagedAttachment]
    /// Default: the default journal.
    package var journal: JournalID?
    /// A random text of the draft that it was: sent again with the same text, it is the entry that is there already.
    package var once: String?

    package init(
        text: String, moment: Moment? = nil, mood: Mood? = nil, moodSource: Mood.Source? = nil, moodScore: Int? = nil,
        tags: [Tag] = [], starred: Bool = false, place: Place? = nil,
        attachments: [String] = [], staged: [StagedAttachment] = [], journal: JournalID? = nil, once: String? = nil
    ) {
        self.text = text
        self.moment = moment
        self.mood = mood
        self.moodSource = moodSource
        self.moodScore = moodScore
        self.tags = tags
        self.starred = starred
        self.place = place
        self.attachments = attachments
        self.staged = staged
        self.journal = journal
        self.once = once
    }
}

extension OpenVault {
    /// Saves a new entry; when this returns it is on the disk.
    package func add(_ new: NewEntry, progress: ProgressReport = .silent) throws -> StoredEntry {
        if let saved = try new.once.flatMap(entry(once:)), saved.entry.text.utf8.elementsEqual(new.text.utf8) { return saved }
        let moment = try new.moment ?? Moment(nowIn: surroundings)
        let entry = Entry(
            instant: moment.instant, zone: moment.zone, day: moment.day, text: new.text, mood: new.mood,
            moodSource: new.moodSource, moodScore: new.moodScore, tags: new.tags + (try tags(in: new.text, besides: new.tags)),
            starred: new.starred, place: new.place)
        if let fault = entry.fault { throw EngineError.entry(fault) }
        let journal = try new.journal ?? defaultJournal()
        let attachments = try seal(
            new.attachments, staged: new.staged, existing: 0, journal: journal, progress: progress)
        let ofDraft = try new.once.map(newID).flatMap { try store.entry($0) == nil ? $0 : nil }
        let id = ofDraft ?? newID(nil)
        let lesson = try moodLesson(from: entry.text, chosen: entry.mood, in: journal)
        try act(in: journal, learning: lesson) { _ in
            [mutation(adding: entry, id: id, attachments: attachments.map(\.id))] + attachments.map(\.mutation)
        }
        return try self.entry(id)
    }

    /// The tags in a text that an entry with these tags takes, up to the most that it may have: none, unless its owner wants tags
    /// from texts.
    func tags(in text: String, besides tags: [Tag], except known: [Tag] = []) throws -> [Tag] {
        guard text.utf8.contains(where: { $0 == 0x23 || $0 == 0x40 }), try preferences().textTags == true else { return [] }
        let others = Set(tags + known)
        let written = InlineTags.written(in: text).tags.filter { !others.contains($0) }
        return Array(written.prefix(max(0, Limits.tags - tags.count)))
    }

    /// The `#words` and `@names` of a text of which its owner has not said yet whether they become tags: to be asked once.
    package func tagsToAsk(in text: String) throws -> [Tag] {
        guard text.utf8.contains(where: { $0 == 0x23 || $0 == 0x40 }), try preferences().textTags == nil else { return [] }
        return InlineTags.written(in: text).tags
    }

    package func mutation(adding entry: Entry, id: RecordID, attachments: [RecordID] = []) -> Mutation {
        var fields = entry.fields.filter { $0.value != .null }
        fields["created"] = .int(surroundings.now())
        if !attachments.isEmpty { fields["attachments"] = .array(attachments.map { .string($0.description) }) }
        return Mutation(kind: Entry.kind, record: id, fields: fields)
    }

    /// The entry that the draft with this random text has become, in whatever journal it is now; `nil` if there is none, or if it
    /// was deleted.
    package func entry(once: String) throws -> StoredEntry? {
        let saved = try store.entry(newID(once))
        let found = try saved?.movedTo.map(store.entry) ?? saved
        return found?.deleted == nil ? found : nil
    }

    /// An entry by its name, deleted or not.
    func entry(_ id: RecordID) throws -> StoredEntry {
        guard let entry = try store.entry(id) else { throw EngineError.noSuchEntry(id.description) }
        return entry
    }
}

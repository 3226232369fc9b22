import Base
import Journal
import Ledger
import Records
import Store

/// The result of a change made on a page: the entry, and a text that was written elsewhere meanwhile.
package struct SaveOutcome: Hashable, Sendable {
    package let entry: StoredEntry
    /// The write of its current text, which the page has seen from now on.
    package let textName: WriteName?
    /// The other text, if there is one. It is not lost.
    package let concurrent: ConcurrentText?

    package init(entry: StoredEntry, textName: WriteName?, concurrent: ConcurrentText?) {
        self.entry = entry
        self.textName = textName
        self.concurrent = concurrent
    }
}

/// A text whose writer had not seen this one: in another window, program or device.
package struct ConcurrentText: Hashable, Sendable {
    package let text: String
    /// When, in milliseconds since 1970.
    package let at: Int64
    package let name: WriteName
    /// It is the current text, because the person who saves had not changed theirs. Otherwise their own text is current, and this
    /// one is in the history.
    package let stands: Bool
    /// Its changes are in the current text, beside those of the person who saves.
    package let isCombined: Bool

    package init(text: String, at: Int64, name: WriteName, stands: Bool, isCombined: Bool) {
        self.text = text
        self.at = at
        self.name = name
        self.stands = stands
        self.isCombined = isCombined
    }
}

extension OpenVault {
    /// Changes an entry as `change` does, and tells whether another text was written since `seenText`, the write that the person
    /// was editing. For repeated saves pass the `textName` of the last outcome.
    ///
    /// A text that the person did not change is not written, so that another writer's text stays.
    package func save(_ id: RecordID, _ change: EntryChange, progress: ProgressReport = .silent) throws -> SaveOutcome {
        guard let seen = change.seenText, let typed = change.text else {
            let entry = try self.change(id, change, progress: progress)
            return SaveOutcome(entry: entry, textName: try textName(of: id), concurrent: nil)
        }
        var change = change
        let seenText = try text(of: seen, entry: id)
        if seenText == JSON.string(typed) { change.text = nil }
        let before = try textName(of: id)
        let entry = try self.change(id, change, progress: progress)
        let isCombined = change.text != nil && JSON.string(entry.entry.text) != .string(typed)
        let standing = try textName(of: id)
        return SaveOutcome(
            entry: entry, textName: standing,
            concurrent: try concurrent(in: id) {
                guard !isCombined else { return $0.name == before }
                return seen < $0.name && $0.value != .string(typed) && $0.value != seenText
            }.map {
                ConcurrentText(
                    text: $0.value.string ?? "", at: Int64(clamping: $0.name.stamp.milliseconds), name: $0.name,
                    stands: !isCombined && $0.name == standing, isCombined: isCombined)
            })
    }

    /// The text of a write; `nil` if the write is not known here.
    func text(of name: WriteName, entry id: RecordID) throws -> JSON? {
        try store.writes(of: "text", record: id, kind: Entry.kind).first { $0.name == name }?.value
    }

    /// The latest text that another wrote. Stamps of this database rise with every write, so whatever another window or program
    /// wrote after the text that was seen is later than that.
    private func concurrent(in id: RecordID, _ isOthers: (Write) -> Bool) throws -> Write? {
        try store.writes(of: "text", record: id, kind: Entry.kind).filter(isOthers).max { $0.name < $1.name }
    }
}

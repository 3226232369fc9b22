import Base
import Journal
import Ledger
import Records
import Store

/// The result of a change made on a page: the entry, and a text that was written elsewhere meanwhile.
package struct SaveOutcome: Hashable, Sendable {
    /// The entry as it is now.
    package let entry: StoredEntry
    /// The write of its current text, which the page has seen from now on.
    package let textName: WriteName?
    /// The other text, if there is one. It is not lost: it is current, or it is in the entry's history.
    package let concurrent: ConcurrentText?

    package init(entry: StoredEntry, textName: WriteName?, concurrent: ConcurrentText?) {
        self.entry = entry
        self.textName = textName
        self.concurrent = concurrent
    }
}

/// A text whose writer had not seen this one: in another window, program or device.
package struct ConcurrentText: Hashable, Sendable {
    /// The text.
    package let text: String
    /// When, in milliseconds since 1970.
    package let at: Int64
    /// Which write it is.
    package let name: WriteName
    /// It is the current text, because the person who saves had not changed theirs; otherwise their own text is current, and this
    /// one is in the history.
    package let stands: Bool

    package init(text: String, at: Int64, name: WriteName, stands: Bool) {
        self.text = text
        self.at = at
        self.name = name
        self.stands = stands
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
        let entry = try self.change(id, change, progress: progress)
        let standing = try textName(of: id)
        return SaveOutcome(
            entry: entry, textName: standing,
            concurrent: try concurrent(in: id, since: seen, besides: [.string(typed), seenText ?? .null], standing: standing))
    }

    private func text(of name: WriteName, entry id: RecordID) throws -> JSON? {
        try store.writes(of: "text", record: id, kind: Entry.kind).first { $0.name == name }?.value
    }

    /// The latest text that was written after the one that was seen and differs from it. Stamps of this database rise with every
    /// write, so whatever another window or program wrote meanwhile is later than what was seen.
    private func concurrent(
        in id: RecordID, since seen: WriteName, besides known: [JSON], standing: WriteName?
    ) throws -> ConcurrentText? {
        let others = try store.writes(of: "text", record: id, kind: Entry.kind).filter {
            seen < $0.name && !known.contains($0.value)
        }
        guard let other = others.max(by: { $0.name < $1.name }), let text = other.value.string else { return nil }
        return ConcurrentText(
            text: text, at: Int64(clamping: other.name.stamp.milliseconds), name: other.name, stands: other.name == standing)
    }
}

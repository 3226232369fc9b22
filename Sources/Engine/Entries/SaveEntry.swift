import Base
import Journal
import Ledger
import Records
import Store

/// What became of a change that was made in a page: the entry, and the text that somebody else wrote meanwhile.
package struct SaveOutcome: Hashable, Sendable {
    /// The entry as it stands now.
    package let entry: StoredEntry
    /// Which write of its text stands now: what the page has seen from here on.
    package let textName: WriteName?
    /// The other text, where there is one. Nothing of it is lost: it stands, or it is in the entry's history.
    package let concurrent: ConcurrentText?

    package init(entry: StoredEntry, textName: WriteName?, concurrent: ConcurrentText?) {
        self.entry = entry
        self.textName = textName
        self.concurrent = concurrent
    }
}

/// A text that was written by somebody who had not seen this one: another window, another program, another device.
package struct ConcurrentText: Hashable, Sendable {
    /// What they wrote.
    package let text: String
    /// When, in milliseconds since 1970.
    package let at: Int64
    /// Which write it is.
    package let name: WriteName
    /// It stands in the entry, since the person who saves had not touched the text; else their own text stands, and this one
    /// is in the history.
    package let stands: Bool

    package init(text: String, at: Int64, name: WriteName, stands: Bool) {
        self.text = text
        self.at = at
        self.name = name
        self.stands = stands
    }
}

extension OpenVault {
    /// Changes an entry as `change` does, and says whether somebody else had written another text since `seenText`, the write
    /// that the person had before them. Who saves again and again gives the `textName` of the last outcome.
    ///
    /// A text that the person left as they saw it is not written: what somebody else made of it stays.
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

    /// The latest text that was written after the one that was seen and says something else. Stamps of this database rise with
    /// every write, so that whatever came to it meanwhile by another window or program is later than what was seen.
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

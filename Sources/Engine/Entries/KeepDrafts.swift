import Base
import Store

extension OpenVault {
    /// The draft with a name; `nil` if there is none.
    package func draft(_ name: Draft.Name) throws -> Draft? {
        guard let bytes = try store.draft(name.description) else { return nil }
        guard let draft = Draft(bytes: bytes) else { throw StoreError.damagedRow(table: "draft") }
        return draft
    }

    /// Saves a draft in place of the one with this name; when this returns it is on the disk. An unchanged draft is not written, nor
    /// one that its page sent before the one that is here.
    /// - Returns: the draft that is here now, with its time.
    @discardableResult
    package func keep(_ draft: Draft, as name: Draft.Name) throws -> Draft {
        try draft.check()
        let kept = try store.draft(name.description).flatMap(Draft.init(bytes:))
        if let kept, kept.says(the: draft) || draft.isOlder(than: kept) { return kept }
        var draft = draft
        draft.changed = surroundings.now()
        try store.write { writer in
            let names = try store.draftNames()
            guard names.count < Draft.limit || names.contains(name.description) else {
                throw DraftError.tooMany(limit: Draft.limit)
            }
            try writer.keep(draft: draft.bytes, as: name.description)
        }
        return draft
    }

    /// Saves a draft under the first of some names that is free, or whose draft it may replace.
    /// - Returns: the draft that is here now, with its time, and its name; `nil` if it may replace none of them.
    package func keep(
        _ draft: Draft, asOneOf names: [Draft.Name], over mayReplace: @Sendable (Draft) -> Bool
    ) throws -> (name: Draft.Name, draft: Draft)? {
        for name in names {
            if let kept = try self.draft(name), !draft.isOlder(than: kept), !mayReplace(kept) { continue }
            return (name, try keep(draft, as: name))
        }
        return nil
    }

    /// Deletes a draft: it was saved as an entry, or the person discarded it. Returns whether there was one.
    @discardableResult
    package func dropDraft(_ name: Draft.Name) throws -> Bool {
        guard try store.draft(name.description) != nil else { return false }
        return try store.write { try $0.dropDraft(name.description) }
    }

    /// All drafts, the latest first. An unreadable one is skipped and stays stored.
    package func drafts() throws -> [(name: Draft.Name, draft: Draft)] {
        var list: [(name: Draft.Name, draft: Draft)] = []
        for text in try store.draftNames() {
            guard let name = Draft.Name(text), let bytes = try store.draft(text), let draft = Draft(bytes: bytes)
            else {
                continue
            }
            list.append((name, draft))
        }
        return list.sorted { ($0.draft.changed, $1.name.description) > ($1.draft.changed, $0.name.description) }
    }
}

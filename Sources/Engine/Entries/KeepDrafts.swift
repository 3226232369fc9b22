import Base
import Store

extension OpenVault {
    /// What is being typed under a name; `nil` when there is nothing.
    package func draft(_ name: Draft.Name) throws -> Draft? {
        guard let bytes = try store.bytes(of: .draft(name.description)) else { return nil }
        guard let draft = Draft(bytes: bytes) else { throw StoreError.damagedRow(table: "meta") }
        return draft
    }

    /// Keeps what is being typed, in place of what was kept under this name; when this returns it is on the disk. The same again
    /// costs no write.
    /// - Returns: the draft with its time.
    @discardableResult
    package func keep(_ draft: Draft, as name: Draft.Name) throws -> Draft {
        try draft.check()
        let row = DeviceRow.draft(name.description)
        if let kept = try store.bytes(of: row).flatMap(Draft.init(bytes:)), kept.says(the: draft) { return kept }
        var draft = draft
        draft.changed = surroundings.now()
        try store.write { writer in
            let names = try store.draftNames()
            guard names.count < Draft.limit || names.contains(name.description) else {
                throw DraftError.tooMany(limit: Draft.limit)
            }
            try writer.keep(draft.bytes, in: row)
        }
        return draft
    }

    /// Forgets what was typed under a name: it was saved, or the person threw it away. Says whether there was anything.
    @discardableResult
    package func dropDraft(_ name: Draft.Name) throws -> Bool {
        guard try store.bytes(of: .draft(name.description)) != nil else { return false }
        return try store.write { try $0.drop(.draft(name.description)) }
    }

    /// All that is being typed, the latest first. One that cannot be read is passed over; it stays where it is.
    package func drafts() throws -> [(name: Draft.Name, draft: Draft)] {
        var list: [(name: Draft.Name, draft: Draft)] = []
        for text in try store.draftNames() {
            guard let name = Draft.Name(text), let bytes = try store.bytes(of: .draft(text)), let draft = Draft(bytes: bytes)
            else {
                continue
            }
            list.append((name, draft))
        }
        return list.sorted { ($0.draft.changed, $1.name.description) > ($1.draft.changed, $0.name.description) }
    }
}

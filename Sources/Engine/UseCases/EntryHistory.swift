import Journal
import Ledger
import Store

/// Something beside its text that one write changed in an entry.
package struct EntryDetail: Hashable, Sendable {
    /// What was changed.
    package enum Change: Hashable, Sendable {
        /// Another mood; `nil` for none.
        case mood(Mood?)
        /// With or without a star.
        case starred(Bool)
        /// Another time: milliseconds since 1970.
        case instant(Int64)
        /// Tags that came and went.
        case tags(added: [String], removed: [String])
        /// Names of files that came and went; of a file that is not known here the name of its record.
        case files(added: [String], removed: [String])
    }

    /// Who wrote it, when.
    package let name: WriteName
    /// What was changed.
    package let change: Change
    /// It counts: no later write of the same kind replaced it. Of a list: all of it counts.
    package let isCurrent: Bool
    /// It lost to a write whose author had not seen it, or a removal to an addition: two devices wrote at the same time.
    package let isConcurrent: Bool
}

extension OpenVault {
    /// All texts that an entry ever had, the present one first.
    package func history(_ id: RecordID) throws -> [FieldHistory.Version] {
        FieldHistory.versions(of: try store.writes(of: "text", record: id, kind: Entry.kind))
    }

    /// What was changed in an entry beside its text, the latest first; with what it was made with where that was changed.
    package func details(_ id: RecordID) throws -> [EntryDetail] {
        var details: [EntryDetail] = []
        for field in ["mood", "starred", "instant"] {
            let versions = FieldHistory.versions(of: try store.writes(of: field, record: id, kind: Entry.kind))
            guard versions.count > 1 else { continue }
            for version in versions {
                guard let change = OpenVault.change(of: field, version.write.value) else { continue }
                details.append(
                    EntryDetail(
                        name: version.write.name, change: change, isCurrent: version.isCurrent,
                        isConcurrent: version.isConcurrent))
            }
        }
        for list in ["tags", "attachments"] { details += try listDetails(list, of: id) }
        return details.sorted { $0.name > $1.name }
    }

    private static func change(of field: String, _ value: JSON) -> EntryDetail.Change? {
        switch field {
        case "mood": .mood(value.string.flatMap { Mood($0) })
        case "starred": .starred(value.bool ?? false)
        default: value.int.map(EntryDetail.Change.instant)
        }
    }

    private func listDetails(_ list: String, of id: RecordID) throws -> [EntryDetail] {
        guard let merged = try store.merged(list, record: id, kind: Entry.kind) else { return [] }
        let writes = Dictionary(grouping: merged.changes, by: \.name)
        let made = try store.state(of: id, kind: Entry.kind)?.fields["created"]?.name
        guard writes.keys.contains(where: { $0 != made }) else { return [] }
        return try writes.map { name, changes in
            let added = try changes.compactMap(\.value?.string).map { try shown($0, in: list) }
            let removed = try changes.filter { $0.value == nil }.map { try shown(merged.spelling(of: $0), in: list) }
            return EntryDetail(
                name: name,
                change: list == "tags" ? .tags(added: added, removed: removed) : .files(added: added, removed: removed),
                isCurrent: changes.allSatisfy(merged.counts),
                isConcurrent: changes.contains { $0.value == nil && merged.isOverruled($0) })
        }
    }

    /// A tag as it is; a file by its name.
    private func shown(_ element: String, in list: String) throws -> String {
        guard list == "attachments", let id = RecordID(text: element),
            let state = try store.state(of: id, kind: AttachmentRecord.kind), let file = AttachmentRecord(fields: state.values)
        else { return element }
        return file.name
    }
}

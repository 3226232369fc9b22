import Base
import Journal
import Ledger
import Records
import Store

/// A change to an entry by one write, other than of its text.
package struct EntryDetail: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// Another mood; `nil` for none.
        case mood(Mood?)
        /// Another number of the mood; `nil` for none.
        case score(Int64?)
        case starred(Bool)
        /// Another place; `nil` for none.
        case place(Place?)
        /// A new time: milliseconds since 1970.
        case instant(Int64)
        case tags(added: [String], removed: [String])
        /// Names of files added and removed; the record's id for a file that is not known here.
        case files(added: [String], removed: [String])
    }

    package let name: WriteName
    package let change: Change
    /// No later write of the same kind replaced it. Always true of a list.
    package let isCurrent: Bool
    /// It lost to a write whose author had not seen it, or it is a removal that lost to an addition: two devices wrote at the
    /// same time.
    package let isConcurrent: Bool
}

/// Everything that was ever written to an entry.
package struct EntryPast: Sendable {
    package let id: RecordID
    /// Its texts, the current one first.
    package let versions: [FieldHistory.Version]
    /// Changes other than of the text, the latest first; includes the initial value of a field that was changed.
    package let details: [EntryDetail]

    package var devices: Set<DeviceID> { Set(versions.map(\.write.name.device) + details.map(\.name.device)) }
}

extension OpenVault {
    package func past(of id: RecordID) throws -> EntryPast { try store.past(of: id) }

    /// All texts that an entry ever had, the current one first.
    package func history(_ id: RecordID) throws -> [FieldHistory.Version] { try store.past(of: id).versions }

    /// The history of entries for an export. Each device's person is looked up once.
    package func pasts(in store: Store) -> (RecordID, JournalID) throws -> [JSON] {
        var known: [JournalID: [DeviceID: String]] = [:]
        var asked: [JournalID: Set<DeviceID>] = [:]
        return { [zone = surroundings.zone] entry, journal in
            let past = try store.past(of: entry)
            let new = past.devices.subtracting(asked[journal, default: []])
            if !new.isEmpty {
                asked[journal, default: []].formUnion(new)
                try known[journal, default: [:]].merge(self.others(new, in: journal)) { $1 }
            }
            return past.document(others: known[journal] ?? [:], zone: zone)
        }
    }
}

extension Store {
    func past(of id: RecordID) throws -> EntryPast {
        EntryPast(id: id, versions: try versions(of: id), details: try details(of: id))
    }

    private func versions(of id: RecordID) throws -> [FieldHistory.Version] {
        FieldHistory.versions(of: try writes(of: "text", record: id, kind: Entry.kind))
    }

    private func details(of id: RecordID) throws -> [EntryDetail] {
        var details: [EntryDetail] = []
        for field in ["mood", "mood_score", "starred", "instant", "place"] {
            let versions = FieldHistory.versions(of: try writes(of: field, record: id, kind: Entry.kind))
            guard versions.count > 1 else { continue }
            for version in versions {
                guard let change = Store.change(of: field, version.write.value) else { continue }
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
        case "mood_score": .score(value.int)
        case "starred": .starred(value.bool ?? false)
        case "place": .place(Place(json: value))
        default: value.int.map(EntryDetail.Change.instant)
        }
    }

    private func listDetails(_ list: String, of id: RecordID) throws -> [EntryDetail] {
        guard let merged = try merged(list, record: id, kind: Entry.kind) else { return [] }
        let writes = Dictionary(grouping: merged.changes, by: \.name)
        let made = try state(of: id, kind: Entry.kind)?.fields["created"]?.name
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

    /// A tag as it is; the name of a file.
    private func shown(_ element: String, in list: String) throws -> String {
        guard list == "attachments", let id = RecordID(text: element),
            let state = try state(of: id, kind: AttachmentRecord.kind), let file = AttachmentRecord(fields: state.values)
        else { return element }
        return file.name
    }
}

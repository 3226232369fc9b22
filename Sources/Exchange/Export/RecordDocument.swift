import Base
import Importing
import Journal
import Ledger
import Records
import Store

/// Converts records into objects of our JSON, and caches the time zones.
struct RecordDocument {
    /// For journals that an import has created or filled: their ids in exports, so that a journal keeps its id when it goes from
    /// vault to vault.
    let origins: [JournalID: String]
    private var zones: [String: CivilTime?] = [:]

    init(origins: [JournalID: String]) { self.origins = origins }

    /// A record with all its fields, except keys and locations in this vault.
    mutating func members(of record: AnyRecord) -> [String: JSON] {
        let fields = record.state.values
        let civil = zone(named: fields["zone"]?.string)
        func offset(_ milliseconds: Int64) -> Int { civil?.offset(at: milliseconds) ?? 0 }
        var members: [String: JSON] = [:]
        var shown = RecordForm.kept
        for member in RecordKind.of(record.kind).members {
            let value = member.shown(fields, offset: offset)
            members[member.name] = value ?? member.absent
            if value != nil { shown.insert(member.field) }
        }
        var more = fields.filter { !shown.contains($0.key) }
        if let nonce = fields[AnyRecord.originNonceField] { more["nonce"] = nonce }
        if !more.isEmpty { members["more"] = .object(more) }
        addCommon(of: record, fields, to: &members)
        return members
    }

    private func addCommon(of record: AnyRecord, _ fields: [String: JSON], to members: inout [String: JSON]) {
        let state = record.state
        func time(_ milliseconds: Int64?) -> JSON {
            milliseconds.flatMap { RecordForm.time(.int($0)) { _ in 0 } } ?? .null
        }
        members["id"] = .string(record.exportedID.description)
        let journal = JSON.string(origins[record.journal] ?? record.journal.description)
        if record.kind == JournalName.kind, record.id == JournalName.record(of: record.journal) { members["id"] = journal }
        members["kind"] = .string(record.kind)
        members["journal"] = journal
        members["created"] = time(fields["created"]?.int ?? (state.stamps?.lowerBound.milliseconds).map(Int64.init))
        members["modified"] = time(state.modified)
        if let gone = state.goneSince { members["deleted"] = time(Int64(gone.milliseconds)) }
        if record.kind == Schedule.kind, let schedule = Schedule(fields: fields) {
            members["phrase"] = .string(schedule.phrase.words)
        }
    }

    private mutating func zone(named name: String?) -> CivilTime? {
        guard let name else { return nil }
        if let known = zones[name] { return known }
        let civil = CivilTime(named: name)
        // Names come from records: there are hardly more than there are zones.
        if zones.count < 1000 { zones[name] = .some(civil) }
        return civil
    }
}

/// What a file contains about one record, not yet compared with the vault.
struct RecordReading {
    let kind: String
    let id: RecordID
    let journal: JournalID?
    /// Its own fields, as in an operation; without those that every record has.
    let fields: [String: JSON]
    /// When it was first saved, last changed and deleted, in milliseconds since 1970.
    let created, modified, deleted: Int64?
    /// Members that have no meaning here.
    let unknown: [String]

    typealias Fault = RecordForm.Fault

    private static let common: Set<String> = [
        "id", "kind", "journal", "created", "modified", "deleted", "more", "phrase", "data", "sha256",
    ]

    init(_ json: JSON) throws(Fault) {
        guard let members = json.object, let kind = json["kind"]?.string, !kind.isEmpty, kind.utf8.count <= 64 else {
            throw Fault(member: "kind")
        }
        guard let id = json["id"]?.string.flatMap({ RecordID(text: $0) }), id != .unknown else { throw Fault(member: "id") }
        (self.kind, self.id) = (kind, id)
        journal = json["journal"]?.string.flatMap { JournalID(text: $0) }
        created = try RecordReading.time(json, "created")
        modified = try RecordReading.time(json, "modified")
        deleted = try RecordReading.time(json, "deleted")
        fields = try RecordForm.fields(of: members, kind: kind)
        let row = RecordKind.of(kind)
        let known = RecordReading.common.union(row.members.map(\.name))
        unknown = kind == AttachmentRecord.kind ? [] : members.keys.filter { !known.contains($0) }.sorted()
        guard row.isReadable(fields) else { throw Fault(member: row.fault(in: fields)) }
    }

    private static func time(_ json: JSON, _ member: String) throws(Fault) -> Int64? {
        guard let value = json[member], value != .null else { return nil }
        // Diaries may be from before 1970.
        guard let time = RecordForm.milliseconds(value)?.int, member == "created" || time >= 0 else {
            throw Fault(member: member)
        }
        return time
    }

    /// All fields for the write that imports it, including when it was created, changed and deleted.
    var importedFields: [String: JSON] {
        var all = fields
        all["created"] = created.map(JSON.int)
        all["modified"] = modified.map(JSON.int)
        if let deleted {
            all["gone"] = true
            all["gone_since"] = .int(deleted)
        }
        return all
    }
}

import Base
import CPlatform
import Engine
import Importing
import Journal
import Ledger
import Records

/// The JSON that commands print (docs/formats/command-line.md).
enum Document {
    static func entry(
        _ stored: StoredEntry, attachments: [AttachmentRecord] = [], absent: [RecordID: AbsentFile] = [:],
        notes: [EntryNote] = [], authorship: Authorship? = nil
    ) -> JSON {
        var members = members(of: stored, attachments: attachments, absent: absent, authorship: authorship)
        if !notes.isEmpty { members["notes"] = .array(notes.map(\.json)) }
        return .object(members)
    }

    /// A found entry, with the excerpt that contains the words.
    static func hit(_ hit: Hit, authorship: Authorship?) -> JSON {
        var members = members(of: hit.entry, attachments: [], authorship: authorship)
        members["snippet"] = .array(hit.snippet.map { ["text": .string($0.text), "match": .bool($0.isMatch)] })
        return .object(members)
    }

    private static func members(
        of stored: StoredEntry, attachments: [AttachmentRecord], absent: [RecordID: AbsentFile] = [:],
        authorship: Authorship?
    ) -> [String: JSON] {
        let entry = stored.entry
        var members: [String: JSON] = [
            "id": .string(stored.id.description), "kind": .string(Entry.kind),
            "journal": .string(stored.journal.description), "instant": .string(instant(of: entry)),
            "zone": .string(entry.zone), "day": .string(entry.day.iso), "text": .string(entry.text),
            "mood": .text(entry.mood?.name), "mood_source": .text(entry.moodSource?.rawValue),
            "mood_score": entry.moodScore.map { .int(Int64($0)) } ?? .null,
            "tags": .array(entry.tags.map { .string($0.name) }), "starred": .bool(entry.starred),
            "attachments": .array(
                stored.attachments.map { ["id": .string($0.description), "kind": .string(AttachmentRecord.kind)] }),
            "created": time(stored.created), "modified": time(stored.modified),
        ]
        if attachments.count == stored.attachments.count {
            members["attachments"] = .array(
                zip(stored.attachments, attachments).map { attachment($0, $1, absent: absent[$0]) })
        }
        if let place = entry.place { members["place"] = place.json }
        if let deleted = stored.deleted { members["deleted"] = time(deleted) }
        if let successor = stored.movedTo { members["moved_to"] = .string(successor.description) }
        return authorship.map { members.merging($0.members) { $1 } } ?? members
    }

    private static func attachment(_ id: RecordID, _ record: AttachmentRecord, absent: AbsentFile?) -> JSON {
        var members: [String: JSON] = [
            "id": .string(id.description), "kind": .string(AttachmentRecord.kind), "name": .string(record.name),
            "type": .string(record.type), "size": .int(record.size),
        ]
        if let absent {
            members["here"] = .bool(false)
            if case .waiting(let device) = absent { members["waiting_for"] = .string(device) }
        }
        return .object(members)
    }

    /// Milliseconds since 1970 as RFC 3339 in UTC.
    static func time(_ milliseconds: Int64) -> JSON {
        .text(Instant(milliseconds: milliseconds)?.rfc3339(offset: 0))
    }

    /// An entry's instant with the offset of its own zone.
    static func instant(of entry: Entry) -> String {
        entry.instant.rfc3339(offset: CivilTime(named: entry.zone)?.offset(at: entry.instant.milliseconds) ?? 0)
    }

    static func receipt(_ receipt: Receipt, dryRun: Bool) -> JSON { receipt.json(dryRun: dryRun) }

    /// Prints one of several documents, in its own line, at once.
    static func printLine(_ json: JSON) {
        let line = String(decoding: json.bytes, as: UTF8.self)
        Swift.print(Terminal.isRead ? Terminal.escapedInJSON(line) : line)
        _ = platform_finish_output()
    }

    /// Prints one document: on a terminal with all control characters escaped, otherwise as plain JSON.
    static func print(_ json: JSON) { Swift.print(Terminal.isRead ? Terminal.escapedInJSON(json.pretty) : json.pretty) }
}

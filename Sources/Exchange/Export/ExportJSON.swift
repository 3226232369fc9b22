import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records
import Store

/// Writes the lossless export (docs/formats/export.md): one JSON document, one record a line, always the same bytes for the same
/// data.
struct ExportJSON {
    let source: ExportSource
    let output: any ExportOutput
    private var document: RecordDocument
    private var files: [(id: RecordID, journal: JournalID)] = []
    private var lines = RecordLines()

    init(source: ExportSource, output: any ExportOutput) {
        (self.source, self.output) = (source, output)
        document = RecordDocument(origins: source.origins)
    }

    nonisolated(nonsending) mutating func write() async throws {
        // No time and no program version, so that the same data gives the same bytes.
        let place = source.hasFiles ? "inside" : "none"
        let first = source.first.map { #","first_journal":"\#($0)""# } ?? ""
        let head =
            #"{"kind":"export","format":"auralyst","version":\#(ExportScanner.version),"attachments":"\#(place)"\#(first),"records":["#
        try output.write(Array(head.utf8))
        for kind in try source.kinds() {
            try await source.eachRecord(kind: kind, deleted: true) { record in
                // A record that only says where the journal came from: its records say so too.
                if kind == JournalName.kind, record.state["name"] == nil { return source.uncount(kind) }
                try write(record)
            }
        }
        if source.hasFiles {
            for (id, journal) in files.sorted(by: { ($0.id, $0.journal) < ($1.id, $1.journal) }) {
                if let file = try source.file(id, journal: journal) { try await write(file) }
            }
        }
        try output.write(RecordLines.closing)
    }

    private mutating func write(_ record: AnyRecord) throws {
        var members = document.members(of: record)
        if record.kind == SharingRule.note, let author = source.authors[record.id] {
            var more = members["more"]?.object ?? [:]
            more[StoredNote.writtenByField] = more[StoredNote.writtenByField] ?? .string(author)
            members["more"] = .object(more)
        }
        if let list = members["attachments"]?.array, !list.isEmpty, record.kind == "entry" {
            members["attachments"] = .array(try list.map { try shown($0, journal: record.journal) })
        }
        if record.kind == Entry.kind, let past = try source.past?(record.id, record.journal), past.count > 1 {
            members["history"] = .array(past)
        }
        try output.write(lines.next())
        try output.write(JSON.object(members).bytes)
    }

    /// An attachment as an entry shows it; its file is written later.
    private mutating func shown(_ item: JSON, journal: JournalID) throws -> JSON {
        var members: [String: JSON] = ["id": item["id"] ?? .null, "kind": .string(AttachmentRecord.kind)]
        guard let id = item["id"]?.string.flatMap({ RecordID(text: $0) }), let file = try source.file(id, journal: journal) else {
            return .object(members)
        }
        files.append((id, journal))
        members["name"] = .string(file.name)
        members["type"] = .string(file.type)
        members["size"] = .int(file.size)
        return .object(members)
    }

    /// Writes the bytes first, since members are sorted by name; a damaged file has `null` instead.
    private nonisolated(nonsending) mutating func write(_ file: ExportSource.File) async throws {
        try output.write(lines.next())
        let digest = try await source.digest(of: file)
        try output.write(Array((digest == nil ? #"{"data":null,"# : #"{"data":""#).utf8))
        if digest != nil {
            try await source.writeBase64(file, to: output)
            try output.write(Array(#"","#.utf8))
        }
        var members: [String: JSON] = [
            "id": .string(file.id.description), "kind": .string(AttachmentRecord.kind), "name": .string(file.name),
            "sha256": .text(digest.map(hex)), "size": .int(file.size), "type": .string(file.type),
        ]
        if !file.more.isEmpty { members["more"] = .object(file.more) }
        try output.write(Array(JSON.object(members).bytes.dropFirst()))
    }
}

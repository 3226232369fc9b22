import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records
import Store

package struct ImportCheck: Hashable, Sendable {
    package var records = 0
    /// Records that differ in the vault or are missing there, or could not be read.
    package var missing = 0
    /// SHA-256 over all texts of the source in their order, in hexadecimal.
    package var sourceDigest = ""
    /// The same over the vault's texts of the same records.
    package var vaultDigest = ""

    package var isWhole: Bool { missing == 0 && sourceDigest == vaultDigest }

    package init() {}
}

extension OpenVault {
    /// Reads a source again and compares every record with the vault: its text byte for byte, its health log, and how many of its
    /// files open.
    package func verifyImport(_ source: ImportSource, into named: JournalID? = nil) throws -> ImportCheck {
        let journal = try named ?? defaultJournal()
        return try store.read { _ in
            var check = ImportCheck()
            let templates = Set(
                try store.records(kind: Template.kind).filter { !$0.state.isGone }.compactMap {
                    Template(fields: $0.state.values)
                }
                .map { $0.name + "\0" + $0.text })
            var digests = (source: [UInt8](repeating: 0, count: 32), vault: [UInt8](repeating: 0, count: 32))
            var importer = Importer(journal: journal, source: source, isDry: true, sealed: SealedFiles())
            try source.read { item in
                switch item {
                case .record(var record):
                    check.records += 1
                    let found = try vaultText(of: &record, importer: &importer)
                    digests.source = digest(digests.source + Array(record.text.utf8))
                    digests.vault = digest(digests.vault + Array((found ?? "").utf8))
                    if found != record.text { check.missing += 1 }
                case .template(let template, _, _):
                    check.records += 1
                    if !templates.contains(template.name + "\0" + template.text) { check.missing += 1 }
                case .problem:
                    check.records += 1
                    check.missing += 1
                case .finding(.brokenOff): check.missing += 1
                case .finding: break
                }
            }
            (check.sourceDigest, check.vaultDigest) = (hex(digests.source), hex(digests.vault))
            return check
        }
    }

    /// A record's text in the vault, empty if it has none; `nil` if a part of it is missing.
    private func vaultText(of record: inout ImportedRecord, importer: inout Importer) throws -> String? {
        guard let moment = importer.moment(of: record) else { return nil }
        let parts = importer.rate(&record)
        let ids = importer.names(of: record)
        let found = try record.text.isEmpty ? nil : importer.known(ids, record, moment, vault: self)
        let home = found.flatMap { $0.wasImported ? $0.entry.id : nil } ?? ids[0]
        for (index, part) in parts.enumerated() {
            guard part.fault(at: moment) == nil else { return nil }
            let id = Importer.name(of: part, index, beside: home)
            let state = try store.state(of: id, kind: part.kind, journal: importer.journal)
            guard !state.fields.isEmpty, !state.isGone else { return nil }
        }
        guard !record.text.isEmpty else { return "" }
        guard let known = found?.entry, known.deleted == nil else { return nil }
        importer.claimed.insert(known.id)
        var files = 0
        for file in record.files {
            switch file {
            case .found: files += 1
            case .left(let file) where [.unreadable, .notAFile].contains(file.reason): return nil
            case .left: break
            }
        }
        let entry = known.entry
        guard files <= known.attachments.count, Set(record.tags).isSubset(of: entry.tags), !record.starred || entry.starred,
            record.mood == nil || entry.mood != nil, record.moodScore == nil || entry.moodScore != nil,
            record.place == nil || entry.place != nil,
            record.more.isEmpty || JSON.object(record.more).bytes.count <= Importer.mostOfMore
        else { return nil }
        let folder = AttachmentFolder(path: location.attachments)
        for attachment in try attachments(of: known) {
            try folder.verify(attachment, context: AttachmentFolder.context(journal: known.journal, blob: attachment.blob))
        }
        return known.entry.text
    }
}

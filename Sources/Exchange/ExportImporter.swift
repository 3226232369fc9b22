import Base
import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records
import Store

struct ExportImporter {
    let targets: ImportTargets
    let isDry: Bool
    let hasFiles: Bool
    let folder: AttachmentFolder
    private(set) var receipt = Receipt(format: "auralyst")
    /// Encrypted files that a record names by now.
    private(set) var sealed: [[UInt8]] = []
    /// Attachments of imported entries whose files have not come yet.
    private var awaited: [RecordID: JournalID] = [:]
    /// The names of notes here, by their names in the export.
    private var adopted: [RecordID: RecordID] = [:]

    init(targets: ImportTargets, isDry: Bool, hasFiles: Bool, folder: AttachmentFolder) {
        (self.targets, self.isDry, self.hasFiles, self.folder) = (targets, isDry, hasFiles, folder)
    }

    mutating func run(_ scanner: inout ExportScanner, vault: isolated OpenVault, report: () -> Void) throws {
        if !isDry { try keepOrigins(vault: vault) }
        while true {
            var incoming: IncomingFile?
            let (journal, isDry, folder) = (targets.files[scanner.count + 1] ?? targets.main, isDry, folder)
            var generator = vault.surroundings.generator
            let record = try scanner.nextRecord { piece in
                if incoming == nil { incoming = try IncomingFile(isDry ? nil : folder, journal: journal, using: &generator) }
                try incoming?.write(piece)
            }
            guard let record else { break }
            if record.number % 64 == 1 { report() }
            try take(record, incoming, vault: vault)
        }
        for id in awaited.keys.sorted() where hasFiles {
            receipt.add(
                .init(source: "file \(id)", outcome: .skipped, why: say("its entry names it, and the export does not hold it")))
        }
    }

    /// Stores the ids of the export's journals with the journals that this import fills.
    private func keepOrigins(vault: isolated OpenVault) throws {
        for (origin, journal) in targets.journals.sorted(by: { $0.key < $1.key }) where targets.fresh.contains(journal) {
            let fields: [String: JSON] = [RecordForm.originField: .string(origin.description)]
            let id = JournalName.record(of: journal)
            let mutation = try vault.store.mutation(of: id, kind: JournalName.kind, journal: journal, setting: fields)
            if try vault.counts(mutation, in: journal, on: .record) { try vault.append([mutation], to: journal) }
        }
    }

    private mutating func take(_ scanned: ExportScanner.Record, _ incoming: IncomingFile?, vault: isolated OpenVault) throws {
        let place = "record \(scanned.number)"
        guard let bytes = scanned.bytes else { return skip(place, say("longer than anything that can be written")) }
        let json: JSON
        do throws(JSONError) { json = try JSON(reading: bytes) } catch { return skip(place, say("no JSON that can be read")) }
        let reading: RecordReading
        do throws(RecordForm.Fault) { reading = try RecordReading(json) } catch {
            let kind = json["kind"]?.string.map { " (" + quotedName($0) + ")" } ?? ""
            return skip(place + kind, say("\(quotedName(error.member)) is missing or not valid"))
        }
        let source = place + " (" + quotedName(reading.kind) + ")"
        if reading.kind == AttachmentRecord.kind {
            try take(reading, json, incoming, source, vault: vault)
        } else {
            try take(reading, source, vault: vault)
        }
    }

    private mutating func skip(_ source: String, _ why: String, id: RecordID? = nil) {
        receipt.add(.init(source: source, outcome: .skipped, why: why, id: id?.description))
    }

    private mutating func take(_ reading: RecordReading, _ source: String, vault: isolated OpenVault) throws {
        if let why = ExportImporter.leftOut[reading.kind] { return skip(source, why) }
        let journal = targets[reading.journal]
        if reading.kind == JournalName.kind, let origin = reading.journal, reading.id == JournalName.record(of: origin),
            targets.journals[origin] != nil, origin != journal
        {
            return try takeName(reading, of: origin, source, vault: vault)
        }
        var fields = reading.importedFields
        let files = (fields["attachments"]?.array ?? []).compactMap { $0.string.flatMap { RecordID(text: $0) } }
        guard files.count <= Limits.attachments else { return skip(source, say("more files than an entry may have")) }
        if !hasFiles, reading.kind == Entry.kind { fields["attachments"] = nil }
        if let known = try vault.store.anyRecord(reading.id, kind: reading.kind) {
            return try meet(known, reading, fields, files, source, vault: vault)
        }
        let lane = SharingRule.lane(of: reading.kind)
        var id = reading.id
        switch reading.kind {
        case SharingRule.note:
            guard let note = AdoptedNote(reading.id, fields, by: try vault.authorRoot(in: journal)) else {
                return skip(source, say("'nonce' is missing or not valid"))
            }
            let nonce = fields["nonce"]
            (id, fields) = (note.id, note.fields)
            if id != reading.id {
                fields[AnyRecord.originField] = .string(reading.id.description)
                fields[AnyRecord.originNonceField] = nonce
            }
            adopted[reading.id] = note.id
            if let known = try vault.store.anyRecord(id, kind: reading.kind) {
                return try meet(known, reading, fields, files, source, vault: vault)
            }
        case SharingRule.noteCover:
            if let note = adopted[reading.id], note != reading.id {
                id = note
                fields[AnyRecord.originField] = .string(reading.id.description)
                if let known = try vault.store.anyRecord(id, kind: reading.kind) {
                    return try meet(known, reading, fields, files, source, vault: vault)
                }
            }
        default: break
        }
        let mutation = Mutation(kind: reading.kind, record: id, fields: fields)
        guard try vault.counts(mutation, in: journal, on: lane) else {
            return skip(source, say("only the owner of the journal can write it"))
        }
        if !isDry { try vault.append([mutation], to: journal, on: lane) }
        if hasFiles, reading.kind == Entry.kind { for file in files { awaited[file] = journal } }
        var changes: [String] = []
        if !hasFiles, !files.isEmpty, reading.kind == Entry.kind {
            changes.append(
                say("\(counted(files.count, "file")) of it \(plural(files.count, "is", "are")) not in the export"))
        }
        if !reading.unknown.isEmpty {
            changes.append(say("left out: ") + reading.unknown.prefix(5).map(quotedName).joined(separator: ", "))
        }
        receipt.add(
            .init(
                source: source, outcome: changes.isEmpty ? .kept : .changed,
                why: changes.isEmpty ? nil : changes.joined(separator: "; "), id: isDry ? nil : id.description))
    }

    /// Kinds that only mean something in their own vault, and why.
    static let leftOut: [String: String] = [
        SharingRule.journalRemoval: say("a journal that was taken out of the vault that this comes from")
    ]

    /// Compares with a record that exists already: the later write counts, and nothing deleted comes back.
    private mutating func meet(
        _ known: AnyRecord, _ reading: RecordReading, _ fields: [String: JSON], _ files: [RecordID], _ source: String,
        vault: isolated OpenVault
    ) throws {
        let state = known.state
        var fields = fields
        // For a note that exists here, the author is known better than from an export.
        if known.kind == SharingRule.note { fields[StoredNote.writtenByField] = state[StoredNote.writtenByField] }
        guard !state.isGone else {
            return skip(
                source, reading.deleted == nil ? say("here already, in Recently deleted") : Receipt.here, id: known.id)
        }
        guard reading.deleted == nil else { return skip(source, say("deleted in the export, not here"), id: known.id) }
        var changed = fields.filter { !RecordForm.kept.contains($0.key) && (state[$0.key] ?? .null) != $0.value }
        for (field, value) in state.values where fields[field] == nil && value != .null && !RecordForm.kept.contains(field) {
            if field != "attachments" || hasFiles { changed[field] = .null }
        }
        guard !changed.isEmpty else { return skip(source, Receipt.here, id: known.id) }
        guard (reading.modified ?? 0) > (state.modified ?? 0) else {
            return skip(source, say("here already, and changed here since"), id: known.id)
        }
        let what = changed.keys.sorted().prefix(8).joined(separator: ", ")
        if !isDry {
            changed["modified"] = reading.modified.map(JSON.int)
            var mutation = try vault.store.mutation(of: known.id, kind: known.kind, journal: known.journal, setting: changed)
            let lane = SharingRule.lane(of: known.kind)
            // Every write of a note carries the proof of its author.
            if lane == .note { mutation.fields["nonce"] = state["nonce"] }
            guard try vault.counts(mutation, in: known.journal, on: lane) else {
                return skip(source, say("here already; only its author or the journal's owner can change it"), id: known.id)
            }
            try vault.append([mutation], to: known.journal, on: lane)
        }
        if known.kind == Entry.kind, hasFiles, known.journal == targets[reading.journal] {
            for file in files where try vault.store.anyRecord(file, kind: AttachmentRecord.kind) == nil {
                awaited[file] = known.journal
            }
        }
        receipt.add(
            .init(
                source: source, outcome: .merged, why: say("here already; changed later in the export: \(what)"),
                id: known.id.description))
    }

    /// Takes over the name of an imported journal if the journal here has none of its own.
    private mutating func takeName(
        _ reading: RecordReading, of origin: JournalID, _ source: String, vault: isolated OpenVault
    ) throws {
        let journal = targets[origin]
        let id = JournalName.record(of: journal)
        let state = try vault.store.state(of: id, kind: JournalName.kind, journal: journal)
        guard state["name"] == nil || targets.made.contains(journal) else {
            let isSame = state["name"] == reading.fields["name"]
            return skip(
                source,
                isSame ? Receipt.here : say("the journal is called \(quotedName(state["name"]?.string ?? "")) here"),
                id: id)
        }
        var fields = reading.importedFields
        // A journal created for this import may have another name, because its own was taken.
        if let name = state["name"] { fields["name"] = name }
        let mutation = state.mutation(kind: JournalName.kind, record: id, setting: fields)
        guard try vault.counts(mutation, in: journal, on: .record) else {
            return skip(source, say("only the owner of the journal can write it"))
        }
        if !isDry { try vault.append([mutation], to: journal) }
        receipt.add(.init(source: source, outcome: .kept, id: isDry ? nil : id.description))
    }

    /// Imports the file of an entry that was imported before it.
    private mutating func take(
        _ reading: RecordReading, _ json: JSON, _ incoming: IncomingFile?, _ source: String, vault: isolated OpenVault
    ) throws {
        guard let journal = awaited.removeValue(forKey: reading.id) else {
            let isHere = try vault.store.anyRecord(reading.id, kind: AttachmentRecord.kind) != nil
            return skip(source, isHere ? Receipt.here : say("its entry was not taken"))
        }
        guard let incoming else { return skip(source, say("its bytes are not in the export")) }
        let name = json["name"]?.string.map(AttachmentFolder.safeName) ?? "attachment"
        let type = json["type"]?.string ?? "application/octet-stream"
        guard name.utf8.count <= 4096, type.utf8.count <= 255 else { return skip(source, say("'name' is not valid")) }
        let done = try incoming.finish()
        if let said = json["sha256"]?.string, said != hex(done.digest) {
            incoming.discard()
            return skip(source, say("its bytes are not those that its digest names"))
        }
        if !isDry, let place = incoming.place {
            let record = AttachmentRecord(
                name: name, type: type, size: Int64(done.count), key: place.key, blob: place.blob, hash: done.name)
            let file = StagedAttachment(id: reading.id, journal: journal, record: record)
            let taken = try vault.forItsJournal(file, isNew: true).record
            sealed.append(taken.hash)
            let fields = reading.fields.merging(taken.fields) { $1 }
            try vault.append(
                [Mutation(kind: AttachmentRecord.kind, record: reading.id, fields: fields)], to: journal)
        }
        receipt.add(.init(source: source, outcome: .kept, id: isDry ? nil : reading.id.description))
    }
}

import Foundation
import Journal
import Ledger
import Store
import Vault

/// Whether a file looks like our JSON export: by its first bytes, never by its name. `false` for one that cannot be read.
package func isAuralystExport(path: String) -> Bool {
    guard let input = try? ExportInput(path: VaultLocation(folder: path).folder) else { return false }
    return input.looksLikeExport
}

extension OpenVault {
    /// Brings a JSON export of Auralyst into a journal, in one transaction: all of it, or on a failure nothing.
    ///
    /// Records keep their names and when they were made, changed and deleted. One that is here already is not added again: what the
    /// export says of it counts where it was changed later than here. `dryRun` gives the same receipt and writes nothing.
    package func importExport(
        path: String, into named: JournalID? = nil, dryRun: Bool = false, progress: ProgressReport = .silent
    ) throws -> Receipt {
        let input = try ExportInput(path: VaultLocation(folder: path).folder)
        return try importExport(
            ExportScanner { try input.next() }, into: named, dryRun: dryRun, progress: progress,
            size: { (input.done, input.size) })
    }

    /// The same for bytes that come from elsewhere: piece by piece, none at the end.
    package func importExport(
        reading pieces: @escaping () throws -> [UInt8], into named: JournalID? = nil, dryRun: Bool = false,
        progress: ProgressReport = .silent
    ) throws -> Receipt {
        try importExport(ExportScanner(pieces), into: named, dryRun: dryRun, progress: progress, size: { (0, 0) })
    }

    private func importExport(
        _ scanner: ExportScanner, into named: JournalID?, dryRun: Bool, progress: ProgressReport, size: () -> (done: Int, of: Int)
    ) throws -> Receipt {
        let journal = try named ?? defaultJournal()
        let folder = AttachmentFolder(path: location.attachments)
        if !dryRun { try folder.make() }
        var scanner = scanner
        try scanner.begin()
        let hasFiles = scanner.head["attachments"] != "none"
        let run = { (writer: StoreWriter) throws -> ExportImporter in
            var importer = ExportImporter(journal: journal, isDry: dryRun, hasFiles: hasFiles, folder: folder)
            do {
                try importer.run(&scanner, vault: self, writer: writer) {
                    let (done, total) = size()
                    progress.report("importing", done >> 10, total >> 10)
                }
            } catch {
                for hash in importer.sealed { folder.remove(hash) }
                throw error
            }
            return importer
        }
        if dryRun { return try store.read(run).receipt }
        let importer = try commit(run)
        try? store.settle()
        return importer.receipt
    }
}

/// One import of an export at work.
private struct ExportImporter {
    let journal: JournalID
    let isDry: Bool
    let hasFiles: Bool
    let folder: AttachmentFolder
    private(set) var receipt = Receipt(format: "auralyst")
    /// Sealed files that a record names by now.
    private(set) var sealed: [[UInt8]] = []
    /// Attachments of entries that were taken, whose files have not come yet.
    private var awaited: Set<RecordID> = []
    private var file: IncomingFile?

    init(journal: JournalID, isDry: Bool, hasFiles: Bool, folder: AttachmentFolder) {
        (self.journal, self.isDry, self.hasFiles, self.folder) = (journal, isDry, hasFiles, folder)
    }

    mutating func run(
        _ scanner: inout ExportScanner, vault: isolated OpenVault, writer: StoreWriter, report: () -> Void
    ) throws {
        while true {
            var incoming: IncomingFile?
            let (journal, isDry, folder) = (journal, isDry, folder)
            var generator = vault.surroundings.generator
            let record = try scanner.nextRecord { piece in
                if incoming == nil { incoming = try IncomingFile(isDry ? nil : folder, journal: journal, using: &generator) }
                try incoming?.write(piece)
            }
            guard let record else { break }
            if record.number % 64 == 1 { report() }
            try take(record, incoming, vault: vault, writer: writer)
        }
        for id in awaited.sorted() where hasFiles {
            receipt.add(
                .init(source: "file \(id)", outcome: .skipped, why: "its entry names it, and the export does not hold it"))
        }
    }

    private mutating func take(
        _ scanned: ExportScanner.Record, _ incoming: IncomingFile?, vault: isolated OpenVault, writer: StoreWriter
    ) throws {
        let place = "record \(scanned.number)"
        guard let bytes = scanned.bytes else { return skip(place, "longer than anything that can be written") }
        let json: JSON
        do throws(JSONError) { json = try JSON(reading: bytes) } catch { return skip(place, "no JSON that can be read") }
        let reading: RecordReading
        do throws(RecordReading.Fault) { reading = try RecordReading(json) } catch {
            let kind = json["kind"]?.string.map { " (" + quotedName($0) + ")" } ?? ""
            return skip(place + kind, "no usable " + quotedName(error.member))
        }
        let source = place + " (" + quotedName(reading.kind) + ")"
        if reading.kind == AttachmentRecord.kind {
            try take(reading, json, incoming, source, vault: vault, writer: writer)
        } else {
            try take(reading, source, vault: vault, writer: writer)
        }
    }

    private mutating func skip(_ source: String, _ why: String, id: RecordID? = nil) {
        receipt.add(.init(source: source, outcome: .skipped, why: why, id: id?.description))
    }

    private mutating func take(
        _ reading: RecordReading, _ source: String, vault: isolated OpenVault, writer: StoreWriter
    ) throws {
        var (id, fields) = (reading.id, reading.fields(importedInto: journal))
        var changes: [String] = []
        if reading.kind == SharingRule.note || reading.kind == SharingRule.noteCover {
            guard let root = vault.membership(in: try vault.control(of: journal))?.root else {
                return skip(source, "this journal takes no notes of yours")
            }
            (id, fields) = try adopted(reading, fields, root: root, vault: vault)
            if reading.kind == SharingRule.note, id != reading.id { changes.append("kept as a note of yours") }
        }
        let lane = vault.lane(of: reading.kind)
        guard try vault.admits(Mutation(kind: reading.kind, record: id, fields: fields), on: lane, in: journal) else {
            return skip(source, "only the owner of the journal can write it")
        }
        let files = (fields["attachments"]?.array ?? []).compactMap { $0.string.flatMap { RecordID(text: $0) } }
        guard files.count <= Limits.attachments else { return skip(source, "more files than an entry may have") }
        if !hasFiles, reading.kind == Entry.kind { fields["attachments"] = nil }
        if let known = try vault.store.anyRecord(id, kind: reading.kind) {
            return try meet(known, reading, fields, files, source, vault: vault, writer: writer)
        }
        if !isDry {
            try vault.append([Mutation(kind: reading.kind, record: id, fields: fields)], to: journal, on: lane, with: writer)
        }
        if hasFiles, reading.kind == Entry.kind { awaited.formUnion(files) }
        if !hasFiles, !files.isEmpty, reading.kind == Entry.kind {
            changes.append(
                ExportPlan.counted(files.count, "file") + " of it " + (files.count == 1 ? "is" : "are") + " not in the export")
        }
        if !reading.unknown.isEmpty {
            changes.append("left out: " + reading.unknown.prefix(5).map(quotedName).joined(separator: ", "))
        }
        receipt.add(
            .init(
                source: source, outcome: changes.isEmpty ? .kept : .changed,
                why: changes.isEmpty ? nil : changes.joined(separator: "; "),
                id: isDry ? nil : id.description))
    }

    /// A note under the name that makes it this vault's person's, and what hides a note under the name of that note.
    private func adopted(
        _ reading: RecordReading, _ fields: [String: JSON], root: [UInt8], vault: isolated OpenVault
    ) throws -> (RecordID, [String: JSON]) {
        guard reading.kind == SharingRule.noteCover else {
            let note = AdoptedNote(reading.id, fields: fields, root: root)
            return (note.id, note.fields)
        }
        let name = AdoptedNote.name(of: reading.id, root: root)
        guard try vault.store.anyRecord(name, kind: SharingRule.note) != nil else { return (reading.id, fields) }
        return (name, fields.merging([AdoptedNote.originID: .string(reading.id.description)]) { $1 })
    }

    /// A record that is here already: what was written later counts, and nothing that is deleted comes back.
    private mutating func meet(
        _ known: AnyRecord, _ reading: RecordReading, _ fields: [String: JSON], _ files: [RecordID], _ source: String,
        vault: isolated OpenVault, writer: StoreWriter
    ) throws {
        let state = known.state
        guard !state.isGone else {
            return skip(source, reading.deleted == nil ? "here already, in Recently deleted" : "here already", id: known.id)
        }
        guard reading.deleted == nil else { return skip(source, "deleted in the export, not here", id: known.id) }
        var changed = fields.filter { !RecordForm.kept.contains($0.key) && (state[$0.key] ?? .null) != $0.value }
        for (field, write) in state.fields where fields[field] == nil && write.value != .null && !RecordForm.kept.contains(field)
        {
            if field != "attachments" || hasFiles { changed[field] = .null }
        }
        guard !changed.isEmpty else { return skip(source, "here already", id: known.id) }
        guard (reading.modified ?? 0) > (state.modified ?? 0) else {
            return skip(source, "here already, and changed here since", id: known.id)
        }
        let what = changed.keys.sorted().prefix(8).joined(separator: ", ")
        if !isDry {
            changed["modified"] = reading.modified.map(JSON.int)
            var mutation = state.mutation(kind: known.kind, record: known.id, setting: changed)
            if known.kind == SharingRule.note { mutation.fields["nonce"] = state["nonce"] }
            try vault.append([mutation], to: known.journal, on: vault.lane(of: known.kind), with: writer)
        }
        if known.kind == Entry.kind, hasFiles, known.journal == journal {
            awaited.formUnion(try files.filter { try vault.store.anyRecord($0, kind: AttachmentRecord.kind) == nil })
        }
        receipt.add(
            .init(
                source: source, outcome: .merged, why: "here already; changed later in the export: " + what,
                id: known.id.description))
    }

    /// The file of an entry that was taken before it.
    private mutating func take(
        _ reading: RecordReading, _ json: JSON, _ incoming: IncomingFile?, _ source: String, vault: isolated OpenVault,
        writer: StoreWriter
    ) throws {
        guard awaited.contains(reading.id) else {
            let isHere = try vault.store.anyRecord(reading.id, kind: AttachmentRecord.kind) != nil
            return skip(source, isHere ? "here already" : "its entry was not taken")
        }
        awaited.remove(reading.id)
        guard let incoming else { return skip(source, "its bytes are not in the export") }
        let name = json["name"]?.string.map(AttachmentFolder.safeName) ?? "attachment"
        let type = json["type"]?.string ?? "application/octet-stream"
        guard name.utf8.count <= 4096, type.utf8.count <= 255 else { return skip(source, "no usable 'name'") }
        let done = try incoming.finish()
        if let said = json["sha256"]?.string, said != hex(done.digest) {
            incoming.discard()
            return skip(source, "its bytes are not those that its digest names")
        }
        if !isDry, let place = incoming.place {
            sealed.append(done.name)
            let record = AttachmentRecord(
                name: name, type: type, size: Int64(done.count), key: place.key, blob: place.blob, hash: done.name)
            let fields = reading.fields.merging(record.fields) { $1 }
            try vault.append(
                [Mutation(kind: AttachmentRecord.kind, record: reading.id, fields: fields)], to: journal, with: writer)
        }
        receipt.add(.init(source: source, outcome: .kept, id: isDry ? nil : reading.id.description))
    }
}

/// A file that comes out of an export and is sealed as it comes; in a dry run it is only counted. Removed unless it is finished.
private final class IncomingFile {
    struct Place {
        let blob, key: [UInt8]
    }

    let place: Place?
    private let folder: AttachmentFolder?
    private var file: PartialFile?
    private var writer: SealedFileWriter?
    private var hash = RunningDigest()
    private var count = 0
    private var name: [UInt8] = []

    init(_ folder: AttachmentFolder?, journal: JournalID, using generator: inout any RandomNumberGenerator & Sendable) throws {
        self.folder = folder
        guard let folder else {
            place = nil
            return
        }
        let key = Secret.random(count: 32)
        let place = Place(blob: RecordID.random(using: &generator).bytes, key: unsafe key.withBytes { unsafe Array($0) })
        let file = try PartialFile(in: folder.path)
        do {
            writer = try SealedFileWriter(
                to: file.descriptor, key: key, context: AttachmentFolder.context(journal: journal, blob: place.blob))
        } catch {
            throw folder.explained(error, name: "attachment", target: folder.path)
        }
        self.file = consume file
        self.place = place
    }

    func write(_ bytes: [UInt8]) throws {
        hash.add(bytes)
        count += bytes.count
        do { try writer?.write(bytes) } catch {
            if let folder { throw folder.explained(error, name: "attachment", target: folder.path) }
        }
    }

    /// Its SHA-256 in clear, its length, and the name of the sealed file, which is on the disk by then.
    func finish() throws -> (digest: [UInt8], count: Int, name: [UInt8]) {
        if let folder, let writer = writer.take(), let file = file.take() {
            do {
                name = try writer.finish().name
            } catch {
                throw folder.explained(error, name: "attachment", target: folder.path)
            }
            try file.keep(as: hex(name))
        }
        return (hash.value, count, name)
    }

    /// Removes what `finish` has kept.
    func discard() { if !name.isEmpty { folder?.remove(name) } }
}

/// A file on the disk, read in pieces.
private final class ExportInput {
    let size: Int
    private(set) var done = 0
    private let descriptor: Int32
    private let path: String

    init(path: String) throws {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw EngineError.file(path: path, code: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            size = 0
            throw EngineError.notAFile(path: path)
        }
        size = Int(status.st_size)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func next() throws -> [UInt8] {
        var fault: Int32?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
            var read = -1
            repeat { read = unsafe Foundation.read(descriptor, buffer.baseAddress, 1 << 18) } while read < 0 && errno == EINTR
            if read < 0 { fault = errno }
            count = max(0, read)
        }
        if let fault { throw EngineError.file(path: path, code: fault) }
        done += bytes.count
        return bytes
    }

    /// Whether its head is that of an export.
    var looksLikeExport: Bool {
        var scanner = ExportScanner { [self] in try next() }
        do {
            try scanner.begin()
            return true
        } catch ExportError.newerVersion {
            return true
        } catch {
            return false
        }
    }
}

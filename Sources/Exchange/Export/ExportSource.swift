import Base
import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records
import SQLite
import Store
import Vault

/// A vault's content for exports: every record, one at a time, and the bytes of every attachment.
///
/// It reads one unchanging state of the database, and must not be used after the export.
package final class ExportSource {
    let store: Store
    private let folder: AttachmentFolder
    private let oldestDeletion: Int64
    private let progress: ProgressReport
    private let total: Int
    private var done = 0
    private var pieces = 0
    /// The owner's time zone, for records that name none.
    package let zone: CivilTime
    /// Only records in these journals; `nil` for all.
    private let journals: Set<JournalID>?
    /// Journals whose history this vault lacks: an incomplete entry there is a change of an entry that never arrived here.
    private let withoutPast: Set<JournalID>
    /// For journals that an import has created or filled: their ids in the import.
    let origins: [JournalID: String]
    /// The id of the vault's first journal in the export, if that has records of several journals.
    let first: String?
    /// Authors of other people's notes, by the notes' names.
    let authors: [RecordID: String]
    /// The history of an entry; `nil` if it is not wanted.
    let past: ((_ entry: RecordID, JournalID) throws -> [JSON])?
    /// Whether the bytes of attachments are wanted.
    package let hasFiles: Bool
    /// The records handed out so far, by kind.
    package private(set) var counts: [String: Int] = [:]
    /// How many of the entries are in "Recently deleted".
    private(set) var deletedEntries = 0
    /// Records on damaged pages.
    package private(set) var unreadable = 0
    /// Attachments whose encrypted file is gone or damaged.
    private(set) var lostFiles: [File] = []
    /// Attachments whose files have not arrived from another device yet.
    package private(set) var absentFiles: [AbsentAttachment] = []
    /// Entries without a text, which only JSON can hold.
    private(set) var incomplete = 0
    /// What the disk did not take.
    private(set) var unwritten: [UnwrittenPart] = []
    private let absent: [[UInt8]: AbsentFile]
    private let keepsPlaces: Bool
    /// The pictures and films that say where they were taken, which is left out.
    private(set) var withoutPlace: Set<[UInt8]> = []
    /// What removes the place from the file that was read last: a file is read twice.
    private var removal: (file: [UInt8], patches: [PicturePatch]) = ([], [])

    init(
        _ request: ExportRequest, store: Store, first: JournalID, withoutPast: Set<JournalID>, authors: [RecordID: String],
        past: ((RecordID, JournalID) throws -> [JSON])? = nil, folder: AttachmentFolder, absent: [[UInt8]: AbsentFile],
        surroundings: Surroundings, progress: ProgressReport
    ) throws {
        (self.authors, self.past) = (authors, past)
        origins = try store.journalOrigins()
        self.first = try request.journals == nil && store.journals().count > 1 ? origins[first] ?? first.description : nil
        (hasFiles, journals, self.withoutPast) = (request.hasFiles, request.journals, withoutPast)
        keepsPlaces = request.keepsPlaces
        (self.store, self.folder, self.absent, self.progress) = (store, folder, absent, progress)
        oldestDeletion = surroundings.now() - Int64(Limits.deletedDays) * Instant.dayMilliseconds
        zone = CivilTime(zone: surroundings.zone)
        total = try store.recordKinds(journals: request.journals).reduce(0) {
            $0 + ($1.kind == AttachmentRecord.kind ? 0 : $1.count)
        }
    }

    /// The names of the kinds that have records, without attachments.
    package func kinds() throws -> [String] {
        try store.recordKinds(journals: journals).map(\.kind).filter { $0 != AttachmentRecord.kind }
    }

    /// The months that have entries, in order, and the number of entries in each.
    package func months() throws -> [(month: LocalMonth, count: Int)] {
        var months: [(month: LocalMonth, count: Int)] = []
        for (number, count) in try store.daysWithEntries(journals: journals) {
            guard let month = LocalDay(number: number).map(LocalMonth.init(containing:)) else { continue }
            if months.last?.month == month {
                months[months.count - 1].count += count
            } else {
                months.append((month, count))
            }
        }
        return months
    }

    /// Hands over the records of a kind in an order that depends only on them: by instant, then by name.
    /// - Parameter deleted: also those in "Recently deleted". Records deleted longer ago are never given.
    package nonisolated(nonsending) func eachRecord(
        kind: String, deleted: Bool = false, _ body: nonisolated(nonsending) (AnyRecord) async throws -> Void
    ) async throws {
        unreadable += try await store.eachRecord(kind: kind, journals: journals) { record in
            if done % 128 == 0 {
                progress.report("exporting", done, total)
                try await giveWay()
            }
            done += 1
            if kind == Entry.kind, withoutPast.contains(record.journal),
                StoredEntry(id: record.id, journal: record.journal, state: record.state) == nil
            {
                return
            }
            if let gone = record.state.goneSince, !deleted || Int64(gone.milliseconds) < oldestDeletion { return }
            counts[kind, default: 0] += 1
            if kind == Entry.kind, record.state.isGone { deletedEntries += 1 }
            try await body(record)
        }
    }

    /// An entry without a text, which only a newer version can show, is not in it.
    func passOver() {
        uncount(Entry.kind)
        incomplete += 1
    }

    /// The same for looking something up: these records are not counted.
    nonisolated(nonsending) func peek(kind: String, _ body: (AnyRecord) throws -> Void) async throws {
        _ = try await store.eachRecord(kind: kind, journals: journals, body)
    }

    /// Hands over the entries that are not deleted, the oldest first.
    package nonisolated(nonsending) func eachEntry(
        _ body: nonisolated(nonsending) (StoredEntry) async throws -> Void
    ) async throws {
        try await eachRecord(kind: Entry.kind) { record in
            if let entry = StoredEntry(id: record.id, journal: record.journal, state: record.state) {
                try await body(entry)
            } else {
                passOver()
            }
        }
    }

    package struct File {
        package let id: RecordID
        /// The name of the owner's file: any text.
        package let name: String
        package let type: String
        /// Bytes.
        package let size: Int64
        let journal: JournalID
        let record: AttachmentRecord
        let more: [String: JSON]
    }

    /// An attachment's file; `nil` if its record is missing or incomplete, or on a damaged page.
    package func file(_ id: RecordID, journal: JournalID) throws -> File? {
        let state: RecordState
        do {
            state = try StoreWriter.state(of: id, kind: AttachmentRecord.kind, journal: journal, in: store)
        } catch SQLiteError.damaged {
            unreadable += 1
            return nil
        }
        let fields = state.values
        guard let record = AttachmentRecord(fields: fields) else { return nil }
        let own = Set(record.fields.keys).union(RecordForm.kept)
        return File(
            id: id, name: record.name, type: record.type, size: record.size, journal: journal, record: record,
            more: fields.filter { !own.contains($0.key) })
    }

    /// Reads a file piece by piece; each piece is verified before it is handed over.
    /// - Returns: `false` if its encrypted file is gone or damaged; the pieces handed over are then incomplete.
    nonisolated(nonsending) func read(_ file: File, _ piece: ([UInt8]) throws -> Void) async throws -> Bool {
        try await rest()
        do {
            let input = try folder.openedBlob(file.record)
            defer { close(input) }
            let context = AttachmentFolder.context(journal: file.journal, blob: file.record.blob)
            if !keepsPlaces, removal.file != file.record.hash {
                removal = (file.record.hash, try folder.placeRemoval(file.record, context: context))
                if !removal.patches.isEmpty { withoutPlace.insert(file.record.hash) }
            }
            var reader = try SealedFileReader(
                input, plaintextCount: file.size, name: file.record.hash, key: Secret(copying: file.record.key), context: context)
            var count: Int64 = 0
            while let bytes = try reader.next(patched: removal.patches, from: count) {
                count += Int64(bytes.count)
                try piece(bytes)
                try await rest()
            }
            return true
        } catch is SealedStreamError {
            lostFiles.append(file)
            return false
        } catch EngineError.attachmentMissing {
            if case .waiting? = absent[file.record.hash], let source = absent[file.record.hash] {
                absentFiles.append(AbsentAttachment(name: file.name, source: source))
            } else {
                lostFiles.append(file)
            }
            return false
        }
    }

    /// Gives way now and then, over all files: in WebAssembly each call that never waits leaves its frames on the stack.
    private nonisolated(nonsending) func rest() async throws {
        pieces += 1
        if pieces % 32 == 0 { try await giveWay() }
    }

    /// Writes a file that can be read as Base64, and counts it.
    package nonisolated(nonsending) func writeBase64(_ file: File, to output: any ExportOutput) async throws {
        var rest: [UInt8] = []
        let isWhole = try await read(file) { piece in
            rest += piece
            let whole = rest.count / 3 * 3
            try output.write(Array(Data(rest[..<whole]).base64EncodedData()))
            rest.removeFirst(whole)
        }
        guard isWhole else { throw EngineError.attachmentDamaged(name: file.name) }
        try output.write(Array(Data(rest).base64EncodedData()))
        countFile()
    }

    /// The SHA-256 of a file; `nil` if it is damaged or missing.
    package nonisolated(nonsending) func digest(of file: File) async throws -> [UInt8]? {
        var hash = RunningDigest()
        return try await read(file) { hash.add($0) } ? hash.value : nil
    }

    /// Writes an entry, or a file of it. If the disk does not take this one, it is left out and named, and the export goes on.
    /// - Returns: whether it was written.
    nonisolated(nonsending) func write(
        _ stored: StoredEntry, file: String? = nil, _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws -> Bool {
        do {
            try await body()
            return true
        } catch EngineError.file(_, let code) where UnwrittenPart.codes.contains(code) {
            unwritten.append(UnwrittenPart(entry: stored.id, day: stored.entry.day, file: file, reason: .disk(code)))
            return false
        }
    }

    /// Takes back that a record was counted: it is not written.
    func uncount(_ kind: String) { counts[kind] = counts[kind].flatMap { $0 > 1 ? $0 - 1 : nil } }

    /// What could not be written, with the entries of lost files: for these all entries are read.
    func unwrittenParts() throws -> [UnwrittenPart] {
        guard !lostFiles.isEmpty else { return unwritten }
        var owners: [RecordID: StoredEntry] = [:]
        let wanted = Set(lostFiles.map(\.id))
        _ = try store.eachEntry(Selection(journals: journals)) { entry in
            for id in entry.attachments where wanted.contains(id) { owners[id] = entry }
            return true
        }
        return unwritten
            + lostFiles.map { file in
                let owner = owners[file.id]
                return UnwrittenPart(entry: owner?.id, day: owner?.entry.day, file: file.name, reason: .damaged)
            }
    }

    func countFile() { counts[AttachmentRecord.kind, default: 0] += 1 }
}

import Base
import Engine
import Foundation
import Importing
import Journal
import Ledger
import Records
import Store

package struct ExportRequest: Sendable {
    package var format: ExportFormat
    /// Include the bytes of attachments, if the format can hold them.
    package var hasFiles: Bool
    /// Writes the page of `html`.
    package var writer: (any ExportWriter)?
    /// Only this journal; `nil` for all.
    package var journal: JournalID?
    /// Include the entries' history; only in `json`.
    package var hasHistory: Bool
    /// Pictures say where they were taken. Always so in an encrypted `json`, which comes back whole.
    package var keepsPlaces = false

    package init(
        _ format: ExportFormat, hasFiles: Bool = true, writer: (any ExportWriter)? = nil, journal: JournalID? = nil,
        hasHistory: Bool = false
    ) {
        (self.format, self.hasFiles, self.writer) = (format, hasFiles && format.holdsFiles, writer)
        (self.journal, self.hasHistory) = (journal, hasHistory)
    }

    /// The journals that are in it; `nil` for all.
    var journals: Set<JournalID>? { journal.map { [$0] } }

    /// Writes a format that is one file.
    nonisolated(nonsending) func write(_ source: ExportSource, to output: any ExportOutput) async throws {
        if let writer { return try await writer.write(source, to: output) }
        precondition(format == .json, "only JSON needs no writer")
        var json = ExportJSON(source: source, output: output)
        try await json.write()
    }

    /// Writes a format that is many files.
    nonisolated(nonsending) func write(_ source: ExportSource, to folder: any ExportFiles) async throws {
        format == .csv
            ? try await ExportTable.writeAll(source, to: folder) : try await ExportNotes(source, to: folder).write()
    }
}

extension ExportFormat {
    /// It has a place for records of a kind, besides entries and attachments.
    fileprivate func tells(of kind: String) -> Bool {
        switch self {
        case .json: true
        case .csv, .html: ExportTable.kinds.contains(kind)
        case .markdown, .jrnl: false
        }
    }
}

extension OpenVault {
    /// What an export would contain, before anything is written. Reads only the records of attachments.
    package func exportPlan(_ request: ExportRequest) throws -> ExportPlan {
        let others = try store.otherKinds(journals: request.journals).filter {
            $0.kind != AttachmentRecord.kind && request.format.tells(of: $0.kind)
        }
        var (files, fileBytes) = (0, Int64(0))
        if request.hasFiles {
            for record in try store.records(kind: AttachmentRecord.kind)
            // Thumbnails are made again where they are seen.
            where !record.state.isGone && record.journal == request.journal ?? record.journal && record.state["of"] == nil {
                files += 1
                // Whatever another device says: a file has less than a terabyte.
                fileBytes += min(max(0, record.state["size"]?.int ?? 0), 1 << 40)
            }
        }
        return ExportPlan(
            format: request.format, entries: try store.entryCount(journal: request.journal),
            others: try others.compactMap { kind, count in
                // One that only says where the journal came from is in no export.
                let isNamed = kind == JournalName.kind
                let named = isNamed ? try store.records(kind: kind).count { $0.state["name"] != nil } : count
                return named == 0 ? nil : .init(name: kind, count: named)
            }, attachments: files, attachmentBytes: fileBytes)
    }

    /// About how many bytes a planned export will have. Reads all records.
    package func exportBytes(_ request: ExportRequest, _ plan: ExportPlan) throws -> Int64 {
        let sizes = try store.recordBytes(journals: request.journals)
        let inText = request.format == .markdown ? plan.attachmentBytes : plan.attachmentBytes / 3 * 4
        return ([Entry.kind] + plan.others.map(\.name)).reduce(inText) {
            $0 + (sizes[$1] ?? 0) / 10 * (request.format == .json ? 10 : 7)
        }
    }

    /// Writes an unencrypted export to a new file or folder, readable by its owner only. Only after the owner has agreed.
    ///
    /// - Parameter order: only for `jrnl`.
    /// The vault remembers it, so that it can be wiped later (`clearExports`). After a failure nothing is left of it.
    package func export(
        _ request: ExportRequest, to path: String, order: ExportOrder = .date, progress: ProgressReport = .silent
    ) async throws -> ExportResult {
        let path = VaultLocation(folder: path).folder
        try checkExportTarget(path)
        try remember(.init(path: path, form: .export(request.format), made: surroundings.now(), digest: nil))
        do {
            let (result, digest) = try await written(request, order, to: path, progress: progress)
            try remember(.init(path: path, form: .export(request.format), made: surroundings.now(), digest: digest))
            return result
        } catch {
            // The list of exports then has one too many; the error that is thrown matters more.
            try? forget(path)
            throw error
        }
    }

    private func written(
        _ request: ExportRequest, _ order: ExportOrder, to path: String, progress: ProgressReport
    ) async throws -> (ExportResult, digest: [UInt8]) {
        guard request.format.isOneFile else {
            // After an error it is released, and nothing of it is left.
            let folder = try ExportFolder(path: path)
            let source = try exportSource(request, progress: progress)
            try await request.write(source, to: folder)
            let result = try await result(request, source, bytes: folder.count)
            try folder.finish()
            return (result, folder.digest)
        }
        let file = try ExportFile(path: path)
        return (try await export(request, order: order, into: file, progress: progress), file.digest)
    }

    /// The vault as it is now. Writing it out gives way, so that a browser's one thread answers pages meanwhile.
    func exportSource(_ request: ExportRequest, progress: ProgressReport) throws -> ExportSource {
        let store = try presentStore()
        return try ExportSource(
            request, store: store, first: try firstJournal(), withoutPast: try journalsWithoutPast(), authors: try noteAuthors(),
            past: request.hasHistory ? pasts(in: store) : nil, folder: AttachmentFolder(path: location.attachments),
            absent: try absentFiles(), surroundings: surroundings, progress: progress)
    }

    /// What the vault holds and the format cannot, by kind.
    private func leftOut(of request: ExportRequest, _ source: ExportSource) async throws -> [ExportPlan.Kind] {
        guard request.format != .json else { return [] }
        var leftOut = source.incomplete > 0 ? [ExportPlan.Kind(name: "incomplete_entry", count: source.incomplete)] : []
        for (kind, all) in try source.store.recordKinds(journals: request.journals)
        where kind == AttachmentRecord.kind ? !request.hasFiles : source.counts[kind] == nil {
            var count = 0
            // If there are very many, the deleted ones are counted too: they are not all read just for a number.
            if all > 5000 {
                count = all
            } else {
                try await source.peek(kind: kind) { if !$0.state.isGone, $0.state["of"] == nil { count += 1 } }
            }
            if count > 0 { leftOut.append(ExportPlan.Kind(name: kind, count: count)) }
        }
        return leftOut
    }

    func result(_ request: ExportRequest, _ source: ExportSource, bytes: Int64) async throws -> ExportResult {
        ExportResult(
            format: request.format, counts: source.counts, deletedEntries: source.deletedEntries, bytes: bytes,
            unreadable: source.unreadable,
            lostFiles: source.lostFiles.map(\.name), absentFiles: source.absentFiles,
            withoutPlace: source.withoutPlace.count, unwritten: try source.unwrittenParts(),
            leftOut: try await leftOut(of: request, source))
    }
}

final class CountingOutput: ExportOutput {
    private let output: any ExportOutput
    /// Bytes so far.
    private(set) var count: Int64 = 0

    init(_ output: any ExportOutput) { self.output = output }

    func write(_ bytes: [UInt8]) throws {
        count += Int64(bytes.count)
        try output.write(bytes)
    }

    func finish() throws { try output.finish() }
    func abandon() { output.abandon() }
}

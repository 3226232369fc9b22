import Base
import Basics
import Engine
import Foundation
import Importing
import Journal
import Ledger
import Store

extension OpenVault {
    /// Imports a JSON export of Auralyst, in one transaction: all of it, or on a failure nothing.
    ///
    /// Records keep their names and when they were created, changed and deleted. One that exists already is not added again: the
    /// export's values count if they were changed later than here. Several journals stay several (`importTargets`), unless one is
    /// named. `dryRun` gives the same receipt and writes nothing.
    package func importExport(
        path: String, into named: JournalID? = nil, dryRun: Bool = false, progress: ProgressReport = .silent
    ) throws -> Receipt {
        let path = Folder.absolute(path)
        var input = try ExportInput(path: path)
        return try importExport(
            opening: {
                let opened = try ExportInput(path: path)
                input = opened
                return { try opened.next() }
            }, into: named, dryRun: dryRun
        ) { progress.report("importing", Int(clamping: input.done >> 10), Int(clamping: input.size >> 10)) }
    }

    /// The same for bytes from elsewhere. Each call of `opening` gives them from the beginning: piece by piece, an empty one at
    /// the end.
    package func importExport(
        opening: () throws -> () throws -> [UInt8], into named: JournalID? = nil, dryRun: Bool = false,
        report: () -> Void = {}
    ) throws -> Receipt {
        let exported = try named == nil ? ExportedJournals(reading: opening()) : nil
        let folder = AttachmentFolder(path: location.attachments)
        if !dryRun { try folder.make() }
        var scanner = ExportScanner(try opening())
        try scanner.begin()
        let hasFiles = scanner.head["attachments"] != "none"
        let run = { (_: StoreWriter) throws -> ExportImporter in
            let targets =
                try exported.map { try self.importTargets(for: $0, creates: !dryRun) }
                ?? ImportTargets(main: named ?? self.defaultJournal())
            var importer = ExportImporter(targets: targets, isDry: dryRun, hasFiles: hasFiles, folder: folder)
            do {
                try importer.run(&scanner, vault: self, report: report)
            } catch {
                for hash in importer.sealed { folder.remove(hash) }
                throw error
            }
            return importer
        }
        if dryRun { return try store.read(run).receipt }
        let receipt = try commitCreating(run).receipt
        // The import is committed: if the log cannot be copied back now, the next program that opens the vault does it.
        try? store.walCheckpoint()
        return receipt
    }
}

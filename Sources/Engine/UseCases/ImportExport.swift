import Base
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
    /// Brings a JSON export of Auralyst in, in one transaction: all of it, or on a failure nothing.
    ///
    /// Records keep their names and when they were made, changed and deleted. One that is here already is not added again: what the
    /// export says of it counts where it was changed later than here. Several journals stay several (`importTargets`), unless one is
    /// named. `dryRun` gives the same receipt and writes nothing.
    package func importExport(
        path: String, into named: JournalID? = nil, dryRun: Bool = false, progress: ProgressReport = .silent
    ) throws -> Receipt {
        let path = VaultLocation(folder: path).folder
        var input = try ExportInput(path: path)
        return try importExport(
            opening: {
                let opened = try ExportInput(path: path)
                input = opened
                return { try opened.next() }
            }, into: named, dryRun: dryRun
        ) { progress.report("importing", input.done >> 10, input.size >> 10) }
    }

    /// The same for bytes that come from elsewhere. `opening` gives them from their beginning each time it is called: piece by piece,
    /// none at the end.
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
        let run = { (writer: StoreWriter) throws -> ExportImporter in
            let targets =
                try exported.map { try self.importTargets(for: $0, with: dryRun ? nil : writer) }
                ?? ImportTargets(main: named ?? self.defaultJournal())
            var importer = ExportImporter(targets: targets, isDry: dryRun, hasFiles: hasFiles, folder: folder)
            do {
                try importer.run(&scanner, vault: self, writer: writer, report: report)
            } catch {
                for hash in importer.sealed { folder.remove(hash) }
                throw error
            }
            return importer
        }
        if dryRun { return try store.read(run).receipt }
        let receipt = try commitCreating(run).receipt
        // The import is committed: when the log cannot be copied back now, the next program that opens the vault does it.
        try? store.settle()
        return receipt
    }
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

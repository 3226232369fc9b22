import Base
import Engine
import Foundation
import Importing
import Ledger
import Store

extension OpenVault {
    /// Imports another program's entries into a journal, in one transaction: all of them, or on a failure none.
    ///
    /// What exists already (from an earlier import, or typed in) is not added again: further values of the source are merged into
    /// it. `dryRun` gives the same receipt and writes nothing.
    package func importEntries(
        _ source: ImportSource, into named: JournalID? = nil, dryRun: Bool = false, progress: ProgressReport = .silent
    ) throws -> Receipt {
        let journal = try named ?? defaultJournal()
        if dryRun { return try planned(source, into: journal, progress: progress).receipt.holding(source) }
        // An archive's files come in its order, not in that of the records: the needed ones are encrypted first.
        var sealed = SealedFiles()
        if let tree = source.tree, tree.shape == .archive {
            let wanted = try planned(source, into: journal, progress: progress).wantedFiles
            sealed = try seal(wanted, of: tree, for: source, journal: journal, progress: progress)
        }
        let receipt = try commit { _ in
            var importer = Importer(journal: journal, source: source, isDry: false, sealed: sealed)
            do {
                try importer.run(vault: self, progress: progress)
                return try importer.closedReceipt().holding(source)
            } catch {
                discard(importer.sealed.all)
                throw error
            }
        }
        // The import is committed: if the log cannot be copied back now, the next program that opens the vault does it.
        try? store.walCheckpoint()
        return receipt
    }

    /// What an import would do, and which files of an archive it needs, each as often as it is needed.
    private func planned(
        _ source: ImportSource, into journal: JournalID, progress: ProgressReport
    ) throws -> (receipt: Receipt, wantedFiles: [String: Int]) {
        try store.read { _ in
            var importer = Importer(journal: journal, source: source, isDry: true, sealed: SealedFiles())
            try importer.run(vault: self, progress: progress)
            return (importer.closedReceipt(), importer.wantedFiles)
        }
    }

    private func seal(
        _ wanted: [String: Int], of tree: SourceTree, for source: ImportSource, journal: JournalID, progress: ProgressReport
    ) throws -> SealedFiles {
        var sealed = SealedFiles()
        guard !wanted.isEmpty else { return sealed }
        let folder = AttachmentFolder(path: location.attachments)
        try folder.make()
        var generator = surroundings.generator
        do {
            try tree.stream({ wanted[$0] != nil }) { path, next in
                progress.report(say("encrypting files"), sealed.byPath.count, wanted.count)
                let name = path.split(separator: "/").last.map(String.init) ?? path
                var sealings: [SealingBox] = []
                for _ in 0..<(wanted[path] ?? 0) {
                    let place = AttachmentSealing.Place(journal: journal, using: &generator)
                    sealings.append(
                        SealingBox(try AttachmentSealing(name: AttachmentFolder.plainName(name), place: place, in: folder)))
                }
                do {
                    while let piece = try next() { for sealing in sealings { try sealing.write(piece) } }
                } catch ImportError.damagedArchive where source.options.salvage != nil {
                    // The entry is imported without it, and the receipt says so.
                    return
                }
                for sealing in sealings {
                    sealed.add(SealedAttachment(try forItsJournal(try sealing.finish(), isNew: true)), of: path)
                }
            }
        } catch {
            discard(sealed.all)
            throw error
        }
        return sealed
    }
}

/// A file that is being encrypted, wrapped for use in arrays.
private final class SealingBox {
    private var sealing: AttachmentSealing?

    init(_ sealing: consuming AttachmentSealing) { self.sealing = consume sealing }

    func write(_ bytes: [UInt8]) throws { try sealing?.write(bytes) }

    func finish() throws -> StagedAttachment {
        guard let sealing = sealing.take() else { throw CancellationError() }
        return try sealing.finish()
    }
}

/// Files of a source that are encrypted already and wait for their entries.
struct SealedFiles {
    private(set) var byPath: [String: [SealedAttachment]] = [:]
    /// Everything that was encrypted for this import.
    private(set) var all: [SealedAttachment] = []

    mutating func add(_ attachment: SealedAttachment, of path: String) {
        byPath[path, default: []].append(attachment)
        all.append(attachment)
    }

    /// A waiting file; `nil` if the source has changed since it was examined.
    mutating func take(_ path: String) -> SealedAttachment? { byPath[path]?.popLast() }

    mutating func note(_ attachments: [SealedAttachment]) { all += attachments }
}

extension Receipt {
    /// This receipt; throws if the file had no record at all, which must not pass for an import.
    fileprivate func holding(_ source: ImportSource) throws -> Receipt {
        guard read == 0, source.tree != nil else { return self }
        throw source.options.salvage == nil ? ImportError.nothingInIt : .beyondSalvage
    }
}

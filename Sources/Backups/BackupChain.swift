import Base
import Basics
import Engine
import Foundation
import Ledger
import Store
import Vault

struct BackupChain {
    let folder: String
    /// The monthly one first.
    let names: [BackupName]
    let manifest: BackupManifest
    let isAuthentic: Bool?
    /// Age files in the folder that do not have a backup's name.
    private(set) var unread: [String] = []
    /// The newest file's name in the folder, if it has not its own.
    private let file: String?

    /// Finds the files of a backup: of the one named, or of the newest in a folder.
    ///
    /// `vault`: the first 8 digits of the vault's name; `nil` for any.
    init(at path: String, vault: String?, opening: borrowing BackupOpening) throws {
        guard let isFolder = Folder.isFolder(path) else { throw EngineError.file(path: path, code: ENOENT) }
        let (folder, newest, file): (String, BackupName?, String?)
        var others: [String] = []
        if isFolder {
            let shelf = try BackupShelf(folder: path, vault: vault)
            guard let last = shelf.names.last else {
                throw shelf.unread.first.map { BackupFault.renamed(name: $0) } ?? BackupFault.nothingThere(folder: path)
            }
            guard Set(shelf.names.map(\.vault)).count == 1 else { throw BackupFault.severalVaults(folder: path) }
            (folder, newest, file, others) = (path, last, nil, shelf.unread)
        } else {
            let url = URL(fileURLWithPath: path)
            (folder, newest) = (url.deletingLastPathComponent().path, BackupName(url.lastPathComponent))
            file = newest == nil ? url.lastPathComponent : nil
        }
        try self.init(newest, in: folder, file: file, opening: opening)
        unread = others
    }

    /// The chain of one file. `file`: its name in the folder if that is another; then its own may be unknown.
    init(_ name: BackupName?, in folder: String, file: String? = nil, opening: borrowing BackupOpening) throws {
        (self.folder, self.file) = (folder, file)
        let reader = try BackupReader(name, in: folder, file: file, opening: opening)
        let newest = reader.name
        manifest = reader.manifest
        isAuthentic = reader.isAuthentic
        var names: [BackupName] = []
        for parent in manifest.parents {
            guard let name = BackupName(parent.name), name.vault == newest.vault, name < newest else {
                throw BackupFault.damaged(name: newest.text)
            }
            guard FileManager.default.fileExists(atPath: folder + "/" + parent.name) else {
                throw BackupFault.parentMissing(name: parent.name)
            }
            names.append(name)
        }
        self.names = names + [newest]
    }

    /// Reads all files in order. `keys` gets the fields of the newest first, then `operations` all operations in the order of the
    /// log, and `attachment` each encrypted file, whose name is checked against its bytes.
    ///
    /// `wholly`: every file to its end. Otherwise the files that the newest one builds on are read only to the end of their logs:
    /// the attachments after it count as their manifests name them, and the file's digest is not compared.
    func read(
        opening: borrowing BackupOpening, wholly: Bool = true, take: some BackupTaking, progress: ProgressReport
    ) throws {
        try take.keys(newestKeys(opening))
        take.ceilings(manifest.ceilings)
        var end = LogPlace.start
        for (index, name) in names.enumerated() {
            let reader = try reader(of: name, opening)
            let isWhole = wholly || name == names.last
            guard reader.manifest.vault == manifest.vault, reader.manifest.from == end else {
                throw BackupFault.parentChanged(name: name.text)
            }
            end = reader.manifest.through
            var seen: Set<String> = []
            var operations = 0
            try reader.eachPart { part, size, tar in
                guard seen.insert(part).inserted else { throw TarReader.Damage() }
                switch part {
                case "log.ops":
                    operations = try Self.readLog(&tar, take: take) { done in
                        if done % 1024 == 0 {
                            try Task.checkCancellation()
                            progress.report("reading \(name.tier.rawValue)", done, reader.manifest.operations)
                        }
                    }
                case _ where part.hasPrefix("attachments/"):
                    let file = String(part.dropFirst("attachments/".count))
                    guard AttachmentFolder.isSealedName(file), size <= 1 << 45 else { throw TarReader.Damage() }
                    try take.attachment(file, &tar)
                case "keys", "README.txt", "journal.json": break
                default: throw TarReader.Damage()
                }
                return isWhole || part != "log.ops"
            }
            guard operations == reader.manifest.operations, seen.isSuperset(of: ["keys", "log.ops"])
            else { throw BackupFault.damaged(name: name.text) }
            guard isWhole else {
                take.trust(reader.manifest.attachments)
                continue
            }
            guard seen.isSuperset(of: reader.manifest.attachments.map { "attachments/" + $0 }) else {
                throw BackupFault.damaged(name: name.text)
            }
            if index < manifest.parents.count, reader.digest != manifest.parents[index].digest {
                throw BackupFault.parentChanged(name: name.text)
            }
        }
    }

    func newestKeys(_ opening: borrowing BackupOpening) throws -> VaultBody {
        let reader = try reader(of: names[names.count - 1], opening)
        let fields = try reader.firstPart("keys", atMost: 1 << 20)
        do throws(VaultError) { return try VaultBody(decoding: Secret(copying: fields)) } catch {
            throw BackupFault.damaged(name: reader.name.text)
        }
    }

    private func reader(of name: BackupName, _ opening: borrowing BackupOpening) throws -> BackupReader {
        try BackupReader(name, in: folder, file: name == names.last ? file : nil, opening: opening)
    }

    private static func readLog(
        _ tar: inout TarReader, take: some BackupTaking, progress: (Int) throws -> Void
    ) throws -> Int {
        var count = 0
        var batch: [[UInt8]] = []
        var bytes = 0
        while tar.hasMore {
            let length = Int(clamping: try tar.exactly(4).bigEndian(at: 0, as: UInt32.self))
            guard length <= 256 << 20 else { throw TarReader.Damage() }
            batch.append(try tar.exactly(length))
            bytes += length
            count += 1
            try progress(count)
            if batch.count == batchCount || bytes >= batchBytes {
                try take.operations(batch)
                (batch, bytes) = ([], 0)
            }
        }
        try take.operations(batch)
        try take.endOfLog()
        return count
    }

    /// The number of operations in a batch, and the bytes after which a batch ends early.
    private static let (batchCount, batchBytes) = (512, 2 << 20)
}

/// Receives the contents of a backup.
protocol BackupTaking: AnyObject {
    /// The keys, before everything else.
    func keys(_ body: consuming VaultBody) throws
    /// The stamps with which writes count whose own are too far ahead.
    func ceilings(_ ceilings: [WriteName: Stamp])
    func operations(_ batch: [[UInt8]]) throws
    func endOfLog() throws
    /// Encrypted files that an earlier check has read and this one does not.
    func trust(_ attachments: [String])
    /// An encrypted file, to be read to its end.
    func attachment(_ name: String, _ tar: inout TarReader) throws
}

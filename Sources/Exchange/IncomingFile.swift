import Engine
import Foundation
import Ledger
import Vault

/// A file from an export that is encrypted while it is read; in a dry run it is only counted. Removed unless it is finished.
final class IncomingFile {
    struct Place {
        let blob, key: [UInt8]
    }

    let place: Place?
    private let folder: AttachmentFolder?
    private var file: PartialFile?
    private var writer: SealedFileWriter?
    private var hash = RunningDigest()
    private var count: Int64 = 0
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
        count += Int64(bytes.count)
        do { try writer?.write(bytes) } catch {
            if let folder { throw folder.explained(error, name: "attachment", target: folder.path) }
        }
    }

    /// The SHA-256 of its plaintext, its length, and the name of the encrypted file, which is then on the disk.
    func finish() throws -> (digest: [UInt8], count: Int64, name: [UInt8]) {
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

    func discard() { if !name.isEmpty { folder?.remove(name) } }
}

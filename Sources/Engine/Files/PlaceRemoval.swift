import Base
import Foundation
import Journal
import Ledger
import Records
import Vault

// What encrypted pictures say about themselves, without writing them anywhere.
extension AttachmentFolder {
    /// What removes the place from a picture or film; nothing if it says none.
    ///
    /// Throws `SealedStreamError`, `EngineError`, and `PictureFault` for a file that cannot be searched.
    package func placeRemoval(_ record: AttachmentRecord, context: [UInt8]) throws -> [PicturePatch] {
        try reading(record, context) { try PhotoPlace.removal(from: $0) }
    }

    /// What a picture says of itself.
    func photoFacts(_ record: AttachmentRecord, context: [UInt8]) throws -> PhotoFacts {
        try reading(record, context) { try PhotoFacts(of: $0) }
    }

    private func reading<T>(_ record: AttachmentRecord, _ context: [UInt8], _ read: (PictureBytes) throws -> T) throws -> T {
        let input = try openedBlob(record)
        defer { close(input) }
        let pieces = SealedPieces(input, record, context)
        return try read(PictureBytes(count: Int(clamping: record.size)) { try pieces.bytes(at: Int64($0), count: $1) })
    }

    /// The file with other bytes in some places, encrypted again with a new key.
    func copy(_ staged: StagedAttachment, with patches: [PicturePatch], place: AttachmentSealing.Place) throws -> StagedAttachment
    {
        let old = staged.record
        let input = try openedBlob(old)
        defer { close(input) }
        var sealing = try AttachmentSealing(name: old.name, place: place, in: self)
        do {
            var reader = try SealedFileReader(
                input, plaintextCount: old.size, name: old.hash, key: Secret(copying: old.key),
                context: AttachmentFolder.context(journal: staged.journal, blob: old.blob))
            while let piece = try reader.next(patched: patches, from: sealing.count) { try sealing.write(piece) }
        } catch let error as SealedStreamError {
            throw explained(error, name: old.name, target: path)
        }
        var record = try sealing.finish().record
        record.type = old.type
        return StagedAttachment(id: staged.id, journal: staged.journal, record: record)
    }
}

extension SealedFileReader {
    /// The next bytes, with those of the patches in their places. `offset`: how many came before.
    package mutating func next(patched patches: [PicturePatch], from offset: Int64) throws(SealedStreamError) -> [UInt8]? {
        guard var piece = try next() else { return nil }
        PicturePatch.apply(patches, to: &piece, at: offset)
        return piece
    }
}

extension OpenVault {
    /// A file as it may go into its journal: without the place where it was taken, if the journal has other members.
    /// - Parameter isNew: nothing refers to the file yet, so that it goes if another takes its place.
    package func forItsJournal(_ staged: StagedAttachment, isNew: Bool = false) throws -> StagedAttachment {
        guard try isShared(staged.journal) else { return staged }
        let folder = AttachmentFolder(path: location.attachments)
        let context = AttachmentFolder.context(journal: staged.journal, blob: staged.record.blob)
        do {
            let patches = try folder.placeRemoval(staged.record, context: context)
            guard !patches.isEmpty else { return staged }
            var generator = surroundings.generator
            let place = AttachmentSealing.Place(journal: staged.journal, using: &generator)
            let copy = try folder.copy(staged, with: patches, place: place)
            if isNew { folder.remove(staged.record.hash) }
            return copy
        } catch let error as SealedStreamError {
            throw folder.explained(error, name: staged.name, target: folder.path)
        }
    }

    /// Whether a file says where it was taken. One that is not here, or cannot be searched, is not said to.
    package func saysPlace(_ id: RecordID, of entry: StoredEntry) throws -> Bool {
        guard let record = try attachmentRecord(of: id, journal: entry.journal) else { return false }
        let context = AttachmentFolder.context(journal: entry.journal, blob: record.blob)
        // Only a second link depends on it: the first one says what is wrong.
        return (try? AttachmentFolder(path: location.attachments).placeRemoval(record, context: context).isEmpty) == false
    }

    /// What an uploaded picture says of itself; `nil` if it says no time and no place, or cannot be read.
    package func photoFacts(of staged: StagedAttachment) -> PhotoFacts? { photoFacts(staged.record, in: staged.journal) }

    /// What the pictures of an entry say of themselves, in their order.
    package func photoFacts(of entry: StoredEntry) throws -> [PhotoFacts] {
        try attachments(of: entry).compactMap { photoFacts($0, in: entry.journal) }
    }

    private func photoFacts(_ record: AttachmentRecord, in journal: JournalID) -> PhotoFacts? {
        guard record.type.hasPrefix("image/") else { return nil }
        let context = AttachmentFolder.context(journal: journal, blob: record.blob)
        // What a picture says is offered, and a picture that is not here or damaged is told of elsewhere.
        let facts = try? AttachmentFolder(path: location.attachments).photoFacts(record, context: context)
        return facts.flatMap { $0.taken == nil && $0.place == nil ? nil : $0 }
    }
}

/// Decrypts an encrypted file wherever it is read; it holds one piece.
private final class SealedPieces {
    private let input: Int32
    private let record: AttachmentRecord
    private let context: [UInt8]
    private var reader: SealedFileReader?
    private var piece: [UInt8] = []
    private var start: Int64 = 0

    /// A jump that is shorter is read, which is faster than beginning again.
    private static let shortJump: Int64 = 1 << 16

    init(_ input: Int32, _ record: AttachmentRecord, _ context: [UInt8]) {
        (self.input, self.record, self.context) = (input, record, context)
    }

    func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let at = offset + Int64(bytes.count)
            if at < start || at >= start + Int64(piece.count) { try turn(to: at) }
            // width: an offset in the piece.
            bytes += piece.dropFirst(Int(at - start)).prefix(count - bytes.count)
        }
        return bytes
    }

    private func turn(to offset: Int64) throws {
        if reader == nil || offset < start || offset > start + Int64(piece.count) + SealedPieces.shortJump {
            guard lseek(input, 0, SEEK_SET) == 0 else { throw SealedStreamError.reading(code: errno) }
            reader = try SealedFileReader(
                input, plaintextCount: record.size, from: offset, key: Secret(copying: record.key), context: context)
            (start, piece) = (offset, [])
        }
        while offset >= start + Int64(piece.count) {
            start += Int64(piece.count)
            guard let next = try reader?.next() else { throw SealedStreamError.sealed(.badLength) }
            piece = next
        }
    }
}

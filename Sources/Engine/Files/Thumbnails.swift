import Base
import Foundation
import Ledger
import Records
import Store
import Vault

/// A small picture in place of a large one.
package enum Thumbnail {
    /// No side is longer, in pixels.
    package static let edge = 480
    /// The most bytes of one.
    package static let limit = 256 << 10
    /// Of a larger picture none is made, in bytes.
    package static let sourceLimit: Int64 = 64 << 20
    /// How many of an entry's files are looked at for lists.
    static let looked = 24

    /// `nil` if it is neither a JPEG nor a WebP.
    package static func type(of bytes: [UInt8]) -> String? {
        let type = MediaType.of(firstBytes: bytes, name: "")
        return ["image/jpeg", "image/webp"].contains(type) ? type : nil
    }
}

/// Thumbnails are files like others, encrypted and synced, that no entry lists (docs/formats/attachment.md).
extension OpenVault {
    /// The pictures among the files of these entries, by entry, in their order; of an entry with very many files, of the first ones.
    package func pictures(of entries: [StoredEntry]) throws -> [RecordID: [AttachmentInfo]] {
        let names = entries.flatMap { $0.attachments.prefix(Thumbnail.looked) }
        let states = try store.states(of: names, kind: AttachmentRecord.kind)
        var pictures: [RecordID: [AttachmentInfo]] = [:]
        for entry in entries {
            let own = entry.attachments.prefix(Thumbnail.looked).compactMap { id in
                states[id].flatMap { AttachmentRecord(fields: $0.values) }.map { AttachmentInfo(id: id, record: $0) }
            }.filter { MediaType.isPicture($0.type) }
            if !own.isEmpty { pictures[entry.id] = own }
        }
        return pictures
    }

    /// The thumbnail of an entry's picture; `nil` if there is none, or if its file is not here or damaged: another one can be made.
    package func thumbnail(of picture: RecordID, of entry: RecordID) throws -> [UInt8]? {
        let journal = try listed(picture, of: entry).journal
        guard let record = try attachmentRecord(of: AttachmentRecord.thumbnail(of: picture), journal: journal),
            record.size <= Thumbnail.limit
        else { return nil }
        let folder = AttachmentFolder(path: location.attachments)
        // A missing or damaged one is replaced; `repair` tells of it.
        guard let file = try? folder.openedBlob(record) else { return nil }
        defer { close(file) }
        do {
            var reader = try SealedFileReader(
                file, plaintextCount: record.size, name: record.hash, key: Secret(copying: record.key),
                context: AttachmentFolder.context(journal: journal, blob: record.blob))
            var bytes: [UInt8] = []
            while let piece = try reader.next() { bytes += piece }
            return Thumbnail.type(of: bytes) == nil ? nil : bytes
        } catch {
            return nil
        }
    }

    /// Keeps a thumbnail of an entry's picture, unless there is one by now. Throws if this person may not write in its journal.
    package func keepThumbnail(_ bytes: [UInt8], of picture: RecordID, of entry: RecordID) throws {
        guard bytes.count <= Thumbnail.limit, Thumbnail.type(of: bytes) != nil, try thumbnail(of: picture, of: entry) == nil
        else {
            return
        }
        let journal = try listed(picture, of: entry).journal
        let folder = AttachmentFolder(path: location.attachments)
        try folder.make()
        var generator = surroundings.generator
        let place = AttachmentSealing.Place(journal: journal, using: &generator)
        var sealing = try AttachmentSealing(name: "", place: place, in: folder)
        try sealing.write(bytes)
        var record = try sealing.finish().record
        record.of = picture
        do {
            try act(in: journal) { writer in
                let id = AttachmentRecord.thumbnail(of: picture)
                let state = try writer.state(of: id, kind: AttachmentRecord.kind, journal: journal)
                return [state.mutation(kind: AttachmentRecord.kind, record: id, setting: record.fields)]
            }
        } catch {
            folder.remove(record.hash)
            throw error
        }
    }
}

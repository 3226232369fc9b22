import Ledger

/// The fields of a record of kind `attachment`: all that is needed to find, decrypt and check its file.
package struct AttachmentRecord: Hashable, Sendable {
    package static let kind = "attachment"

    /// Of a thumbnail it is not stored.
    package var name: String
    /// Its media type, such as `image/jpeg`.
    package var type: String
    /// Size in bytes before encryption.
    package var size: Int64
    /// 32 random bytes, the key of this file only. Encrypted as part of the operation.
    package var key: [UInt8]
    /// 16 random bytes that the file's encryption is bound to.
    package var blob: [UInt8]
    /// SHA-256 of the encrypted file: its name in the folder of attachments.
    package var hash: [UInt8]
    /// The picture that this is the thumbnail of, for one that no entry lists.
    package var of: RecordID?

    package init(name: String, type: String, size: Int64, key: [UInt8], blob: [UInt8], hash: [UInt8], of: RecordID? = nil) {
        self.name = name
        self.type = type
        self.size = size
        self.key = key
        self.blob = blob
        self.hash = hash
        self.of = of
    }

    /// The name of the thumbnail of a picture: the same on every device, so that two that make one at the same time make one.
    package static func thumbnail(of picture: RecordID) -> RecordID {
        RecordID(firstBytesOf: digest(.label("thumbnail") + picture.bytes))
    }

    package var fields: [String: JSON] {
        [
            of == nil ? "name" : "of": .string(of?.description ?? name), "type": .string(type), "size": .int(size),
            "key": .string(hex(key)),
            "blob": .string(hex(blob)), "hash": .string(hex(hash)),
        ]
    }

    /// `nil` if a field is missing or malformed.
    package init?(fields: [String: JSON]) {
        let of = fields["of"]?.string.flatMap { RecordID(text: $0) }
        guard let name = of == nil ? fields["name"]?.string : "thumbnail", let type = fields["type"]?.string,
            let size = fields["size"]?.int,
            size >= 0, let key = fields["key"]?.hexBytes(count: 32), let blob = fields["blob"]?.hexBytes(count: 16),
            let hash = fields["hash"]?.hexBytes(count: 32)
        else { return nil }
        self.init(name: name, type: type, size: size, key: key, blob: blob, hash: hash, of: of)
    }
}

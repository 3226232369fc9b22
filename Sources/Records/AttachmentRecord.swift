import Ledger

/// The fields of a record of kind `attachment`: all that is needed to find, decrypt and check its file.
package struct AttachmentRecord: Hashable, Sendable {
    package static let kind = "attachment"

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

    package init(name: String, type: String, size: Int64, key: [UInt8], blob: [UInt8], hash: [UInt8]) {
        self.name = name
        self.type = type
        self.size = size
        self.key = key
        self.blob = blob
        self.hash = hash
    }

    package var fields: [String: JSON] {
        [
            "name": .string(name), "type": .string(type), "size": .int(size), "key": .string(hex(key)),
            "blob": .string(hex(blob)), "hash": .string(hex(hash)),
        ]
    }

    /// `nil` if a field is missing or malformed.
    package init?(fields: [String: JSON]) {
        guard let name = fields["name"]?.string, let type = fields["type"]?.string, let size = fields["size"]?.int,
            size >= 0, let key = fields["key"]?.hexBytes(count: 32), let blob = fields["blob"]?.hexBytes(count: 16),
            let hash = fields["hash"]?.hexBytes(count: 32)
        else { return nil }
        self.init(name: name, type: type, size: size, key: key, blob: blob, hash: hash)
    }
}

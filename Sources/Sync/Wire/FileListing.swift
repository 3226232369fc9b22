import Ledger

/// A page of a journal's files at a relay: `GET /v1/journals/J/blobs`.
package struct FileListing: Hashable, Sendable {
    /// Sorted by hash.
    package var files: [File]
    package var more: Bool

    package struct File: Hashable, Sendable {
        /// SHA-256 of its bytes.
        package let hash: [UInt8]
        /// Size in bytes.
        package let size: Int64

        package init(hash: [UInt8], size: Int64) { (self.hash, self.size) = (hash, size) }
    }

    package static let mostFiles = 1_000

    package init(files: [File], more: Bool) { (self.files, self.more) = (files, more) }

    package var bytes: [UInt8] {
        let blobs = files.map { JSON.object(["hash": .hexadecimal($0.hash), "size": .int($0.size)]) }
        return JSON.object(["blobs": .array(blobs), "more": .bool(more)]).bytes
    }

    /// Reads an answer; `nil` for another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let blobs = json["blobs"]?.array, case .bool(let more)? = json["more"]
        else { return nil }
        var files: [File] = []
        for blob in blobs {
            guard let hash = blob["hash"]?.hexBytes(count: 32), let size = blob["size"]?.int, size >= 0
            else { return nil }
            files.append(File(hash: hash, size: size))
        }
        self.init(files: files, more: more)
    }
}

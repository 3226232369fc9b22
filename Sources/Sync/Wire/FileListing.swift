import Ledger

/// A page of the files that a relay has of a journal: `GET /v1/journals/J/blobs`.
package struct FileListing: Sendable {
    /// The hash and the bytes of each, in the order of the hashes.
    package var files: [(hash: [UInt8], size: Int)]
    /// Others follow.
    package var more: Bool

    /// The most files of a page.
    package static let mostFiles = 1_000

    package init(files: [(hash: [UInt8], size: Int)], more: Bool) { (self.files, self.more) = (files, more) }

    /// The answer's body.
    package var bytes: [UInt8] {
        let blobs = files.map { JSON.object(["hash": .hexadecimal($0.hash), "size": .int(Int64($0.size))]) }
        return JSON.object(["blobs": .array(blobs), "more": .bool(more)]).bytes
    }

    /// Reads an answer; `nil` for one of another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let blobs = json["blobs"]?.array, case .bool(let more)? = json["more"]
        else { return nil }
        var files: [(hash: [UInt8], size: Int)] = []
        for blob in blobs {
            guard let hash = blob["hash"]?.hexBytes(count: 32), let size = blob.count("size").flatMap(Int.init(exactly:))
            else { return nil }
            files.append((hash, size))
        }
        self.init(files: files, more: more)
    }
}

/// One call by which a program changes a file, as `Tests/CKillPoint` counts it.
package struct KillPoint: Equatable, Sendable {
    /// Kinds of calls: what they do to a file or its name.
    package enum Kind: CaseIterable, Sendable {
        case create, write, sync, truncate, rename, link, unlink, send
    }

    /// Its place among all points of the process, from 1 on.
    package let number: Int
    package let call: String
    /// The file, from the last component of the counted folder on; two with an arrow where the call takes two.
    package let file: String
    /// How many bytes are to be written; 0 for a call that writes none.
    package let bytes: Int

    init?(_ line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 4, let number = Int(fields[0]), let bytes = Int(fields[3]) else { return nil }
        (self.number, self.call, self.file, self.bytes) = (number, String(fields[1]), String(fields[2]), bytes)
    }

    package var kind: Kind {
        switch call {
        case "create", "mkdir", "mkdirat", "mkstemp", "mkstemp64", "mkostemp": .create
        case "fsync", "fdatasync": .sync
        case "rename", "renameat", "renameat2": .rename
        case "link", "linkat": .link
        case "unlink", "unlinkat", "remove", "rmdir": .unlink
        case "send": .send
        case _ where call.contains("write") || call.hasPrefix("sendfile") || call == "copy_file_range": .write
        default: .truncate
        }
    }

    /// Whether the process can be killed after half of it.
    var canBeTorn: Bool { bytes > 1 }
}

extension KillPoint: CustomStringConvertible {
    package var description: String { bytes > 0 ? "\(call) \(file) \(bytes) bytes" : "\(call) \(file)" }
}

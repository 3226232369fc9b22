import Basics
import Foundation
import Ledger

/// A small JSON file beside the vault that only its owner can read or change.
package enum OwnFile {
    private static let sizeLimit = 64 << 10

    /// The object in the file; `nil` if it is missing, damaged, longer than 64 KiB, a link, has a second name, or belongs to or is
    /// open to others.
    package static func read(_ name: String, in folder: String) -> JSON? {
        let file = unsafe open(folder + "/" + name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        let open = OpenFile(file)
        var about = stat()
        guard unsafe fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG, FileAccess.isOwn(about),
            // An unreadable file counts as missing.
            about.st_nlink == 1, about.st_mode & 0o077 == 0, let bytes = try? open.read(sizeLimit),
            let document = try? JSON(reading: bytes), document["version"]?.int == 1
        else { return nil }
        return document
    }

    /// Replaces the file as a whole. On the disk when this returns.
    package static func write(_ document: [String: JSON], as name: String, in folder: String) throws {
        let file = try PartialFile(in: folder)
        try OpenFile(file.descriptor, closes: false).write(JSON.object(document.merging(["version": .int(1)]) { $1 }).bytes)
        try file.keep(as: name)
    }
}

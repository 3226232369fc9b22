import Basics
import CArchive
import Foundation

/// An archive of a source: zip, or tar, optionally with gzip. Each access reads it from its beginning; it is never unpacked.
@safe
struct SourceArchive {
    private let path: String
    private let salvage: Salvage?
    private let packed: Int64?

    /// Opens nothing yet. With `salvage`, a broken archive ends where it breaks. `packed`: the length of the outer archive, if
    /// there is one, which limits what this one may unpack to.
    init(path: String, salvage: Salvage? = nil, packed: Int64? = nil) {
        (self.path, self.salvage, self.packed) = (path, salvage, packed)
    }

    /// Whether the first bytes of a file are those of an archive (512 of them for tar).
    static func isArchive(_ head: [UInt8]) -> Bool {
        if let kind = ImportError.Kind(startOf: head) { return kind == .zip || kind == .gzip }
        return head.count >= 262 && Array(head[257..<262]) == Array("ustar".utf8)
    }

    /// All regular files, sorted.
    ///
    /// Refuses an archive with anything but plain files and folders, with a name that leads out of it, or with more files than
    /// any journal has: it must be forged.
    func list() throws -> [SourceTree.File] {
        var files: [String: Int64?] = [:]
        try unsafe walk { _, path, size in
            guard files.count < SourceTree.mostFiles else {
                throw ImportError.tooManyFiles(limit: SourceTree.mostFiles)
            }
            // If a name occurs twice, the first counts, here and in reading.
            if files[path] == nil { files[path] = .some(size >= 0 ? size : nil) }
        }
        return files.map { SourceTree.File(path: $0.key, size: $0.value) }.sorted { $0.path < $1.path }
    }

    /// Reads the archive and hands out every wanted file, each once: its path, and a closure that reads it piece by piece.
    func each(_ wanted: (String) -> Bool, take: (String, @escaping () throws -> [UInt8]?) throws -> Void) throws {
        var seen: Set<String> = []
        try unsafe walk { archive, path, _ in
            guard wanted(path), seen.insert(path).inserted else { return }
            try take(path) { try unsafe SourceArchive.piece(of: archive) }
        }
    }

    private func walk(_ take: (OpaquePointer, String, Int64) throws -> Void) throws {
        let file = try SourceFile.opened(path, followsLink: true)
        defer { close(file) }
        var opened: OpaquePointer?
        let code =
            if let packed {
                Int(unsafe carchive_open_within(file, packed, &opened))
            } else {
                Int(unsafe carchive_open(file, &opened))
            }
        defer { unsafe carchive_close(opened) }
        guard code != CARCHIVE_NO_LIBRARY else { throw ImportError.noArchiveLibrary }
        guard code == CARCHIVE_OK, let archive = unsafe opened else { throw ImportError.damagedArchive }
        while true {
            try ReadingStop.check()
            var size: Int64 = -1
            var kind: Int32 = 0
            switch Int(unsafe carchive_step(archive, &size, &kind)) {
            case CARCHIVE_OK: break
            case CARCHIVE_END: return
            case CARCHIVE_SWOLLEN: throw ImportError.swollenArchive
            default:
                guard let salvage else { throw ImportError.damagedArchive }
                return salvage.note(SourcePosition(file: "the archive", ordinal: 1))
            }
            if Int(kind) == CARCHIVE_FOLDER { continue }
            guard Int(kind) == CARCHIVE_FILE, let name = unsafe carchive_name(archive),
                let path = unsafe SourceArchive.path(
                    ArchiveName.text(
                        UnsafeRawBufferPointer(start: name, count: strlen(name)), isZip: carchive_is_zip(archive) != 0))
            else { throw ImportError.hostileArchive }
            try unsafe take(archive, path, size)
        }
    }

    /// The normalised path; `nil` if it leads out, or is too long. Some programs write a slash before every name.
    private static func path(_ name: String) -> String? {
        let parts = name.split(separator: "/")
        guard !parts.isEmpty, name.utf8.count <= 4096, !parts.contains(".."), !name.has("\\..\\") else { return nil }
        return parts.filter { $0 != "." }.joined(separator: "/")
    }

    private static func piece(of archive: OpaquePointer) throws -> [UInt8]? {
        try ReadingStop.check()
        let capacity = 256 << 10
        var code = CARCHIVE_OK
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            var got = 0
            code = Int(unsafe carchive_read(archive, buffer.baseAddress, capacity, &got))
            count = code == CARCHIVE_OK ? got : 0
        }
        switch code {
        case CARCHIVE_OK: return bytes
        case CARCHIVE_END: return nil
        case CARCHIVE_ENCRYPTED: throw ImportError.encryptedArchive
        case CARCHIVE_SWOLLEN: throw ImportError.swollenArchive
        default: throw ImportError.damagedArchive
        }
    }
}

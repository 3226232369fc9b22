import Base
import Basics
import Foundation
import Journal
import Synchronization

/// The files at a path to be imported: one file, or those of a folder or an archive. Nothing is unpacked to a disk, and no link
/// is followed except the one that was named.
package struct SourceTree: Sendable {
    /// One regular file of a source.
    struct File: Hashable, Sendable {
        /// Relative to the root, with `/` between its parts and none at its beginning; in the source's spelling.
        let path: String
        /// Bytes, if that is known.
        let size: Int64?

        var name: String { path.split(separator: "/").last.map(String.init) ?? path }
        /// The extension after its last full stop, in lower case; empty if there is none.
        var ending: String {
            guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
            return name[name.index(after: dot)...].lowercased()
        }
    }

    package enum Shape: Hashable, Sendable { case file, folder, archive }

    package let shape: Shape
    /// The path that was named; for a folder, with links resolved.
    package let root: String
    /// Sorted by path; one for a single file, with its own name.
    let files: [File]
    private let byPath: [String: Int]
    /// Set if a broken archive is to be read as far as possible.
    private let salvage: Salvage?
    /// Bytes of the archive itself.
    private let packed: Int64
    /// Set in the tree of an archive from inside another one.
    private let held: HeldArchive?
    /// The files whose bytes were requested.
    private let readFiles = ReadFiles()

    static let mostFiles = 200_000

    /// Examines the files at a path; reads only the directory of an archive.
    ///
    /// Throws an `ImportError` for an archive that is damaged or would lead out of its folder.
    init(path: String, salvage: Salvage? = nil) throws {
        self.salvage = salvage
        let path = Folder.absolute(path)
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw ImportError.file(path: path, code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            shape = .folder
            // Links inside are not followed; the one that was named is.
            root = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            files = try SourceTree.list(folder: root)
            packed = 0
        case S_IFREG:
            root = path
            packed = Int64(status.st_size)
            let head = try SourceFile.head(of: path, count: 512)
            if SourceArchive.isArchive(head) {
                shape = .archive
                files = try SourceArchive(path: path, salvage: salvage).list()
            } else {
                shape = .file
                files = [File(path: URL(fileURLWithPath: path).lastPathComponent, size: packed)]
            }
        default: throw ImportError.notAFile(path: path)
        }
        byPath = SourceTree.places(of: files)
        held = nil
    }

    private static func places(of files: [File]) -> [String: Int] {
        Dictionary(files.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
    }

    /// An archive in memory, from inside another one.
    private init(_ held: HeldArchive, packed: Int64, salvage: Salvage?) throws {
        (self.held, self.packed, self.salvage, shape, root) = (held, packed, salvage, .archive, held.path)
        files = try SourceArchive(path: held.path, salvage: salvage, packed: packed).list()
        byPath = SourceTree.places(of: files)
    }

    /// The most bytes of an archive inside another one.
    private static let mostHeld: Int64 = 1 << 30
    private static let archiveEndings: Set = ["zip", "jex", "tar", "gz", "tgz", "daylio"]

    /// The archives inside an archive, without the system's own files.
    var archives: [File] {
        guard shape == .archive, held == nil else { return [] }
        return files.filter { file in
            SourceTree.archiveEndings.contains(file.ending) && file.size != 0 && !OtherExports.isHidden(file)
        }
    }

    /// The archive at a path in this one, read into memory; `nil` if it is no archive. It may unpack to no more than this one
    /// may.
    func opened(_ path: String) throws -> SourceTree? {
        guard let held = HeldArchive(beside: files.filter { $0.path != path }) else { return nil }
        var count: Int64 = 0
        try stream({ $0 == path }) { _, read in
            while let piece = try read() {
                count += Int64(piece.count)
                guard count <= SourceTree.mostHeld else { throw ImportError.tooLargeInside(path, limit: SourceTree.mostHeld) }
                try held.write(piece)
            }
        }
        guard SourceArchive.isArchive(try SourceFile.head(of: held.path, count: 512)) else { return nil }
        return try SourceTree(held, packed: packed, salvage: salvage)
    }

    /// The files around an archive from inside another one; none for other trees.
    var around: [File] { held?.around ?? [] }

    private var archive: SourceArchive {
        SourceArchive(path: root, salvage: salvage, packed: held == nil ? nil : packed)
    }

    /// A path in the tree's spelling, if it has such a file: strings compare composed and decomposed letters as equal, a disk
    /// does not.
    func spelling(of path: String) -> String { byPath[path].map { files[$0].path } ?? path }

    func has(_ path: String) -> Bool { byPath[path] != nil }

    /// A file's bytes, at most `limit` of them. Every call reads an archive from its beginning: for many files use `each`.
    func bytes(of path: String, limit: Int = SourceText.limit) throws -> [UInt8] {
        guard has(path) else { throw ImportError.file(path: path, code: ENOENT) }
        try ReadingStop.check()
        note(path)
        if let place = place(of: path) { return try SourceTree.bytes(at: place, isRoot: shape == .file, limit: limit) }
        var found: [UInt8]?
        try each({ $0.path == path }, limit: limit) { _, bytes in found = bytes }
        guard let found else { throw ImportError.file(path: path, code: ENOENT) }
        return found
    }

    /// Marks a file as read, or as attached to a record.
    package func note(_ path: String) { readFiles.insert(path) }

    /// Whether a file was read, and not only examined.
    func wasRead(_ path: String) -> Bool { readFiles.contains(path) }

    /// The first bytes of a file, to recognise it.
    func head(of path: String, count: Int = 4096) throws -> [UInt8] {
        switch shape {
        case .file: return try SourceFile.head(of: root, count: count)
        case .folder: return try SourceFile.head(of: root + "/" + path, count: count)
        case .archive:
            var head: [UInt8] = []
            try archive.each {
                $0 == path
            } take: { _, read in
                while head.count < count, let piece = try read() { head += piece }
                head = Array(head.prefix(count))
            }
            return head
        }
    }

    /// Hands out the bytes of every wanted file, one file at a time: for a folder in the order of their paths, for an archive in
    /// its own. A file of more than `limit` bytes throws `ImportError.tooLarge`.
    func each(_ wanted: (File) -> Bool, limit: Int = SourceText.limit, _ take: (File, [UInt8]) throws -> Void) throws {
        guard shape == .archive else {
            for file in files where wanted(file) { try take(file, bytes(of: file.path, limit: limit)) }
            return
        }
        let limit = min(limit, Int(clamping: unpackedLimit))
        try archive.each { path in
            byPath[path].map { wanted(files[$0]) } ?? false
        } take: { path, read in
            guard let index = byPath[path] else { return }
            var bytes: [UInt8] = []
            while let piece = try read() {
                bytes += piece
                guard bytes.count <= limit else { throw ImportError.tooLargeInside(path, limit: Int64(limit)) }
            }
            note(path)
            try take(files[index], bytes)
        }
    }

    private static func bytes(at place: String, isRoot: Bool, limit: Int) throws -> [UInt8] {
        let source = try SourceFile(path: place, followsLink: isRoot)
        guard source.bytes.count <= limit else {
            throw ImportError.tooLarge(bytes: Int64(source.bytes.count), limit: Int64(limit))
        }
        return source.bytes
    }

    /// Hands out the wanted files of an archive piece by piece, for files that are encrypted while they are read.
    package func stream(_ wanted: (String) -> Bool, take: (String, @escaping () throws -> [UInt8]?) throws -> Void) throws {
        let limit = unpackedLimit
        try archive.each(wanted) { path, read in
            var count: Int64 = 0
            try take(path) {
                guard let piece = try read() else { return nil }
                count += Int64(piece.count)
                guard count <= limit else { throw ImportError.tooLargeInside(path, limit: limit) }
                return piece
            }
        }
    }

    // Regular files in an archive are not larger: deflate compresses text by ten, at most by a thousand.
    private var unpackedLimit: Int64 { max(64 << 20, packed.multipliedReportingOverflow(by: 100).partialValue) }

    /// When a file was last changed, in the importer's local time; `nil` for one in an archive.
    func modified(_ path: String, _ surroundings: Surroundings) -> (day: LocalDay, time: TimeOfDay)? {
        guard shape != .archive else { return nil }
        var status = stat()
        guard unsafe stat(shape == .file ? root : root + "/" + path, &status) == 0 else { return nil }
        return CivilTime(zone: surroundings.zone).wall(at: Int64(status.st_mtim.tv_sec) * 1000)
    }

    /// What is at a path below the root, without `.` and `..`.
    enum Place { case nothing, file, link, notAFile, unreadable }

    /// What is at a path; a link in any part of it could lead out.
    func lies(at place: String) -> Place {
        if shape != .folder { return has(place) ? .file : .nothing }
        var path = root
        for part in place.split(separator: "/") {
            var status = stat()
            path += "/" + part
            guard unsafe lstat(path, &status) == 0 else { return errno == EACCES ? .unreadable : .nothing }
            if status.st_mode & S_IFMT == S_IFLNK { return .link }
        }
        switch SourceFile.fault(of: path) {
        case nil: return .file
        case .notAFile: return .notAFile
        case .some: return .unreadable
        }
    }

    /// A file's path for opening it; `nil` in an archive.
    package func place(of path: String) -> String? {
        switch shape {
        case .file: root
        case .folder: root + "/" + path
        case .archive: nil
        }
    }

    // Links are not followed, so that no loop and nothing outside the folder is read.
    private static func list(folder: String) throws -> [File] {
        var files: [File] = []
        let isRead = try Folder.forEachPath(below: folder) { path, about in
            guard about.st_mode & S_IFMT == S_IFREG else { return }
            guard files.count < mostFiles else { throw ImportError.tooManyFiles(limit: mostFiles) }
            files.append(File(path: path, size: Int64(about.st_size)))
        }
        guard isRead else { throw ImportError.file(path: folder, code: EACCES) }
        return files.sorted { $0.path < $1.path }
    }
}

/// The files of a source that were read, to report those left over.
private final class ReadFiles: Sendable {
    private let paths = Mutex<Set<String>>([])

    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }
    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }
}

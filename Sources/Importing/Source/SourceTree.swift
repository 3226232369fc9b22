import Base
import Basics
import Foundation
import Journal
import Synchronization

/// What lies at a path that is to be imported: one file, or the files of a folder or an archive. Nothing is unpacked to a
/// disk, and no link is followed but the one that was named.
package struct SourceTree: Sendable {
    /// One regular file of a source.
    struct File: Hashable, Sendable {
        /// Relative to the root, `/` between its parts, none at its beginning; as the source spells it.
        let path: String
        /// Bytes, where that is known.
        let size: Int?

        /// The last part of its path.
        var name: String { path.split(separator: "/").last.map(String.init) ?? path }
        /// What follows its last full stop, in small letters; empty where there is none.
        var ending: String {
            guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
            return name[name.index(after: dot)...].lowercased()
        }
    }

    /// How the files lie.
    package enum Shape: Hashable, Sendable { case file, folder, archive }

    /// How they lie.
    package let shape: Shape
    /// The path that was named; of a folder, with links resolved.
    package let root: String
    /// Sorted by path; one for a single file, called as it is called.
    let files: [File]
    private let byPath: [String: Int]
    /// Present where a broken archive is to be taken as far as it can be read.
    private let salvage: Salvage?
    /// Bytes of the archive itself.
    private let packed: Int
    /// Present in a tree of an archive that was in another one.
    private let held: HeldArchive?
    /// The files whose bytes were asked for.
    private let readFiles = ReadFiles()

    /// How many files a source may have.
    static let mostFiles = 200_000

    /// Looks at what lies at a path; reads no file but the directory of an archive.
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
            // Links inside are not followed; the one that was named is meant.
            root = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            files = try SourceTree.list(folder: root)
            packed = 0
        case S_IFREG:
            root = path
            packed = Int(status.st_size)
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

    /// An archive that is held in memory, out of another one.
    private init(_ held: HeldArchive, packed: Int, salvage: Salvage?) throws {
        (self.held, self.packed, self.salvage, shape, root) = (held, packed, salvage, .archive, held.path)
        files = try SourceArchive(path: held.path, salvage: salvage, packed: packed).list()
        byPath = SourceTree.places(of: files)
    }

    /// Bytes of an archive in another one.
    private static let mostHeld = 1 << 30
    /// How the names of archives end.
    private static let archiveEndings: Set = ["zip", "jex", "tar", "gz", "tgz", "daylio"]

    /// The archives in an archive, without what systems put beside the files of their owner.
    var archives: [File] {
        guard shape == .archive, held == nil else { return [] }
        return files.filter { file in
            SourceTree.archiveEndings.contains(file.ending) && file.size != 0 && !OtherExports.isHidden(file)
        }
    }

    /// The archive at a path in this one, read into memory; `nil` for what is none. It may unpack to no more than this one may.
    func opened(_ path: String) throws -> SourceTree? {
        guard let held = HeldArchive(beside: files.filter { $0.path != path }) else { return nil }
        var count = 0
        try stream({ $0 == path }) { _, read in
            while let piece = try read() {
                count += piece.count
                guard count <= SourceTree.mostHeld else { throw ImportError.tooLargeInside(path, limit: SourceTree.mostHeld) }
                try held.write(piece)
            }
        }
        guard SourceArchive.isArchive(try SourceFile.head(of: held.path, count: 512)) else { return nil }
        return try SourceTree(held, packed: packed, salvage: salvage)
    }

    /// The files around an archive that was in another one; none for other trees.
    var around: [File] { held?.around ?? [] }

    private var archive: SourceArchive {
        SourceArchive(path: root, salvage: salvage, packed: held == nil ? nil : packed)
    }

    /// A path as the tree spells it, where a file by this name is there: text compares composed and decomposed letters as equal, a
    /// disk does not.
    func spelling(of path: String) -> String { byPath[path].map { files[$0].path } ?? path }

    /// Whether there is such a file.
    func has(_ path: String) -> Bool { byPath[path] != nil }

    /// A file's bytes, at most `limit` of them. Of an archive every call goes through the archive from its beginning: for many
    /// files use `each`.
    func bytes(of path: String, limit: Int = SourceText.limit) throws -> [UInt8] {
        guard has(path) else { throw ImportError.file(path: path, code: ENOENT) }
        note(path)
        if let place = place(of: path) { return try SourceTree.bytes(at: place, isRoot: shape == .file, limit: limit) }
        var found: [UInt8]?
        try each({ $0.path == path }, limit: limit) { _, bytes in found = bytes }
        guard let found else { throw ImportError.file(path: path, code: ENOENT) }
        return found
    }

    /// Notes that a file was read, or is attached to what was read.
    package func note(_ path: String) { readFiles.insert(path) }

    /// Whether a file was read, and not only looked at.
    func wasRead(_ path: String) -> Bool { readFiles.contains(path) }

    /// The first bytes of a file: to see what it is.
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

    /// Hands out the bytes of every file that is wanted, one file at a time: of a folder in the order of their paths, of an
    /// archive in its own. One of more than `limit` bytes throws `ImportError.tooLarge`.
    func each(_ wanted: (File) -> Bool, limit: Int = SourceText.limit, _ take: (File, [UInt8]) throws -> Void) throws {
        guard shape == .archive else {
            for file in files where wanted(file) { try take(file, bytes(of: file.path, limit: limit)) }
            return
        }
        let limit = min(limit, unpackedLimit)
        try archive.each { path in
            byPath[path].map { wanted(files[$0]) } ?? false
        } take: { path, read in
            guard let index = byPath[path] else { return }
            var bytes: [UInt8] = []
            while let piece = try read() {
                bytes += piece
                guard bytes.count <= limit else { throw ImportError.tooLargeInside(path, limit: limit) }
            }
            note(path)
            try take(files[index], bytes)
        }
    }

    private static func bytes(at place: String, isRoot: Bool, limit: Int) throws -> [UInt8] {
        let source = try SourceFile(path: place, followsLink: isRoot)
        guard source.bytes.count <= limit else {
            throw ImportError.tooLarge(bytes: source.bytes.count, limit: limit)
        }
        return source.bytes
    }

    /// Hands out the wanted files of an archive piece by piece: for files that are sealed as they come.
    package func stream(_ wanted: (String) -> Bool, take: (String, @escaping () throws -> [UInt8]?) throws -> Void) throws {
        let limit = unpackedLimit
        try archive.each(wanted) { path, read in
            var count = 0
            try take(path) {
                guard let piece = try read() else { return nil }
                count += piece.count
                guard count <= limit else { throw ImportError.tooLargeInside(path, limit: limit) }
                return piece
            }
        }
    }

    /// No honest file of an archive is larger: deflate packs text by ten, at the very best by a thousand.
    private var unpackedLimit: Int { max(64 << 20, packed.multipliedReportingOverflow(by: 100).partialValue) }

    /// When a file was last changed, on the wall clock of whoever imports it; `nil` for one of an archive.
    func modified(_ path: String, _ surroundings: Surroundings) -> (day: LocalDay, time: TimeOfDay)? {
        guard shape != .archive else { return nil }
        var status = stat()
        guard unsafe stat(shape == .file ? root : root + "/" + path, &status) == 0 else { return nil }
        return CivilTime(zone: surroundings.zone).wall(at: Int64(status.st_mtim.tv_sec) * 1000)
    }

    /// What lies at a place below the root: a path without `.` and `..`.
    enum Place { case nothing, file, link, notAFile, unreadable }

    /// What lies at a place; a link in any part of the way could lead out.
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

    /// Where a file lies for whoever opens it by its path; `nil` in an archive.
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
            files.append(File(path: path, size: Int(about.st_size)))
        }
        guard isRead else { throw ImportError.file(path: folder, code: EACCES) }
        return files.sorted { $0.path < $1.path }
    }
}

/// Which files of a source were read, for whoever asks what was left over.
private final class ReadFiles: Sendable {
    private let paths = Mutex<Set<String>>([])

    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }
    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }
}

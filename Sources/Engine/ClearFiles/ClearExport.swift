import Basics
import Foundation
import Ledger

/// A file or folder in clear that was written from a vault: an export, a report, a calendar, an attachment, as the vault
/// remembers it: sealed inside, never beside the export.
package struct ClearExport: Hashable, Sendable {
    /// Where it was written.
    package let path: String
    /// What it is.
    package let form: Form
    /// When, in milliseconds since 1970.
    package let made: Int64
    /// SHA-256 of the file, of a folder that of the list in it; `nil` for one that was begun and not ended.
    let digest: [UInt8]?

    /// It was broken off: only its beginning may be there.
    package var isBegun: Bool { digest == nil }

    /// Where something of it may lie.
    var place: String { digest == nil ? path + ExportFile.ending : path }

    /// It is a folder of files.
    var isFolder: Bool { ExportFormat(rawValue: form.name).map { !$0.isOneFile } ?? false }

    /// Something of it is there: of a folder more than itself and its empty folders.
    package var isThere: Bool {
        var status = stat()
        guard unsafe lstat(place, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFDIR else { return true }
        // Without the list nothing in it is known for the export's.
        return isBegun || FileManager.default.fileExists(atPath: place + "/" + ExportFolder.list)
    }

    /// What was written: the name of an export's format, or `report`, `calendar`, `attachment`.
    package struct Form: Hashable, Sendable {
        /// As it is listed.
        package let name: String

        /// An export in a format.
        package static func export(_ format: ExportFormat) -> Form { Form(name: format.rawValue) }
        /// A report for a doctor, as a page or a PDF.
        package static let report = Form(name: "report")
        /// A file of an entry.
        package static let attachment = Form(name: "attachment")
        /// Schedules of doses as a calendar file.
        package static let calendar = Form(name: "calendar")
    }

    package init(path: String, form: Form, made: Int64, digest: [UInt8]?) {
        (self.path, self.form, self.made, self.digest) = (path, form, made, digest)
    }

    var json: JSON {
        ["path": .string(path), "format": .string(form.name), "made": .int(made), "digest": .text(digest.map(hex))]
    }

    init?(json: JSON) {
        guard let path = json["path"]?.string, let name = json["format"]?.string,
            let made = json["made"]?.int
        else { return nil }
        self.init(path: path, form: Form(name: name), made: made, digest: json["digest"]?.hexBytes())
    }
}

/// What became of an export that was wiped.
package struct WipeReport: Hashable, Sendable {
    /// Files that are gone.
    package internal(set) var files = 0
    /// Bytes that were written over.
    package internal(set) var bytes = 0
    /// Files in its folder that are not of the export, or were changed since: they were left.
    package internal(set) var left: [String] = []
    /// Some of those are of the export: `edited` takes them too.
    package internal(set) var leftEdited = false

    /// What writing over does not reach.
    package static let limits =
        "Its content may still be in copies, backups, snapshots, or spare blocks of an SSD. Overwriting does not reach those."
}

/// Writes over what an export left on the disk, and removes it.
struct ClearExportWiper {
    /// What was changed since it was written goes too.
    var takesEdited = false
    private(set) var report = WipeReport()

    init(takesEdited: Bool = false) { self.takesEdited = takesEdited }

    /// The SHA-256 by which an export is known again: of the file, or of the list in the folder; `nil` for anything else.
    static func digest(of path: String) -> [UInt8]? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        return fileDigest(isFolder ? path + "/" + ExportFolder.list : path)
    }

    private static func fileDigest(_ path: String) -> [UInt8]? {
        guard let file = OpenedFile(path, flags: O_RDONLY) else { return nil }
        return file.digest()
    }

    /// Wipes what lies at a path and has this digest; a beginning (`nil`) as it is.
    mutating func wipe(_ path: String, digest: [UInt8]?) throws {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw EngineError.file(path: path, code: errno) }
        if status.st_mode & S_IFMT == S_IFDIR {
            try wipeFolder(path, digest: digest)
        } else {
            guard try wipeFile(path, digest: takesEdited ? nil : digest) else { throw ExportError.notOurs(path: path) }
        }
        try syncFolder(folderAbove(path))
    }

    private mutating func wipeFolder(_ path: String, digest: [UInt8]?) throws {
        let list = path + "/" + ExportFolder.list
        if let digest {
            guard takesEdited || ClearExportWiper.fileDigest(list) == digest,
                let bytes = OpenedFile(list, flags: O_RDONLY)?.bytes()
            else { throw ExportError.notOurs(path: path) }
            for line in bytes.split(separator: 0x0A) {
                let text = String(decoding: line, as: UTF8.self)
                let name = String(text.dropFirst(66))
                guard text.utf8.count > 66, let known = Ledger.bytes(fromHex: String(text.prefix(64))),
                    !name.hasPrefix("/"), !name.split(separator: "/").contains(".."), !leadsThroughLink(name, below: path)
                else { continue }
                if try !wipeFile(path + "/" + name, digest: takesEdited ? nil : known),
                    FileManager.default.fileExists(atPath: path + "/" + name)
                {
                    report.left.append(name)
                    report.leftEdited = true
                }
            }
            // While something of the export is left, its list says what that is.
            if !report.leftEdited { _ = try wipeFile(list, digest: takesEdited ? nil : digest) }
        } else {
            for name in files(below: path) { _ = try wipeFile(path + "/" + name, digest: nil) }
        }
        report.left += files(below: path).filter { !report.left.contains($0) && $0 != ExportFolder.list }
        removeEmptyFolders(path)
    }

    /// Whether a folder on the way to a file is a link, which could lead out.
    private func leadsThroughLink(_ name: String, below path: String) -> Bool {
        var place = path
        for part in name.split(separator: "/").dropLast() {
            place += "/" + part
            var status = stat()
            if unsafe lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { return true }
        }
        return false
    }

    private func files(below path: String) -> [String] {
        var files: [String] = []
        Folder.forEachPath(below: path) { path, about in if about.st_mode & S_IFMT != S_IFDIR { files.append(path) } }
        return files.sorted()
    }

    private func removeEmptyFolders(_ path: String) {
        var names: [String] = []
        Folder.forEachPath(below: path) { name, _ in names.append(name) }
        // A folder that still holds something is not removed by this.
        for name in names.sorted().reversed() { unsafe _ = rmdir(path + "/" + name) }
        unsafe _ = rmdir(path)
    }

    /// - Returns: `false` where it is not there, no regular file, or not what the digest names.
    private mutating func wipeFile(_ path: String, digest: [UInt8]?) throws -> Bool {
        guard let file = OpenedFile(path, flags: O_RDWR) else { return false }
        if let digest, file.digest() != digest { return false }
        report.bytes += try file.overwrite(shown: path)
        guard unsafe unlink(path) == 0 else { throw EngineError.file(path: path, code: errno) }
        report.files += 1
        return true
    }
}

/// A regular file, no link.
private final class OpenedFile {
    private let descriptor: Int32

    init?(_ path: String, flags: Int32) {
        let descriptor = unsafe open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// SHA-256 of what it holds; `nil` where it cannot be read.
    func digest() -> [UInt8]? {
        var hash = RunningDigest()
        return read { hash.add($0) } ? hash.value : nil
    }

    /// What it holds; `nil` where it cannot be read.
    func bytes() -> [UInt8]? {
        var bytes: [UInt8] = []
        return read { bytes += $0 } ? bytes : nil
    }

    /// Hands out all of it, in parts; `false` where it cannot be read to its end.
    private func read(_ take: (ArraySlice<UInt8>) -> Void) -> Bool {
        var part = [UInt8](repeating: 0, count: 1 << 18)
        var offset: off_t = 0
        while true {
            let count = unsafe part.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, offset) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 }
            take(part[..<count])
            offset += off_t(count)
        }
    }

    /// Writes zeros over all of it, down to the disk.
    func overwrite(shown path: String) throws -> Int { try ClearFile.overwrite(descriptor, shown: path) }
}

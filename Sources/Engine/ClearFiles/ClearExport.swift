import Basics
import Foundation
import Ledger

/// An unencrypted file or folder that was written from a vault: an export, report, calendar or attachment. The vault keeps this
/// record encrypted inside itself, never beside the export.
package struct ClearExport: Hashable, Sendable {
    package let path: String
    package let form: Form
    /// When, in milliseconds since 1970.
    package let made: Int64
    /// SHA-256 of the file, or of the file list in a folder; `nil` if writing began and did not finish.
    let digest: [UInt8]?

    /// Writing was interrupted: only its beginning may exist.
    package var isBegun: Bool { digest == nil }

    /// Where parts of it may be.
    var place: String { digest == nil ? path + ExportFile.ending : path }

    var isFolder: Bool { ExportFormat(rawValue: form.name).map { !$0.isOneFile } ?? false }

    /// Whether any of it exists; of a folder, more than itself and its empty subfolders.
    package var isThere: Bool {
        var status = stat()
        guard unsafe lstat(place, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFDIR else { return true }
        // Without the list, no file in the folder is known to belong to the export.
        return isBegun || FileManager.default.fileExists(atPath: place + "/" + ExportFolder.list)
    }

    /// What was written: the name of an export's format, or `report`, `calendar`, `attachment`.
    package struct Form: Hashable, Sendable {
        package let name: String

        package static func export(_ format: ExportFormat) -> Form { Form(name: format.rawValue) }
        /// A report for a doctor, as a page or a PDF.
        package static let report = Form(name: "report")
        package static let attachment = Form(name: "attachment")
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

package struct WipeReport: Hashable, Sendable {
    /// Number of files removed.
    package internal(set) var files = 0
    /// Number of bytes overwritten.
    package internal(set) var bytes: Int64 = 0
    /// Files in its folder that are left: they do not belong to the export, or were changed since.
    package internal(set) var left: [String] = []
    /// Some of the files left belong to the export: `edited` removes them too.
    package internal(set) var leftEdited = false

    /// What overwriting cannot reach.
    package static let limits =
        "Its content may still be in copies, backups, snapshots, or spare blocks of an SSD. Overwriting does not reach those."
}

/// Overwrites what an export left on the disk, and removes it.
struct ClearExportWiper {
    /// Files that were changed since the export are removed too.
    var takesEdited = false
    private(set) var report = WipeReport()

    init(takesEdited: Bool = false) { self.takesEdited = takesEdited }

    /// The SHA-256 that identifies an export: of the file, or of the list in the folder; `nil` for anything else.
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

    /// Wipes what is at a path if it has this digest; an unfinished export (`nil`) as it is.
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
            // The list is kept while any file of the export is left, to identify it.
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
        // `rmdir` does not remove a folder that still holds something.
        for name in names.sorted().reversed() { unsafe _ = rmdir(path + "/" + name) }
        unsafe _ = rmdir(path)
    }

    /// - Returns: `false` if it does not exist, is not a regular file, or does not match the digest.
    private mutating func wipeFile(_ path: String, digest: [UInt8]?) throws -> Bool {
        guard let file = OpenedFile(path, flags: O_RDWR) else { return false }
        if let digest, file.digest() != digest { return false }
        report.bytes += try file.overwrite(shown: path)
        guard unsafe unlink(path) == 0 else { throw EngineError.file(path: path, code: errno) }
        report.files += 1
        return true
    }
}

/// An open regular file, never a link.
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

    /// SHA-256 of its content; `nil` if it cannot be read.
    func digest() -> [UInt8]? {
        var hash = RunningDigest()
        return read { hash.add($0) } ? hash.value : nil
    }

    /// Its content; `nil` if it cannot be read.
    func bytes() -> [UInt8]? {
        var bytes: [UInt8] = []
        return read { bytes += $0 } ? bytes : nil
    }

    /// Passes on its content in parts; `false` if it cannot be read to the end.
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

    /// Overwrites all of it with zeros, down to the disk.
    func overwrite(shown path: String) throws -> Int64 { try ClearFile.overwrite(descriptor, shown: path) }
}

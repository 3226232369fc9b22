import Basics
import CArchive
import Foundation

/// The bytes of an export, piece by piece: from an XML file, or from the one in a zip archive, whatever their names.
///
/// Nothing is unpacked to a disk and only one piece is in memory, so neither the names in an archive nor the sizes it states can
/// do harm.
@safe
package final class ExportBytes {
    /// The bytes of one piece.
    static let piece = 256 << 10

    private let path: String
    private let file: Int32
    private let archive: OpaquePointer?
    /// What was read already to recognise the file.
    private var head: [UInt8]
    private(set) var brokeOff: AppleHealthError?
    /// The number of bytes handed out.
    private(set) var done: Int64 = 0
    /// The total number of bytes; 0 if it is unknown.
    let total: Int64

    /// Opens a file, or the export in a folder; throws an `AppleHealthError` if it is neither an export nor an archive with one.
    package init(path: String) throws {
        let path = ExportBytes.unpacked(path) ?? path
        self.path = path
        file = try SourceFile.opened(path, followsLink: true)
        var status = stat()
        let size = unsafe fstat(file, &status) == 0 ? Int64(status.st_size) : 0
        do {
            let head = try ExportBytes.read(file, upTo: ExportBytes.piece, path: path)
            guard ImportError.Kind(startOf: head) == .zip else {
                unsafe archive = nil
                guard ExportBytes.looksLikeExport(head) else { throw AppleHealthError.notAnExport }
                (self.head, total) = (head, size)
                return
            }
            guard lseek(file, 0, SEEK_SET) == 0 else { throw ImportError.file(path: path, code: errno) }
            let found = try unsafe ExportBytes.findExport(in: file)
            unsafe archive = found.archive
            (self.head, total) = unsafe (found.head, found.size)
        } catch {
            close(file)
            throw error
        }
    }

    deinit {
        unsafe carchive_close(archive)
        close(file)
    }

    /// The next piece; empty at the end. A damaged archive ends here, and `brokeOff` says why.
    func next() throws -> [UInt8] {
        try ReadingStop.check()
        if !head.isEmpty {
            defer { head = [] }
            done += Int64(head.count)
            return head
        }
        var piece: [UInt8] = []
        if let archive = unsafe archive {
            do {
                piece = try unsafe ExportBytes.read(archive)
            } catch {
                guard error != .swollenArchive else { throw error }
                brokeOff = error
            }
        } else {
            piece = try ExportBytes.read(file, upTo: ExportBytes.piece, path: path)
        }
        done += Int64(piece.count)
        return piece
    }

    /// The export in the folder of an unpacked archive: its name depends on the phone's language. `nil` if there is none.
    private static func unpacked(_ path: String) -> String? {
        guard Folder.isFolder(path) == true else { return nil }
        for folder in [path, path + "/apple_health_export"] {
            // A folder that cannot be listed has no export.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.filter({ $0.lowercased().hasSuffix(".xml") }).sorted().prefix(20) {
                let file = folder + "/" + name
                if Folder.isFolder(file) == false, isAppleHealthExport(path: file) { return file }
            }
        }
        return nil
    }

    /// The root's tag has to come early: Apple's DOCTYPE has some 15 KB.
    private static func looksLikeExport(_ head: [UInt8]) -> Bool { AppleHealthText.root.position(in: head[...]) != nil }

    private static func read(_ file: Int32, upTo limit: Int, path: String) throws(ImportError) -> [UInt8] {
        var failure: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            while count < limit {
                let got = unsafe Foundation.read(file, buffer.baseAddress.map { unsafe $0 + count }, limit - count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                count += got
            }
        }
        guard failure == 0 else { throw .file(path: path, code: failure) }
        return piece
    }

    // ---- the archive ----

    /// The first file in the archive that begins like an export. Its name depends on the phone's language.
    private static func findExport(
        in file: Int32
    ) throws(AppleHealthError) -> (archive: OpaquePointer?, head: [UInt8], size: Int64) {
        var opened: OpaquePointer?
        let code = unsafe carchive_open(file, &opened)
        guard Int(code) == CARCHIVE_OK, let archive = unsafe opened else {
            unsafe carchive_close(opened)
            throw Int(code) == CARCHIVE_NO_LIBRARY ? .noArchiveLibrary : .damagedArchive
        }
        var sawEncrypted = false
        var size: Int64 = -1
        while true {
            switch Int(unsafe carchive_next(archive, &size)) {
            case CARCHIVE_OK: break
            case CARCHIVE_END:
                unsafe carchive_close(archive)
                throw sawEncrypted ? .encrypted : .noExportInside
            case let code:
                unsafe carchive_close(archive)
                throw code == CARCHIVE_SWOLLEN ? .swollenArchive : .damagedArchive
            }
            do {
                let head = try unsafe read(archive)
                if looksLikeExport(head) { return unsafe (archive, head, max(0, size)) }
            } catch {
                if error == .encrypted { sawEncrypted = true }
                if error == .swollenArchive {
                    unsafe carchive_close(archive)
                    throw error
                }
            }
        }
    }

    private static func read(_ archive: OpaquePointer) throws(AppleHealthError) -> [UInt8] {
        var code = CARCHIVE_OK
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: piece) { buffer, count in
            while count < piece {
                var got = 0
                code = Int(unsafe carchive_read(archive, buffer.baseAddress.map { unsafe $0 + count }, piece - count, &got))
                guard code == CARCHIVE_OK else { return }
                count += got
            }
        }
        guard code != CARCHIVE_SWOLLEN else { throw .swollenArchive }
        // The bytes before the damage are handed out first; the next call finds the damage again.
        guard bytes.isEmpty, code != CARCHIVE_OK, code != CARCHIVE_END else { return bytes }
        throw code == CARCHIVE_ENCRYPTED ? .encrypted : .damagedArchive
    }
}

/// Whether a file is an export of Apple Health by its content: its XML, or an archive with it. `false` if it cannot be read.
package func isAppleHealthExport(path: String) -> Bool { (try? ExportBytes(path: Folder.absolute(path))) != nil }

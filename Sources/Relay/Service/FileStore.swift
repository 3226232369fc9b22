import Basics
import Foundation
import Ledger

/// Storage for files too large for the database: a folder with a subfolder for each journal. A file is complete or absent; a
/// partial upload is beside it under another name.
package struct FileStore: Sendable {
    private let folder: String

    /// The folder is created with the first file.
    package init(folder: String) { self.folder = folder }

    struct Place: Hashable, Sendable {
        let journal: JournalID
        let name: String

        static func blob(_ hash: [UInt8], of journal: JournalID) -> Place { Place(journal: journal, name: hex(hash)) }

        static func snapshot(_ position: UInt64, of journal: JournalID) -> Place {
            Place(journal: journal, name: "snapshot-\(position)")
        }
    }

    /// Distributed over folders, so that none has too many.
    private func folder(of journal: JournalID) -> String {
        folder + "/" + journal.description.prefix(2) + "/" + journal.description
    }

    func path(_ place: Place) -> String { folder(of: place.journal) + "/" + place.name }

    func partPath(_ place: Place) -> String { path(place) + ".part" }

    /// How many bytes of a file were received so far.
    func held(_ place: Place) -> Int {
        Int(OpenFile.size(at: partPath(place)) ?? 0)
    }

    func holds(_ place: Place, size: Int64) -> Bool {
        OpenFile.size(at: path(place)) == size
    }

    /// Starts or resumes an upload. Throws `RelayStorageError`.
    func upload(_ place: Place) throws -> FileUpload {
        let folder = folder(of: place.journal)
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw RelayStorageError.failed("the folder of blobs cannot be written to")
        }
        forgetParts(in: folder, besides: partPath(place))
        return FileUpload(part: partPath(place), whole: path(place), folder: folder)
    }

    func remove(_ place: Place) { try? FileManager.default.removeItem(atPath: path(place)) }

    func erase(_ journal: JournalID) async throws {
        try? FileManager.default.removeItem(atPath: folder(of: journal))
    }

    /// The most unfinished uploads per journal.
    private static let mostParts = 16

    /// Deletes the oldest of too many unfinished uploads.
    private func forgetParts(in folder: String, besides path: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let parts = names.filter { $0.hasSuffix(".part") }.map { folder + "/" + $0 }.filter { $0 != path }
        guard parts.count >= FileStore.mostParts else { return }
        let ages = parts.map { path in
            (path, (try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast)
        }
        for (path, _) in ages.sorted(by: { $0.1 < $1.1 }).prefix(parts.count - FileStore.mostParts + 1) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}

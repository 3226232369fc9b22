import Foundation
import Journal
import Store

extension OpenVault {
    /// In what order entries are exported.
    package enum ExportOrder: String, CaseIterable, Sendable {
        /// As they came into the vault: what was imported stands as it stood in its source.
        case written
        /// By date, the oldest first.
        case date
    }

    /// All entries as a text file of jrnl, in clear: what `import jrnl` reads back byte for byte.
    ///
    /// Only after the owner has said yes to a file that anybody can read. The file is made anew, for the owner alone.
    /// - Returns: how many entries were written.
    package func exportJrnl(
        to path: String, order: ExportOrder = .written, progress: ProgressReport = .silent
    ) throws -> Int {
        let found = try store.entries(Selection())
        guard found.unreadable == 0 else { throw StoreError.damagedRow(table: "record") }
        let list = order == .date ? found.list.reversed() : found.list.sorted { $0.origin < $1.origin }
        var output: [UInt8] = []
        for (index, stored) in list.enumerated() {
            if index % 256 == 0 { progress.report("exporting", index, found.list.count) }
            let zone = CivilTime(named: stored.entry.zone) ?? CivilTime(zone: surroundings.zone)
            let time = zone.wall(at: stored.entry.instant.milliseconds)?.time
            JrnlText.append(
                .init(day: stored.entry.day, time: time, text: stored.entry.text, starred: stored.entry.starred), to: &output)
        }
        try NewFile(path: path).write(output)
        return found.list.count
    }
}

/// A file that must not be there yet.
struct NewFile {
    let path: String

    /// Writes it whole, readable by the owner alone, or leaves nothing.
    func write(_ bytes: [UInt8]) throws {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw errno == EEXIST ? EngineError.exists(path: path) : EngineError.file(path: path, code: errno)
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(bytes))
            try handle.synchronize()
        } catch {
            let code = errno
            unsafe _ = unlink(path)
            throw EngineError.file(path: path, code: code)
        }
    }
}

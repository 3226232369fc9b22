import Basics
import Foundation
import Ledger
import Vault

/// The open file `journal.heads`, locked while it is open: two areas of `areaCount` bytes, each u32 length ‖ u64 count ‖ id 16 ‖
/// SEAL(key, L("heads") ‖ vault ‖ device ‖ u64 count ‖ id, heads). The area with the larger count is the newer one.
final class HeadsFile {
    /// The content of the two areas; `nil` for one without the requested id.
    struct Areas {
        /// The two areas in file order.
        var list: [(count: UInt64, heads: [JournalID: ConfirmedHeads.Head])?] = [nil, nil]

        var newest: (count: UInt64, heads: [JournalID: ConfirmedHeads.Head])? {
            list.compactMap(\.self).max { $0.count < $1.count }
        }
    }

    /// Space for about 3,700 journals; unwritten parts take no disk space.
    static let areaCount = 256 << 10
    private static let headCount = 28
    private let file: Int32

    /// `nil` if the path cannot be used: a symbolic link, a folder, a pipe.
    init?(_ path: String, creating: Bool) {
        let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        // On a read-only disk it is still read.
        var file = unsafe open(path, creating ? flags | O_CREAT | O_EXCL : flags, 0o600)
        if file < 0, !creating { file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
        guard file >= 0 else { return nil }
        self.file = file
        var about = stat()
        guard unsafe fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
        // Without a lock it is read and written all the same.
        _ = try? FileLock.take(file, patience: .max)
    }

    deinit {
        if file >= 0 { FileLock.close(file) }
    }

    /// Reads both areas: with this id, or without one any.
    func areas(id: [UInt8]?, key: borrowing Secret, context: [UInt8]) -> Areas {
        var areas = Areas()
        for index in 0..<2 {
            let start = index * Self.areaCount
            let head = read(Self.headCount, at: start)
            guard head.count == Self.headCount else { continue }
            let (length, count) = (head.bigEndian(at: 0, as: UInt32.self), head.bigEndian(at: 4, as: UInt64.self))
            guard length <= Self.areaCount - Self.headCount, id.map({ $0.elementsEqual(head[12...]) }) ?? true else { continue }
            let sealed = read(Int(clamping: length), at: start + Self.headCount)
            guard let bytes = try? Seal.open(sealed, key: key, context: context + head.dropFirst(4)),
                let heads = ConfirmedHeads.decoded(bytes[...])
            else { continue }
            areas.list[index] = (count, heads)
        }
        return areas
    }

    /// Overwrites the older area, and leaves the newer one as it is.
    @discardableResult
    func write(
        _ heads: [JournalID: ConfirmedHeads.Head], after areas: Areas, id: [UInt8], key: borrowing Secret, context: [UInt8]
    ) -> Bool {
        let (first, second) = (areas.list[0]?.count, areas.list[1]?.count)
        let index = first.map { first in second.map { $0 < first } ?? true } ?? false ? 1 : 0
        var counted: [UInt8] = []
        counted.append(bigEndian: (areas.newest?.count ?? 0) + 1)
        counted += id
        let sealed = Seal.seal(ConfirmedHeads.encoded(heads), key: key, context: context + counted)
        guard sealed.count <= Self.areaCount - Self.headCount else { return false }
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt32(sealed.count))
        bytes += counted + sealed
        let written = unsafe bytes.withUnsafeBytes {
            unsafe pwrite(file, $0.baseAddress, $0.count, off_t(index * Self.areaCount))
        }
        return written == bytes.count
    }

    /// Waits until the data is on the disk.
    func sync() -> Bool { fsync(file) == 0 }

    private func read(_ count: Int, at start: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = unsafe max(0, pread(file, buffer.baseAddress, count, off_t(start)))
        }
    }
}

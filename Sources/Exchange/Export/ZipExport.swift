import Basics
import Engine
import Importing

/// The target of an export of many files: a folder or an archive.
protocol ExportFiles: AnyObject {
    var mostBytes: Int64 { get }
    /// Creates the next file; its path has `/` between its parts. The closure writes it.
    nonisolated(nonsending) func file(
        _ name: String, _ body: nonisolated(nonsending) (any ExportOutput) async throws -> Void
    ) async throws
}

extension ExportFolder: ExportFiles {
    var mostBytes: Int64 { .max }
}

/// Puts files into one zip archive as they come (PKWARE APPNOTE 6.3.10; ZIP64 for long ones), uncompressed. It keeps only a
/// file's name in memory, so it can be streamed. Without times: the same files give the same bytes.
final class ZipExport: ExportFiles {
    private let output: any ExportOutput
    private var directory: [UInt8] = []
    private var offset: Int64 = 0
    private(set) var fileCount = 0
    // Longer files would need another format of the numbers after the file, which few programs read.
    let mostBytes: Int64 = 0xFFFF_FFFE

    init(_ output: any ExportOutput) { self.output = output }

    nonisolated(nonsending) func file(
        _ name: String, _ body: nonisolated(nonsending) (any ExportOutput) async throws -> Void
    ) async throws {
        let place = offset
        let entry = ZipEntry { [self] in try send($0) }
        entry.name = Array(name.utf8)
        try await body(entry)
        try entry.end()
        fileCount += 1
        directory += entry.directoryRecord(at: place)
    }

    /// Writes the archive's central directory, by which the files are found.
    func end() throws {
        let (start, size) = (offset, Int64(directory.count))
        try send(directory)
        var tail: [UInt8] = []
        if fileCount > 0xFFFE || start + size > mostBytes {
            let end64 = offset
            tail += little(0x0606_4B50, 4) + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 4) + little(0, 4)
            tail += little(fileCount, 8) + little(fileCount, 8) + little(size, 8) + little(start, 8)
            tail += little(0x0706_4B50, 4) + little(0, 4) + little(end64, 8) + little(1, 4)
        }
        tail += little(0x0605_4B50, 4) + little(0, 4) + little(min(fileCount, 0xFFFF), 2) + little(min(fileCount, 0xFFFF), 2)
        tail += little(min(size, Int64(UInt32.max)), 4) + little(min(start, Int64(UInt32.max)), 4) + little(0, 2)
        try send(tail)
    }

    private func send(_ bytes: [UInt8]) throws {
        offset += Int64(bytes.count)
        try output.write(bytes)
    }
}

/// One file being added to an archive. A small one is buffered until it is complete, with its length before it; a large one has
/// its length after it.
private final class ZipEntry: ExportOutput {
    var name: [UInt8] = []
    private let send: ([UInt8]) throws -> Void
    private var kept: [UInt8] = []
    private var isSent = false
    private var sum = CRC32()
    private var count: Int64 = 0

    /// The most bytes of a file that are buffered.
    private static let most = 1 << 20

    init(_ send: @escaping ([UInt8]) throws -> Void) { self.send = send }

    func write(_ bytes: [UInt8]) throws {
        sum.add(bytes)
        count += Int64(bytes.count)
        guard count < 0xFFFF_FFFF else { throw ImportError.tooLarge(bytes: count, limit: 0xFFFF_FFFE) }
        if isSent { return try send(bytes) }
        kept += bytes
        guard kept.count > ZipEntry.most else { return }
        try send(head(flags: 0x0808, sum: 0, count: 0) + kept)
        (kept, isSent) = ([], true)
    }

    func finish() throws {}
    func abandon() {}

    func end() throws {
        if isSent { return try send(little(0x0807_4B50, 4) + little(sum.value, 4) + little(count, 4) + little(count, 4)) }
        try send(head(flags: 0x0800, sum: sum.value, count: count) + kept)
    }

    // Bit 11 of the flags: names are UTF-8. The time is the earliest of this format.
    private func head(flags: Int, sum: UInt32, count: Int64) -> [UInt8] {
        little(0x0403_4B50, 4) + little(20, 2) + little(flags, 2) + little(0, 2) + little(0, 2) + little(0x21, 2) + little(sum, 4)
            + little(count, 4) + little(count, 4) + little(name.count, 2) + little(0, 2) + name
    }

    func directoryRecord(at place: Int64) -> [UInt8] {
        let isFar = place >= 0xFFFF_FFFF
        let more = isFar ? little(1, 2) + little(8, 2) + little(place, 8) : []
        var record = little(0x0201_4B50, 4) + little(0x031E, 2) + little(isFar ? 45 : 20, 2) + little(isSent ? 0x0808 : 0x0800, 2)
        record += little(0, 2) + little(0, 2) + little(0x21, 2) + little(sum.value, 4) + little(count, 4) + little(count, 4)
        record += little(name.count, 2) + little(more.count, 2) + little(0, 2) + little(0, 2) + little(0, 2)
        record += little(Int64(0o100600) << 16, 4) + little(isFar ? 0xFFFF_FFFF : place, 4)
        return record + name + more
    }
}

/// A number as `count` bytes, little-endian.
private func little(_ number: some BinaryInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

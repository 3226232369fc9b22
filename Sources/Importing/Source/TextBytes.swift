import Foundation

/// The bytes of a text, in memory or still in its file: a long one is read in pieces, several times if needed.
@safe
struct TextBytes {
    let count: Int
    /// Whether line ends were changed to LF.
    let lineEndsChanged: Bool
    private let memory: [UInt8]
    private let file: TextFile?

    /// The bytes of one piece.
    private static let piece = 1 << 20

    init(_ text: SourceText) {
        (count, lineEndsChanged, memory, file) = (text.bytes.count, text.lineEndsChanged, text.bytes, nil)
    }

    /// A text in a file, recognised by its beginning (`SourceText`). If it is in UTF-16 or its lines do not end in LF alone, it is read into memory,
    /// since every position in it changes.
    init(path: String) throws {
        let opened = try TextFile(path: path)
        let head = try opened.bytes(at: 0, count: 64 << 10)
        _ = try SourceText(head)
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard SourceText.utf8(head) == head, try !opened.holdsReturns() else {
            self.init(try SourceText(SourceFile(path: path, followsLink: true).bytes))
            return
        }
        opened.start = start
        self.init(opened)
    }

    private init(_ file: TextFile) {
        (count, lineEndsChanged, memory, self.file) = (file.size - file.start, false, [], file)
    }

    func slice(_ range: Range<Int>) throws -> ArraySlice<UInt8> {
        guard let file else { return memory[range] }
        return try file.bytes(at: range.lowerBound, count: range.count)[...]
    }

    /// Hands out every line without its LF, and its start.
    func eachLine(_ take: (Int, ArraySlice<UInt8>) throws -> Void) throws {
        guard let file else {
            var start = 0
            while start < memory.count {
                let end = memory[start...].firstIndex(of: 0x0A) ?? memory.count
                try take(start, memory[start..<end])
                start = end + 1
            }
            return
        }
        var place = 0
        var rest: [UInt8] = []
        while place + rest.count < count {
            let more = try file.bytes(at: place + rest.count, count: min(TextBytes.piece, count - place - rest.count))
            rest += more
            var start = 0
            while let end = rest[start...].firstIndex(of: 0x0A) {
                try take(place + start, rest[start..<end])
                start = end + 1
            }
            place += start
            rest.removeFirst(start)
        }
        if !rest.isEmpty { try take(place, rest[...]) }
    }
}

/// An open file of a source, closed when it is released.
private final class TextFile {
    let size: Int
    /// The length of the bytes before the text.
    var start = 0
    private let path: String
    private let file: Int32

    init(path: String) throws {
        self.path = path
        file = try SourceFile.opened(path, followsLink: true)
        var status = stat()
        let stored = unsafe fstat(file, &status) == 0 ? Int64(status.st_size) : 0
        size = Int(clamping: stored)
        guard stored <= Int64(SourceText.limit) else {
            throw ImportError.tooLarge(bytes: stored, limit: Int64(SourceText.limit))
        }
    }

    deinit { close(file) }

    /// `count` bytes from a position; fewer only at the end of the file.
    func bytes(at place: Int, count: Int) throws -> [UInt8] {
        let wanted = max(0, min(count, size - start - place))
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let got = unsafe pread(
                    file, buffer.baseAddress.map { unsafe $0 + filled }, wanted - filled, off_t(start + place + filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                filled += got
            }
        }
        guard failure == 0 else { throw ImportError.file(path: path, code: failure) }
        // The file was cut meanwhile.
        guard bytes.count == wanted else { throw ImportError.file(path: path, code: EIO) }
        return bytes
    }

    /// Whether it contains a carriage return.
    func holdsReturns() throws -> Bool {
        var place = 0
        while place < size {
            let piece = try bytes(at: place, count: 1 << 20)
            if piece.contains(0x0D) { return true }
            place += piece.count
        }
        return false
    }
}

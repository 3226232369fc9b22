import Foundation

/// The bytes of a text, in memory or still in its file: a long one is read in pieces, as often as somebody asks.
@safe
struct TextBytes {
    /// How many there are.
    let count: Int
    /// Whether line ends were made LF.
    let lineEndsChanged: Bool
    private let memory: [UInt8]
    private let file: TextFile?

    /// Bytes read at once.
    private static let piece = 1 << 20

    /// A text that is in memory.
    init(_ text: SourceText) {
        (count, lineEndsChanged, memory, file) = (text.bytes.count, text.lineEndsChanged, text.bytes, nil)
    }

    /// A text in a file, found to be one by its beginning (`SourceText`). One whose lines do not end in LF alone is read at
    /// once: every place in it would be another.
    init(path: String) throws {
        let opened = try TextFile(path: path)
        let head = try opened.bytes(at: 0, count: 64 << 10)
        _ = try SourceText(head)
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard try !opened.holdsReturns() else {
            self.init(try SourceText(SourceFile(path: path, followsLink: true).bytes))
            return
        }
        opened.start = start
        self.init(opened)
    }

    private init(_ file: TextFile) {
        (count, lineEndsChanged, memory, self.file) = (file.size - file.start, false, [], file)
    }

    /// A part of it.
    func slice(_ range: Range<Int>) throws -> ArraySlice<UInt8> {
        guard let file else { return memory[range] }
        return try file.bytes(at: range.lowerBound, count: range.count)[...]
    }

    /// Hands out every line without its LF, and where it starts.
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

/// An open file of a source, closed when it is let go.
private final class TextFile {
    let size: Int
    /// What stands before the text.
    var start = 0
    private let path: String
    private let file: Int32

    init(path: String) throws {
        self.path = path
        file = try SourceFile.opened(path, followsLink: true)
        var status = stat()
        size = unsafe fstat(file, &status) == 0 ? Int(status.st_size) : 0
        guard size <= SourceText.limit else { throw ImportError.tooLarge(bytes: size, limit: SourceText.limit) }
    }

    deinit { close(file) }

    /// So many bytes from a place on; fewer only before the end of a file that was shorter than `count`.
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
        // Somebody has cut it off meanwhile.
        guard bytes.count == wanted else { throw ImportError.file(path: path, code: EIO) }
        return bytes
    }

    /// Whether a carriage return stands anywhere in it.
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

/// A picture or film whose bytes are read only where they are needed: from memory, or from an encrypted file.
package struct PictureBytes {
    package let count: Int
    /// The bytes at an offset; exactly as many as asked for.
    private let read: (_ offset: Int, _ count: Int) throws -> [UInt8]

    package init(count: Int, read: @escaping (_ offset: Int, _ count: Int) throws -> [UInt8]) {
        (self.count, self.read) = (count, read)
    }

    package init(_ bytes: [UInt8]) { self.init(count: bytes.count) { Array(bytes[$0..<$0 + $1]) } }

    /// Up to `most` bytes at an offset; fewer at the end of the file.
    func bytes(at offset: Int, most: Int) throws -> [UInt8] {
        guard (0..<self.count).contains(offset), most > 0 else { return [] }
        return try read(offset, min(most, self.count - offset))
    }

    /// The bytes of some places, one after the other.
    func bytes(in places: [Range<Int>]) throws -> [UInt8] {
        try places.flatMap { try bytes(at: $0.lowerBound, most: $0.count) }
    }
}

extension [UInt8] {
    /// The number in `size` bytes at an offset; `nil` if they are not all there, or if the number is no `Int`.
    func number(at offset: Int, _ size: Int, isLittle: Bool = false) -> Int? {
        guard offset >= 0, offset <= count - size else { return nil }
        let bytes = self[offset..<offset + size]
        let number = (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: number)
    }

    func isMarked(_ mark: String, at offset: Int = 0) -> Bool { dropFirst(offset).starts(with: mark.utf8) }
}

/// Bytes to be written over those of a file, whose length stays the same.
package struct PicturePatch: Hashable, Sendable {
    package let offset: Int
    package let bytes: [UInt8]

    /// Puts into a piece of the file, which begins at an offset, what the patches have for it.
    package static func apply(_ patches: [PicturePatch], to piece: inout [UInt8], at start: Int64) {
        for patch in patches {
            let first = Int64(patch.offset)
            let both = max(start, first)..<max(start, first, min(start + Int64(piece.count), first + Int64(patch.bytes.count)))
            guard !both.isEmpty else { continue }
            // width: offsets in a piece, and in a patch.
            let (here, there) = (Int(both.lowerBound - start), Int(both.lowerBound - first))
            piece.replaceSubrange(here..<here + both.count, with: patch.bytes[there..<there + both.count])
        }
    }
}

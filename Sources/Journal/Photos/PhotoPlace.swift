import Basics

/// Removes the place where a picture or film was taken, and nothing else: the bytes that say it are written over, so that the length
/// and the picture itself stay.
package enum PhotoPlace {
    /// More bytes of values than any camera writes about a place.
    private static let mostValues: Int64 = 16 << 20

    /// What has to be written over; nothing if the file says no place, or is of another kind.
    ///
    /// Throws what reading throws, and `PictureFault.tooMuch`. What it reads besides heads is held: at most 64 MB.
    package static func removal(from picture: PictureBytes) throws -> [PicturePatch] {
        try PictureBlocks.find(in: picture, isWhole: true).flatMap { block in
            let before = try picture.bytes(in: block.places)
            let after = try cleaned(before, block.kind)
            guard after != before else { return [PicturePatch]() }
            var (patches, from): ([PicturePatch], Int) = ([], 0)
            for place in block.places {
                let count = min(place.count, after.count - from)
                patches.append(PicturePatch(offset: place.lowerBound, bytes: Array(after[from..<from + count])))
                from += count
            }
            guard let chunk = block.chunk else { return patches }
            var whole = try picture.bytes(in: [chunk])
            PicturePatch.apply(patches, to: &whole, at: Int64(chunk.lowerBound))
            var sum = CRC32()
            sum.add(whole)
            return patches + [
                PicturePatch(offset: chunk.upperBound, bytes: (0..<4).map { UInt8(sum.value >> (24 - 8 * $0) & 0xFF) })
            ]
        }
    }

    private static func cleaned(_ bytes: [UInt8], _ kind: PictureBlock.Kind) throws -> [UInt8] {
        switch kind {
        case .exif: try withoutPlace(exif: bytes)
        case .xmp: XMPPlace.removed(from: bytes)
        case .resources: withoutPlace(resources: bytes)
        case .text:
            // An uncompressed text that is blank, under the same keyword.
            Array("tEXt".utf8) + bytes.dropFirst(4).prefix { $0 != 0 }
                + Array(bytes.dropFirst(4).drop { $0 != 0 }.enumerated().map { $0.offset == 0 ? 0 : 0x20 })
        case .location: Array("free".utf8) + [UInt8](repeating: 0, count: max(0, bytes.count - 4))
        }
    }

    /// Leaves of a directory of the place only its version, as a camera that knows no place does.
    private static func withoutPlace(exif bytes: [UInt8]) throws -> [UInt8] {
        guard let start = ExifBlock.start(in: bytes), var exif = ExifBlock(bytes[start...]) else { return bytes }
        let packets = exif.directories.joined().filter { $0.tag == ExifBlock.Tag.packet }
        let all = packets + exif.places.flatMap { exif.fields(at: $0).fields }
        // Fields may all have the same value, of any length.
        guard all.reduce(Int64(0), { $0 + Int64($1.value.count) }) <= mostValues else { throw PictureFault.tooMuch }
        for field in packets {
            exif.bytes.replaceSubrange(field.value, with: XMPPlace.removed(from: Array(exif.bytes[field.value])))
        }
        for offset in exif.places {
            let fields = exif.fields(at: offset).fields
            guard fields.contains(where: { $0.tag != 0 }) else { continue }
            // The tag 0 with four bytes: 2.3.0.0.
            let one: [UInt8] = exif.isLittle ? [1, 0] : [0, 1]
            let four: [UInt8] = exif.isLittle ? [4, 0, 0, 0] : [0, 0, 0, 4]
            for field in fields { exif.blank(field.value) }
            exif.blank(offset..<min(exif.bytes.count, offset + 6 + 12 * fields.count))
            exif.bytes.replaceSubrange(offset..<offset + 14, with: one + [0, 0] + one + four + [2, 3, 0, 0])
        }
        return bytes[..<start] + exif.bytes
    }

    /// Overwrites the names of places in IPTC-IIM 4.2, record 2, which is one of the resources.
    private static func withoutPlace(resources bytes: [UInt8]) -> [UInt8] {
        var (bytes, at) = (bytes, 0)
        while bytes.isMarked("8BIM", at: at), let id = bytes.number(at: at + 4, 2), let name = bytes.number(at: at + 6, 1) {
            let head = at + 6 + (name + 2) / 2 * 2
            guard let length = bytes.number(at: head, 4), length <= bytes.count - head - 4 else { break }
            let end = head + 4 + length
            var set = head + 4
            while id == 0x0404, set + 5 <= end, bytes[set] == 0x1C, let count = bytes.number(at: set + 3, 2),
                set + 5 + count <= end
            {
                if bytes[set + 1] == 2, [26, 27, 90, 92, 95, 100, 101].contains(bytes[set + 2]) {
                    for index in set + 5..<set + 5 + count { bytes[index] = 0x20 }
                }
                set += 5 + count
            }
            at = end + length % 2
        }
        return bytes
    }
}

extension ExifBlock {
    fileprivate mutating func blank(_ range: Range<Int>) { for index in range { bytes[index] = 0 } }
}

import Basics

/// A piece of what a picture or film says about itself.
struct PictureBlock {
    enum Kind {
        /// TIFF 6.0 with the fields of Exif 2.3, perhaps after a mark.
        case exif
        /// A packet of XMP, in UTF-8.
        case xmp
        /// The image resources of Photoshop, among them IPTC-IIM.
        case resources
        /// A chunk of PNG with text that cannot be changed where it is, since it is compressed: its type and data.
        case text
        /// A box of a film with its location: its type and data.
        case location
    }

    let kind: Kind
    /// Where its bytes are, in their order.
    let places: [Range<Int>]
    /// The type and data of the chunk of PNG that it is in: a checksum follows them.
    var chunk: Range<Int>?
}

/// Finds the blocks of a JPEG, PNG, WebP, HEIC, AVIF, MP4 or QuickTime file by walking from head to head. Nothing in it is believed:
/// it reads a bounded number of heads, and of a bounded length.
///
/// Sources: JFIF and Exif 2.3 (JEITA CP-3451C) 4.5, PNG (ISO 15948) with eXIf, the WebP container specification, ISO/IEC 14496-12
/// (boxes) and 23008-12 (items), the QuickTime file format, and XMP part 3.
struct PictureBlocks {
    private let picture: PictureBytes
    /// Also what follows the first picture in the file: previews, a second picture, a film.
    private let isWhole: Bool
    private var all: [PictureBlock] = []
    private var work = 0
    private var held: Int64 = 0

    /// More heads to read than in any picture or film, and more bytes about a picture. A block counts as many heads, a picture as more.
    private static let mostWork = 1 << 20
    private static let workOfBlock = 1 << 8
    private static let workOfPicture = 1 << 10
    private static let mostHeld: Int64 = 64 << 20
    /// Keywords under which ImageMagick keeps the blocks of other formats, in hexadecimal.
    private static let profiles = ["exif", "APP1", "xmp", "iptc", "8bim"].map { "Raw profile type " + $0 }

    private init(_ picture: PictureBytes, isWhole: Bool) { (self.picture, self.isWhole) = (picture, isWhole) }

    /// The blocks of a file; none if it is of another kind. Throws `PictureFault.tooMuch` if there are too many.
    static func find(in picture: PictureBytes, isWhole: Bool) throws -> [PictureBlock] {
        var blocks = PictureBlocks(picture, isWhole: isWhole)
        let head = try picture.bytes(at: 0, most: 12)
        if head.starts(with: [0xFF, 0xD8]) {
            try blocks.jpeg(from: 0)
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            try blocks.png()
        } else if head.isMarked("RIFF"), head.isMarked("WEBP", at: 8) {
            try blocks.webP()
        } else if ["ftyp", "moov", "mdat", "wide"].contains(where: { head.isMarked($0, at: 4) }) {
            try blocks.boxes(0..<picture.count) { try $0.top($1) }
        }
        return blocks.all
    }

    private mutating func head(at offset: Int, _ count: Int) throws -> [UInt8] {
        try self.count(1)
        return try picture.bytes(at: offset, most: count)
    }

    private mutating func count(_ more: Int) throws {
        work += more
        guard work <= PictureBlocks.mostWork else { throw PictureFault.tooMuch }
    }

    private mutating func add(_ kind: PictureBlock.Kind, _ places: [Range<Int>], chunk: Range<Int>? = nil) throws {
        held += places.reduce(0) { $0 + Int64($1.count) } + Int64(chunk?.count ?? 0)
        guard held <= PictureBlocks.mostHeld else { throw PictureFault.tooMuch }
        try count(PictureBlocks.workOfBlock)
        if places.contains(where: { !$0.isEmpty }) { all.append(PictureBlock(kind: kind, places: places, chunk: chunk)) }
    }

    // MARK: JPEG

    private mutating func jpeg(from start: Int) throws {
        var at = start
        while let next = try segments(from: at), isWhole, let more = try nextPicture(from: next) {
            at = more.offset
            try count(PictureBlocks.workOfPicture)
            guard more.isFilm else { continue }
            return try boxes(at..<picture.count) { try $0.top($1) }
        }
    }

    /// Walks the segments of one picture. Returns where its compressed data begin; `nil` at the end of the file.
    private mutating func segments(from start: Int) throws -> Int? {
        var at = start + 2
        var extended: [[UInt8]: [Range<Int>]] = [:]
        var end: Int?
        while true {
            let bytes = try head(at: at, 80)
            guard bytes.count >= 4 else { break }
            guard bytes[0] == 0xFF, let length = bytes.number(at: 2, 2), length >= 2, bytes[1] != 0xDA, bytes[1] != 0xD9 else {
                // A filling byte may precede a marker; anything else is compressed data.
                if bytes[0] == 0xFF, bytes[1] == 0xFF {
                    at += 1
                    continue
                }
                end = at
                break
            }
            let (data, stop) = (at + 4, min(at + 2 + length, picture.count))
            func rest(after mark: String) -> [Range<Int>]? {
                bytes.isMarked(mark, at: 4) && data + mark.utf8.count <= stop ? [data + mark.utf8.count..<stop] : nil
            }
            if bytes[1] == 0xE1, let block = rest(after: "Exif\0\0") {
                try add(.exif, block)
            } else if bytes[1] == 0xE1, let block = rest(after: "http://ns.adobe.com/xap/1.0/\0") {
                try add(.xmp, block)
            } else if bytes[1] == 0xE1, rest(after: "http://ns.adobe.com/xmp/extension/\0") != nil, bytes.count >= 79,
                stop >= data + 75
            {
                // A digest of the packet, its length, and the offset of this part, which all programs write in order.
                extended[Array(bytes[39..<71]), default: []].append(data + 75..<stop)
            } else if bytes[1] == 0xED, let block = rest(after: "Photoshop 3.0\0") {
                try add(.resources, block)
            }
            at = stop
        }
        for parts in extended.values.sorted(by: { $0[0].lowerBound < $1[0].lowerBound }) { try add(.xmp, parts) }
        return end
    }

    /// The next picture or film in the rest of the file. In compressed data no marker but those of restarts occurs.
    private func nextPicture(from start: Int) throws -> (offset: Int, isFilm: Bool)? {
        let (size, overlap) = (1 << 16, 7)
        var at = start
        while at < picture.count {
            let bytes = try picture.bytes(at: at, most: size)
            for index in bytes.indices.dropLast(2) where at + index > start {
                if bytes[index] == 0xFF, bytes[index + 1] == 0xD8, bytes[index + 2] == 0xFF { return (at + index, false) }
                let isFilm = bytes[index] == 0x66 && bytes.isMarked("ftyp", at: index)
                if isFilm, let length = bytes.number(at: index - 4, 4), (16...4096).contains(length) {
                    return (at + index - 4, true)
                }
            }
            guard bytes.count == size else { break }
            at += size - overlap
        }
        return nil
    }

    // MARK: PNG and WebP

    private mutating func png() throws {
        var at = 8
        while true {
            let bytes = try head(at: at, 96)
            guard let length = bytes.number(at: 0, 4), bytes.count >= 8, length <= picture.count - at - 8 else { return }
            let (chunk, data) = (at + 4..<at + 8 + length, at + 8..<at + 8 + length)
            if bytes.isMarked("eXIf", at: 4) {
                try add(.exif, [data], chunk: chunk)
            } else if ["iTXt", "tEXt", "zTXt"].contains(where: { bytes.isMarked($0, at: 4) }) {
                let keyword = Array(bytes.dropFirst(8).prefix { $0 != 0 }.prefix(length))
                let isPacket = bytes.isMarked("iTXt", at: 4) && keyword.isMarked("XML:com.adobe.xmp")
                // After the keyword: whether and how it is compressed, and a language and a translation, both empty.
                let isPlain = bytes.dropFirst(8 + keyword.count).starts(with: [0, 0, 0, 0, 0])
                if isPacket, isPlain, length >= keyword.count + 5 {
                    try add(.xmp, [data.lowerBound + keyword.count + 5..<data.upperBound], chunk: chunk)
                } else if isPacket || XMPPlace.isPlace(keyword[...])
                    || PictureBlocks.profiles.contains(where: { keyword.isMarked($0) })
                {
                    try add(.text, [chunk], chunk: chunk)
                }
            }
            at = chunk.upperBound + 4
        }
    }

    private mutating func webP() throws {
        var at = 12
        while true {
            let bytes = try head(at: at, 8)
            guard let length = bytes.number(at: 4, 4, isLittle: true), length <= picture.count - at - 8 else { return }
            let data = at + 8..<at + 8 + length
            if bytes.isMarked("EXIF") { try add(.exif, [data]) }
            if bytes.isMarked("XMP ") { try add(.xmp, [data]) }
            at = data.upperBound + length % 2
        }
    }

    // MARK: boxes

    private struct Box {
        let type: [UInt8]
        let data: Range<Int>
        /// Its type and data, without its length.
        let whole: Range<Int>

        func isCalled(_ name: String) -> Bool { type.isMarked(name) }
    }

    /// Hands over the boxes in a range.
    private mutating func boxes(_ range: Range<Int>, _ take: (inout PictureBlocks, Box) throws -> Void) throws {
        var at = range.lowerBound
        while at <= range.upperBound - 8 {
            let bytes = try head(at: at, 16)
            guard bytes.count >= 8, var size = bytes.number(at: 0, 4) else { return }
            var start = at + 8
            if size == 1 {
                guard let large = bytes.number(at: 8, 8) else { return }
                (size, start) = (large, at + 16)
            }
            if size == 0 { size = range.upperBound - at }
            // A box that goes beyond the end is cut there: its file is, too.
            let end = size > range.upperBound - at ? range.upperBound : at + size
            guard start <= end else { return }
            try take(&self, Box(type: Array(bytes[4..<8]), data: start..<end, whole: at + 4..<end))
            at = end
        }
    }

    private mutating func top(_ box: Box) throws {
        if box.isCalled("meta") { return try items(box.data) }
        if box.isCalled("moov"), isWhole { return try boxes(box.data) { try $0.film($1) } }
        let ofXMP: [UInt8] = [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC]
        guard isWhole, box.isCalled("uuid"), box.data.count > 16, try head(at: box.data.lowerBound, 16) == ofXMP else { return }
        try add(.xmp, [box.data.dropFirst(16)].map { $0.startIndex..<$0.endIndex })
    }

    /// A box of a film, of a track or of what its user says.
    private mutating func film(_ box: Box) throws {
        if box.isCalled("trak") || box.isCalled("udta") { return try boxes(box.data) { try $0.film($1) } }
        if box.isCalled("loci") || box.type == [0xA9] + Array("xyz".utf8) { return try add(.location, [box.whole]) }
        if box.isCalled("XMP_") { return try add(.xmp, [box.data]) }
        guard box.isCalled("meta") else { return }
        var keys: [Bool] = []
        // In QuickTime it has no version before its boxes.
        let isPlain = try head(at: box.data.lowerBound + 4, 4).isMarked("hdlr")
        try boxes(box.data.lowerBound + (isPlain ? 0 : 4)..<max(box.data.lowerBound + 4, box.data.upperBound)) { blocks, part in
            if part.isCalled("keys") {
                try blocks.boxes(part.data.lowerBound + 8..<max(part.data.lowerBound + 8, part.data.upperBound)) { blocks, key in
                    let name = String(decoding: try blocks.head(at: key.data.lowerBound, min(key.data.count, 200)), as: UTF8.self)
                    keys.append(name.lowercased().contains("location"))
                }
            } else if part.isCalled("ilst") {
                try blocks.boxes(part.data) { blocks, item in
                    let key = item.type.number(at: 0, 4) ?? 0
                    let isLocation = keys.indices.contains(key - 1) && keys[key - 1]
                    if isLocation || item.type == [0xA9] + Array("xyz".utf8) { try blocks.add(.location, [item.whole]) }
                }
            }
        }
    }

    /// The items of a HEIC or AVIF picture that hold Exif and XMP (ISO/IEC 14496-12, 8.11).
    private mutating func items(_ range: Range<Int>) throws {
        guard range.count > 4 else { return }
        var (wanted, store): ([Int: PictureBlock.Kind], Range<Int>?) = ([:], nil)
        var locations: [UInt8] = []
        try boxes(range.lowerBound + 4..<range.upperBound) { blocks, part in
            if part.isCalled("idat") { store = part.data }
            guard part.data.count <= 1 << 24 else { return }
            if part.isCalled("iloc") { locations = try blocks.head(at: part.data.lowerBound, part.data.count) }
            guard part.isCalled("iinf") else { return }
            let isShort = try blocks.head(at: part.data.lowerBound, 1) == [0]
            let start = part.data.lowerBound + (isShort ? 6 : 8)
            try blocks.boxes(start..<max(start, part.data.upperBound)) { blocks, entry in
                let bytes = try blocks.head(at: entry.data.lowerBound, min(entry.data.count, 80))
                let size = bytes.first == 3 ? 4 : 2
                guard entry.isCalled("infe"), let id = bytes.number(at: 4, size) else { return }
                if bytes.isMarked("Exif", at: 6 + size) { wanted[id] = .exif }
                if bytes.isMarked("mime", at: 6 + size), bytes.has("application/rdf+xml") {
                    wanted[id] = .xmp
                }
            }
        }
        var reader = LocationReader(bytes: locations)
        try reader.each { id, isStored, places in
            guard let kind = wanted[id] else { return }
            let base = isStored ? store?.lowerBound : 0
            let ends = isStored ? store?.upperBound ?? 0 : picture.count
            let inFile = places.compactMap { place -> Range<Int>? in
                guard let base, place.upperBound <= ends - base else { return nil }
                return base + place.lowerBound..<base + place.upperBound
            }
            try add(kind, inFile)
        }
    }
}

/// Reads the box `iloc`: where the items are.
private struct LocationReader {
    let bytes: [UInt8]
    private var at = 0
    private var isDone = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func next(_ size: Int) -> Int {
        defer { at += size }
        guard size > 0 else { return 0 }
        guard let number = bytes.number(at: at, size) else {
            isDone = true
            return 0
        }
        return number
    }

    /// Hands over each item that is in the file (`isStored` is false) or in the box `idat`.
    mutating func each(_ take: (_ id: Int, _ isStored: Bool, _ places: [Range<Int>]) throws -> Void) rethrows {
        let version = next(1)
        at += 3
        let (sizes, more) = (next(1), next(1))
        let (offsets, lengths, bases) = (sizes >> 4, sizes & 15, more >> 4)
        let indexes = version == 0 ? 0 : more & 15
        // Where an extent has no length, its item is all of the file, which no Exif is.
        guard lengths > 0, [offsets, lengths, bases, indexes].allSatisfy({ [0, 4, 8].contains($0) }) else { return }
        for _ in 0..<next(version < 2 ? 2 : 4) {
            if isDone { return }
            let id = next(version < 2 ? 2 : 4)
            let way = version == 0 ? 0 : next(2) & 15
            at += 2
            let base = next(bases)
            var places: [Range<Int>] = []
            for _ in 0..<next(2) where !isDone {
                _ = next(indexes)
                let (start, overflow) = base.addingReportingOverflow(next(offsets))
                let length = next(lengths)
                let (end, overflows) = start.addingReportingOverflow(length)
                if !isDone, !overflow, !overflows, length > 0 { places.append(start..<end) }
            }
            if !isDone, way < 2 { try take(id, way == 1, places) }
        }
    }
}

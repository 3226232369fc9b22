/// Small made-up pictures that say where and when they were taken.
package enum SamplePicture {
    package static let compressed: [UInt8] = [0x12, 0x34, 0xFF, 0x00, 0x56, 0xFF, 0xD0, 0x78]

    /// A block of Exif: TIFF with a directory, one of Exif and one of the place (48° 12′ 30″ N, 16° 22′ 15″ E).
    package static func exif(
        taken: String? = "2024:03:12 14:05:33", offset: String? = nil, orientation: Int = 6, hasPlace: Bool = true,
        isLittle: Bool = true
    ) -> [UInt8] {
        func n(_ number: Int, _ size: Int) -> [UInt8] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        var data: [UInt8] = []
        /// A directory at an offset, with its long values behind it.
        func directory(_ at: Int, _ fields: [(tag: Int, type: Int, count: Int, value: [UInt8])]) -> [UInt8] {
            var (entries, values) = (n(fields.count, 2), [UInt8]())
            for field in fields {
                entries += n(field.tag, 2) + n(field.type, 2) + n(field.count, 4)
                if field.value.count <= 4 {
                    entries += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
                } else {
                    entries += n(at + 6 + 12 * fields.count + values.count, 4)
                    values += field.value
                }
            }
            return entries + n(0, 4) + values
        }
        func text(_ tag: Int, _ value: String) -> (Int, Int, Int, [UInt8]) {
            (tag, 2, value.utf8.count + 1, Array(value.utf8) + [0])
        }
        func fractions(_ tag: Int, _ numbers: [Int]) -> (Int, Int, Int, [UInt8]) {
            (tag, 5, 3, numbers.flatMap { n($0, 4) + n(1, 4) })
        }
        let ofExif = directory(50, [taken.map { text(0x9003, $0) }, offset.map { text(0x9011, $0) }].compactMap(\.self))
        let place = directory(
            50 + ofExif.count,
            [(0, 1, 4, [2, 3, 0, 0]), text(1, "N"), fractions(2, [48, 12, 30]), text(3, "E"), fractions(4, [16, 22, 15])])
        data += isLittle ? [0x49, 0x49] : [0x4D, 0x4D]
        data += n(42, 2) + n(8, 4)
        var first: [(Int, Int, Int, [UInt8])] = [(0x0112, 3, 1, n(orientation, 2)), (0x8769, 4, 1, n(50, 4))]
        if hasPlace { first.append((0x8825, 4, 1, n(50 + ofExif.count, 4))) }
        data += directory(8, first)
        data += [UInt8](repeating: 0, count: 50 - data.count) + ofExif
        return data + (hasPlace ? place : [])
    }

    package static let xmp = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description rdf:about="" xmp:Rating="5" exif:GPSLatitude="48,12.5N"
         exif:GPSLongitude='16,22.25E' photoshop:City="Wien" dc:note="a > b"><Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li
         Iptc4xmpExt:City="Wien"/></rdf:Bag></Iptc4xmpExt:LocationCreated><exif:GPSAltitude>171/1</exif:GPSAltitude><dc:title>exif:GPS
         and a title</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
        """

    package static func jpeg(_ segments: [[UInt8]]) -> [UInt8] {
        [0xFF, 0xD8] + segments.joined() + [0xFF, 0xDA, 0, 4, 1, 0] + compressed + [0xFF, 0xD9]
    }

    package static func segment(_ marker: UInt8, _ mark: String, _ data: [UInt8]) -> [UInt8] {
        let bytes = Array(mark.utf8) + data
        return [0xFF, marker] + big(bytes.count + 2, 2) + bytes
    }

    package static func jpeg(exif: [UInt8]) -> [UInt8] { jpeg([segment(0xE1, "Exif\0\0", exif)]) }

    package static func png(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        let size: [UInt8] = big(1, 4) + big(1, 4) + [8, 0, 0, 0, 0]
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for (name, data) in [("IHDR", size)] + chunks + [("IDAT", compressed), ("IEND", [])] {
            let chunk = Array(name.utf8) + data
            bytes += big(data.count, 4) + chunk + big(sum(chunk), 4)
        }
        return bytes
    }

    package static func webP(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        var body = Array("WEBP".utf8)
        for (name, data) in [("VP8 ", compressed)] + chunks {
            body += Array(name.utf8) + big(data.count, 4).reversed() + data
            if data.count % 2 == 1 { body.append(0) }
        }
        return Array("RIFF".utf8) + big(body.count, 4).reversed() + body
    }

    /// Exif and XMP in two items, after the picture.
    package static func heic(exif: [UInt8], xmp: [UInt8]) -> [UInt8] {
        let item = big(6, 4) + Array("Exif\0\0".utf8) + exif
        func entry(_ id: Int, _ type: String, _ more: String) -> [UInt8] {
            box("infe", [2, 0, 0, 0] + big(id, 2) + [0, 0] + Array((type + "\0" + more).utf8))
        }
        func whole(_ start: Int) -> [UInt8] {
            var locations: [UInt8] = []
            for (id, at, count) in [(1, start, item.count), (2, start + item.count, xmp.count)] {
                locations += big(id, 2) + [0, 0, 0, 1] + big(at, 4) + big(count, 4)
            }
            let meta =
                box("hdlr", [UInt8](repeating: 0, count: 20))
                + box("iinf", [0, 0, 0, 0, 0, 2] + entry(1, "Exif", "") + entry(2, "mime", "\0application/rdf+xml\0"))
                + box("iloc", [0, 0, 0, 0, 0x44, 0, 0, 2] + locations)
            return box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + box("meta", [0, 0, 0, 0] + meta)
        }
        let head = whole(0).count + 8
        return whole(head) + box("mdat", item + xmp + compressed)
    }

    /// A film with its place as Android and as Apple write it.
    package static let film: [UInt8] = {
        let place = Array("+48.2083+016.3708/".utf8)
        let nothing = [UInt8](repeating: 0, count: 20)
        let names = ["other", "com.apple.quicktime.location.ISO6709"].flatMap { box("mdta", Array($0.utf8)) }
        let keys = box("keys", [0, 0, 0, 0, 0, 0, 0, 2] + names)
        func value(_ text: [UInt8]) -> [UInt8] { box("data", [0, 0, 0, 1, 0, 0, 0, 0] + text) }
        let list = box("ilst", box("\0\0\0\u{1}", value(Array("other".utf8))) + box("\0\0\0\u{2}", value(place)))
        let text: [UInt8] = big(place.count, 2) + [0, 0] + place
        let xyz: [UInt8] = big(8 + text.count, 4) + [0xA9, 0x78, 0x79, 0x7A] + text
        let user = box("udta", xyz + box("loci", Array("somewhere".utf8)))
        let meta = box("meta", box("hdlr", nothing) + keys + list)
        let moov = box("moov", box("mvhd", compressed) + user + meta)
        return box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + box("mdat", compressed) + moov
    }()

    package static func box(_ type: String, _ data: [UInt8]) -> [UInt8] { big(data.count + 8, 4) + Array(type.utf8) + data }

    package static func big(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// CRC-32, bit by bit.
    package static func sum(_ bytes: [UInt8]) -> Int {
        let state = bytes.reduce(UInt32.max) { state, byte in
            (0..<8).reduce(state ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return Int(truncatingIfNeeded: UInt64(~state))
    }
}

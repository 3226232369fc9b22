import Journal
import SeededChance
import Testing

@Suite struct PhotoTests {
    /// The file without its place.
    private func cleaned(_ file: [UInt8]) throws -> [UInt8] {
        var bytes = file
        PicturePatch.apply(try PhotoPlace.removal(from: PictureBytes(file)), to: &bytes, at: 0)
        return bytes
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static let files: [(name: String, bytes: [UInt8])] = {
        let (exif, xmp) = (SamplePicture.exif(), Array(SamplePicture.xmp.utf8))
        let packet = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp
        return [
            ("jpeg", SamplePicture.jpeg(exif: exif)),
            ("jpeg, the other order", SamplePicture.jpeg(exif: SamplePicture.exif(isLittle: false))),
            ("png", SamplePicture.png([("eXIf", exif), ("iTXt", packet)])),
            ("webp", SamplePicture.webP([("EXIF", exif), ("XMP ", xmp)])),
            ("heic", SamplePicture.heic(exif: exif, xmp: xmp)),
        ]
    }()

    @Test(arguments: files.indices) func `a picture says when and where it was taken, and how it is turned`(index: Int) throws {
        let facts = try PhotoFacts(of: PictureBytes(PhotoTests.files[index].bytes))
        #expect(facts.taken?.day.iso == "2024-03-12" && facts.taken?.time.clock == "14:05" && facts.taken?.offset == nil)
        #expect(facts.orientation == 6)
        let place = try #require(facts.place)
        #expect(abs((place.latitude ?? 0) - 48.208333) < 0.00001 && abs((place.longitude ?? 0) - 16.370833) < 0.00001)
    }

    @Test func `the zone of the camera is read where it is written`() throws {
        func offset(_ text: String) throws -> Int? {
            try PhotoFacts(of: PictureBytes(SamplePicture.jpeg(exif: SamplePicture.exif(offset: text)))).taken?.offset
        }
        #expect(try offset("+01:00") == 60)
        #expect(try offset("-03:30") == -210)
        #expect(try offset("   :  ") == nil)
    }

    @Test(arguments: ["0000:00:00 00:00:00", "2024:13:40 99:99:99", "", "yesterday"])
    func `a date that is none is not said`(written: String) throws {
        #expect(try PhotoFacts(of: PictureBytes(SamplePicture.jpeg(exif: SamplePicture.exif(taken: written)))).taken == nil)
    }

    @Test(arguments: files.indices) func `without its place a picture is the same in all else`(index: Int) throws {
        let file = PhotoTests.files[index].bytes
        let without = try cleaned(file)
        #expect(without.count == file.count && without != file)
        let (before, after) = (try PhotoFacts(of: PictureBytes(file)), try PhotoFacts(of: PictureBytes(without)))
        #expect(after.place == nil && after.taken == before.taken && after.orientation == 6)
        for word in ["48,12.5N", "16,22.25E", "Wien", "171/1"] { #expect(!text(without).contains(word)) }
        #expect(text(without).contains("xmp:Rating=\"5\"") == text(file).contains("xmp:Rating=\"5\""))
        #expect(text(without).contains("and a title") == text(file).contains("and a title"))
        #expect(try PhotoPlace.removal(from: PictureBytes(without)).isEmpty, "nothing is left to remove")
    }

    @Test func `the checksums of a PNG are right again`() throws {
        let without = try cleaned(PhotoTests.files[2].bytes)
        var at = 8
        while at < without.count {
            func number(_ at: Int) -> Int { without[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            let end = at + 8 + number(at)
            #expect(SamplePicture.sum(Array(without[at + 4..<end])) == number(end))
            at = end + 4
        }
    }

    @Test func `a picture without a place has nothing to remove`() throws {
        let file = SamplePicture.jpeg(exif: SamplePicture.exif(hasPlace: false))
        #expect(try PhotoPlace.removal(from: PictureBytes(file)).isEmpty)
        #expect(try PhotoPlace.removal(from: PictureBytes(Array("exif:GPSLatitude in a text".utf8))).isEmpty)
    }

    @Test func `a packet in several segments is read as one`() throws {
        let packet = Array(SamplePicture.xmp.utf8)
        let cut = SamplePicture.xmp.utf8.count / 4
        let parts = [packet[..<cut], packet[cut...]].map { part in
            SamplePicture.segment(
                0xE1, "http://ns.adobe.com/xmp/extension/\0",
                [UInt8](repeating: 0x41, count: 32) + SamplePicture.big(packet.count, 4) + SamplePicture.big(part.startIndex, 4)
                    + part)
        }
        let without = text(try cleaned(SamplePicture.jpeg(parts)))
        #expect(!without.contains("Wien") && !without.contains("48,1") && without.contains("and a title"))
    }

    @Test func `names of places in IPTC, in compressed texts and in pictures behind the picture go too`() throws {
        let city: [UInt8] = [0x1C, 2, 90, 0, 4] + Array("Wien".utf8) + [0x1C, 2, 5, 0, 5] + Array("Title".utf8)
        let resources = Array("8BIM".utf8) + [4, 4, 0, 0] + SamplePicture.big(city.count, 4) + city
        let first = SamplePicture.jpeg([SamplePicture.segment(0xED, "Photoshop 3.0\0", resources)])
        let file = first + SamplePicture.jpeg(exif: SamplePicture.exif()) + SamplePicture.film
        let without = try cleaned(file)
        #expect(!text(without).contains("Wien") && text(without).contains("Title") && !text(without).contains("+48.2083"))
        #expect(try PhotoFacts(of: PictureBytes(Array(without[first.count...]))).place == nil)
        let png = try cleaned(SamplePicture.png([("zTXt", Array("Raw profile type exif\0\0packed".utf8))]))
        #expect(text(png).contains("tEXtRaw profile type exif\0       ") && !text(png).contains("packed"))
    }

    @Test func `a film keeps all but its location`() throws {
        let without = try cleaned(SamplePicture.film)
        #expect(without.count == SamplePicture.film.count)
        #expect(!text(without).contains("+48.2083") && !text(without).contains("somewhere") && text(without).contains("other"))
    }

    @Test func `a file that comes in pieces is patched as a whole one is`() throws {
        var random = Seed.generator("pieces of a picture")
        for file in PhotoTests.files.map(\.bytes) {
            let patches = try PhotoPlace.removal(from: PictureBytes(file))
            var (joined, at) = ([UInt8](), Int64(0))
            for var piece in file.cut(&random) {
                PicturePatch.apply(patches, to: &piece, at: at)
                at += Int64(piece.count)
                joined += piece
            }
            #expect(try joined == cleaned(file))
        }
    }

    @Test func `damaged and hostile files never stop the program`() throws {
        var random = Seed.generator("damaged pictures")
        let numbers: [[UInt8]] = [
            [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 8], [8, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1],
        ]
        for file in PhotoTests.files.map(\.bytes) + [SamplePicture.film] {
            for _ in 0..<2_000 {
                var bytes = file
                for _ in 0...random.below(6) where bytes.count > 8 {
                    let at = random.below(bytes.count - 4)
                    switch random.below(4) {
                    case 0: bytes[at] ^= UInt8(1 << random.below(8))
                    case 1: bytes.replaceSubrange(at..<at + 4, with: random.pick(numbers))
                    case 2: bytes.removeSubrange(at..<min(bytes.count, at + random.below(40)))
                    default: bytes.removeLast(random.below(bytes.count / 2))
                    }
                }
                _ = try PhotoFacts(of: PictureBytes(bytes))
                #expect(try cleaned(bytes).count == bytes.count)
            }
        }
    }

    @Test func `a file that says more about itself than any camera is refused, not searched for ever`() throws {
        let pictures = [[UInt8]](repeating: [0xFF, 0xD8, 0xFF, 0xDA, 0, 4], count: 2_000).flatMap(\.self)
        // All 5,000 values are the whole block.
        var exif = SamplePicture.exif()
        let field: [UInt8] = [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0]
        let fields = [[UInt8]](repeating: field, count: 5_000).flatMap(\.self)
        let start = exif.count
        exif.replaceSubrange(42..<46, with: SamplePicture.big(start, 4).reversed())
        exif += [0x88, 0x13] + fields
        for file in [pictures, SamplePicture.webP([("EXIF", exif + [UInt8](repeating: 0, count: 80_000))])] {
            #expect(throws: PictureFault.tooMuch) { try PhotoPlace.removal(from: PictureBytes(file)) }
        }
    }

    @Test func `directories that name each other are read once`() throws {
        // The next directory of the first is the first; Exif is the first; and it has 65,535 fields.
        var exif = SamplePicture.exif(hasPlace: false)
        exif.replaceSubrange(8..<10, with: [0xFF, 0xFF])
        exif.replaceSubrange(30..<34, with: [8, 0, 0, 0])
        #expect(try PhotoFacts(of: PictureBytes(SamplePicture.jpeg(exif: exif))).orientation == 6)
    }
}

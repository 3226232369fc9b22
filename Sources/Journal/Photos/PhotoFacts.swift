import Basics

/// What a picture says of itself in its Exif block.
package struct PhotoFacts: Hashable, Sendable {
    package struct Taken: Hashable, Sendable {
        /// By the clock of the camera.
        package let day: LocalDay
        package let time: TimeOfDay
        /// Minutes east of UTC; `nil` if the camera did not say.
        package let offset: Int?
    }

    package private(set) var taken: Taken?
    package private(set) var place: Place?
    /// 1 to 8, as in TIFF 6.0; `nil` if it does not say.
    package private(set) var orientation: Int?

    /// Reads the heads of a file and its first Exif block; a damaged one says nothing. Throws what reading throws.
    package init(of picture: PictureBytes) throws {
        let blocks = try PictureBlocks.find(in: picture, isWhole: false)
        guard let block = blocks.first(where: { $0.kind == .exif }), case let bytes = try picture.bytes(in: block.places),
            let exif = ExifBlock.start(in: bytes).flatMap({ ExifBlock(bytes[$0...]) })
        else { return }
        for field in exif.directories.joined() {
            switch field.tag {
            case ExifBlock.Tag.orientation where orientation == nil:
                orientation = exif.integer(field).flatMap { (1...8).contains($0) ? $0 : nil }
            case ExifBlock.Tag.taken where taken == nil: taken = Taken(exif.text(field), offset: nil)
            default: break
            }
        }
        if let field = exif.directories.joined().first(where: { $0.tag == ExifBlock.Tag.offsetTaken }), let taken {
            self.taken = Taken(day: taken.day, time: taken.time, offset: PhotoFacts.minutes(exif.text(field)))
        }
        place = exif.places.sorted().lazy.compactMap { PhotoFacts.place(in: exif.fields(at: $0).fields, exif) }.first
    }

    /// `+01:00`
    private static func minutes(_ text: String) -> Int? {
        let digits = Array(text.utf8)
        guard digits.count == 6, digits[3] == UInt8(ascii: ":"), ["+", "-"].contains(text.prefix(1)),
            let hours = Int(text.dropFirst().prefix(2)), let minutes = Int(text.suffix(2)), (0...14).contains(hours),
            (0...59).contains(minutes)
        else { return nil }
        return (hours * 60 + minutes) * (digits[0] == UInt8(ascii: "-") ? -1 : 1)
    }

    private static func place(in fields: [ExifBlock.Field], _ exif: ExifBlock) -> Place? {
        func degrees(_ tag: Int, backwards: String) -> Double? {
            guard let sign = fields.first(where: { $0.tag == tag - 1 }).map(exif.text),
                let value = fields.first(where: { $0.tag == tag }).flatMap(exif.degrees)
            else { return nil }
            return sign.hasPrefix(backwards) ? -value : value
        }
        guard let latitude = degrees(2, backwards: "S"), let longitude = degrees(4, backwards: "W"),
            // What a camera writes that knew no place.
            latitude != 0 || longitude != 0
        else { return nil }
        // A ten-thousandth of a degree is eleven metres.
        return Place(name: "", latitude: (latitude * 1e5).rounded() / 1e5, longitude: (longitude * 1e5).rounded() / 1e5)
    }
}

extension PhotoFacts.Taken {
    /// `2024:03:12 14:05:33`
    fileprivate init?(_ text: String, offset: Int?) {
        let parts = text.split { $0 == ":" || $0 == " " || $0 == "-" }.map { Int($0) ?? -1 }
        guard parts.count >= 6, let day = LocalDay(year: parts[0], month: parts[1], day: parts[2]),
            let time = TimeOfDay(hour: parts[3], minute: parts[4], second: min(parts[5], 59))
        else { return nil }
        (self.day, self.time, self.offset) = (day, time, offset)
    }
}

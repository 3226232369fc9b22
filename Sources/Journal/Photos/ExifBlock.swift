/// The directories of a block of Exif: TIFF 6.0, section 2, with the fields of Exif 2.3 (JEITA CP-3451C), 4.6. Offsets count from its
/// first byte.
struct ExifBlock {
    var bytes: [UInt8]
    let isLittle: Bool

    enum Tag {
        static let orientation = 0x0112, packet = 0x02BC, exif = 0x8769, gps = 0x8825, taken = 0x9003, offsetTaken = 0x9011
    }

    struct Field {
        let tag: Int
        let type: Int
        let count: Int
        /// Where its value is; empty if that is not in the block.
        let value: Range<Int>
    }

    /// `nil` for anything but TIFF.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
        (self.bytes, isLittle) = (Array(bytes), bytes.first == 0x49)
    }

    /// Where TIFF begins in a block: at once, after the mark that JPEG has, or after the offset that HEIC has.
    static func start(in bytes: [UInt8]) -> Int? {
        (0..<min(64, bytes.count)).first { ExifBlock(bytes[$0..<min(bytes.count, $0 + 4)]) != nil }
    }

    func number(at offset: Int, _ size: Int) -> Int? { bytes.number(at: offset, size, isLittle: isLittle) }

    /// The fields of the directory at an offset that are in the block, and the offset of the next directory.
    func fields(at offset: Int) -> (fields: [Field], next: Int?) {
        guard offset >= 8, let count = number(at: offset, 2) else { return ([], nil) }
        let fields = (0..<count).lazy.map { offset + 2 + 12 * $0 }.prefix { $0 + 12 <= bytes.count }.map(field)
        return (Array(fields), number(at: offset + 2 + 12 * count, 4))
    }

    private func field(at entry: Int) -> Field {
        func number(_ offset: Int, _ size: Int) -> Int { self.number(at: entry + offset, size) ?? .max }
        let (type, count) = (number(2, 2), number(4, 4))
        let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
        let (length, overflow) = count.multipliedReportingOverflow(by: sizes.indices.contains(type) ? sizes[type] : 1)
        let start = length <= 4 ? entry + 8 : number(8, 4)
        let isThere = !overflow && length <= bytes.count && start <= bytes.count - length
        return Field(tag: number(0, 2), type: type, count: count, value: isThere ? start..<start + length : 0..<0)
    }

    /// All directories but those of the place: the pictures’, and those of Exif that they name.
    var directories: [[Field]] {
        var (seen, all): (Set<Int>, [[Field]]) = ([], [])
        var waiting = [number(at: 4, 4)]
        // A real one has two pictures.
        while let next = waiting.popLast(), all.count < 16 {
            guard let offset = next, offset > 0, seen.insert(offset).inserted else { continue }
            let (fields, further) = fields(at: offset)
            all.append(fields)
            waiting += [further] + fields.filter { $0.tag == Tag.exif }.map { integer($0) }
        }
        return all
    }

    /// The offsets of the directories of the place.
    var places: Set<Int> { Set(directories.joined().filter { $0.tag == Tag.gps }.compactMap(integer)) }

    func integer(_ field: Field) -> Int? {
        [3: 2, 4: 4, 13: 4][field.type].flatMap { field.value.isEmpty ? nil : number(at: field.value.lowerBound, $0) }
    }

    func text(_ field: Field) -> String {
        String(decoding: bytes[field.value].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Degrees, from three fractions: degrees, minutes and seconds.
    func degrees(_ field: Field) -> Double? {
        guard field.type == 5, field.value.count == 24 else { return nil }
        var sum = 0.0
        for (index, part) in [1.0, 60, 3600].enumerated() {
            let at = field.value.lowerBound + 8 * index
            guard let above = number(at: at, 4), let below = number(at: at + 4, 4) else { return nil }
            // Seconds that a camera does not measure are 0/0.
            if below == 0, above != 0 || index == 0 { return nil }
            if below != 0 { sum += Double(above) / Double(below) / part }
        }
        return sum
    }
}

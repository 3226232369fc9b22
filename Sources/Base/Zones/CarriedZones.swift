import CZones

/// The program's own zone rules, for a machine without any, and for names that the machine lacks.
enum CarriedZones {
    /// Their edition, `2025b`.
    static var edition: String { String(decoding: header.dropFirst("zones ".utf8.count), as: UTF8.self) }

    /// The names: those of the zones, then all aliases.
    static var names: [String] {
        list.split(separator: UInt8(ascii: "\n")).dropFirst().map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
        }
    }

    /// The TZif file of a name.
    static func file(_ name: String) -> [UInt8]? {
        let name = Array(name.utf8)
        for line in list.split(separator: UInt8(ascii: "\n")).dropFirst() where line.starts(with: name) {
            let parts = line.split(separator: UInt8(ascii: " "))
            guard parts.count == 3, parts[0].elementsEqual(name), let place = Int(String(decoding: parts[1], as: UTF8.self)),
                let count = Int(String(decoding: parts[2], as: UTF8.self))
            else { continue }
            let start = list.count + 2 + place
            return start + count <= bytes.count ? Array(bytes[start..<start + count]) : nil
        }
        return nil
    }

    private static var header: ArraySlice<UInt8> { list.prefix { $0 != UInt8(ascii: "\n") } }

    /// scripts/make-zones describes the content.
    private static let bytes: [UInt8] = {
        var count = 0
        let start = unsafe carried_zones(&count)
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }()

    /// The lines before the first empty one.
    private static let list: ArraySlice<UInt8> = {
        let feed = UInt8(ascii: "\n")
        var end = 1
        while end < bytes.count, bytes[end] != feed || bytes[end - 1] != feed { end += 1 }
        return bytes[..<(end - 1)]
    }()
}

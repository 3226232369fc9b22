/// Finds the properties of a place in a packet of XMP (ISO 16684-1), which is XML, and writes blanks over them.
enum XMPPlace {
    /// A packet of the same length without the place, as attributes or as elements. Only tags are read, no text between them.
    static func removed(from packet: [UInt8]) -> [UInt8] {
        var (packet, at) = (packet, 0)
        while let open = packet[at...].firstIndex(of: UInt8(ascii: "<")) {
            let name = packet[(open + 1)...].prefix { !isEnd($0) }
            guard name.first.map({ ![0x21, 0x2F, 0x3F].contains($0) }) == true else {
                at = open + 1
                continue
            }
            var attributes: [Range<Int>] = []
            var close = name.endIndex
            // To the end of the tag: a value may contain its sign.
            while close < packet.endIndex, packet[close] != UInt8(ascii: ">") {
                let key = packet[close...].drop(while: isBlank).prefix { !isEnd($0) && $0 != UInt8(ascii: "=") }
                guard !key.isEmpty else {
                    close += 1
                    continue
                }
                let sign = packet[key.endIndex...].drop { isBlank($0) || $0 == UInt8(ascii: "=") }
                close = key.endIndex
                guard let quote = sign.first, quote == 0x22 || quote == 0x27,
                    let end = sign.dropFirst().firstIndex(of: quote)
                else { continue }
                close = end + 1
                if isPlace(key) { attributes.append(key.startIndex..<close) }
            }
            at = min(close + 1, packet.endIndex)
            if isPlace(name) {
                let isEmpty = packet[..<close].last == UInt8(ascii: "/")
                let stop = isEmpty ? at : end(of: name, in: packet, after: at)
                blank(open..<stop, in: &packet)
                at = stop
            } else {
                for attribute in attributes { blank(attribute, in: &packet) }
            }
        }
        return packet
    }

    /// The end of the element whose name is this; without an end that of the packet.
    private static func end(of name: ArraySlice<UInt8>, in packet: [UInt8], after start: Int) -> Int {
        let closing = Array("</".utf8) + name
        var at = start
        while let open = packet[at...].firstIndex(of: UInt8(ascii: "<")) {
            if packet[open...].starts(with: closing), packet.dropFirst(open + closing.count).first.map(isEnd) ?? true {
                return packet[open...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? packet.endIndex
            }
            at = open + 1
        }
        return packet.endIndex
    }

    private static func blank(_ range: Range<Int>, in packet: inout [UInt8]) {
        for index in range { packet[index] = 0x20 }
    }

    /// Whether a property says the place: `exif:GPSLatitude`, `drone-dji:GpsLatitude`, `photoshop:City`.
    static func isPlace(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.count <= 100 else { return false }
        let parts = String(decoding: name, as: UTF8.self).lowercased().split(separator: ":")
        guard parts.count == 2 else { return false }
        if parts[1].hasPrefix("gps") || ["locationcreated", "locationshown"].contains(parts[1]) { return true }
        return ["photoshop", "iptc4xmpcore"].contains(parts[0])
            && ["city", "state", "country", "countrycode", "location"].contains(parts[1])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func isEnd(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") }
}

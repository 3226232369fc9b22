/// Prepares the bytes of an export for the XML reader.
enum AppleHealthText {
    /// The beginning of the root. Everything before it is skipped: since iOS 16 the DOCTYPE there can be malformed, and without a
    /// DOCTYPE no entity can be defined.
    static let root = Mark("<HealthData")
    /// The beginning of a record: here reading continues after a place that is no XML.
    static let record = Mark("<Record")

    /// The beginning of a tag, and how to find it.
    struct Mark {
        /// `<` and the name.
        let bytes: [UInt8]

        init(_ text: StaticString) { bytes = Array("\(text)".utf8) }

        /// Where the tag begins; white space, `>` or `/` must follow it.
        func position(in text: ArraySlice<UInt8>) -> Int? {
            guard text.count > bytes.count else { return nil }
            var index = text.startIndex
            let last = text.endIndex - bytes.count - 1
            while index <= last {
                if text[index] == bytes[0], text[index + 1] == bytes[1], text[index..<index + bytes.count].elementsEqual(bytes),
                    [0x20, 0x09, 0x0A, 0x0D, 0x3E, 0x2F].contains(text[index + bytes.count])
                {
                    return index
                }
                index += 1
            }
            return nil
        }
    }

    /// Removes the control characters that XML 1.0 forbids; real exports contain U+000B.
    static func dropControls(_ bytes: inout [UInt8]) {
        var isClean = true
        for byte in bytes { isClean = isClean && (byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D) }
        if !isClean { bytes.removeAll { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } }
    }

    /// The number of line ends in a piece.
    static func lines(in bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        for byte in bytes { count += byte == 0x0A ? 1 : 0 }
        return count
    }
}

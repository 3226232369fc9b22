/// What is done with the bytes of an export before an XML reader sees them.
enum AppleHealthText {
    /// Begins the root. All before it is left aside: since iOS 16 the DOCTYPE there can be malformed, and where no DOCTYPE is
    /// read no entity can be defined.
    static let root = Mark("<HealthData")
    /// Begins a record: here reading goes on after a place that is no XML.
    static let record = Mark("<Record")

    /// The begin of a tag, and how to find it.
    struct Mark {
        /// `<` and the name.
        let bytes: [UInt8]

        init(_ text: StaticString) { bytes = Array("\(text)".utf8) }

        /// Where the tag begins; it must go on with white space, `>` or `/`.
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

    /// Takes out the control characters that XML 1.0 forbids; real exports hold U+000B.
    static func dropControls(_ bytes: inout [UInt8]) {
        var isClean = true
        for byte in bytes { isClean = isClean && (byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D) }
        if !isClean { bytes.removeAll { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } }
    }

    /// Line ends in a piece.
    static func lines(in bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        for byte in bytes { count += byte == 0x0A ? 1 : 0 }
        return count
    }
}

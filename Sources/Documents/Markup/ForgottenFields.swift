extension HTML {
    /// The markup as a browser gets it. A browser may write what is typed into its own files, to show it again after a restart, unless
    /// the form says no (Chromium) and each field does (Firefox); so all of them say it. Fields of passphrases say what they are for
    /// password managers, and that holds.
    package var forgettingFields: String {
        var result: [UInt8] = []
        var markup = markup
        markup.withUTF8 { bytes in
            result.reserveCapacity(bytes.count + 1024)
            var copied = 0
            var place = 0
            while let open = unsafe bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
                place = open + 1
                guard let name = HTML.fields.first(where: { unsafe bytes[place...].starts(with: $0) }) else { continue }
                let (start, end) = unsafe (place + name.count, HTML.end(of: bytes, from: place))
                let tag = unsafe String(decoding: bytes[start..<end], as: UTF8.self)
                place = end
                // What is hidden follows its form.
                if tag.contains(" autocomplete=") || tag.contains("type=\"hidden\"") { continue }
                unsafe result.append(contentsOf: bytes[copied..<start])
                result.append(contentsOf: Array(" autocomplete=\"off\"".utf8))
                copied = start
            }
            unsafe result.append(contentsOf: bytes[copied...])
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let fields = ["form", "input", "textarea", "select"].map { Array($0.utf8) }

    /// Where a tag ends; values of attributes are in double quotes.
    private static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var isQuoted = false
        for index in start..<bytes.count {
            if unsafe bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, unsafe bytes[index] == UInt8(ascii: ">") { return index }
        }
        return bytes.count
    }
}

import Journal

/// Writes the lines of an iCalendar object (RFC 5545, 3.1): at most 75 bytes each, ended by CR LF.
struct CalendarText {
    private(set) var bytes: [UInt8] = []

    /// A line whose value is not free text.
    mutating func line(_ name: String, _ value: String) { fold(name + ":" + value) }

    /// A line with free text (3.3.11): backslash, semicolon, comma and line breaks are escaped, other control characters left
    /// out.
    mutating func text(_ name: String, _ value: String) {
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped += "\\" + String(scalar)
            case "\n": escaped += "\\n"
            default: if !scalar.isControl { escaped.unicodeScalars.append(scalar) }
            }
        }
        fold(name + ":" + escaped)
    }

    mutating func component(_ name: String, _ body: (inout CalendarText) -> Void) {
        line("BEGIN", name)
        body(&self)
        line("END", name)
    }

    /// A long line continues in the next one after a blank; no character is split.
    private mutating func fold(_ line: String) {
        var room = 75
        for character in line.unicodeScalars {
            let encoded = Array(String(character).utf8)
            if encoded.count > room {
                bytes += [0x0D, 0x0A, 0x20]
                room = 74
            }
            bytes += encoded
            room -= encoded.count
        }
        bytes += [0x0D, 0x0A]
    }
}

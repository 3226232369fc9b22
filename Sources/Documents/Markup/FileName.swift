import Base

/// What a browser may do with a user's file: only what cannot run anything is shown in place.
package enum AttachmentKind: Hashable, Sendable {
    /// A bitmap picture. SVG can contain scripts and is excluded.
    case picture
    case sound
    case film
    /// Everything else: download only.
    case other

    /// From the media type.
    package init(_ type: String) {
        self = MediaType.pictures.contains(type) ? .picture : AttachmentKind.played[type] ?? .other
    }

    private static let played: [String: AttachmentKind] = [
        "audio/mpeg": .sound, "audio/mp4": .sound, "audio/ogg": .sound, "audio/wav": .sound, "audio/webm": .sound,
        "audio/flac": .sound, "audio/aac": .sound, "video/mp4": .film, "video/webm": .film, "video/ogg": .film,
        "video/quicktime": .film,
    ]
}

package enum FileName {
    /// Without invisible characters and those that change the direction of writing (`photo\u{202E}gpj.exe`).
    package static func harmless(_ name: String) -> String {
        func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            // A joiner combines several characters into one emoji; no other format character belongs in a name.
            case .format: scalar != "\u{200D}"
            default: false
            }
        }
        guard name.unicodeScalars.contains(where: isHarmful) else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.map { isHarmful($0) ? "_" : $0 }))
    }

    /// Encoded for a header (RFC 8187, 3.2.1): nothing in the name can end the value.
    package static func encoded(_ name: String) -> String {
        harmless(name).utf8.reduce(into: "") { text, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// `2.4 MB`.
    package static func size(_ bytes: Int64) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        guard bytes >= 1000 else { return say("\(counted(bytes, "byte"))") }
        // In tenths, rounded down, so that free or used space is never overstated.
        var (tenths, unit) = (bytes / 100, 0)
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        let (whole, rest) = tenths.quotientAndRemainder(dividingBy: 10)
        return whole >= 10 || rest == 0 ? "\(whole) \(units[unit])" : "\(whole).\(rest) \(units[unit])"
    }
}

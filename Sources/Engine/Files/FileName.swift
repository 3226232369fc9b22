import Basics

/// Names of files as every disk takes them, whatever the owner's file was called.
package enum FileName {
    /// The most bytes of a name in UTF-8: ext4, APFS and exFAT take no more.
    package static let longest = 255
    /// A longer ending is part of the name.
    private static let longestEnding = 32

    /// The name without what cannot be written or leads elsewhere, of at most `longest` bytes.
    ///
    /// Separators, control characters, what turns the direction of writing and what Windows refuses become `_`; blanks and dots
    /// at the end go; names of devices (`CON`, `nul.txt`) get a `_` before them. Nothing left is `attachment`.
    package static func safe(_ name: String) -> String {
        let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar {
            case "/", "\\", "<", ">", ":", "\"", "|", "?", "*", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}": "_"
            default: scalar.properties.generalCategory == .control ? "_" : scalar
            }
        }
        var plain = trimmed(String(String.UnicodeScalarView(scalars)).drop { $0.isWhitespace })
        if plain.isEmpty { plain = "attachment" }
        let stem = plain.prefix { $0 != "." }.uppercased()
        let isDevice = ["CON", "PRN", "AUX", "NUL"].contains(stem) || stem.wholeMatch(of: /(COM|LPT)[0-9¹²³]/) != nil
        return cut(isDevice ? "_" + plain : plain)
    }

    /// Safe names for files in one folder: a second `photo.jpg` becomes `photo-2.jpg`, also where the two differ only in case, in
    /// the form of their letters or in what was cut.
    package static func distinct(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map(safe).map { name in
            var candidate = name
            var number = 1
            while !taken.insert(alike(candidate)).inserted {
                number += 1
                candidate = cut(name, adding: "-" + String(number))
            }
            return candidate
        }
    }

    /// The name in at most `longest` bytes, with its ending and `suffix` before that; no character is cut in two.
    package static func cut(_ name: String, adding suffix: String = "") -> String {
        let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
        let hasEnding = name[dot...].utf8.count <= longestEnding
        let (stem, ending) = hasEnding ? (name[..<dot], name[dot...]) : (name[...], "")
        let room = longest - ending.utf8.count - suffix.utf8.count
        guard stem.utf8.count > room else { return stem + suffix + ending }
        var short = trimmed(start(of: stem, room) { String($0) })
        // A letter with very many marks is cut, rather than lost.
        if short.isEmpty { short = String(start(of: stem.unicodeScalars, room) { String($0) }) }
        return short + suffix + ending
    }

    /// The elements from the start that have room, in bytes.
    private static func start<Text: Collection>(
        of text: Text, _ room: Int, _ written: (Text.Element) -> String
    ) -> Text.SubSequence {
        var (end, bytes) = (text.startIndex, 0)
        while end < text.endIndex, case let more = written(text[end]).utf8.count, bytes + more <= room {
            bytes += more
            end = text.index(after: end)
        }
        return text[..<end]
    }

    /// Without the blanks and dots at its end, which Windows drops.
    private static func trimmed(_ name: Substring) -> String {
        name.lastIndex { $0 != "." && !$0.isWhitespace }.map { String(name[...$0]) } ?? ""
    }

    /// Equal for names that a disk may take for the same file.
    private static func alike(_ name: String) -> String { name.composed.uppercased().lowercased().composed }
}

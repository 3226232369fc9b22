/// The tags in a text, in the order of the text, before limits are applied.
package struct InlineTags {
    /// Without the leading character.
    package private(set) var names: [Substring] = []

    /// Tags as in jrnl: one of `symbols` after white space or at the start, then letters, digits and `- _ + * # /`. Unlike jrnl
    /// it does not accept digits alone (`#1`, `@5`), nor the asterisks, hyphens and slashes at a tag's end.
    package static func inJrnl(_ text: String, symbols: String) -> InlineTags {
        let first = Array(symbols.unicodeScalars)
        return find(in: text[...], first: { first.contains($0) }, more: marks)
    }

    /// The same for a text that is written here: `#words` and `@names` outside of code.
    package static func written(in text: String) -> InlineTags {
        inProse(of: text, first: { $0 == "#" || $0 == "@" }, more: marks)
    }

    /// The places of the tags in a text that is written here, with their symbols: start, end, start, end …, in UTF-16, as a browser
    /// counts.
    /// - Parameter limit: the most tags.
    package static func places(in text: String, limit: Int = 500) -> [Int] {
        var (places, at, offset) = ([Int](), text.startIndex, 0)
        for name in written(in: text).names.prefix(limit) {
            for index in [text.unicodeScalars.index(before: name.startIndex), name.endIndex] {
                offset += text.utf16.distance(from: at, to: index)
                at = index
                places.append(offset)
            }
        }
        return places
    }

    private static let marks = "-_+*#/"

    /// Tags as in Obsidian: `#` after white space or at the start of a line, then letters, digits and `- _ /`, not digits alone.
    /// Code, in fences or in a line, has none.
    package static func inMarkdown(_ text: String) -> InlineTags { inProse(of: text, first: { $0 == "#" }, more: "-_/") }

    private static func inProse(of text: String, first: (Unicode.Scalar) -> Bool, more: String) -> InlineTags {
        var tags = InlineTags()
        for part in MarkdownProse.parts(of: text) { tags.names += find(in: part, first: first, more: more).names }
        return tags
    }

    /// In the order of the text, each once in its first spelling.
    package var tags: [Tag] {
        var seen: Set<Tag> = []
        return names.compactMap { Tag($0) }.filter { seen.insert($0).inserted }
    }

    private static func find(
        in text: Substring, first: (Unicode.Scalar) -> Bool, more: String
    ) -> InlineTags {
        let extra = Set(more.unicodeScalars)
        let (bytes, scalars) = (text.utf8, text.unicodeScalars)
        var tags = InlineTags()
        var blankBefore = true
        var index = scalars.startIndex
        while index < scalars.endIndex {
            // Nearly all of a text are letters inside a word.
            if !blankBefore, case let byte = bytes[index], byte > 0x20, byte < 0x80 {
                index = bytes.index(after: index)
                continue
            }
            let scalar = scalars[index]
            index = scalars.index(after: index)
            guard blankBefore, first(scalar) else {
                blankBefore = isWhite(scalar)
                continue
            }
            let start = index
            while index < scalars.endIndex, isWord(scalars[index]) || extra.contains(scalars[index]) {
                index = scalars.index(after: index)
            }
            blankBefore = false
            let name = withoutTail(scalars[start..<index])
            if name.contains(where: { isWord($0) && $0.properties.numericType == nil }) {
                tags.names.append(Substring(name))
            }
        }
        return tags
    }

    private static func withoutTail(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var name = name
        while let last = name.last, last == "*" || last == "-" || last == "/" { name = name.dropLast() }
        return name
    }

    private static func isWhite(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isLetter(UInt8(scalar.value)) || isDigit(UInt8(scalar.value)) || scalar == "_" }
        // Combining marks belong to the letter before them, joiners to the emoji.
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .letterNumber, .otherNumber: true
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        case .otherSymbol, .modifierSymbol: scalar.properties.isEmoji
        default: scalar.value == 0x200D
        }
    }
}

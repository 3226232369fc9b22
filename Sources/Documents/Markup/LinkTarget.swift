import HTTP

/// A permitted target of a person's link: a web page or a mail address.
///
/// Targets that run a script, read a file, or lead to one of our own pages are refused, however they are spelled.
package struct LinkTarget: Hashable, Sendable {
    /// Plain ASCII: letters, digits and the punctuation of addresses; everything else is percent-encoded.
    package let address: String

    /// The longest address, in bytes.
    package static let limit = 4096

    /// `nil` for other schemes than `http`, `https` and `mailto`, for relative addresses and fragments, for blanks, control
    /// characters and marks that change the direction of writing, and for an address with nothing after its scheme.
    package init?(_ text: String) {
        guard text.utf8.count <= LinkTarget.limit, !text.unicodeScalars.contains(where: LinkTarget.isMisleading) else {
            return nil
        }
        guard let scheme = LinkTarget.schemes.first(where: { LinkTarget.begins(text, with: $0) }) else { return nil }
        let rest = String(decoding: text.utf8.dropFirst(scheme.utf8.count), as: UTF8.self)
        guard let first = rest.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "\\") else { return nil }
        // RFC 3986, 2: unreserved and reserved characters, and the percent sign of existing encodings.
        address = scheme + PercentCoding.encode(rest, keeping: "-._~:/?#[]@!$&()*+,;=%")
    }

    private static let schemes = ["https://", "http://", "mailto:"]

    private static func begins(_ text: String, with scheme: String) -> Bool {
        text.utf8.count >= scheme.utf8.count && zip(text.utf8, scheme.utf8).allSatisfy { lower($0) == $1 }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

    /// Browsers remove tabs and line ends from an address before they read its scheme; the others are invisible.
    private static func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}

extension LinkTarget {
    /// A piece of plain text, and its target if it is an address.
    struct Piece {
        let text: Substring
        let target: LinkTarget?
    }

    /// Finds plain addresses in a text (`https://…`, `http://…`, `www.…`), as in GitHub Flavored Markdown, 6.9: they begin a
    /// word, and trailing sentence punctuation or closing brackets are not part of them.
    static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        let scalars = text.unicodeScalars
        var (plain, place) = (text.startIndex, text.startIndex)
        // After a word that only looked like an address, the next blank is awaited: each word is read once.
        var (isWordStart, isOver) = (true, false)
        while place < text.endIndex {
            if isWordStart, !isOver, mayBegin(scalars[place]) {
                if let (end, target) = address(in: scalars[place...]) {
                    if plain < place { pieces.append(Piece(text: text[plain..<place], target: nil)) }
                    pieces.append(Piece(text: text[place..<end], target: target))
                    (plain, place, isWordStart) = (end, end, false)
                    continue
                }
                isOver = begins(scalars[place...])
            }
            let properties = scalars[place].properties
            if properties.isWhitespace { isOver = false }
            isWordStart =
                !(properties.isAlphabetic || properties.numericType != nil || "/:".unicodeScalars.contains(scalars[place]))
            place = scalars.index(after: place)
        }
        if plain < text.endIndex { pieces.append(Piece(text: text[plain...], target: nil)) }
        return pieces
    }

    private static func mayBegin(_ scalar: Unicode.Scalar) -> Bool { "hHwW".unicodeScalars.contains(scalar) }

    private static let prefixes = ["https://", "http://", "www."]

    private static func begins(_ rest: Substring.UnicodeScalarView) -> Bool {
        prefixes.contains { begins(String(rest.prefix(8)), with: $0) }
    }

    private static func address(in rest: Substring.UnicodeScalarView) -> (end: String.Index, target: LinkTarget)? {
        let start = String(rest.prefix(8))
        guard let prefix = prefixes.first(where: { begins(start, with: $0) }) else { return nil }
        let whole = rest.prefix { !$0.properties.isWhitespace && $0 != "<" && $0 != "\"" }
        let word = Substring(trimmedEnd(whole))
        let host = word.unicodeScalars.dropFirst(prefix.unicodeScalars.count).prefix { !"/?#:".unicodeScalars.contains($0) }
        guard let first = host.first, first != ".", prefix == "www." || host.contains(".") else { return nil }
        guard let target = LinkTarget(prefix == "www." ? "https://" + word : String(word)) else { return nil }
        return (word.endIndex, target)
    }

    /// Without punctuation of the surrounding sentence.
    private static func trimmedEnd(_ word: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var word = word
        var surplus = word.reduce(0) { $0 + ($1 == ")" ? 1 : $1 == "(" ? -1 : 0) }
        while let last = word.last {
            if last == ")" {
                guard surplus > 0 else { break }
                surplus -= 1
            } else if !"?!.,:;*_~'’”»]}".unicodeScalars.contains(last) {
                break
            }
            word.removeLast()
        }
        return word
    }
}

import HTTP

/// Where a link that a person wrote may lead: to a page on the web or to a mail program, and nowhere else.
///
/// What runs a script, reads a file, or leads to a page of ours that someone else thought of is refused, however it is spelled.
package struct LinkTarget: Hashable, Sendable {
    /// Plain ASCII: letters, digits and the punctuation of addresses; everything else is percent-encoded.
    package let address: String

    /// Longer addresses are refused: bytes.
    package static let limit = 4096

    /// `nil` for other schemes than `http`, `https` and `mailto`, for relative addresses and fragments, for blanks, control
    /// characters and marks that turn the direction of writing, and for an address with nothing behind its scheme.
    package init?(_ text: String) {
        guard text.utf8.count <= LinkTarget.limit, !text.unicodeScalars.contains(where: LinkTarget.isMisleading) else {
            return nil
        }
        guard let scheme = LinkTarget.schemes.first(where: { LinkTarget.begins(text, with: $0) }) else { return nil }
        let rest = String(decoding: text.utf8.dropFirst(scheme.utf8.count), as: UTF8.self)
        guard let first = rest.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "\\") else { return nil }
        // RFC 3986, 2: unreserved and reserved characters, and the percent sign of what is encoded already.
        address = scheme + PercentCoding.encode(rest, keeping: "-._~:/?#[]@!$&()*+,;=%")
    }

    private static let schemes = ["https://", "http://", "mailto:"]

    private static func begins(_ text: String, with scheme: String) -> Bool {
        text.utf8.count >= scheme.utf8.count && zip(text.utf8, scheme.utf8).allSatisfy { lower($0) == $1 }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

    /// Browsers take tabs and line ends out of an address before they look at its scheme; no one sees the others.
    private static func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}

extension LinkTarget {
    /// A piece of plain text, and where it leads when it is an address.
    struct Piece {
        let text: Substring
        let target: LinkTarget?
    }

    /// Finds the addresses that stand plainly in a text (`https://…`, `http://…`, `www.…`), as GitHub Flavored Markdown,
    /// 6.9, does: they begin a word, and what ends a sentence or closes a bracket is not part of them.
    static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        let scalars = text.unicodeScalars
        var (plain, place) = (text.startIndex, text.startIndex)
        // After a word that began like an address and is none, the next blank is waited for: each word is looked at once.
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

    /// Without what belongs to the sentence around.
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

import Journal

/// Splits HTML into tags and text. No content is an error, nothing is looked up anywhere, and every byte is read a bounded number
/// of times.
///
/// It follows the rules of the HTML standard for tags, comments and quoted values; what never ends is text. The content of
/// scripts, styles and titles is left out.
struct HTMLTokens: Sequence, IteratorProtocol {
    enum Token: Hashable {
        /// Text, with the references replaced.
        case text(String)
        /// A tag by its name in lower case.
        case start(String, [String: String])
        case end(String)
    }

    private let bytes: [UInt8]
    private var index = 0
    /// The last position of each end mark: what begins after it has no end.
    private let lastEnd: Int
    private let lastQuotes: [UInt8: Int]
    private let lastCommentEnd: Int
    /// Tags with misleading quotation marks; after a few of them, quotation marks are ignored.
    private var astray = 0
    /// Silent elements that have no end.
    private var endless: Set<String> = []

    private static let mostAttributes = 64
    /// Elements without readable content.
    private static let silent: Set<String> = ["script", "style", "title", "template"]

    init(_ html: String) {
        let bytes = Array(html.utf8)
        self.bytes = bytes
        lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
        lastQuotes = Dictionary(uniqueKeysWithValues: [0x22, 0x27].map { ($0, bytes.lastIndex(of: $0) ?? -1) })
        var end = lastEnd
        let isCommentEnd = { (at: Int) in at >= 2 && bytes[at] == 0x3E && bytes[at - 1] == 0x2D && bytes[at - 2] == 0x2D }
        while end >= 0, !isCommentEnd(end) { end -= 1 }
        lastCommentEnd = end
    }

    mutating func next() -> Token? {
        var start = index
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), let kind = kind(at: index) {
                // First the text; the tag is found again by the next call.
                if index > start { return .text(HTMLEntities.resolved(bytes[start..<index])) }
                if let token = token(kind) { return token }
                start = index
            } else {
                index += 1
            }
        }
        return index > start ? .text(HTMLEntities.resolved(bytes[start...])) : nil
    }

    private enum Kind { case start, end, comment, nothing }

    /// The kind of what begins here; `nil` if the character is text.
    private func kind(at place: Int) -> Kind? {
        guard place < lastEnd, place + 1 < bytes.count else { return nil }
        switch bytes[place + 1] {
        case let byte where isLetter(byte): return .start
        case UInt8(ascii: "/"): return place + 2 < bytes.count && isLetter(bytes[place + 2]) ? .end : .nothing
        case UInt8(ascii: "?"): return .nothing
        case UInt8(ascii: "!"):
            let isComment = bytes[(place + 2)...].starts(with: [0x2D, 0x2D])
            return !isComment ? .nothing : place + 4 < lastCommentEnd ? .comment : nil
        default: return nil
        }
    }

    private mutating func token(_ kind: Kind) -> Token? {
        switch kind {
        case .nothing:
            index = endOfTag(from: index) + 1
            return nil
        case .comment:
            var end = index + 4
            while !(bytes[end] == 0x3E && bytes[end - 1] == 0x2D && bytes[end - 2] == 0x2D) { end += 1 }
            index = end + 1
            return nil
        case .start, .end:
            let begin = index + (kind == .end ? 2 : 1)
            var end = begin
            while end < bytes.count, !HTMLTokens.endsName(bytes[end]) { end += 1 }
            let name = String(decoding: bytes[begin..<end].prefix(32), as: UTF8.self).lowercased()
            var attributes: [String: String] = [:]
            index = (closing(from: end, &attributes) ?? endOfTag(from: end)) + 1
            if kind == .end { return .end(name) }
            guard HTMLTokens.silent.contains(name) else { return .start(name, attributes) }
            skip(to: name)
            return nil
        }
    }

    /// The next `>`, which exists.
    private func endOfTag(from place: Int) -> Int { bytes[place...].firstIndex(of: UInt8(ascii: ">")) ?? lastEnd }

    /// Moves to the end of an element in which tags have no meaning; if it never ends, to the end of its start tag.
    private mutating func skip(to name: String) {
        guard !endless.contains(name) else { return }
        let wanted = Array("</".utf8) + Array(name.utf8)
        var place = index
        while let found = bytes[place...].firstIndex(of: UInt8(ascii: "<")), found < lastEnd {
            place = found + 1
            let isEnd = zip(bytes[found...], wanted).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
            guard isEnd, found + wanted.count < bytes.count, HTMLTokens.endsName(bytes[found + wanted.count]) else { continue }
            index = endOfTag(from: found) + 1
            return
        }
        endless.insert(name)
    }

    /// Reads attributes up to the next unquoted `>`; `nil` if there is none.
    private mutating func closing(from start: Int, _ attributes: inout [String: String]) -> Int? {
        guard astray < 8 else { return nil }
        var place = start
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: ">") { return place }
            guard !HTMLTokens.isBlank(byte), byte != UInt8(ascii: "/") else {
                place += 1
                continue
            }
            let nameStart = place
            place += 1
            while place < bytes.count, !HTMLTokens.endsName(bytes[place]), bytes[place] != UInt8(ascii: "=") { place += 1 }
            let name = bytes[nameStart..<place].prefix(64)
            let value = value(&place)
            guard attributes.count < HTMLTokens.mostAttributes else { continue }
            let key = String(decoding: name, as: UTF8.self).lowercased()
            if attributes[key] == nil { attributes[key] = HTMLEntities.resolved(value) }
        }
        astray += 1
        attributes = [:]
        return nil
    }

    /// The value after an attribute's name; empty if there is none.
    private func value(_ place: inout Int) -> ArraySlice<UInt8> {
        var next = place
        while next < bytes.count, HTMLTokens.isBlank(bytes[next]) { next += 1 }
        guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else { return [] }
        next += 1
        while next < bytes.count, HTMLTokens.isBlank(bytes[next]) { next += 1 }
        place = next
        guard next < bytes.count else { return [] }
        let quote = bytes[next]
        if let last = lastQuotes[quote], next < last, let end = bytes[(next + 1)...].firstIndex(of: quote) {
            place = end + 1
            return bytes[(next + 1)..<end]
        }
        while place < bytes.count, !HTMLTokens.isBlank(bytes[place]), bytes[place] != UInt8(ascii: ">") { place += 1 }
        return bytes[next..<place]
    }

    /// White space of HTML.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C }

    private static func endsName(_ byte: UInt8) -> Bool {
        isBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }
}

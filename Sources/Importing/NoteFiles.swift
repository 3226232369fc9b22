import Journal

/// The files shown in a Markdown text: pictures, recordings, documents.
package enum NoteFiles {
    /// The names in `![…](name)` and `![[name]]`, in the order of the text, each once: decoded, without size and anchor.
    /// Addresses on the web and other notes (names without an extension, or ending in `.md`) are not files to attach.
    package static func shown(in text: String) -> [String] {
        guard text.contains("![") else { return [] }
        var names: [String] = []
        var seen: Set<String> = []
        for part in MarkdownProse.parts(of: text) {
            for name in shown(inLine: Array(part.utf8)) where seen.insert(name).inserted { names.append(name) }
        }
        return names
    }

    /// Where a file of this name may be, as paths from the folder's root without `.` and `..`: beside the note, then below the
    /// root. Empty if the name leads out of the folder. Obsidian also finds a bare name in any folder.
    package static func places(of name: String, in notePath: String) -> [String] {
        let folder = name.hasPrefix("/") ? [] : notePath.split(separator: "/").dropLast().map(String.init)
        let parts = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).map(String.init)
        let places = [folder, []].compactMap { walk(from: $0, parts) }
        return places.count == 2 && places[0] == places[1] ? [places[0]] : places
    }

    private static func walk(from folder: [String], _ parts: [String]) -> String? {
        var path = folder
        for part in parts {
            if part == "." { continue }
            if part != ".." {
                path.append(part)
            } else if path.popLast() == nil {
                return nil
            }
        }
        let result = path.joined(separator: "/")
        return result.isEmpty || result.utf8.contains(0) ? nil : result
    }

    /// The most bytes of a name with its escapes; no system has a longer path.
    private static let longest = 4096
    /// The most levels of brackets in a name.
    private static let deepest = 32

    /// Every byte is read a bounded number of times, whatever the line contains: an unmatched closing bracket is tested once, and
    /// the search for it continues where the last one ended.
    private static func shown(inLine bytes: [UInt8]) -> [String] {
        var names: [String] = []
        var index = 0
        var close = 0
        var lastLink = -1
        let lastEnd = bytes.lastIndex(of: UInt8(ascii: ")")) ?? -1
        while index + 2 < bytes.count {
            guard bytes[index] == UInt8(ascii: "!"), bytes[index + 1] == UInt8(ascii: "[") else {
                index += 1
                continue
            }
            index += 2
            if close < index {
                guard let next = bytes[index...].firstIndex(of: UInt8(ascii: "]")) else { return names }
                close = next
            }
            var found: String?
            if bytes[index] == UInt8(ascii: "[") {
                found = wikiTarget(bytes[(index + 1)...], close)
            } else if close != lastLink {
                lastLink = close
                found = linkTarget(bytes[(close + 1)...].prefix(longest), lastEnd)
            }
            if let found, isFile(found) { names.append(found) }
        }
        return names
    }

    /// `name|300]]`, with the first closing bracket at `close`. An opening one ends the search: names in Obsidian have none.
    private static func wikiTarget(_ bytes: ArraySlice<UInt8>, _ close: Int) -> String? {
        guard close + 1 < bytes.endIndex, bytes[close + 1] == UInt8(ascii: "]") else { return nil }
        let ends = [UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "#")]
        let name = bytes.prefix(longest + 1).prefix { !ends.contains($0) }
        guard name.count <= longest, bytes[name.endIndex] != UInt8(ascii: "[") else { return nil }
        return trimmed(String(decoding: name, as: UTF8.self))
    }

    /// `(name "title")` and `(<name>)`, after the text in brackets; `lastEnd` is the line's last closing bracket.
    private static func linkTarget(_ bytes: ArraySlice<UInt8>, _ lastEnd: Int) -> String? {
        guard bytes.first == UInt8(ascii: "(") else { return nil }
        let rest = bytes.dropFirst().drop { $0 == 0x20 }
        if rest.first == UInt8(ascii: "<") {
            let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
            guard name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ">") else { return nil }
            return decoded(name)
        }
        var depth = 0
        var end = rest.startIndex
        while end < rest.endIndex, rest[end] != 0x20, rest[end] != 0x09 {
            if rest[end] == UInt8(ascii: "(") { depth += 1 }
            if depth > deepest { return nil }
            if rest[end] == UInt8(ascii: ")") {
                if depth == 0 { break }
                depth -= 1
            }
            end += 1
        }
        return end <= lastEnd && end < rest.endIndex ? decoded(rest[..<end]) : nil
    }

    /// Decodes `%20` and the like; unchanged if the escapes are no UTF-8.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                result.append(value)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(validating: result, as: UTF8.self) ?? String(decoding: bytes, as: UTF8.self)
    }

    private static func isFile(_ name: String) -> Bool {
        guard !name.contains(":"), !name.hasPrefix("//"), let last = name.split(separator: "/").last,
            let dot = last.lastIndex(of: "."), dot > last.startIndex
        else { return false }
        let ending = last[last.index(after: dot)...].lowercased()
        return !ending.isEmpty && ending != "md" && ending != "markdown"
    }
}

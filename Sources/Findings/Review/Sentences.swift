/// The sentences of a Markdown text, each an exact part of it.
///
/// Anything that is not the writer's running prose is skipped: code, headings, tables, quotations, rules, and sentences with a
/// link. A list mark is not part of its sentence. A sentence ends
/// - at a blank line, at the next list item, and at the end of a line shorter than `wrapped`: longer lines may have been wrapped
///   by a program;
/// - at `!`, `?` and their equivalents in other scripts, including following quotation marks and brackets;
/// - at a full stop followed by white space, unless it follows a title, a single letter or a number of one or two digits, or the
///   next word begins in lower case (ignored in a text without any capital letter).
package enum Sentences {
    /// Shorter lines end where their writer ended them.
    static let wrapped = 60
    /// The most bytes of one text that are read.
    static let most = 64 << 10
    /// How many characters around a full stop are read.
    private static let reach = 40

    /// All sentences, in their order.
    package static func of(_ text: String) -> [Substring] {
        var sentences: [Substring] = []
        for block in blocks(of: text) { sentences += split(block) }
        return sentences
    }

    // MARK: Blocks

    /// Runs of prose, each without its list mark.
    private static func blocks(of text: String) -> [Substring] {
        let whole = beginning(of: text)
        var blocks: [Substring] = []
        var open: Range<Substring.Index>?
        var fence: Character?
        func close() {
            if let range = open { blocks.append(whole[range]) }
            open = nil
        }
        for line in whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let words = line.drop { $0 == " " || $0 == "\t" }
            if let mark = fenceMark(words) {
                close()
                fence = fence == nil ? mark : fence == mark ? nil : fence
                continue
            }
            let isCode = fence != nil || (open == nil && (line.hasPrefix("    ") || line.hasPrefix("\t")) && listMark(words) == 0)
            guard !isCode, !words.isEmpty, !isNoProse(words) else {
                close()
                continue
            }
            let mark = listMark(words)
            if mark > 0 { close() }
            let start = words.index(words.startIndex, offsetBy: mark)
            open = (open?.lowerBound ?? start)..<line.endIndex
            if line.count < wrapped { close() }
        }
        close()
        return blocks
    }

    private static func beginning(of text: String) -> Substring {
        guard text.utf8.count > most else { return text[...] }
        // Up to a whole scalar: a character of combining marks alone may be as long as the text.
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: most)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return text[..<end]
    }

    private static func fenceMark(_ words: Substring) -> Character? {
        guard let first = words.first, first == "`" || first == "~" else { return nil }
        return words.prefix { $0 == first }.count >= 3 ? first : nil
    }

    /// Headings, quotations, tables, rules, pictures, markup.
    private static func isNoProse(_ words: Substring) -> Bool {
        guard let first = words.first else { return true }
        if first == ">" || first == "|" || first == "<" || words.hasPrefix("![") { return true }
        if first == "#" {
            let rest = words.drop { $0 == "#" }
            return rest.isEmpty || rest.first == " "
        }
        return words.allSatisfy { "-*_= \t".contains($0) }
    }

    /// The length of `- `, `* [ ] `, `3. `; 0 if the line begins no list item.
    private static func listMark(_ words: Substring) -> Int {
        var rest = words
        if let first = rest.first, "-*+•".contains(first) {
            rest = rest.dropFirst()
        } else {
            let figures = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...3).contains(figures.count), let mark = rest.dropFirst(figures.count).first, mark == "." || mark == ")"
            else { return 0 }
            rest = rest.dropFirst(figures.count + 1)
        }
        guard rest.first == " " || rest.first == "\t" else { return 0 }
        rest = rest.drop { $0 == " " || $0 == "\t" }
        for box in ["[ ] ", "[x] ", "[X] "] where rest.hasPrefix(box) { rest = rest.dropFirst(4) }
        return words.distance(from: words.startIndex, to: rest.startIndex)
    }

    // MARK: Ends

    private static func split(_ block: Substring) -> [Substring] {
        let hasCapitals = block.contains { $0.isUppercase }
        var sentences: [Substring] = []
        var start = block.startIndex
        var index = block.startIndex
        while index < block.endIndex {
            let character = block[index]
            var next = block.index(after: index)
            guard let kind = End(character) else {
                index = next
                continue
            }
            // "?!", "...", and closing marks after them.
            while next < block.endIndex, End(block[next]) != nil { next = block.index(after: next) }
            let run = block[index..<next]
            while next < block.endIndex, "\"'”’»«›)]}*_」』）".contains(block[next]) { next = block.index(after: next) }
            if ends(block, start: start, at: index, run: run, next: next, kind, hasCapitals) {
                append(block[start..<next], to: &sentences)
                start = next
            }
            index = next
        }
        append(block[start...], to: &sentences)
        return sentences
    }

    private enum End {
        /// `.` and `…`
        case stop
        /// `!`, `?`
        case mark
        /// Those of scripts that need no white space after them.
        case full

        init?(_ character: Character) {
            switch character {
            case ".", "…": self = .stop
            case "!", "?", "؟", "۔", "։", "።": self = .mark
            case "。", "！", "？", "｡", "।", "॥", "‼", "⁇", "⁈", "⁉": self = .full
            default: return nil
            }
        }
    }

    private static func ends(
        _ block: Substring, start: Substring.Index, at index: Substring.Index, run: Substring, next: Substring.Index, _ kind: End,
        _ hasCapitals: Bool
    ) -> Bool {
        if kind == .full { return true }
        guard next < block.endIndex else { return true }
        guard block[next].isWhitespace else { return false }
        let rest = block[next...].drop(while: \.isWhitespace)
        // Limited, so that a text of only full stops does not cost its length for each of them.
        guard let following = rest.prefix(reach).first(where: { $0.isLetter || $0.isNumber }) else { return true }
        if hasCapitals, following.isLowercase { return false }
        guard run == "." else { return true }
        let word =
            block[start..<index].suffix(reach).split(whereSeparator: { $0.isWhitespace || "(\"“„".contains($0) }).last ?? ""
        return !isAbbreviation(word)
    }

    /// "Dr.", "J.", "z.B.", "14. März". In doubt two sentences stay together: that is still what the writer said, half of one is not.
    private static func isAbbreviation(_ word: Substring) -> Bool {
        if (1...2).contains(word.count), word.allSatisfy(\.isNumber) { return true }
        if let last = word.split(separator: ".").last, last.count == 1, last.first?.isLetter == true { return word != "I" }
        return titles.contains(word.lowercased())
    }

    /// What often ends in a full stop before a name or number.
    private static let titles: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "st", "vs", "nr", "hr", "fr", "ca", "mme", "sra",
    ]

    private static func append(_ piece: Substring, to sentences: inout [Substring]) {
        let front = piece.drop(while: \.isWhitespace)
        guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return }
        sentences.append(front[...last])
    }
}

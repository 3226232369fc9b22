import Basics
import Journal

/// A text as the words that search compares, each with its place in the text.
///
/// Entries and queries go through it alike: what the index holds, what is looked for and what is marked as found cannot differ.
package struct SearchText {
    /// Raised whenever the same text gives other words: an index of another version is rebuilt when its vault is opened.
    static let version: Int64 = 1

    struct Word {
        var form: Range<Int>
        /// Its bytes in the text; empty for a gap.
        var place: Range<Int>
        /// It is a letter of a script without blanks.
        var isSyllable: Bool
    }

    /// Words that can be next to each other.
    struct Line {
        /// The search forms of all words, separated by blanks.
        private(set) var forms: [UInt8] = []
        private(set) var words: [Word] = []

        /// Begins a word, whose form is still to be appended.
        fileprivate mutating func begin(at place: Range<Int>, isSyllable: Bool = false) {
            if !forms.isEmpty { forms.append(0x20) }
            words.append(Word(form: forms.count..<forms.count, place: place, isSyllable: isSyllable))
        }

        fileprivate mutating func extend(_ form: [UInt8], to end: Int) {
            forms += form
            let last = words.count - 1
            words[last].form = words[last].form.lowerBound..<forms.count
            words[last].place = words[last].place.lowerBound..<max(end, words[last].place.upperBound)
        }

        /// Separates what follows from the last word: `京都` is not in `東京、都内`.
        fileprivate mutating func addGap() {
            let end = words.last?.place.upperBound ?? 0
            begin(at: end..<end)
            extend(Array("·".utf8), to: end)
        }
    }

    /// Letters and figures.
    private(set) var words = Line()
    /// Pictures: they are between words as blanks are, so that `"good day"` is in `good 👍 day`.
    private(set) var pictures = Line()
    private let bytes: [UInt8]
    private var isInWord = false
    private var isAfterBlank = false

    package init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            // Most texts are ASCII, where a byte is a character unless a mark follows.
            if byte < 0x80, index + 1 == bytes.count || bytes[index + 1] < 0x80 {
                takeASCII(byte, at: index)
                index += 1
            } else {
                let start = text.utf8.index(text.startIndex, offsetBy: index)
                let end = text.index(after: start)
                let next = max(index + 1, text.utf8.distance(from: text.startIndex, to: end))
                take(text.unicodeScalars[start..<end], at: index..<next)
                index = next
            }
        }
    }

    var indexed: String { String(decoding: words.forms + [0x20] + pictures.forms, as: UTF8.self) }

    /// The words that are looked for: pictures only where there is nothing else.
    fileprivate var wanted: (line: Line, isPicture: Bool) { words.words.isEmpty ? (pictures, true) : (words, false) }

    /// The search form of a text that is one word; `nil` for several, for pictures and in scripts without blanks.
    static func word(_ text: String) -> String? {
        let (line, isPicture) = SearchText(text).wanted
        guard !isPicture, line.words.count == 1, !line.words[0].isSyllable else { return nil }
        return String(decoding: line.forms, as: UTF8.self)
    }

    private mutating func takeASCII(_ byte: UInt8, at index: Int) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            addLetter([byte], at: index..<index + 1)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): addLetter([byte | 0x20], at: index..<index + 1)
        default: separate()
        }
    }

    private mutating func take(_ character: Substring.UnicodeScalarView, at place: Range<Int>) {
        guard let first = character.first else { return }
        let isKey = character.contains { $0.value == 0x20E3 }
        switch isKey ? .picture : SearchSign(first) {
        case .letter: addLetter(SearchText.letters(bytes[place]), at: place)
        case .syllable:
            // Most Chinese characters have one form only.
            let isPlain = character.count == 1 && (0x4E00...0x9FFF).contains(first.value)
            addSyllable(isPlain ? Array(bytes[place]) : SearchText.letters(bytes[place]), at: place)
        case .picture:
            if let last = pictures.words.last, last.place.upperBound < place.lowerBound { pictures.addGap() }
            pictures.begin(at: place)
            pictures.extend(SearchText.picture(character), to: place.upperBound)
            separate()
        case .nothing: break
        case .blank: separate()
        }
    }

    private mutating func separate() { (isInWord, isAfterBlank) = (false, true) }

    private mutating func addLetter(_ form: [UInt8], at place: Range<Int>) {
        // Nothing is left of a line that only lengthens an Arabic word.
        guard !form.isEmpty else { return }
        if !isInWord { words.begin(at: place) }
        words.extend(form, to: place.upperBound)
        (isInWord, isAfterBlank) = (true, false)
    }

    private mutating func addSyllable(_ form: [UInt8], at place: Range<Int>) {
        guard !form.isEmpty else { return }
        if isAfterBlank, words.words.last?.isSyllable == true { words.addGap() }
        words.begin(at: place, isSyllable: true)
        words.extend(form, to: place.upperBound)
        (isInWord, isAfterBlank) = (false, false)
    }

    /// The index takes other signs of ASCII for blanks.
    private static func letters(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        SearchForm.of(Array(bytes)).filter { byte in
            byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }

    /// A picture without its skin tone and without what asks for it in colour. A key's figure is last, so that no figure begins it.
    private static func picture(_ character: Substring.UnicodeScalarView) -> [UInt8] {
        let scalars = character.filter { scalar in
            switch scalar.value {
            case 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0x200D: false
            default: true
            }
        }
        let form = scalars.isEmpty ? Array(character) : Array(scalars)
        let isKey = form.count > 1 && form[0].value < 0x80
        var result = String.UnicodeScalarView()
        result.append(contentsOf: isKey ? form.dropFirst() + form.prefix(1) : form[...])
        return Array(String(result).utf8)
    }
}

extension SearchQuery.Term {
    /// The term in FTS5 syntax: a quoted string of letters, figures and pictures, so that nothing a person types is an operator.
    var match: String {
        "\"" + String(decoding: SearchText(text).wanted.line.forms, as: UTF8.self) + (form == .prefix ? "\" *" : "\"")
    }
}

// MARK: What was found

extension SearchText {
    private struct Match {
        /// The bytes in the text.
        var place: Range<Int>
        var term: Int

        func isIn(_ part: Range<Int>) -> Bool { part.lowerBound <= place.lowerBound && place.upperBound <= part.upperBound }
    }

    /// A part of the text of about `most` words around what was found, divided into matches and the text between them; empty if
    /// none of the terms occurs.
    func snippet(of terms: [SearchQuery.Term], words most: Int) -> [(text: String, isMatch: Bool)] {
        let matches = matches(of: terms)
        guard !matches.isEmpty else { return [] }
        let shown = window(around: matches, cost: 3 * most)
        var pieces: [(text: String, isMatch: Bool)] = []
        var done = shown.lowerBound
        func add(to end: Int, isMatch: Bool) {
            guard done < end else { return }
            pieces.append((String(decoding: bytes[done..<end], as: UTF8.self), isMatch))
            done = end
        }
        for match in matches where match.isIn(shown) {
            add(to: match.place.lowerBound, isMatch: false)
            add(to: match.place.upperBound, isMatch: true)
        }
        add(to: shown.upperBound, isMatch: false)
        if shown.lowerBound > 0 { pieces.insert(("…", false), at: 0) }
        if shown.upperBound < bytes.count { pieces.append(("…", false)) }
        return pieces
    }

    /// All places of the terms, in the order of the text.
    private func matches(of terms: [SearchQuery.Term]) -> [Match] {
        var matches: [Match] = []
        for (index, term) in terms.enumerated() {
            let (wanted, isPicture) = SearchText(term.text).wanted
            let line = isPicture ? pictures : words
            let count = wanted.words.count
            guard count > 0, count <= line.words.count else { continue }
            for start in 0...(line.words.count - count) {
                let isWhole = (0..<count).allSatisfy { place in
                    let isBeginning = term.form == .prefix && place == count - 1
                    let (form, sought) = (line.words[start + place].form, wanted.words[place].form)
                    guard isBeginning ? form.count >= sought.count : form.count == sought.count else { return false }
                    return line.forms[form].prefix(sought.count).elementsEqual(wanted.forms[sought])
                }
                guard isWhole else { continue }
                let place = line.words[start].place.lowerBound..<line.words[start + count - 1].place.upperBound
                matches.append(Match(place: place, term: index))
            }
        }
        return matches.sorted { ($0.place.lowerBound, $1.place.upperBound) < ($1.place.lowerBound, $0.place.upperBound) }
    }

    /// The part of the text around the match that has the most terms near it; of equals the first. A syllable takes a third of a
    /// word's room.
    private func window(around matches: [Match], cost most: Int) -> Range<Int> {
        let all = (words.words + pictures.words).filter { !$0.place.isEmpty }.sorted { $0.place.lowerBound < $1.place.lowerBound }
        func cost(_ index: Int) -> Int { all[index].isSyllable ? 1 : 3 }
        if all.count <= most, all.indices.reduce(0, { $0 + cost($1) }) <= most { return 0..<bytes.count }
        var best = (place: 0..<bytes.count, terms: 0)
        for match in matches.prefix(100) {
            guard var first = all.firstIndex(where: { $0.place.lowerBound >= match.place.lowerBound }) else { continue }
            var end = all[first...].firstIndex { $0.place.lowerBound >= match.place.upperBound } ?? all.count
            var left = most - (first..<end).reduce(0) { $0 + cost($1) }
            func widenBack(_ room: Int) {
                var room = room
                while first > 0, cost(first - 1) <= room {
                    first -= 1
                    room -= cost(first)
                    left -= cost(first)
                }
            }
            widenBack(left / 4)
            while end < all.count, cost(end) <= left {
                left -= cost(end)
                end += 1
            }
            // At the end of the text there is a little more before the match: a phone's list shows the beginning of it only.
            widenBack(min(left, most / 8))
            let start = first == 0 ? 0 : all[first].place.lowerBound
            let place = start..<(end == all.count ? bytes.count : all[end - 1].place.upperBound)
            let terms = Set(matches.filter { $0.isIn(place) }.map(\.term)).count
            if terms > best.terms { best = (place, terms) }
        }
        return best.place
    }
}

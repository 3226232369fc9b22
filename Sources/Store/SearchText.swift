import Basics
import Journal

/// A text as the words that search compares, each with its place in the text.
///
/// Entries and queries go through it alike: what the index holds, what is looked for and what is marked as found cannot differ.
package struct SearchText {
    /// Raised whenever the same text gives other words: an index of another version is rebuilt when its vault is opened.
    static let version: Int64 = 1

    /// One word.
    struct Word {
        /// Its search form, in `forms`.
        var form: Range<Int>
        /// Its bytes in the text.
        var place: Range<Int>
        /// It is a letter of a script without blanks.
        var isSyllable: Bool
    }

    /// The search forms of all words, separated by blanks: what is indexed.
    private(set) var forms: [UInt8] = []
    private(set) var words: [Word] = []
    private let bytes: [UInt8]
    private var isInWord = false
    private var isAfterBlank = false

    /// Stands between two syllables that something separates: `京都` is not in `東京、都内`.
    private static let gap = Array("·".utf8)

    package init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        bytes = Array(text.utf8)
        forms.reserveCapacity(bytes.count)
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

    /// The words for the index.
    var indexed: String { String(decoding: forms, as: UTF8.self) }

    private mutating func takeASCII(_ byte: UInt8, at index: Int) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            extend(at: index..<index + 1)
            forms.append(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            extend(at: index..<index + 1)
            forms.append(byte | 0x20)
        default:
            separate()
            return
        }
        words[words.count - 1].form = words[words.count - 1].form.lowerBound..<forms.count
    }

    private mutating func take(_ character: Substring.UnicodeScalarView, at place: Range<Int>) {
        guard let first = character.first else { return }
        let isKey = character.contains { $0.value == 0x20E3 }
        switch isKey ? .picture : SearchSign(first) {
        case .letter:
            let form = SearchText.letters(bytes[place])
            // A line that only lengthens an Arabic word.
            guard !form.isEmpty else { return }
            extend(at: place)
            forms += form
            words[words.count - 1].form = words[words.count - 1].form.lowerBound..<forms.count
        case .syllable:
            // Most Chinese characters have one form only.
            let isPlain = character.count == 1 && (0x4E00...0x9FFF).contains(first.value)
            add(isPlain ? Array(bytes[place]) : SearchText.letters(bytes[place]), at: place, isSyllable: true)
        case .picture: add(SearchText.picture(character), at: place, isSyllable: false)
        case .nothing: break
        case .blank: separate()
        }
    }

    private mutating func separate() { (isInWord, isAfterBlank) = (false, true) }

    /// Begins a word or makes it longer; its form is still to be appended.
    private mutating func extend(at place: Range<Int>) {
        if isInWord {
            words[words.count - 1].place = words[words.count - 1].place.lowerBound..<place.upperBound
            return
        }
        begin(at: place, isSyllable: false)
        isInWord = true
    }

    private mutating func begin(at place: Range<Int>, isSyllable: Bool) {
        if !forms.isEmpty { forms.append(0x20) }
        words.append(Word(form: forms.count..<forms.count, place: place, isSyllable: isSyllable))
        (isInWord, isAfterBlank) = (false, false)
    }

    private mutating func add(_ form: [UInt8], at place: Range<Int>, isSyllable: Bool) {
        guard !form.isEmpty else { return }
        if isSyllable, isAfterBlank, let last = words.last, last.isSyllable {
            add(SearchText.gap, at: last.place.upperBound..<last.place.upperBound, isSyllable: false)
        }
        begin(at: place, isSyllable: isSyllable)
        forms += form
        words[words.count - 1].form = words[words.count - 1].form.lowerBound..<forms.count
    }

    /// The index takes other signs of ASCII for blanks.
    private static func letters(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        SearchForm.of(Array(bytes)).filter { byte in
            byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }

    /// A picture without its skin tone and without what asks for it in colour.
    private static func picture(_ character: Substring.UnicodeScalarView) -> [UInt8] {
        let scalars = character.filter { scalar in
            switch scalar.value {
            case 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0x200D: false
            default: true
            }
        }
        return Array(String(scalars.isEmpty ? String.UnicodeScalarView(character) : String.UnicodeScalarView(scalars)).utf8)
    }
}

extension SearchQuery.Term {
    /// The term in FTS5 syntax: a quoted string of letters, figures and pictures, so that nothing a person types is an operator.
    var match: String { "\"" + SearchText(text).indexed + (form == .prefix ? "\" *" : "\"") }
}

// MARK: What was found

extension SearchText {
    private struct Match {
        /// The words.
        var words: Range<Int>
        /// Which term.
        var term: Int
    }

    /// A part of the text of about `most` words around what was found, divided into matches and the text between them; empty if
    /// none of the terms occurs.
    func snippet(of terms: [SearchQuery.Term], words most: Int) -> [(text: String, isMatch: Bool)] {
        let matches = matches(of: terms)
        guard !matches.isEmpty else { return [] }
        let shown = window(around: matches, cost: 3 * most)
        let start = shown.lowerBound == 0 ? 0 : words[shown.lowerBound].place.lowerBound
        let end = shown.upperBound == words.count ? bytes.count : words[shown.upperBound - 1].place.upperBound
        var pieces: [(text: String, isMatch: Bool)] = []
        var done = start
        func add(to end: Int, isMatch: Bool) {
            guard done < end else { return }
            pieces.append((String(decoding: bytes[done..<end], as: UTF8.self), isMatch))
            done = end
        }
        for match in matches where shown.contains(match.words.lowerBound) && match.words.upperBound <= shown.upperBound {
            add(to: words[match.words.lowerBound].place.lowerBound, isMatch: false)
            add(to: words[match.words.upperBound - 1].place.upperBound, isMatch: true)
        }
        add(to: end, isMatch: false)
        if start > 0 { pieces.insert(("…", false), at: 0) }
        if end < bytes.count { pieces.append(("…", false)) }
        return pieces
    }

    /// All places of the terms, in their order.
    private func matches(of terms: [SearchQuery.Term]) -> [Match] {
        var matches: [Match] = []
        for (index, term) in terms.enumerated() {
            let wanted = SearchText(term.text)
            guard let first = wanted.words.first, wanted.words.count <= words.count else { continue }
            let count = wanted.words.count
            for start in 0...(words.count - count) {
                // The first word decides for nearly all places.
                guard count == 1 || isSame(start, first, of: wanted) else { continue }
                let isWhole = (0..<count).allSatisfy { place in
                    let isLast = place == count - 1
                    return isSame(start + place, wanted.words[place], of: wanted, isPrefix: isLast && term.form == .prefix)
                }
                if isWhole { matches.append(Match(words: start..<start + count, term: index)) }
            }
        }
        return matches.sorted { ($0.words.lowerBound, $1.words.upperBound) < ($1.words.lowerBound, $0.words.upperBound) }
    }

    private func isSame(_ index: Int, _ word: Word, of wanted: SearchText, isPrefix: Bool = false) -> Bool {
        let form = words[index].form
        guard isPrefix ? form.count >= word.form.count : form.count == word.form.count else { return false }
        return forms[form].prefix(word.form.count).elementsEqual(wanted.forms[word.form])
    }

    /// The words around the match that has the most terms near it; of equals the first. A syllable takes a third of a word's room.
    private func window(around matches: [Match], cost most: Int) -> Range<Int> {
        func cost(_ index: Int) -> Int { words[index].isSyllable ? 1 : 3 }
        var best = (window: 0..<words.count, terms: 0)
        if words.count <= most, words.indices.reduce(0, { $0 + cost($1) }) <= most { return best.window }
        for match in matches.prefix(100) {
            var window = match.words
            var left = most - window.reduce(0) { $0 + cost($1) }
            var lead = left / 4
            while window.lowerBound > 0, cost(window.lowerBound - 1) <= lead {
                lead -= cost(window.lowerBound - 1)
                left -= cost(window.lowerBound - 1)
                window = window.lowerBound - 1..<window.upperBound
            }
            while window.upperBound < words.count, cost(window.upperBound) <= left {
                left -= cost(window.upperBound)
                window = window.lowerBound..<window.upperBound + 1
            }
            // At the end of the text the rest of the room is before the match.
            while window.lowerBound > 0, cost(window.lowerBound - 1) <= left {
                left -= cost(window.lowerBound - 1)
                window = window.lowerBound - 1..<window.upperBound
            }
            let near = matches.filter { window.contains($0.words.lowerBound) && $0.words.upperBound <= window.upperBound }
            let terms = Set(near.map(\.term)).count
            if terms > best.terms { best = (window, terms) }
        }
        return best.window
    }
}

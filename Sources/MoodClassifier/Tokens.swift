/// A text split into tokens: words in lower case with digits as 0, marks and emoji, and whether they are negated.
///
/// At most 16,384 scalars are read and 400 tokens kept, 48 scalars of each, so that no text takes long. `tokens` and `negated` in
/// Tools/mood/features.py do the same.
struct Tokens {
    struct Token {
        /// Its folded form in `folded`, with `<` before and `>` after it.
        var padded: Range<Int>
        /// Its range in the text, in UTF-8 bytes.
        var source: Range<Int>
        /// The number of scalars in the folded form.
        var scalars: Int
        /// Letters or digits; otherwise a mark.
        var isWord: Bool
        var hasLetter: Bool
        /// Whether a sentence begins with it.
        var begins: Bool
        /// The number of what negates it, if it is negated.
        var negator: Int?
        /// Whether it means a person: never a reason.
        var isPerson = false
        /// Whether it is in the place of words of identity: not a word that counts by itself.
        var isHidden = false

        /// The folded form without its brackets.
        var inner: Range<Int> { padded.lowerBound + 1..<padded.upperBound - 1 }
    }

    static let scalarLimit = 16_384
    static let tokenLimit = 400
    static let lengthLimit = 48
    static let scope = 4

    /// The folded tokens, `<` and `>` around each.
    private(set) var folded: [UInt8] = []
    private(set) var tokens: [Token] = []
    /// The number of tokens besides exclamation and question marks and hidden people.
    private(set) var speaking = 0

    // The token that is being read; `isOpen` tells whether there is one.
    private var isOpen = false
    private var quoted = false
    private var begins = false
    private var hasLetter = false
    private var scalars = 0
    private var paddedStart = 0
    private var source = 0..<0

    /// `people` are hidden; `nil` leaves them as they are.
    init(_ text: String, hiding people: People? = nil) {
        folded.reserveCapacity(min(text.utf8.count * 2, 32_768))
        tokens.reserveCapacity(min(text.utf8.count / 4, Self.tokenLimit))
        var place = 0
        for scalar in text.unicodeScalars.prefix(Self.scalarLimit) {
            let end = place + UTF8.width(scalar)
            read(scalar, at: place..<end)
            place = end
            if tokens.count == Self.tokenLimit { break }
        }
        close()
        people?.hide(in: &self)
        markNegation()
    }

    /// Gives a token other folded bytes.
    mutating func rewrite(_ token: inout Token, as word: [UInt8]) {
        let start = folded.count
        folded.append(UInt8(ascii: "<"))
        folded.append(contentsOf: word)
        folded.append(UInt8(ascii: ">"))
        token.padded = start..<folded.count
        token.scalars = word.count
    }

    /// Puts other tokens in the place of these.
    mutating func replace(_ kept: [Token]) { tokens = kept }

    private mutating func read(_ scalar: Unicode.Scalar, at place: Range<Int>) {
        if scalar.isASCII {
            switch UInt8(truncatingIfNeeded: scalar.value) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): extend(UInt8(truncatingIfNeeded: scalar.value), true, place)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): extend(UInt8(truncatingIfNeeded: scalar.value) | 0x20, true, place)
            case UInt8(ascii: "0")...UInt8(ascii: "9"): extend(UInt8(ascii: "0"), false, place)
            case UInt8(ascii: "'"): quote()
            case UInt8(ascii: "!"), UInt8(ascii: "?"):
                mark(scalar, place)
                begins = true
            case UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: "\n"):
                close()
                begins = true
            default: close()
            }
            return
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            extend(scalar.properties.lowercaseMapping.unicodeScalars, true, place)
        case .decimalNumber: extend("0".unicodeScalars, false, place)
        case .letterNumber, .otherNumber: extend(CollectionOfOne(scalar), false, place)
        case .initialPunctuation where scalar.value == 0x2018, .finalPunctuation where scalar.value == 0x2019: quote()
        default: scalar.isMark ? mark(scalar, place) : close()
        }
    }

    /// The fast path for an ASCII letter or digit.
    @inline(__always)
    private mutating func extend(_ byte: UInt8, _ isLetter: Bool, _ place: Range<Int>) {
        begin(isLetter, place)
        guard scalars < Self.lengthLimit else { return }
        folded.append(byte)
        scalars += 1
    }

    private mutating func extend(_ added: some Sequence<Unicode.Scalar>, _ isLetter: Bool, _ place: Range<Int>) {
        begin(isLetter, place)
        // As in the trainer: a letter that folds into several stays complete, even beyond the limit.
        guard scalars < Self.lengthLimit else { return }
        for scalar in added {
            folded.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
            scalars += 1
        }
    }

    /// Opens a token if none is open, and adds the apostrophe that turned out to be inside a word.
    @inline(__always)
    private mutating func begin(_ isLetter: Bool, _ place: Range<Int>) {
        if !isOpen {
            isOpen = true
            hasLetter = false
            scalars = 0
            paddedStart = folded.count
            source = place
            folded.append(UInt8(ascii: "<"))
        }
        if quoted {
            quoted = false
            if scalars < Self.lengthLimit {
                folded.append(UInt8(ascii: "'"))
                scalars += 1
            }
        }
        source = source.lowerBound..<place.upperBound
        if isLetter { hasLetter = true }
    }

    private mutating func quote() {
        if isOpen, !quoted { quoted = true } else { close() }
    }

    private mutating func close() {
        quoted = false
        guard isOpen else { return }
        isOpen = false
        folded.append(UInt8(ascii: ">"))
        tokens.append(
            Token(
                padded: paddedStart..<folded.count, source: source, scalars: scalars, isWord: true, hasLetter: hasLetter,
                begins: begins))
        begins = false
    }

    private mutating func mark(_ scalar: Unicode.Scalar, _ place: Range<Int>) {
        close()
        guard tokens.count < Self.tokenLimit else { return }
        let start = folded.count
        folded.append(UInt8(ascii: "<"))
        folded.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        folded.append(UInt8(ascii: ">"))
        tokens.append(
            Token(
                padded: start..<folded.count, source: place, scalars: 1, isWord: false, hasLetter: false, begins: begins))
        begins = false
    }

    /// A negator affects four tokens, up to the end of its sentence or the next negator; a turn affects all of its sentence that
    /// follows or precedes it.
    private mutating func markNegation() {
        speaking = tokens.count
        var left = 0
        var negator = 0
        var start = 0
        for number in tokens.indices {
            if tokens[number].begins { (left, start) = (0, number) }
            let word = folded[tokens[number].inner]
            if tokens[number].isHidden { speaking -= 1 }
            if isMark(number) {
                left = 0
                speaking -= 1
                continue
            }
            let next = number + 1 < tokens.count && !tokens[number + 1].begins ? folded[tokens[number + 1].inner] : []
            if Negators.end(word, next) {
                for place in start..<number where !isMark(place) && !Negators.hold(folded[tokens[place].inner]) {
                    tokens[place].negator = tokens[place].negator ?? number
                }
            }
            if Negators.hold(word) {
                left = max(left > Self.scope ? left : 0, Self.scope)
                negator = number
            } else if left > 0 {
                tokens[number].negator = negator
                left -= 1
            }
            if Negators.turn(word, next) { (left, negator) = (Self.tokenLimit, number) }
        }
    }

    /// An exclamation or question mark.
    private func isMark(_ number: Int) -> Bool {
        let word = folded[tokens[number].inner]
        return word.count == 1 && (word.first == UInt8(ascii: "!") || word.first == UInt8(ascii: "?"))
    }
}

extension Unicode.Scalar {
    /// An exclamation or question mark, an arrow, a sign or an emoji: a token of its own.
    fileprivate var isMark: Bool {
        value == 0x21 || value == 0x3F || 0x2190...0x2BFF ~= value || 0x1F300...0x1FAFF ~= value
    }
}

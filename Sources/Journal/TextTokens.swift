/// Splits a text into the pieces that are compared. Joined, they are the text.
enum TextTokens {
    /// Lines including their ends.
    static func lines(of text: some Sequence<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        for byte in text {
            line.append(byte)
            if byte == UInt8(ascii: "\n") {
                lines.append(line)
                line = []
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Words, runs of blanks, and every other character separately; never splits a user-perceived character.
    static func words(of text: some Sequence<UInt8>) -> [[UInt8]] {
        var tokens: [[UInt8]] = []
        var lastKind = Kind.sign
        for character in String(decoding: Array(text), as: UTF8.self) {
            let kind = Kind(character)
            if kind == lastKind, kind != .sign, let last = tokens.indices.last {
                tokens[last] += character.utf8
            } else {
                tokens.append(Array(character.utf8))
            }
            lastKind = kind
        }
        return tokens
    }

    /// Whether a token is white space and nothing else.
    static func isBlank(_ token: [UInt8]) -> Bool {
        String(decoding: token, as: UTF8.self).unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    }

    private enum Kind {
        case word, blank, sign

        init(_ character: Character) {
            guard let first = character.unicodeScalars.first else {
                self = .sign
                return
            }
            switch first.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .decimalNumber, .letterNumber:
                self = .word
            // Scripts without blanks between words, such as Chinese: each character separately.
            case .otherLetter: self = (0x0590...0x0DFF).contains(first.value) ? .word : .sign
            default: self = first.properties.isWhitespace ? .blank : .sign
            }
        }
    }
}

/// What search takes a character for, by its first scalar.
package enum SearchSign {
    /// A letter or figure: a word goes on until something else comes.
    case letter
    /// A letter of a script that writes no blanks between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese …), or of Korean,
    /// which joins them: each is a word of its own, so that a word is found in the middle of a sentence.
    case syllable
    /// A picture, such as an emoji: a word of its own.
    case picture
    /// It has no meaning for search: a soft hyphen, a mark without a letter.
    case nothing
    /// It separates words.
    case blank

    package init(_ scalar: Unicode.Scalar) {
        let properties = scalar.properties
        // Figures are emoji too: with U+20E3 they become keys.
        if scalar.value == 0x20E3 || scalar.value > 0x7F && properties.isEmoji {
            self = .picture
            return
        }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            self = SearchSign.isSyllable(scalar.value) ? .syllable : .letter
        case .otherSymbol: self = SearchSign.isSyllable(scalar.value) ? .syllable : .picture
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: self = .nothing
        default: self = .blank
        }
    }

    private static func isSyllable(_ value: UInt32) -> Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF,
            0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x318F, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
            0xA980...0xA9FF,
            0xAA60...0xAADF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF65...0xFFDC, 0x1AFF0...0x1B16F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

/// Whether a text has a letter or a figure. One of pictures alone is no beginning of a word.
func hasLetters(_ text: String) -> Bool {
    text.contains { character in
        guard let first = character.unicodeScalars.first, !character.unicodeScalars.contains(where: { $0.value == 0x20E3 }) else {
            return false
        }
        switch SearchSign(first) {
        case .letter, .syllable: return true
        case .picture, .nothing, .blank: return false
        }
    }
}

/// Whether a text has anything to search for: a letter, a figure or a picture.
func hasSubstance(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { scalar in
        switch SearchSign(scalar) {
        case .letter, .syllable, .picture: true
        case .nothing, .blank: false
        }
    }
}

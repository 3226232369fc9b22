import CUnicode

extension StringProtocol {
    /// The text as search compares it: texts that differ only in case, accents or width have the same.
    ///
    /// Compatibility forms become the usual letters (UAX 15, NFKC), case is folded. Of Latin, Greek, Cyrillic, Hebrew and Arabic the
    /// marks are dropped, and `ł ø đ ı œ æ` and the like become what is typed for them, since Unicode does not take them apart. In
    /// other scripts marks are part of the letter, and stay: the vowels of Thai, voiced kana; so does й.
    package var searchForm: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        return String(decoding: SearchForm.of(Array(utf8)), as: UTF8.self)
    }
}

/// Folds letters for search.
package enum SearchForm {
    /// The search form of a text in UTF-8.
    package static func of(_ bytes: [UInt8]) -> [UInt8] {
        let options = utf8proc_option_t(
            rawValue: UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue)
        // No character becomes more than 18 (UAX 15).
        var scalars = [utf8proc_int32_t](repeating: 0, count: bytes.count * 18)
        let count = unsafe utf8proc_decompose(bytes, bytes.count, &scalars, scalars.count, options)
        // Fails only for invalid UTF-8, which Swift's strings are not.
        guard count > 0, count <= scalars.count else { return bytes }
        var kept: [utf8proc_int32_t] = []
        for scalar in scalars[..<count] where !isAccent(scalar, on: kept.last) {
            if let plain = plain[scalar] { kept += plain } else { kept.append(scalar) }
        }
        guard !kept.isEmpty else { return [] }
        let composed = unsafe utf8proc_normalize_utf32(
            &kept, kept.count, utf8proc_option_t(rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue))
        let text = kept.prefix(Swift.max(0, composed)).compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
        return Array(String(String.UnicodeScalarView(text)).utf8)
    }

    /// Whether it is a mark without meaning for search: accents, points of Hebrew and Arabic, what lengthens an Arabic word.
    private static func isAccent(_ scalar: utf8proc_int32_t, on letter: utf8proc_int32_t?) -> Bool {
        switch scalar {
        case 0x0306: letter != 0x0438
        case 0x0300...0x036F, 0x0483...0x0487, 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7, 0x0610...0x061A,
            0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E8, 0x06EA...0x06ED, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF,
            0xFE00...0xFE0F, 0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// Latin letters that Unicode does not take apart, in lower case.
    private static let plain: [utf8proc_int32_t: [utf8proc_int32_t]] = {
        let letters = [
            "a": "ⱥᶏ", "ae": "æ", "b": "ƀɓƃ", "c": "ȼƈ", "d": "đðɖɗƌ", "e": "ɇ", "f": "ƒ", "g": "ǥɠ", "h": "ħⱨɦ", "i": "ıɨ",
            "j": "ȷɉ",
            "k": "ĸƙⱪ", "l": "łƚɫɬⱡ", "n": "ŋɲƞ", "o": "øɵ", "oe": "œ", "p": "ƥᵽ", "q": "ɋ", "r": "ɍɽ", "s": "ȿ", "t": "ŧƭʈⱦ",
            "th": "þ", "u": "ʉ", "v": "ʋ", "w": "ⱳ", "y": "ƴɏ", "z": "ƶȥɀⱬ",
        ]
        var plain: [utf8proc_int32_t: [utf8proc_int32_t]] = [:]
        for (typed, list) in letters {
            for letter in list.unicodeScalars {
                plain[utf8proc_int32_t(bitPattern: letter.value)] = typed.unicodeScalars.map { .init(bitPattern: $0.value) }
            }
        }
        return plain
    }()
}

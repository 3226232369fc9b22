import Foundation
import Journal
import SeededChance

/// Looks for the terms of a query word by word, without an index: what the store must find.
struct PlainSearch {
    let terms: [SearchQuery.Term]

    func matches(_ text: String) -> Bool {
        let words = PlainSearch.words(of: text)
        return terms.allSatisfy { term in
            let sought = PlainSearch.words(of: term.text)
            let isThere =
                sought.isEmpty
                ? text.contains(term.text) : PlainSearch.stands(sought, in: words, lastIsBeginning: term.form == .prefix)
            return isThere != term.isExcluded
        }
    }

    private static func stands(_ sought: [String], in words: [String], lastIsBeginning: Bool) -> Bool {
        guard sought.count <= words.count else { return false }
        return (0...words.count - sought.count).contains { start in
            sought.indices.allSatisfy { index in
                let word = words[start + index]
                return lastIsBeginning && index == sought.count - 1 ? word.hasPrefix(sought[index]) : word == sought[index]
            }
        }
    }

    /// Runs of letters and figures in lower case, without combining marks.
    private static func words(of text: String) -> [String] {
        let scalars = text.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars.filter {
            !(0x300...0x36F).contains($0.value)
        }
        return scalars.split { !isInWord($0) }.map { String(String.UnicodeScalarView($0)) }
    }

    private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber,
            .privateUse:
            true
        default: false
        }
    }
}

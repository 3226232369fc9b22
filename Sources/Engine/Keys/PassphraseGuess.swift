import Basics
import Foundation

/// How many bits it takes to guess a passphrase when you know how people choose them.
struct PassphraseGuess {
    /// The binary logarithm of the number of tries.
    let bits: Double
    /// It is one of those tried first, apart from capitals, swapped letters and a suffix.
    let isCommon: Bool

    init(of passphrase: String) {
        let plain = passphrase.lowercased()
        let core = Self.core(of: plain)
        isCommon = [plain, core].contains { Self.common.contains($0.filter { !$0.isWhitespace }) }
        guard !isCommon else {
            bits = 6 + Double(plain.count - min(core.count, plain.count))
            return
        }
        let words = passphrase.split { $0.isWhitespace || "-_.,+/".contains($0) }.map(String.init)
        var seen: Set<String> = []
        // A repeated word is no new choice.
        bits = words.reduce(0) { sum, word in
            let isNew = seen.insert(word.lowercased()).inserted
            return sum + (isNew ? Self.bits(ofWord: word, amongOthers: words.count > 1) : 1)
        }
    }

    /// Without trailing digits and symbols, and with letters for the symbols that replace them.
    private static func core(of plain: String) -> String {
        let letters: [Character: Character] = [
            "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
        ]
        let trimmed = plain.reversed().drop { !$0.isLetter }.reversed()
        return String(trimmed.map { letters[$0] ?? $0 })
    }

    /// Adds up runs of letters, digits and symbols.
    private static func bits(ofWord word: String, amongOthers: Bool) -> Double {
        var bits = 0.0
        var rest = Array(word)[...]
        while let first = rest.first {
            let kind = Kind(first)
            let run = rest.prefix { Kind($0) == kind }
            rest = rest.dropFirst(run.count)
            bits += kind == .letter ? Self.bits(ofLetters: run, amongOthers: amongOthers) : Self.bits(of: run, each: kind.bits)
        }
        return bits
    }

    private static func bits(ofLetters run: ArraySlice<Character>, amongOthers: Bool) -> Double {
        let hasBothCases = run.contains(where: \.isUppercase) && run.dropFirst().contains(where: \.isLowercase)
        let chance = bits(of: run, each: hasBothCases && run.dropFirst().contains(where: \.isUppercase) ? 5.7 : 4.7)
        guard looksLikeWord(run) else { return chance }
        // English has about two bits a letter; a word from a list of many thousands has at most thirteen.
        let word = Double(run.count) * 2
        return min(chance, amongOthers && run.count <= 12 ? min(word, 13) : word)
    }

    /// Each character that does not follow from the one before counts in full; all others together add little.
    private static func bits(of run: ArraySlice<Character>, each: Double) -> Double {
        if let number = Int(String(run)), run.count == 4, (1900...2099).contains(number) { return 7 }
        let following = zip(run, run.dropFirst()).count { follows($1, $0) }
        return Double(run.count - following) * each + min(Double(following) / 2, 6)
    }

    /// Has vowels among consonants, as words of most languages in Latin letters do.
    private static func looksLikeWord(_ run: ArraySlice<Character>) -> Bool {
        guard run.count >= 3, run.allSatisfy(\.isASCII) else { return run.count >= 3 }
        let vowels = run.map { "aeiouyAEIOUY".contains($0) }
        let longestWithout = vowels.split(separator: true).map(\.count).max() ?? 0
        return Double(vowels.count { $0 }) >= Double(run.count) * 0.2 && longestWithout <= 4
    }

    /// The same character, its neighbor in the alphabet or among the digits, or the next key.
    private static func follows(_ next: Character, _ last: Character) -> Bool {
        let (a, b) = (Character(last.lowercased()), Character(next.lowercased()))
        if a == b { return true }
        if let a = a.unicodeScalars.first?.value, let b = b.unicodeScalars.first?.value, a + 1 == b || b + 1 == a { return true }
        return keyboard.contains { row in row.has(String([a, b])) || row.has(String([b, a])) }
    }

    private static let keyboard = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertz", "yxcvbnm", "azerty", "1qaz", "2wsx", "3edc"]

    /// A class of characters from which a run is chosen.
    private enum Kind {
        case letter, digit, sign

        init(_ character: Character) { self = character.isLetter ? .letter : character.isNumber ? .digit : .sign }

        var bits: Double { self == .digit ? 3.3 : self == .letter ? 4.7 : 5 }
    }

    /// The start of lists of stolen passwords, and well-known passphrases; lower case, without blanks.
    private static let common: Set<String> = [
        "123456", "1234567", "12345678", "123456789", "1234567890", "12345", "1234", "111111", "000000", "123123", "654321",
        "666666", "121212", "112233", "password", "passwort", "passphrase", "pass", "letmein", "welcome", "admin",
        "administrator", "root", "login", "master", "hello", "hallo", "secret", "geheim", "changeme", "default", "test",
        "guest", "user", "qwerty", "qwertyuiop", "qwertz", "qwertzuiop", "azerty", "asdf", "asdfgh", "asdfghjkl", "zxcvbn",
        "zxcvbnm", "yxcvbnm", "qazwsx", "iqaz2wsx", "abc", "abcd", "abcdef", "abcdefg", "aaaaaa", "iloveyou", "love", "god",
        "dragon", "monkey", "football", "baseball", "soccer", "hockey", "superman", "batman", "starwars", "pokemon",
        "sunshine", "princess", "shadow", "flower", "summer", "winter", "spring", "autumn", "freedom", "whatever",
        "trustno", "trustnoone", "computer", "internet", "michael", "jordan", "jessica", "ashley", "daniel", "thomas",
        "charlie", "andrew", "matthew", "nicole", "diary", "journal", "mydiary", "myjournal", "dearjournal", "deardiary",
        "auralyst", "opensesame", "correcthorsebatterystaple", "correcthorse", "tobeornottobe",
        "thequickbrownfox", "thequickbrownfoxjumpsoverthelazydog", "maytheforcebewithyou", "onceuponatime",
    ]
}

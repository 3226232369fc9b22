/// `0` … `9` and no other digit of Unicode.
func isASCIIDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) && character.isASCII }

/// The number of a word of at most nine ASCII digits, or of `a`, `an`, `one` … `twelve`.
func wholeNumber(_ word: some StringProtocol) -> Int? {
    if !word.isEmpty, word.count <= 9, word.allSatisfy(isASCIIDigit) { return Int(word) }
    let words = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]
    if word == "a" || word == "an" { return 1 }
    return words.firstIndex { $0 == word }.map { $0 + 1 }
}

/// Removes and returns the leading ASCII digits of a text.
func takeDigits(_ text: inout Substring) -> String {
    let digits = text.prefix(while: isASCIIDigit)
    text = text[digits.endIndex...]
    return String(digits)
}

/// 1–12 for the name of a month or its usual abbreviation (`mar`, `sept`), in lower case.
package func monthNumber(_ word: String) -> Int? {
    if word == "sept" { return 9 }
    return place(of: word, in: LocalMonth.names)
}

/// 1 = Monday … 7 = Sunday for the name of a weekday or its usual abbreviation (`fri`, `thurs`), in lower case.
package func weekdayNumber(_ word: String) -> Int? {
    switch word {
    case "tues": 2
    case "weds": 3
    case "thur", "thurs": 4
    default: place(of: word, in: LocalMonth.weekdayNames)
    }
}

/// The number of a day of the month: `14`, `14th`.
func dayNumber(_ word: String) -> Int? {
    var rest = word[...]
    let digits = takeDigits(&rest)
    guard digits.count <= 2, rest.isEmpty || ["st", "nd", "rd", "th"].contains(rest) else { return nil }
    return wholeNumber(digits)
}

/// A year of four digits, or of two by the rule of `WrittenDate`; `nil` for another length or no number. Throws
/// `WhenError.yearOutOfRange` if no year from 1 to 9999 can be meant.
func yearNumber(_ word: String) throws(WhenError) -> Int? {
    guard !word.isEmpty, word.allSatisfy(isASCIIDigit) else { return nil }
    let isZero = word.allSatisfy { $0 == "0" }
    if word.count > 4 || (isZero && word.count != 2) { throw .yearOutOfRange(String(word.prefix(100))) }
    guard let number = wholeNumber(word), word.count == 2 || word.count == 4 else { return nil }
    return word.count == 4 ? number : number + (number < 69 ? 2000 : 1900)
}

/// The 1-based index of the name that equals the word or begins with its three letters.
private func place(of word: String, in names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    for (index, name) in names.enumerated() {
        let name = name.lowercased()
        if name == word || (word.utf8.count == 3 && name.hasPrefix(word)) { return index + 1 }
    }
    return nil
}

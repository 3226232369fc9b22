import Base
import Basics
import Foundation
import Journal

/// Reads a date as people write it in the main languages: `Sunday, 3 November 2024`, `3 de noviembre de 2024`, `2024年11月3日`. The
/// names of months come from Unicode's CLDR.
package enum DateWords {
    /// The day; `nil` if the text contains none, or could mean two. A weekday is ignored: it is wrong in some exports.
    ///
    /// - `year`: for a date that has none.
    package static func day(_ words: some StringProtocol, year given: Int? = nil) -> LocalDay? {
        let text = words.prefix(200).lowercased().composed
        if let day = LocalDay(iso: trimmed(text)) { return day }
        let pieces = pieces(of: text)
        let numbers = pieces.compactMap(\.number)
        if let day = signed(pieces, given) { return day }
        guard let year = numbers.first(where: { $0.figures == 4 })?.value ?? given else { return nil }
        let rest = numbers.filter { $0.figures <= 2 }.map(\.value)
        let months = Set(pieces.compactMap { $0.word.flatMap { month(named: $0) } })
        if months.count == 1, let month = months.first, rest.count == 1 {
            return LocalDay(year: year, month: month, day: rest[0])
        }
        // Numbers alone are read if they are unambiguous.
        guard months.isEmpty, rest.count == 2, let stamp = CivilStamp(Array(trimmed(text).utf8)[...]), !stamp.isOpen else {
            return nil
        }
        return stamp.day(.dayFirst)
    }

    /// A time of day: `18:52`, `6:50 pm`, `5:01 PM`, `오후 6:50`; also with narrow spaces and dots. `nil` if there is none, or it
    /// does not exist.
    package static func time(_ words: some StringProtocol) -> TimeOfDay? {
        let text = words.prefix(60).lowercased()
        let numbers = pieces(of: text).compactMap(\.number)
        guard (2...3).contains(numbers.count), numbers.allSatisfy({ $0.figures <= 2 }), text.has(":") || text.has(".")
        else {
            return nil
        }
        var hour = numbers[0].value
        let letters = text.filter { $0.isLetter }
        let isLate = ["pm", "nachm", "μμ", "午後", "下午", "오후", "晚上"].contains { letters.has($0) }
        let isEarly = ["am", "vorm", "πμ", "午前", "上午", "오전", "凌晨"].contains { letters.has($0) }
        if isLate, hour < 12 { hour += 12 } else if isEarly, hour == 12 { hour = 0 }
        return TimeOfDay(hour: hour, minute: numbers[1].value, second: numbers.count == 3 ? numbers[2].value : 0)
    }

    /// 1 to 12 for the name of a month in any of the languages, in lower case, complete or abbreviated.
    static func month(named word: String) -> Int? { months[word] }

    /// A number, or consecutive letters.
    private struct Piece {
        var number: (value: Int, figures: Int)?
        var word: String?
    }

    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let first = rest.first {
            if let digit = first.wholeNumberValue, (0...9).contains(digit), first.unicodeScalars.count == 1, first.isNumber {
                let figures = rest.prefix(9).prefix { $0.wholeNumberValue.map { (0...9).contains($0) } == true }
                let value = figures.reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
                pieces.append(Piece(number: (value, figures.count)))
                rest = rest[figures.endIndex...]
            } else if first.isLetter {
                let letters = rest.prefix { $0.isLetter }
                pieces.append(Piece(word: String(letters)))
                rest = rest[letters.endIndex...]
            } else {
                rest.removeFirst()
            }
        }
        return pieces
    }

    /// Chinese, Japanese, Korean and Vietnamese have a sign or word for year, month and day with each number.
    private static func signed(_ pieces: [Piece], _ given: Int?) -> LocalDay? {
        var found: [String: Int] = [:]
        for (piece, next) in zip(pieces, pieces.dropFirst()) {
            guard let number = piece.number, let sign = next.word?.first else { continue }
            let name = ["年": "year", "년": "year", "月": "month", "월": "month", "日": "day", "일": "day"][sign]
            if let name, found[name] == nil { found[name] = number.value }
        }
        guard let year = found["year"] ?? given, let month = found["month"], let day = found["day"] else { return nil }
        return LocalDay(year: year, month: month, day: day)
    }

    private static let languages = [
        "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "sv", "da", "nb", "fi", "cs", "sk", "hu", "ro", "tr", "el",
        "ca",
        "id", "ms", "bg", "sl", "et", "lv", "lt",
    ]

    /// A word that means different months in two languages is left out.
    private static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for language in languages {
            for list in DateNames.months(in: language) {
                for (index, name) in list.enumerated() {
                    // The letters in it: "janv." is looked up as "janv".
                    let words = name.lowercased().composed.split { !$0.isLetter }
                    guard words.count == 1, words[0].count >= 3 else { continue }
                    let word = String(words[0])
                    if let other = months[word], other != index + 1 { months[word] = 0 } else { months[word] = index + 1 }
                }
            }
        }
        return months.filter { $0.value > 0 }
    }()
}

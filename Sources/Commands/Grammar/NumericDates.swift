import Base
import Basics

/// Numeric dates are day first in most countries and month first in some: `LC_ALL`, `LC_TIME` or `LANG` decides.
enum NumericDates {
    /// Whether the day comes first: `3/4/26` is 3 April. Without a locale, and in `en` without a country, the month does.
    static let areDayFirst: Bool = {
        guard let tag = DateLanguage.systemIdentifier(Variables.all) else { return false }
        let parts = tag.lowercased().split(separator: "-")
        let monthFirst: Set = ["zh", "ja", "ko", "hu", "lt", "mn", "eu", "c", "posix"]
        guard let language = parts.first, !monthFirst.contains(String(language)) else { return false }
        let places: Set = ["us", "ph", "fm", "gu", "mh", "pw", "pr", "vi", "as", "um", "001"]
        if language == "en" { return parts.count > 1 && !places.contains(String(parts[1])) }
        return !(parts.count > 1 && places.contains(String(parts[1])))
    }()

    /// The text with such dates changed to month first, as the program reads them. Unambiguous dates stay as they are.
    static func monthFirst(_ text: String) -> String {
        guard areDayFirst, text.has("/") else { return text }
        var (result, run) = ("", "")
        for character in text + "\n" {
            if character.isASCII, character.isWholeNumber || character == "/" {
                run.append(character)
                continue
            }
            var parts = run.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            if (2...3).contains(parts.count),
                [parts[0], parts[1]].allSatisfy({ $0.count <= 2 && (1...12).contains(Int($0) ?? 0) })
            {
                parts.swapAt(0, 1)
            }
            result += parts.joined(separator: "/")
            result.append(character)
            run = ""
        }
        return String(result.dropLast())
    }
}

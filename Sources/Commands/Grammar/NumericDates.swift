import Base
import Basics
import Engine
import Foundation
import Journal

/// Numeric dates are day first in most countries and month first in some: the language that the owner has set for dates decides,
/// otherwise `LC_ALL`, `LC_TIME` or `LANG`.
enum NumericDates {
    /// Whether the day comes first: `3/4/26` is 3 April.
    private static var areDayFirst: Bool { CommandVault.current.isDayFirst ?? areDayFirstHere }

    private static let options: Set = ["--at", "--from", "--to", "--on", "--month", "--until", "--expires", "--where"]

    /// Whether a date in the words of a command can be read in two ways.
    static func areAmbiguous(in arguments: [String]) -> Bool {
        // A file is read without the vault.
        guard !arguments.contains(where: { $0.hasPrefix("--file") }) else { return false }
        if ["day", "review", "search"].contains(arguments.first ?? "") { return arguments.contains(where: isAmbiguous) }
        if arguments.first == "add", let typed = DatedEntry.split(arguments.dropFirst().filter { !$0.hasPrefix("-") }.joined),
            isAmbiguous(typed.moment)
        {
            return true
        }
        return zip([""] + arguments, arguments).contains { before, argument in
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            return options.contains(before) && isAmbiguous(argument)
                || parts.count == 2 && options.contains(parts[0]) && isAmbiguous(parts[1])
        }
    }

    private static func isAmbiguous(_ text: String) -> Bool { swapped(text) != text }

    /// What the locale says. Without one, and in `en` without a country, the month comes first.
    private static let areDayFirstHere: Bool = {
        guard let tag = DateLanguage.systemIdentifier(Variables.all) else { return false }
        let parts = tag.lowercased().split(separator: "-")
        let monthFirst: Set = ["zh", "ja", "ko", "hu", "lt", "mn", "eu", "c", "posix"]
        guard let language = parts.first, !monthFirst.contains(String(language)) else { return false }
        let places: Set = ["us", "ph", "fm", "gu", "mh", "pw", "pr", "vi", "as", "um", "001"]
        if language == "en" { return parts.count > 1 && !places.contains(String(parts[1])) }
        return !(parts.count > 1 && places.contains(String(parts[1])))
    }()

    /// The text with such dates changed to month first, as the program reads them. Unambiguous dates stay as they are.
    static func monthFirst(_ text: String) -> String { areDayFirst ? swapped(text) : text }

    /// The text with day and month swapped in each date that can be read in two ways.
    private static func swapped(_ text: String) -> String {
        guard text.has("/") else { return text }
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

import Base
import Foundation
import Importing
import Journal
import SeededChance
import Testing

#if canImport(_FoundationICU)
    import _FoundationICU

    private let machine = U_ICU_VERSION
#else
    private let machine = "unknown"
#endif

/// The table of names against the ICU that it was made from. Each release of ICU changes the words of some languages.
@Suite(.enabled(if: machine == DateLanguage.version, "this machine's ICU is not the one that the table was made from"))
struct DateNamesTests {
    private static let templates: [(style: DateLanguage.Style?, template: String)] = [
        (.long, "yMMMMEEEEd"), (.medium, "yMMMd"), (.weekday, "EEE"), (.dayMonth, "MMMd"), (nil, "yMMMM"),
    ]

    @Test func `every locale names every month and weekday, and days of all years, as Unicode does`() {
        var chance = Seed.generator("names of dates")
        let locales = Locale.availableIdentifiers.map { $0.replacing("_", with: "-") }.filter { !["en", "en-001"].contains($0) }
        #expect(locales.count > 1000)
        for tag in locales {
            let days = DateNamesTests.fixed + (0..<6).compactMap { _ in LocalDay(number: chance.below(3_652_059) - 719_162) }
            let language = DateLanguage(identifier: tag)
            var calendar = Calendar(identifier: .gregorian)
            calendar.locale = Locale(identifier: tag)
            #expect(language.identifier == tag && language.firstWeekday == (calendar.firstWeekday + 5) % 7 + 1, "\(tag)")
            for (style, template) in DateNamesTests.templates {
                let formatter = DateNamesTests.formatter(template, Locale(identifier: tag))
                for day in days {
                    let words = style.map { language.day(day, style: $0) } ?? language.month(day.month)
                    let theirs = formatter.string(from: Date(timeIntervalSince1970: Double(day.number) * 86_400))
                    // Byte for byte: strings are also equal where only their accents are composed in another way.
                    if !words.utf8.elementsEqual(theirs.utf8) {
                        Issue.record("\(tag), \(template), \(day.iso): \(words), not \(theirs)")
                    }
                }
            }
        }
    }

    @Test(arguments: [
        "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "sv", "da", "nb", "fi", "cs", "sk", "hu", "ro", "tr", "el",
        "ca",
        "id", "ms", "bg", "sl", "et", "lv", "lt",
    ])
    func `an import reads the names of months`(language: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language)
        let lists = [
            calendar.monthSymbols, calendar.standaloneMonthSymbols, calendar.shortMonthSymbols,
            calendar.shortStandaloneMonthSymbols,
        ]
        for names in lists {
            // Two letters, as of the Catalan August, could be many words.
            for (index, name) in names.enumerated() where name != "ag." {
                #expect(DateWords.day("3 \(name) 2024") == LocalDay(year: 2024, month: index + 1, day: 3), "\(name)")
            }
        }
    }

    /// The first of each month, and a week.
    private static let fixed: [LocalDay] =
        (1...12).compactMap { LocalDay(year: 2026, month: $0, day: 1) }
        + (2...8).compactMap { LocalDay(year: 2026, month: 3, day: $0) }

    private static func formatter(_ template: String, _ locale: Locale) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.gregorianStartDate = .distantPast
        formatter.setLocalizedDateFormatFromTemplate(template)
        return formatter
    }
}

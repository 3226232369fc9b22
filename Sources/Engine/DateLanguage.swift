import Foundation
import Journal
import Synchronization

/// Names and order of dates in a language, by the tables of Unicode's CLDR. Civil days in, words out: no zone and no clock
/// has a say.
///
/// In English without a country the words are those of the command line: `Saturday, 14 March 2026`.
package struct DateLanguage: Sendable {
    /// The language, a BCP 47 tag; `en` for the house's own words.
    package let identifier: String
    /// The first day of a week on its calendars, 1 = Monday … 7 = Sunday.
    package let firstWeekday: Int
    /// Whether it is written from the right to the left.
    package let isRightToLeft: Bool
    /// `nil` for the house's own words.
    private let formatters: Formatters?

    /// How much of a day is said.
    package enum Style: Hashable, Sendable, CaseIterable {
        /// `Saturday, 14 March 2026`
        case long
        /// `14 Mar 2026`
        case medium
        /// `Sat`
        case weekday
        /// `14 Mar`
        case dayMonth
    }

    /// A language by its tag; `nil` means that of the system, which `system` names. One that is not known here, and English
    /// without a country, has the house's own words; so has an English system.
    package init(identifier: String?, system: String? = nil) {
        let wanted = identifier ?? system.flatMap { $0.lowercased().hasPrefix("en") ? nil : $0 } ?? "en"
        let tag = wanted.replacingOccurrences(of: "_", with: "-")
        let locale = Locale(identifier: tag)
        let isHouse = ["en", "en-001"].contains(tag.lowercased()) || !DateLanguage.isKnown(tag)
        self.identifier = isHouse ? "en" : tag
        isRightToLeft = !isHouse && ["ar", "fa", "he", "ur"].contains(DateLanguage.code(of: tag))
        firstWeekday = isHouse ? 1 : DateLanguage.firstWeekday(in: locale)
        formatters = isHouse ? nil : Formatters(locale)
    }

    /// The same, made once for all who ask.
    package static func of(_ identifier: String?, system: String? = nil) -> DateLanguage {
        let key = identifier ?? system ?? "en"
        return made.withLock { made in
            if let known = made[key] { return known }
            let language = DateLanguage(identifier: identifier, system: system)
            // More than anybody uses: a program that is asked for made-up tags must not grow.
            if made.count >= 64 { made = [:] }
            made[key] = language
            return language
        }
    }

    private static let made = Mutex<[String: DateLanguage]>([:])

    /// A day in words.
    package func day(_ day: LocalDay, style: Style) -> String {
        guard let formatters else { return DateLanguage.houseWords(for: day, style: style) }
        return formatters.words(for: day, style: style)
    }

    /// A month in words, `March 2026`.
    package func month(_ month: LocalMonth) -> String {
        guard let formatters else { return month.name }
        return formatters.words(for: month)
    }

    /// The tag that a system's settings name by way of the environment (`LC_ALL`, `LC_TIME`, `LANG`): `de_AT.UTF-8` is `de-AT`.
    /// `nil` where they name none, and for `C` and `POSIX`.
    package static func systemIdentifier(_ environment: [String: String]) -> String? {
        guard let value = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else {
            return nil
        }
        let tag = value.prefix { $0 != "." && $0 != "@" }.replacingOccurrences(of: "_", with: "-")
        return ["C", "POSIX"].contains(tag) || !Preferences.isLanguage(tag) ? nil : tag
    }

    /// Languages to choose from, each with its name in itself.
    package static let available: [(identifier: String, name: String)] = [
        ("en", "English"), ("en-US", "English (United States)"), ("ar", "العربية"), ("cs", "Čeština"), ("da", "Dansk"),
        ("de", "Deutsch"), ("el", "Ελληνικά"), ("es", "Español"), ("fi", "Suomi"), ("fr", "Français"), ("he", "עברית"),
        ("hi", "हिन्दी"), ("hu", "Magyar"), ("it", "Italiano"), ("ja", "日本語"), ("ko", "한국어"), ("nb", "Norsk bokmål"),
        ("nl", "Nederlands"), ("pl", "Polski"), ("pt", "Português"), ("pt-BR", "Português (Brasil)"), ("ro", "Română"),
        ("ru", "Русский"), ("sv", "Svenska"), ("tr", "Türkçe"), ("uk", "Українська"), ("zh-Hans", "简体中文"),
        ("zh-Hant", "繁體中文"),
    ]

    private static func houseWords(for day: LocalDay, style: Style) -> String {
        let (year, month, number) = day.parts
        let short = String(LocalMonth.names[month - 1].prefix(3))
        return switch style {
        case .long: day.longName
        case .medium: "\(number) \(short) \(year)"
        case .weekday: String(LocalMonth.weekdayNames[day.weekday - 1].prefix(3))
        case .dayMonth: "\(number) \(short)"
        }
    }

    private static func code(of tag: String) -> String { String(tag.prefix { $0 != "-" }).lowercased() }

    /// Whether the tables have this language: then it has a name in itself.
    private static func isKnown(_ tag: String) -> Bool {
        let code = code(of: tag)
        return Preferences.isLanguage(tag) && Locale(identifier: code).localizedString(forLanguageCode: code) != nil
    }

    private static func firstWeekday(in locale: Locale) -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        // Foundation counts from Sunday.
        return (calendar.firstWeekday + 5) % 7 + 1
    }
}

/// Foundation's formatters for one language, in UTC and in the Gregorian calendar for all years.
private struct Formatters: Sendable {
    private let days: [DateLanguage.Style: DateFormatter]
    private let month: DateFormatter

    init(_ locale: Locale) {
        let patterns: [(DateLanguage.Style, String)] = [
            (.long, "yMMMMEEEEd"), (.medium, "yMMMd"), (.weekday, "EEE"), (.dayMonth, "MMMd"),
        ]
        days = Dictionary(uniqueKeysWithValues: patterns.map { ($0, Formatters.formatter($1, locale)) })
        month = Formatters.formatter("yMMMM", locale)
    }

    func words(for day: LocalDay, style: DateLanguage.Style) -> String { days[style]?.string(from: date(of: day)) ?? day.iso }

    func words(for month: LocalMonth) -> String { self.month.string(from: date(of: month.days.lowerBound)) }

    private func date(of day: LocalDay) -> Date { Date(timeIntervalSince1970: Double(day.number) * 86_400) }

    private static func formatter(_ pattern: String, _ locale: Locale) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        // Without a change from the Julian calendar in 1582: a civil day has the same name as everywhere else in Auralyst.
        formatter.gregorianStartDate = .distantPast
        formatter.setLocalizedDateFormatFromTemplate(pattern)
        return formatter
    }
}

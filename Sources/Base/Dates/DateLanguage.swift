import Journal
import Synchronization

/// Names and order of dates in a language, from the table of Unicode's CLDR that the program contains (`DateNames`). It formats
/// civil days, without a time zone or clock.
///
/// In English without a country the format is that of the command line: `Saturday, 14 March 2026`.
package struct DateLanguage: Sendable {
    /// The language, a BCP 47 tag; `en` for the built-in format.
    package let identifier: String
    /// The first day of its weeks, 1 = Monday … 7 = Sunday.
    package let firstWeekday: Int
    /// Whether it is written from right to left.
    package let isRightToLeft: Bool
    /// `nil` for the built-in format.
    private let names: DateNames?

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

    /// A language by its tag; `nil` means that of the system, which `system` names. An unknown one, and English without a
    /// country, also as the system's, uses the built-in format.
    package init(identifier: String?, system: String? = nil) {
        let wanted = identifier ?? system.flatMap { $0.lowercased().hasPrefix("en") ? nil : $0 } ?? "en"
        let tag = DateLanguage.hyphenated(wanted)
        let isHouse = ["en", "en-001"].contains(tag.lowercased()) || !Preferences.isLanguage(tag)
        names = isHouse ? nil : DateNames(tag: tag)
        self.identifier = names == nil ? "en" : tag
        isRightToLeft = names != nil && ["ar", "fa", "he", "ur"].contains(tag.prefix { $0 != "-" }.lowercased())
        firstWeekday = names?.firstWeekday ?? 1
    }

    /// The same, cached.
    package static func of(_ identifier: String?, system: String? = nil) -> DateLanguage {
        let key = identifier ?? system ?? "en"
        return made.withLock { made in
            if let known = made[key] { return known }
            let language = DateLanguage(identifier: identifier, system: system)
            // More than anyone uses: requests for made-up tags must not use up memory.
            if made.count >= 64 { made = [:] }
            made[key] = language
            return language
        }
    }

    private static let made = Mutex<[String: DateLanguage]>([:])

    /// Whether the table has a language; its country may be unknown.
    package static func isKnown(_ tag: String) -> Bool { Preferences.isLanguage(tag) && DateNames(tag: tag) != nil }

    package func day(_ day: LocalDay, style: Style) -> String {
        guard let names else { return DateLanguage.houseWords(for: day, style: style) }
        return switch style {
        case .long: names.long.words(for: day)
        case .medium: names.medium.words(for: day)
        case .weekday: names.weekday.words(for: day)
        case .dayMonth: names.dayMonth.words(for: day)
        }
    }

    /// The order of day, month and year, as browsers name it: `day,month,year`.
    package var order: String {
        let words = LocalDay(iso: "2001-12-31").map { day($0, style: .medium) } ?? ""
        guard let day = words.firstRange(of: "31"), let year = words.firstRange(of: "2001") else { return "day,month,year" }
        if year.lowerBound < day.lowerBound { return "year,month,day" }
        return day.lowerBound == words.startIndex ? "day,month,year" : "month,day,year"
    }

    /// A moment in a zone's local time, `14 Mar 2026, 21:00`; empty for milliseconds outside the calendar.
    package func moment(_ milliseconds: Int64, in zone: CivilTime) -> String {
        zone.wall(at: milliseconds).map { day($0.day, style: .medium) + ", " + $0.time.clock } ?? ""
    }

    /// A month in words, `March 2026`.
    package func month(_ month: LocalMonth) -> String { names?.month.words(for: month.days.lowerBound) ?? month.name }

    /// The system's language tag from the environment (`LC_ALL`, `LC_TIME`, `LANG`): `de_AT.UTF-8` is `de-AT`. `nil` if none is
    /// set, and for `C` and `POSIX`.
    package static func systemIdentifier(_ environment: [String: String]) -> String? {
        guard let value = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else {
            return nil
        }
        let tag = hyphenated(value.prefix { $0 != "." && $0 != "@" })
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

    /// The version of ICU, Unicode's library, that the names come from: `76.1`.
    package static var version: String { DateNames.version }

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

    private static func hyphenated(_ tag: some StringProtocol) -> String { String(tag.map { $0 == "_" ? "-" : $0 }) }
}

import Engine
import Foundation
import Journal
import Testing

@Suite struct DateLanguageTests {
    private let saturday = LocalDay.of("2026-03-14")

    @Test(
        arguments: [
            (nil, nil), ("en", nil), ("en-001", "de"), (nil, "en-US"), (nil, "en-GB"), (nil, "en"), ("EN", nil), ("xx", nil),
            ("../../etc", nil), ("", nil), ("de-", nil), (nil, "qq-QQ"),
        ] as [(String?, String?)])
    func `English without a country, and what is no language, speaks as the command line does`(
        identifier: String?, system: String?
    ) {
        let language = DateLanguage(identifier: identifier, system: system)
        #expect(language.identifier == "en" && language.firstWeekday == 1 && !language.isRightToLeft)
        #expect(language.day(saturday, style: .long) == saturday.longName)
        #expect(language.day(saturday, style: .long) == "Saturday, 14 March 2026")
        #expect(language.day(saturday, style: .medium) == "14 Mar 2026" && language.day(saturday, style: .dayMonth) == "14 Mar")
        #expect(language.day(saturday, style: .weekday) == "Sat" && language.month(saturday.month) == "March 2026")
    }

    @Test(arguments: [
        ("en-US", "Saturday, March 14, 2026", "Mar 14, 2026", "Sat", "March 2026", 7),
        ("de", "Samstag, 14. März 2026", "14. März 2026", "Sa", "März 2026", 1),
        ("fr", "samedi 14 mars 2026", "14 mars 2026", "sam.", "mars 2026", 1),
        ("ja", "2026年3月14日 土曜日", "2026年3月14日", "土", "2026年3月", 7),
        ("pt_BR", "sábado, 14 de março de 2026", "14 de mar. de 2026", "sáb.", "março de 2026", 7),
    ])
    func `a language has its own names, order and first day of the week`(
        identifier: String, long: String, medium: String, weekday: String, month: String, first: Int
    ) {
        let language = DateLanguage(identifier: identifier)
        #expect(language.day(saturday, style: .long) == long)
        #expect(language.day(saturday, style: .medium) == medium)
        #expect(language.day(saturday, style: .weekday) == weekday)
        #expect(language.month(saturday.month) == month)
        #expect(language.firstWeekday == first)
    }

    @Test func `every language on the list is known and different from English`() {
        let list = DateLanguage.available
        #expect(list.count >= 20 && Set(list.map(\.identifier)).count == list.count && Set(list.map(\.name)).count == list.count)
        #expect(list.first?.identifier == "en")
        for (identifier, name) in list.dropFirst() {
            let language = DateLanguage(identifier: identifier)
            #expect(language.identifier == identifier && Preferences.isLanguage(identifier) && !name.isEmpty)
            #expect(language.day(saturday, style: .long) != saturday.longName, "\(identifier)")
            #expect((1...7).contains(language.firstWeekday) && language.isRightToLeft == ["ar", "he"].contains(identifier))
            for style in DateLanguage.Style.allCases { #expect(!language.day(saturday, style: style).isEmpty, "\(identifier)") }
        }
    }

    @Test(arguments: [
        ("0001-01-01", "Montag, 1. Januar 1"), ("1582-10-10", "Sonntag, 10. Oktober 1582"),
        ("9999-12-31", "Freitag, 31. Dezember 9999"),
    ])
    func `a day has the weekday of its own calendar in every year`(day: String, long: String) {
        #expect(DateLanguage(identifier: "de").day(.of(day), style: .long) == long)
        #expect(
            LocalMonth.weekdayNames[LocalDay.of(day).weekday - 1]
                == DateLanguage(identifier: "en-US").day(.of(day), style: .long).split(separator: ",")[0])
    }

    @Test func `one language is spoken by many at once`() async {
        let words = await withTaskGroup(of: [String].self) { group in
            for task in 0..<8 {
                group.addTask {
                    let language = DateLanguage.of(task % 2 == 0 ? "de" : "de", system: nil)
                    return (0..<2000).compactMap { LocalDay(number: $0).map { language.day($0, style: .long) } }
                }
            }
            return await group.reduce(into: Set<[String]>()) { $0.insert($1) }
        }
        #expect(words.count == 1)
    }

    @Test(
        arguments: [
            ([:], nil), (["LANG": "C"], nil), (["LANG": "POSIX"], nil), (["LANG": "C.UTF-8"], nil), (["LANG": ""], nil),
            (["LANG": "de_AT.UTF-8"], "de-AT"), (["LANG": "de_DE@euro"], "de-DE"), (["LC_ALL": "", "LANG": "fr"], "fr"),
            (["LC_ALL": "it_IT.UTF-8", "LC_TIME": "de", "LANG": "fr"], "it-IT"), (["LC_TIME": "de", "LANG": "fr"], "de"),
            (["LANG": "../x"], nil), (["LANG": "en_US.UTF-8"], "en-US"),
        ] as [([String: String], String?)])
    func `the system's language is what its settings say`(environment: [String: String], tag: String?) {
        #expect(DateLanguage.systemIdentifier(environment) == tag)
    }
}

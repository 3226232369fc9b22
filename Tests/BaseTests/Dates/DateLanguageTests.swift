import Base
import Foundation
import GivenValues
import Journal
import Testing

@Suite struct DateLanguageTests {
    private let saturday = LocalDay.of("2026-03-14")

    @Test(
        arguments: [
            (nil, nil), ("en", nil), ("en-001", "de"), (nil, "en-US"), (nil, "en-GB"), (nil, "en"), ("EN", nil), ("xx", nil),
            ("../../etc", nil), ("", nil), ("de-", nil), (nil, "qq-QQ"),
            ("i-klingon", nil), ("und", nil), ("root", nil), ("aa", nil), ("=1", nil), ("#icu", nil), ("+us", nil),
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

    @Test(
        arguments: [
            ("en-US", 7, ["Saturday, March 14, 2026", "Mar 14, 2026", "Sat", "Mar 14", "March 2026"]),
            ("ar", 6, ["السبت، 14 مارس، 2026", "14 مارس، 2026", "سبت", "14 مارس", "مارس 2026"]),
            ("cs", 1, ["sobota 14. března 2026", "14.\u{202f}3.\u{202f}2026", "so", "14.\u{202f}3.", "březen 2026"]),
            ("da", 1, ["lørdag den 14. marts 2026", "14. mar. 2026", "lør.", "14. mar.", "marts 2026"]),
            ("de", 1, ["Samstag, 14. März 2026", "14. März 2026", "Sa", "14. März", "März 2026"]),
            ("el", 1, ["Σάββατο 14 Μαρτίου 2026", "14 Μαρ 2026", "Σάβ", "14 Μαρ", "Μάρτιος 2026"]),
            ("es", 1, ["sábado, 14 de marzo de 2026", "14 mar 2026", "sáb", "14 mar", "marzo de 2026"]),
            ("fi", 1, ["lauantaina 14. maaliskuuta 2026", "14.3.2026", "la", "14.3.", "maaliskuu 2026"]),
            ("fr", 1, ["samedi 14 mars 2026", "14 mars 2026", "sam.", "14 mars", "mars 2026"]),
            ("he", 7, ["יום שבת, 14 במרץ 2026", "14 במרץ 2026", "שבת", "14 במרץ", "מרץ 2026"]),
            ("hi", 7, ["शनिवार, 14 मार्च 2026", "14 मार्च 2026", "शनि", "14 मार्च", "मार्च 2026"]),
            ("hu", 1, ["2026. március 14., szombat", "2026. márc. 14.", "Szo", "márc. 14.", "2026. március"]),
            ("it", 1, ["sabato 14 marzo 2026", "14 mar 2026", "sab", "14 mar", "marzo 2026"]),
            ("ja", 7, ["2026年3月14日 土曜日", "2026年3月14日", "土", "3月14日", "2026年3月"]),
            ("ko", 7, ["2026년 3월 14일 토요일", "2026년 3월 14일", "토", "3월 14일", "2026년 3월"]),
            ("nb", 1, ["lørdag 14. mars 2026", "14. mars 2026", "lør.", "14. mars", "mars 2026"]),
            ("nl", 1, ["zaterdag 14 maart 2026", "14 mrt 2026", "za", "14 mrt", "maart 2026"]),
            ("pl", 1, ["sobota, 14 marca 2026", "14 mar 2026", "sob.", "14 mar", "marzec 2026"]),
            ("pt", 7, ["sábado, 14 de março de 2026", "14 de mar. de 2026", "sáb.", "14 de mar.", "março de 2026"]),
            ("pt-BR", 7, ["sábado, 14 de março de 2026", "14 de mar. de 2026", "sáb.", "14 de mar.", "março de 2026"]),
            ("ro", 1, ["sâmbătă, 14 martie 2026", "14 mar. 2026", "sâm.", "14 mar.", "martie 2026"]),
            ("ru", 1, ["суббота, 14 марта 2026\u{202f}г.", "14 марта 2026\u{202f}г.", "Сб", "14 марта", "март 2026\u{202f}г."]),
            ("sv", 1, ["lördag 14 mars 2026", "14 mars 2026", "lör", "14 mars", "mars 2026"]),
            ("tr", 1, ["14 Mart 2026 Cumartesi", "14 Mar 2026", "Cmt", "14 Mar", "Mart 2026"]),
            (
                "uk", 1,
                ["субота, 14 березня 2026\u{202f}р.", "14 бер. 2026\u{202f}р.", "сб", "14 бер.", "березень 2026\u{202f}р."]
            ),
            ("zh-Hans", 7, ["2026年3月14日 星期六", "2026年3月14日", "周六", "3月14日", "2026年3月"]),
            ("zh-Hant", 7, ["2026年3月14日 星期六", "2026年3月14日", "週六", "3月14日", "2026年3月"]),
        ] as [(String, Int, [String])])
    func `each language on the list says the same on every machine`(identifier: String, first: Int, words: [String]) {
        let language = DateLanguage(identifier: identifier)
        let styles: [DateLanguage.Style] = [.long, .medium, .weekday, .dayMonth]
        #expect(styles.map { language.day(saturday, style: $0) } + [language.month(saturday.month)] == words)
        #expect(language.firstWeekday == first)
        #expect(DateLanguage.available.contains { $0.identifier == identifier })
    }

    @Test(arguments: [
        ("de-XX", "Samstag, 14. März 2026", 1), ("de-US", "Samstag, 14. März 2026", 7),
        ("DE-latn-at", "Samstag, 14. März 2026", 1),
        ("de-1996", "Samstag, 14. März 2026", 1), ("deu", "Samstag, 14. März 2026", 1), ("de-TH", "Samstag, 14. März 2026", 7),
        ("de-u-nu-arab", "Samstag, 14. März 2026", 1), ("th-TH-u-ca-buddhist-nu-thai", "วันเสาร์ที่ 14 มีนาคม 2026", 7),
        ("no", "lørdag 14. mars 2026", 1), ("iw", "יום שבת, 14 במרץ 2026", 7), ("in-ID", "Sabtu, 14 Maret 2026", 7),
        ("sr-RS", "субота, 14. март 2026.", 1), ("sr-Latn", "subota, 14. mart 2026.", 1), ("sh-BA", "subota, 14. mart 2026.", 1),
        ("es-419", "sábado, 14 de marzo de 2026", 1), ("pt-PT", "sábado, 14 de março de 2026", 7),
        ("en-GB", "Saturday, 14 March 2026", 1), ("en-XX", "Saturday, March 14, 2026", 1),
        ("ar-EG", "السبت، ١٤ مارس، ٢٠٢٦", 6), ("pa-PK", "ہفتہ, ۱۴ مارچ ۲۰۲۶", 7),
    ])
    func `a tag that is not in the table takes the words of the nearest one that is`(tag: String, long: String, first: Int) {
        let language = DateLanguage(identifier: tag)
        #expect(language.identifier == tag && language.day(saturday, style: .long) == long)
        #expect(language.firstWeekday == first)
    }

    @Test func `Chinese is written as its region writes it`() {
        let weekdays = ["zh", "zh-CN", "zh-SG", "zh-Hans-HK", "zh-TW", "zh-HK", "zh-MO", "zh-Hant-SG"].map {
            DateLanguage(identifier: $0).day(saturday, style: .weekday)
        }
        #expect(weekdays == ["周六", "周六", "周六", "周六", "週六", "週六", "週六", "週六"])
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

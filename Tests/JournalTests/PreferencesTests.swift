import Journal
import Testing

@Suite struct PreferencesTests {
    @Test func `before anything is said, nothing goes to the internet and the app locks after ten minutes`() {
        let standard = Preferences.standard
        #expect(!standard.onlineQuotes && standard.idleMinutes == 10 && standard.prompts)
        #expect(standard.dateLanguage == nil && standard.weekStart == nil && standard.theme == .system)
        #expect(standard.fault == nil)
    }

    @Test(arguments: [Int.min, -1, 0, 241, 1000, Int.max])
    func `an idle time outside its range is refused`(minutes: Int) {
        #expect(Preferences(idleMinutes: minutes).fault == .idleMinutes(minutes))
    }

    @Test(arguments: [1, 10, 240])
    func `an idle time within its range is taken`(minutes: Int) { #expect(Preferences(idleMinutes: minutes).fault == nil) }

    @Test(arguments: [
        "", " ", "d", "1", "de ", "de_DE", "de-", "-de", "de--AT", "deutschland-de", "de-Österreich", "dé", "de\0",
        "de-verylongsubtag", "../../etc", "a1", "de-AT-x-aaaaaaaa-bbbbbbbb-cccccccc-dd", "<b>", "de;q=1",
    ])
    func `what has not the shape of a language tag is refused`(tag: String) {
        #expect(Preferences(dateLanguage: tag).fault == .dateLanguage(tag))
    }

    @Test(arguments: ["de", "pt-BR", "zh-Hans", "sr-Latn-RS", "de-1996", "en-US-x-twain", "tlh", "DE"])
    func `a language tag is taken`(tag: String) { #expect(Preferences(dateLanguage: tag).fault == nil) }

    @Test(arguments: [-1, 0, 8, Int.max])
    func `a day that no week has is refused`(day: Int) { #expect(Preferences(weekStart: day).fault == .weekStart(day)) }

    @Test(arguments: [
        ("", []), ("off", []), ("21:00", ["21:00"]), ("9 pm, 8:30", ["21:00", "08:30"]),
        ("8:30 21:00;9", ["08:30", "21:00", "09:00"]),
    ])
    func `times of check-ins are read as they are typed`(typed: String, times: [String]) throws {
        #expect(try Preferences.checkInTimes(typed: typed).map(\.clock) == times)
    }

    @Test func `what is no setting of a reminder is refused, and nothing is rounded to what can be`() throws {
        for typed in ["noon or so", "25:00", "1,2,3,4,5,6,7"] {
            #expect(throws: PreferenceFault.checkInTimes(typed)) { try Preferences.checkInTimes(typed: typed) }
        }
        for typed in ["0", "11", "", "strong"] {
            #expect(throws: PreferenceFault.followUpFrom(typed)) { try Preferences.followUpFrom(typed: typed) }
        }
        for typed in ["4", "241", "often"] {
            #expect(throws: PreferenceFault.repeatMinutes(typed)) { try Preferences.repeatMinutes(typed: typed) }
        }
        for typed in ["22:00", "22:00-22:00", "at night"] {
            #expect(throws: PreferenceFault.quietHours(typed)) { try Preferences.quietHours(typed: typed) }
        }
        for typed in ["", "off"] {
            #expect(try Preferences.repeatMinutes(typed: typed) == nil && Preferences.quietHours(typed: typed) == nil)
        }
        #expect(try Preferences.repeatMinutes(typed: "240") == 240 && Preferences.followUpFrom(typed: "10") == 10)
    }
}

import Journal
import Testing

@Suite struct ScheduleWordsTests {
    @Test(arguments: [
        (
            "d1", "08:00,20:00", "1", "-",
            "1 tablet every day at 08:00 and 20:00, from 20 November 2026, local time"
        ),
        ("d1", "08:00", "0.5", "-", "0.5 tablet every day at 08:00, from 20 November 2026, local time"),
        ("d2", "09:00", "2", "-", "2 tablets every other day at 09:00, from 20 November 2026, local time"),
        ("d3", "21:30", "1", "-", "1 tablet every 3 days at 21:30, from 20 November 2026, local time"),
        (
            "w2:14", "09:00", "2", "-",
            "2 tablets every other Monday and Thursday at 09:00, from 20 November 2026, local time"
        ),
        (
            "w1:135", "09:00", "1", "-",
            "1 tablet every Monday, Wednesday and Friday at 09:00, from 20 November 2026, local time"
        ),
        ("w1:12345", "07:00", "1", "-", "1 tablet every weekday at 07:00, from 20 November 2026, local time"),
        (
            "w3:7", "07:00", "1", "-",
            "1 tablet every 3 weeks on Sunday at 07:00, from 20 November 2026, local time"
        ),
        (
            "c21/7", "22:00", "1", "-",
            "1 tablet every day at 22:00, 21 days on, 7 days off, from 20 November 2026, local time"
        ),
        (
            "c1/1", "22:00", "1", "-",
            "1 tablet every day at 22:00, 1 day on, 1 day off, from 20 November 2026, local time"
        ),
        (
            "d1", "08:00", "1", "2026-12-24",
            "1 tablet every day at 08:00, from 20 November 2026 to 24 December 2026, local time"
        ),
        ("d1", "08:00", "1", "2026-11-20", "1 tablet every day at 08:00, only on 20 November 2026, local time"),
        ("h8", "06:00", "1", "-", "1 tablet every 8 hours, first at 06:00 on 20 November 2026, Europe/Vienna time"),
        (
            "h1", "06:00", "1", "2026-11-22",
            "1 tablet every hour, first at 06:00 on 20 November 2026, Europe/Vienna time, until 22 November 2026"
        ),
    ])
    func `a schedule says what it will do`(cadence: String, times: String, amount: String, end: String, words: String) throws {
        var made = try schedule(cadence, times, "2026-11-20", end: end)
        (made.zone, made.amount) = ("Europe/Vienna", try #require(Amount(amount)))
        #expect(made.words(unit: "tablet") == words)
        made.travel = .home
        let atHome = words.replacing("local time", with: "Europe/Vienna time")
        #expect(made.words(unit: "tablet") == atHome)
    }

    @Test(arguments: [
        (
            "4x7,3x7,2x7",
            "4 tablets for 7 days, then 3 for 7 days, then 2 for 7 days, every day at 08:00, from 20 November 2026 to 10 December 2026, "
        ),
        ("1x1,2x~", "1 tablet for 1 day, then 2 from then on, every day at 08:00, from 20 November 2026, "),
        ("0x7,1x7", "none for 7 days, then 1 tablet for 7 days, every day at 08:00, from 20 November 2026 to 3 December 2026, "),
        (
            "2x7,0x7,1x~",
            "2 tablets for 7 days, then none for 7 days, then 1 from then on, every day at 08:00, from 20 November 2026, "
        ),
    ])
    func `a taper says its steps`(steps: String, words: String) throws {
        let made = try schedule("d1", "08:00", "2026-11-20", steps: steps)
        #expect(made.words(unit: "tablet") == words + "local time")
    }

    @Test func `the caller writes the days`() throws {
        let made = try schedule("d1", "08:00", "2026-11-20", end: "2026-11-21")
        #expect(
            made.words(unit: "ml") { $0.iso }
                == "1 ml every day at 08:00, from 2026-11-20 to 2026-11-21, local time")
    }
}

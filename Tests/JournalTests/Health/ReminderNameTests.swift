import Journal
import SeededChance
import Testing

private let id = RecordID(test: "entry")

@Suite struct ReminderNameTests {
    @Test(arguments: [
        "dose \(id) 2026-11-20T08:00", "dose \(id) #17", "check_in 2026-11-20 21:05", "check_in 2026-11-20 00:00",
        "follow_up \(id)", "refill \(id) 60000@1773518400000", "refill \(id) 2027-03-31", "week 2026-11-16",
    ])
    func `a name is kept as text and read back`(text: String) throws {
        #expect(try #require(Reminder.Name(text: text)).text == text)
    }

    @Test(arguments: [
        "", " ", "dose", "dose \(id)", "dose \(id) ", "dose  k", "dose \(id) k k", "Dose \(id) k", "dose s k",
        "refill m 2027-03-31",
        "check_in", "check_in 2026-11-20",
        "check_in 2026-02-30 21:00", "check_in 2026-11-20 24:00", "check_in 2026-11-20 2100", "check_in 2026-11-20 21:00 x",
        "refill \(id)", "refill \(id)  x", "follow_up", "follow_up ", "follow_up \(id) b", " follow_up \(id)", "follow_up a",
        "note \(id)",
        "check_in 20.11.2026 21:00",
    ])
    func `another text is no name`(text: String) { #expect(Reminder.Name(text: text) == nil) }

    @Test(arguments: ["21:05", "00:00", "23:59", "7:30", "09:00"])
    func `a time is read as the clock shows it`(text: String) throws {
        let time = try #require(TimeOfDay(clock: text))
        #expect(time.clock == (text.count == 4 ? "0" + text : text))
    }

    @Test(arguments: [
        "", ":", "2105", "21", "21:5", "21:050", "24:00", "21:60", "-1:00", "+9:00", "21:05:00", "٢١:٠٥", " 21:05", "9 :00",
    ])
    func `another text is no time`(text: String) { #expect(TimeOfDay(clock: text) == nil) }
}

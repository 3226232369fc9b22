import Journal
import Testing

@Suite struct InstantTests {
    @Test(arguments: [
        (0, 0, "1970-01-01T00:00:00Z"),
        (0, 3600, "1970-01-01T01:00:00+01:00"),
        (0, -12_600, "1969-12-31T20:30:00-03:30"),
        (-1, 0, "1969-12-31T23:59:59.999Z"),
        (-1000, 0, "1969-12-31T23:59:59Z"),
        (1_773_518_405_250, 3600, "2026-03-14T21:00:05.250+01:00"),
        (1_773_518_405_007, 20_700, "2026-03-15T01:45:05.007+05:45"),
        (951_782_400_000, 0, "2000-02-29T00:00:00Z"),
        (-62_135_596_800_000, 0, "0001-01-01T00:00:00Z"),
        (253_402_300_799_999, 0, "9999-12-31T23:59:59.999Z"),
        // Local mean time has seconds, which RFC 3339 cannot say.
        (0, 1172, "1970-01-01T00:00:00Z"),
        (0, 86_400, "1970-01-01T00:00:00Z"),
        (0, -86_400, "1970-01-01T00:00:00Z"),
        // The offset would lead out of the calendar.
        (-62_135_596_800_000, -3600, "0001-01-01T00:00:00Z"),
        (253_402_300_799_999, 3600, "9999-12-31T23:59:59.999Z"),
    ])
    func `an instant is written as RFC 3339`(milliseconds: Int64, offset: Int, text: String) throws {
        #expect(try #require(Instant(milliseconds: milliseconds)).rfc3339(offset: offset) == text)
    }

    @Test(arguments: [-62_135_596_800_001, 253_402_300_800_000, Int64.max, Int64.min])
    func `an instant outside years 1 to 9999 is refused`(milliseconds: Int64) {
        #expect(Instant(milliseconds: milliseconds) == nil)
        #expect(civil(milliseconds) == nil)
    }

    @Test func `instants are ordered in time`() throws {
        let earlier = try #require(Instant(milliseconds: -1))
        let later = try #require(Instant(milliseconds: 1))
        #expect(earlier < later)
        #expect(!(later < earlier))
    }

    @Test(arguments: [(7, 3, 2, 1), (-7, 3, -3, 2), (-6, 3, -2, 0), (0, 5, 0, 0), (-1, 86_400_000, -1, 86_399_999)])
    func `division rounds down`(number: Int64, divisor: Int64, quotient: Int64, remainder: Int64) {
        let result = floorDivide(number, by: divisor)
        #expect(result.quotient == quotient)
        #expect(result.remainder == remainder)
    }

    @Test(arguments: [
        (0, 0, 0, 0, "00:00"), (23, 59, 59, 999, "23:59"), (9, 5, 7, 0, "09:05"), (21, 0, 0, 1, "21:00"),
    ])
    func `a time of day keeps its parts`(hour: Int, minute: Int, second: Int, thousandth: Int, text: String) throws {
        let time = try #require(TimeOfDay(hour: hour, minute: minute, second: second, millisecond: thousandth))
        #expect(time.hour == hour && time.minute == minute && time.second == second)
        #expect(time.clock == text)
        #expect(TimeOfDay(milliseconds: time.milliseconds) == time)
    }

    @Test(arguments: [
        (24, 0, 0, 0), (-1, 0, 0, 0), (0, 60, 0, 0), (0, -1, 0, 0), (0, 0, 60, 0), (0, 0, -1, 0), (0, 0, 0, 1000),
        (0, 0, 0, -1), (Int.max, 0, 0, 0), (0, Int.min, 0, 0),
    ])
    func `a time that no clock shows is refused`(hour: Int, minute: Int, second: Int, thousandth: Int) {
        #expect(TimeOfDay(hour: hour, minute: minute, second: second, millisecond: thousandth) == nil)
    }

    @Test(arguments: [-1, 86_400_000, Int.max, Int.min])
    func `milliseconds beyond a day are refused`(milliseconds: Int) {
        #expect(TimeOfDay(milliseconds: milliseconds) == nil)
    }
}

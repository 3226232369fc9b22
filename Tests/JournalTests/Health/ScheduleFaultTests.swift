import Journal
import Testing

@Suite struct ScheduleFaultTests {
    private static let good = ["d1", "d366", "w1:1", "w52:1234567", "c1/1", "c366/366", "h1", "h168"]

    @Test(arguments: good) func `a schedule at its limits may be kept`(cadence: String) throws {
        #expect(try schedule(cadence, "08:00", "2026-11-20").fault == nil)
    }

    @Test(arguments: [
        ("d0", ScheduleFault.badInterval), ("d-1", .badInterval), ("d367", .badInterval), ("d9223372036854775807", .badInterval),
        ("h0", .badInterval), ("h-8", .badInterval), ("h169", .badInterval), ("h9223372036854775807", .badInterval),
        ("w0:1", .badInterval), ("w53:1", .badInterval), ("w-1:1", .badInterval), ("w1:8", .badWeekdays), ("w1:0", .badWeekdays),
        ("w2:18", .badWeekdays), ("m0:1", .badInterval), ("m13:1", .badInterval), ("m1:0", .badInterval), ("m1:32", .badInterval),
        ("c0/7", .badInterval), ("c7/0", .badInterval), ("c367/1", .badInterval),
        ("c1/367", .badInterval),
        ("c-1/7", .badInterval), ("c9223372036854775807/9223372036854775807", .badInterval),
    ])
    func `a cadence outside its limits cannot be kept and has no doses`(cadence: String, fault: ScheduleFault) throws {
        try refuses(try schedule(cadence, "08:00", "2026-11-20"), fault)
    }

    @Test func `weeks need a day`() throws {
        var made = try schedule("w1:1", "08:00", "2026-11-20")
        made.cadence = .everyWeeks(1, weekdays: [])
        try refuses(made, .badWeekdays)
    }

    @Test(arguments: [
        ([], "d1", ScheduleFault.noTimes), ([], "h8", .noTimes), ([8, 8], "d1", .badTimes), ([20, 8], "d1", .badTimes),
        ([8, 12, 9], "c1/1", .badTimes), ([8, 16], "h8", .badTimes), (Array(0...23) + [23], "d1", .tooManyTimes),
        (Array(0...23) + [23], "h8", .tooManyTimes),
    ])
    func `times must ascend, and where hours are counted there is one`(hours: [Int], cadence: String, fault: ScheduleFault) throws
    {
        var made = try schedule(cadence, "08:00", "2026-11-20")
        made.times = hours.compactMap { TimeOfDay(hour: $0, minute: 0) }
        try refuses(made, fault)
    }

    @Test(arguments: [1, 999, 1000, 59_999, 28_800_001, 86_399_999])
    func `times are whole minutes`(milliseconds: Int) throws {
        for cadence in ["d1", "h8"] {
            var made = try schedule(cadence, "08:00", "2026-11-20")
            made.times = [try #require(TimeOfDay(milliseconds: milliseconds))]
            try refuses(made, .badTimes)
        }
    }

    @Test func `24 times a day may be kept`() throws {
        var made = try schedule("d1", "08:00", "2026-11-20")
        made.times = (0...23).compactMap { TimeOfDay(hour: $0, minute: 0) }
        #expect(made.fault == nil)
        #expect(made.keys(try utc("2026-11-20T00:00"), try utc("2026-11-21T00:00")).count == 24)
    }

    @Test func `it cannot end before it starts`() throws {
        try refuses(try schedule("d1", "08:00", "2026-11-20", end: "2026-11-19"), .endsBeforeStart)
        try refuses(try schedule("h8", "08:00", "2026-11-20", end: "0001-01-01"), .endsBeforeStart)
        #expect(try schedule("d1", "08:00", "2026-11-20", end: "2026-11-20").fault == nil)
    }

    @Test(arguments: [
        ([0], ScheduleFault.badSteps), ([-1], .badSteps), ([3661], .badSteps), ([7, 0], .badSteps), ([nil, 7], .badSteps),
        ([7, nil, 7], .badSteps), ([nil, nil], .badSteps), ([Int.max], .badSteps), ([Int.max, Int.max, nil], .badSteps),
        ([Int.min, 7], .badSteps), (Array(repeating: 1, count: 101), .badSteps),
    ])
    func `steps have days, and only the last goes on`(days: [Int?], fault: ScheduleFault) throws {
        var made = try schedule("d1", "08:00", "2026-11-20")
        made.steps = days.map { .init(amount: .one, days: $0) }
        try refuses(made, fault)
    }

    @Test(arguments: [[1], [3660], [nil], [7, nil], Array(repeating: 3660, count: 100)] as [[Int?]])
    func `a taper at its limits may be kept`(days: [Int?]) throws {
        var made = try schedule("d1", "08:00", "2026-11-20")
        made.steps = days.map { .init(amount: .one, days: $0) }
        #expect(made.fault == nil)
        #expect(made.words(unit: "tablet").isEmpty == false)
    }

    @Test func `a dose is needed`() throws {
        var made = try schedule("d1", "08:00", "2026-11-20")
        made.amount = .none
        try refuses(made, .noDose)
        made.steps = [.init(amount: .none, days: 7), .init(amount: .none, days: nil)]
        try refuses(made, .noDose)
        made.amount = .one
        try refuses(made, .noDose)
        made.steps = [.init(amount: .none, days: 7), .init(amount: .one, days: nil)]
        #expect(made.fault == nil)
        made.amount = .none
        #expect(made.fault == nil)
    }

    /// Nothing that is asked of it traps, and it has no doses.
    private func refuses(_ made: Schedule, _ fault: ScheduleFault, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(made.fault == .schedule(fault), sourceLocation: sourceLocation)
        let (from, to) = (try utc("2026-11-01T00:00"), try utc("2027-11-01T00:00"))
        #expect(made.keys(from, to) == [], sourceLocation: sourceLocation)
        #expect(made.next(link, after: from, rules: TableZone.utc) == nil, sourceLocation: sourceLocation)
        #expect(!made.words(unit: "tablet").isEmpty, sourceLocation: sourceLocation)
    }
}

import Journal
import SeededChance
import Testing

/// Whether a dose was taken in time is judged where it was due, wherever it is read later.
@Suite struct DoseTimingTests {
    private let link = RecordID(test: "s")

    /// What is logged of a dose at `instant` where its owner is.
    private func intake(_ dose: Occurrence, at instant: Instant, timing: Intake.Timing?) -> Intake {
        Intake(
            instant: instant, zone: "UTC", day: dose.day, medication: dose.medication, amount: .one, unit: "tablet",
            occurrence: dose.name, due: dose.due, timing: timing)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `a dose is judged the same at home as on the journey on which it was taken`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let hours = -12...14
        let home = TableZone(first: Int.random(in: hours, using: &random) * 3600)
        let away = TableZone(first: Int.random(in: hours, using: &random) * 3600)
        let times = (1...3).map { _ in Int.random(in: 0..<96, using: &random) }
        let clocks = Set(times).sorted().map { "\($0 / 4):\(["00", "15", "30", "45"][$0 % 4])" }.joined(separator: ",")
        let made = try schedule("d1", clocks, "2026-11-20")
        let (from, to) = (try utc("2026-12-01T00:00"), try utc("2026-12-08T00:00"))
        for there in made.occurrences(link, from: from, to: to, rules: away) {
            let here = try #require(made.occurrence(there.name, rules: home))
            let taken = there.due.moved(by: Int64.random(in: -300...600, using: &random) * 60_000)
            let judged = there.timing(of: taken)
            #expect(judged == (there.window.contains(taken) ? .inTime : taken < there.due ? .early : .late))
            // Fixed when it was logged, or, where it was not judged, from what the log says.
            for timing in [judged, nil] {
                let dose = DueDose(here, intake: intake(there, at: taken, timing: timing), now: .last)
                #expect(dose.timing == judged, "seed \(seed): \(there.name.key)")
                #expect(dose.isLate == (judged != .inTime) && dose.state == .taken)
            }
        }
    }

    @Test func `only a dose that was taken is early, in time or late`() throws {
        let made = try schedule("d1", "08:00", "2026-11-20")
        let dose = try #require(made.next(link, after: try utc("2026-11-20T00:00"), rules: TableZone.utc))
        var said = intake(dose, at: dose.due.moved(by: 7 * Instant.hourMilliseconds), timing: nil)
        #expect(DueDose(dose, intake: said, now: .last).timing == .late)
        said.due = nil
        #expect(DueDose(dose, intake: said, now: .last).timing == .late, "a log without the moment it was due")
        for outcome in [Intake.Outcome.skipped, .missed] {
            said.outcome = outcome
            #expect(DueDose(dose, intake: said, now: .last).timing == nil)
        }
        #expect(DueDose(dose, intake: nil, now: .last).timing == nil)
    }
}

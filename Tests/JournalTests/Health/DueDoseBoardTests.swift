import Journal
import Testing

@Suite struct DueDoseBoardTests {
    private func board(
        _ schedules: [(id: RecordLink, schedule: Schedule)], _ intakes: [Occurrence.Name: Intake], from: Instant, to: Instant,
        now: Instant,
        zone: TableZone = .utc
    ) -> [DueDose] { DueDose.board(of: schedules, intakes: intakes, from: from, to: to, now: now, rules: { _ in zone }) }

    private func intake(_ dose: Occurrence, at instant: Instant, _ outcome: Intake.Outcome) -> Intake {
        Intake(
            instant: instant, zone: "Etc/UTC", day: dose.day, medication: dose.medication, amount: dose.amount, unit: "tablet",
            outcome: outcome,
            occurrence: dose.name, due: dose.due)
    }

    @Test func `doses of all schedules come in the order in which they are due`() throws {
        let (a, b) = (RecordLink("a"), RecordLink("b"))
        let made = [
            (id: b, schedule: try schedule("d1", "08:00,12:00", "2026-11-20")),
            (id: a, schedule: try schedule("d1", "08:00,10:00", "2026-11-20")),
        ]
        let found = board(
            made + made, [:], from: try utc("2026-11-20T00:00"), to: try utc("2026-11-21T00:00"), now: try utc("2026-11-20T10:30")
        )
        #expect(found.map(\.occurrence.name.schedule) == [a, b, a, b])
        #expect(found.map(\.state) == [.missed, .missed, .due, .upcoming])
    }

    @Test(arguments: [
        ("2026-11-20T07:59", DueDose.State.upcoming), ("2026-11-20T08:00", .due), ("2026-11-20T13:59", .due),
        ("2026-11-20T14:00", .missed),
        ("2036-01-01T00:00", .missed), ("1990-01-01T00:00", .upcoming),
    ])
    func `time alone says upcoming, due or missed, and what a person says stands before it`(now: String, state: DueDose.State)
        throws
    {
        let made = [(id: link, schedule: try schedule("d1", "08:00", "2026-11-20"))]
        let (from, to, now) = (try utc("2026-11-20T00:00"), try utc("2026-11-21T00:00"), try utc(now))
        let dose = try #require(board(made, [:], from: from, to: to, now: now).first)
        #expect(dose.state == state && dose.intake == nil && !dose.isLate)
        for (outcome, shown) in [(Intake.Outcome.taken, DueDose.State.taken), (.skipped, .skipped), (.missed, .missed)] {
            let settled = [dose.occurrence.name: intake(dose.occurrence, at: dose.occurrence.due, outcome)]
            let again = board(made, settled, from: from, to: to, now: now)
            #expect(again.map(\.state) == [shown])
        }
        let other = Occurrence.Name(schedule: RecordLink("other"), key: dose.occurrence.name.key)
        #expect(
            board(made, [other: intake(dose.occurrence, at: now, .taken)], from: from, to: to, now: now).map(\.state) == [state])
    }

    @Test(arguments: [
        ("2026-11-20T06:00", false), ("2026-11-20T05:59", true), ("2026-11-20T10:00", false), ("2026-11-20T10:01", true),
    ])
    func `taken outside its window is late`(at: String, isLate: Bool) throws {
        let dose = try #require(
            try schedule("d1", "08:00", "2026-11-20").next(link, after: try utc("2026-11-20T00:00"), rules: TableZone.utc))
        #expect(DueDose(dose, intake: intake(dose, at: try utc(at), .taken), now: try utc("2026-11-21T00:00")).isLate == isLate)
        #expect(!DueDose(dose, intake: intake(dose, at: try utc(at), .skipped), now: try utc("2026-11-21T00:00")).isLate)
    }

    /// A machine that sleeps, is started again, has its clock set back and forth, and a person who answers now and then.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `each dose ends as exactly one of taken, skipped and missed, whatever the clock did`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var made: [(id: RecordLink, schedule: Schedule)] = []
        for index in 0..<3 { made.append((RecordLink("\(index)"), try random.schedule())) }
        let zone = random.zone()
        let begin = Int64(made.map(\.schedule.start.number).min() ?? 0) * 86_400_000
        let from = try #require(Instant(milliseconds: begin))
        let end = try #require(Instant(milliseconds: begin + 60 * 86_400_000))
        var written: [Intake] = []
        var model: [Occurrence.Name: Intake.Outcome] = [:]
        var now = begin
        while now < end.milliseconds {
            // Awake for minutes, asleep for days, set back by hours.
            switch Int.random(in: 0..<10, using: &random) {
            case 0: now += Int64.random(in: 0...400_000_000, using: &random)
            case 1: now -= Int64.random(in: 0...90_000_000, using: &random)
            default: now += Int64.random(in: 0...20_000_000, using: &random)
            }
            let clock = try #require(Instant(milliseconds: now))
            let near = (
                try #require(Instant(milliseconds: now - 43_200_000)), try #require(Instant(milliseconds: now + 43_200_000))
            )
            let shown = board(made, Intake.settled(written), from: near.0, to: near.1, now: clock, zone: zone)
            #expect(Set(shown.map(\.occurrence.name)).count == shown.count, "seed \(seed)")
            for dose in shown {
                // What was answered is never asked again.
                #expect((dose.intake?.outcome == model[dose.occurrence.name]), "seed \(seed)")
            }
            guard let dose = shown.filter({ [.due, .upcoming].contains($0.state) }).randomElement(using: &random),
                Bool.random(using: &random)
            else { continue }
            let outcome: Intake.Outcome = Bool.random(using: &random) ? .taken : .skipped
            model[dose.occurrence.name] = outcome
            written.append(intake(dose.occurrence, at: clock, outcome))
            // The same answer once more, as a second window or device gives it.
            if Bool.random(using: &random) { written.append(intake(dose.occurrence, at: clock, outcome)) }
        }
        written.shuffle(using: &random)
        let later = try #require(Instant(milliseconds: end.milliseconds + 86_400_000))
        let final = board(made, Intake.settled(written), from: from, to: end, now: later, zone: zone)
        let expected = made.flatMap { $0.schedule.occurrences($0.id, from: from, to: end, rules: zone).map(\.name) }
        #expect(final.map(\.occurrence.name).sorted() == expected.sorted(), "seed \(seed)")
        for dose in final {
            let state: DueDose.State =
                switch model[dose.occurrence.name] {
                case .taken: .taken;
                case .skipped: .skipped;
                default: .missed
                }
            #expect(dose.state == state, "seed \(seed)")
        }
        #expect(Intake.settled(written).count == model.count, "seed \(seed)")
    }

    // MARK: Two devices

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `intakes of two devices become one a dose, in whatever order and however often they come`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let doses = try schedule("d1", "08:00,20:00", "2026-11-20")
            .occurrences(link, from: try utc("2026-11-20T00:00"), to: try utc("2026-11-22T00:00"), rules: TableZone.utc)
        var all: [Intake] = []
        for _ in 0..<20 {
            guard let dose = doses.randomElement(using: &random),
                let outcome = Intake.Outcome.allCases.randomElement(using: &random)
            else { continue }
            let at = try #require(Instant(milliseconds: dose.due.milliseconds + Int64.random(in: 0...2, using: &random) * 60_000))
            var made = intake(dose, at: at, outcome)
            if Bool.random(using: &random) { made.amount = Amount(clamped: 500) }
            if Bool.random(using: &random) { made.note = "b" }
            if Bool.random(using: &random) { made.symptom = RecordLink(["x", ""].randomElement(using: &random) ?? "") }
            if Int.random(in: 0..<5, using: &random) == 0 { made.occurrence = nil }
            all.append(made)
        }
        let merged = Intake.settled(all)
        #expect(Intake.settled((all + all).shuffled(using: &random)) == merged, "seed \(seed)")
        let cut = Int.random(in: 0...all.count, using: &random)
        let (mine, theirs) = (Intake.settled(all[..<cut]), Intake.settled(all[cut...]))
        #expect(Intake.settled(Array(theirs.values) + Array(mine.values)) == merged, "seed \(seed)")
        for (name, intake) in merged {
            let same = all.filter { $0.occurrence == name }
            #expect(same.contains(intake))
            if same.contains(where: { $0.outcome == .taken }) { #expect(intake.outcome == .taken, "seed \(seed)") }
            #expect(same.allSatisfy { $0.outcome != intake.outcome || $0.instant >= intake.instant }, "seed \(seed)")
            #expect(!intake.prevails(over: intake))
            for other in same where other != intake {
                #expect(intake.prevails(over: other) && !other.prevails(over: intake), "seed \(seed)")
            }
        }
        #expect(Set(merged.keys) == Set(all.compactMap(\.occurrence)), "seed \(seed)")
    }
}

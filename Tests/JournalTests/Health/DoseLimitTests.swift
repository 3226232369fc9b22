import Journal
import SeededChance
import Testing

/// The limits that an owner sets, and the warning before a dose breaks one.
@Suite struct DoseLimitTests {
    private let noon: Instant

    init() throws { noon = try utc("2026-11-20T12:00") }

    private func medicine(
        _ name: String, _ strength: String = "500 mg", unit: String = "tablet", substance: String = "", gap: Int? = nil,
        most: String? = nil
    ) throws -> Medication {
        let limits = DoseLimits(substance: substance, gap: gap, dayMost: try most.map { try #require(Amount($0)) })
        return Medication(name: name, strength: strength, unit: unit, limits: limits)
    }

    private func dose(_ medication: Medication, _ minutes: Int, _ amount: String = "1") throws -> DoseWarning.TakenDose {
        .init(noon.moved(by: Int64(minutes) * 60_000), medication, try #require(Amount(amount)))
    }

    private func words(_ warnings: [DoseWarning]) -> [String] {
        warnings.map { $0.words(clock: { TableZone.utc.wall(at: $0)?.time.clock ?? "" }) }
    }

    @Test func `a dose too soon after another is told, with when that was and what the owner set`() throws {
        let made = try medicine("Ibuprofen", "400 mg", gap: 360)
        let taken = [try dose(made, -300), try dose(made, -900)]
        #expect(
            words(DoseWarning.all(before: try dose(made, 0), taken: taken, medications: [made]))
                == ["you took Ibuprofen 400 mg at 07:00, and set at least 6 hours between doses"])
        #expect(DoseWarning.all(before: try dose(made, 60), taken: taken, medications: [made]).isEmpty)
        // One that is logged later than it was taken is compared with those after it too.
        #expect(DoseWarning.all(before: try dose(made, -500), taken: taken, medications: [made]).count == 1)
    }

    @Test func `more than the owner set in 24 hours is told, across midnight`() throws {
        let made = try medicine("Paracetamol", most: "8")
        let taken = try [-1439, -1000, -700, -10].map { try dose(made, $0, "2") }
        #expect(
            words(DoseWarning.all(before: try dose(made, 0, "1/2"), taken: taken, medications: [made])) == [
                "with this dose it would be 8.5 tablets of Paracetamol 500 mg in 24 hours, and you set at most 8 tablets"
            ])
        #expect(DoseWarning.all(before: try dose(made, 1, "2"), taken: taken, medications: [made]).isEmpty, "a day has passed")
    }

    @Test func `medicines of one substance count together, by what each unit holds`() throws {
        let tablet = try medicine("Paracetamol", gap: 240, most: "8")
        let sachet = try medicine("Hot lemon", "1 g", unit: "sachet", substance: "PARACETAMOL")
        let other = try medicine("Ibuprofen")
        let all = [tablet, sachet, other]
        let taken = try [-1000, -700, -350].map { try dose(sachet, $0) } + [try dose(other, -5)]
        #expect(DoseWarning.all(before: try dose(tablet, 0, "2"), taken: taken, medications: all).isEmpty)
        #expect(words(DoseWarning.all(before: try dose(sachet, 0, "1.5"), taken: taken, medications: all)).count == 1)
        #expect(DoseWarning.all(before: try dose(sachet, -200), taken: taken, medications: all).count == 1, "the tablet's gap")
        #expect(DoseWarning.all(before: try dose(other, 0, "9"), taken: taken, medications: all).isEmpty)
        // What cannot be compared is not counted towards an amount, only towards the time between doses.
        let drops = try medicine("Paracetamol", "", unit: "ml")
        #expect(DoseWarning.all(before: try dose(drops, 0, "90"), taken: [], medications: all).isEmpty)
    }

    @Test(arguments: [
        ("500 mg", 500_000 as Int64?), ("0.5 g", 500_000), ("1 g", 1_000_000), ("50 µg", 50), ("50mcg", 50), ("2,5 mg", 2500),
        ("", nil), ("mg", nil), ("500", nil), ("500 mg/5 ml", nil), ("5 %", nil), ("0 mg", nil),
    ])
    func `a strength says what one unit holds`(text: String, micrograms: Int64?) throws {
        #expect(try medicine("X", text).micrograms == micrograms)
    }

    @Test(arguments: 0..<80 as Range<UInt64>)
    func `a day is broken exactly if some 24 hours with the dose hold more than the owner set`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let most = Int.random(in: 1...6, using: &random)
        let made = try medicine("X", most: String(most))
        let taken = try (0..<Int.random(in: 0...9, using: &random)).map { _ in
            try dose(made, Int.random(in: -2000...2000, using: &random), String(Int.random(in: 1...2, using: &random)))
        }
        let new = try dose(made, 0)
        let isBroken = (0..<1440).contains { start in
            // The 24 hours from `start` minutes before the dose, without their first moment.
            let from = noon.moved(by: Int64(start - 1440) * 60_000)
            let inside = taken.filter { $0.instant > from && $0.instant <= from.moved(by: Instant.dayMilliseconds) }
            return inside.reduce(1) { $0 + $1.amount.thousandths / 1000 } > most
        }
        #expect(DoseWarning.all(before: new, taken: taken, medications: [made]).isEmpty == !isBroken, "seed \(seed)")
    }

    @Test(arguments: ["0", "0.001", "1000", "10000000", "many", "-1", ""])
    func `a typed gap is from a minute to a week, whatever is wrong with it`(typed: String) {
        let outside = HealthFault.outside(field: "gap", least: "1 minute", most: "7 days")
        #expect(throws: outside) { try DoseLimits.typedGap(typed) }
    }

    @Test func `a gap is typed in hours, and one with two readings is none`() throws {
        #expect(try DoseLimits.typedGap("1/2") == 30)
        #expect(try DoseLimits.typedGap("168") == 10_080)
        let unclear = HealthFault.unclear(field: "gap", decimal: "1", grouped: "1000")
        #expect(throws: unclear) { try DoseLimits.typedGap("1,000") }
    }

    @Test func `limits outside their ranges are refused`() throws {
        #expect(try medicine("X", gap: 0).fault == .outside(field: "gap", least: "1 minute", most: "7 days"))
        #expect(try medicine("X", gap: 10_081).fault != nil && medicine("X", gap: 10_080).fault == nil)
        #expect(try medicine("X", most: "0").fault != nil)
        var long = try medicine("X")
        long.openHours = 169
        #expect(long.fault == .outside(field: "hours", least: "1", most: "168"))
    }
}

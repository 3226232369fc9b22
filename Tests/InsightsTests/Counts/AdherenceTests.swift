import Insights
import Journal
import SeededChance
import Testing

@Suite struct AdherenceTests {
    private func medicine(_ due: [Int: Medicine.DoseDay], asNeeded: Bool = false) -> Medicine {
        Medicine(id: tablet, asNeeded: asNeeded, taken: [], due: due)
    }

    @Test func `the share is of doses of which something is known, with Wilson's interval`() throws {
        let golden = try FamilyNumbers.golden.get()
        for row in golden.rates {
            let (taken, known) = (Int(row[0]), Int(row[1]))
            let day = Medicine.DoseDay(
                taken: taken, late: (known - taken) / 2, missed: known - taken - (known - taken) / 2, unknown: 3)
            let adherence = try #require(Adherence(of: medicine([5: day]), days: 1...9))
            #expect(adherence.known == known && adherence.count(.unknown) == 3)
            #expect(agrees(try #require(adherence.rate), Double(taken) / Double(known)))
            let interval = try #require(adherence.interval)
            #expect(agrees(interval.lowerBound, max(row[2], 0)) && agrees(interval.upperBound, min(row[3], 1)), "\(row)")
        }
    }

    @Test func `seven and 28 days are counted up to a day and no further`() throws {
        let due = Dictionary(
            uniqueKeysWithValues: (1...40).map { ($0, Medicine.DoseDay(taken: 1, late: $0 % 2, skipped: $0 % 5 == 0 ? 1 : 0)) })
        let week = try #require(Adherence(of: medicine(due), last: 7, through: 40))
        #expect(week.days == 34...40 && week.count(.taken) == 7 && week.count(.late) == 3 && week.count(.skipped) == 2)
        #expect(week.count(.missed) == 0 && week.known == 12)
        let month = try #require(Adherence(of: medicine(due), last: 28, through: 40))
        #expect(month.count(.taken) == 28 && month.days == 13...40)
    }

    @Test func `nothing is said of medicine as needed, of no dose, of no day and of an unknown one`() throws {
        let due = [1: Medicine.DoseDay(taken: 1)]
        #expect(Adherence(of: medicine(due, asNeeded: true), days: 1...7) == nil)
        #expect(Adherence(of: medicine(due), days: 2...7) == nil)
        #expect(Adherence(of: medicine([1: Medicine.DoseDay()]), days: 1...7) == nil)
        #expect(Adherence(of: medicine(due), last: 0, through: 1) == nil)
        #expect(Adherence(of: medicine(due), last: 7, through: .min) == nil)
        let unknown = try #require(Adherence(of: medicine([1: Medicine.DoseDay(unknown: 2)]), days: 1...7))
        #expect(unknown.rate == nil && unknown.interval == nil && unknown.known == 0)
    }

    @Test func `a dose is taken, late, skipped, missed or unknown, once it is settled`() throws {
        func dose(_ outcome: Intake.Outcome?, taken minute: Int = 480, now: Int) throws -> DueDose {
            let day = try #require(LocalDay(number: 100))
            let time = try #require(TimeOfDay(hour: 8, minute: 0))
            let amount = Amount(clamped: 1000)
            let occurrence = Occurrence(
                name: Occurrence.Name(schedule: RecordID(test: "s"), key: "k"), medication: tablet, due: try at(100, 480),
                day: day,
                time: time, amount: amount, window: try at(100, 360)...at(100, 600), missedAt: try at(100, 840))
            let intake = try outcome.map {
                Intake(
                    instant: try at(100, minute), zone: "UTC", day: day, medication: tablet, amount: amount, unit: "mg",
                    outcome: $0)
            }
            return DueDose(occurrence, intake: intake, now: try at(100, now))
        }
        #expect(Adherence.State(try dose(.taken, now: 500), used: true) == .taken)
        #expect(Adherence.State(try dose(.taken, taken: 600, now: 900), used: true) == .taken)
        #expect(Adherence.State(try dose(.taken, taken: 601, now: 900), used: false) == .late)
        #expect(Adherence.State(try dose(.skipped, now: 900), used: true) == .skipped)
        #expect(Adherence.State(try dose(.missed, now: 900), used: false) == .missed)
        #expect(Adherence.State(try dose(nil, now: 900), used: true) == .missed)
        #expect(Adherence.State(try dose(nil, now: 900), used: false) == .unknown)
        #expect(Adherence.State(try dose(nil, now: 500), used: true) == nil)
        #expect(Adherence.State(try dose(nil, now: 400), used: true) == nil)
    }
}

import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

@Suite struct DoseTests {
    /// A vault at 06:00 of 14 March in Vienna with a medicine due at 08:00 and 20:00.
    private func morning() async throws -> (vault: TestVault, open: OpenVault, medication: Stored<Medication>) {
        let vault = try TestVault(now: try Moment.of("2026-03-14 06:00").instant.milliseconds)
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "Iron", strength: "80 mg"))
        try await open.addSchedule(try vault.daily(medication.id, "08:00", "20:00"))
        return (vault, open, medication)
    }

    @Test func `a dose is upcoming, due, then missed, and what was said of it stands`() async throws {
        let (vault, open, _) = try await morning()
        #expect(try await open.states(on: "2026-03-14") == ["08:00 upcoming", "20:00 upcoming"])
        vault.clock.advance(seconds: 2 * 3600)
        #expect(try await open.states(on: "2026-03-14") == ["08:00 due", "20:00 upcoming"])
        vault.clock.advance(seconds: 6 * 3600)
        #expect(try await open.states(on: "2026-03-14") == ["08:00 missed", "20:00 upcoming"])
        let doses = try await open.doses(on: .of("2026-03-14"))
        try await open.settle(doses[0].dose.occurrence.name, as: .taken, at: try .of("2026-03-14 08:30"))
        try await open.settle(doses[1].dose.occurrence.name, as: .skipped)
        vault.clock.advance(days: 3)
        #expect(try await open.states(on: "2026-03-14") == ["08:00 taken", "20:00 skipped"])
        #expect(try await open.states(on: "2026-03-15") == ["08:00 missed", "20:00 missed"])
    }

    @Test func `a dose counted from the last one follows what was taken, corrected and taken back, also after an edit`()
        async throws
    {
        let (vault, open, medication) = try await morning()
        let stored = try #require(try await open.schedules(of: medication.id).first)
        var hourly = stored.value
        (hourly.cadence, hourly.times) = (.everyHours(12, fromLast: true), [.of("08:00")])
        let schedule = try await open.replaceSchedule(stored.id, with: hourly)
        func next() async throws -> String? {
            try await open.nextOpenDose(of: schedule).map { $0.name.key + " " + $0.day.iso + " " + $0.time.clock }
        }
        #expect(try await next() == "#0 2026-03-14 08:00")
        vault.clock.advance(seconds: 3 * 3600)
        // Taken at 09:00, an hour late.
        let first = Occurrence.Name(schedule: schedule.id, key: "#0")
        let intake = try await open.settle(first, as: .taken)
        #expect(try await next() == "#1 2026-03-14 21:00")
        try await open.correctDose(intake.id, at: try .of("2026-03-14 08:15"))
        #expect(try await next() == "#1 2026-03-14 20:15")
        #expect(try await open.status(of: medication).next?.due == open.nextOpenDose(of: schedule)?.due)
        // Skipping does not move the next one; an extra dose does.
        try await open.settle(.init(schedule: schedule.id, key: "#1"), as: .skipped)
        #expect(try await next() == "#2 2026-03-15 08:15")
        try await open.logDose(medication)
        #expect(try await next() == "#2 2026-03-15 09:00")
        // Another amount keeps the rhythm, and does not ask again about the one that was skipped.
        vault.clock.advance(seconds: 3600)
        var more = schedule.value
        more.amount = .of("2")
        let edited = try await open.replaceSchedule(schedule.id, with: more)
        let planned = try #require(try await open.nextOpenDose(of: edited))
        #expect(planned.day.iso + planned.time.clock == "2026-03-15" + "08:15")
    }

    @Test
    func `an edit goes on from the dose that is taken last, also late under the old schedule, and from its place in a taper`()
        async throws
    {
        let (vault, open, medication) = try await morning()
        let stored = try #require(try await open.schedules(of: medication.id).first)
        var hourly = stored.value
        (hourly.cadence, hourly.times) = (.everyHours(6, fromLast: true), [.of("08:00")])
        hourly.steps = [.init(amount: .of("4"), days: 1), .init(amount: .of("2"), days: nil)]
        let old = try await open.replaceSchedule(stored.id, with: hourly)
        vault.clock.advance(seconds: 2 * 3600)
        try await open.settle(.init(schedule: old.id, key: "#0"), as: .taken)
        // The next day at 15:00 the dose of 14:00 is open.
        vault.clock.advance(days: 1)
        vault.clock.advance(seconds: 6 * 3600 + 1)
        try await open.settle(.init(schedule: old.id, key: "#4"), as: .taken, at: try .of("2026-03-15 08:00"))
        vault.clock.advance(seconds: 3600)
        var travelling = old.value
        travelling.travel = .home
        let edited = try await open.replaceSchedule(old.id, with: travelling)
        let next = try #require(try await open.nextOpenDose(of: edited))
        #expect(next.day.iso + " " + next.time.clock == "2026-03-15 20:00" && next.amount == .of("2"))
        vault.clock.advance(seconds: 5400)
        try await open.settle(.init(schedule: old.id, key: "#5"), as: .taken)
        let moved = try #require(try await open.nextOpenDose(of: edited))
        #expect(moved.day.iso + " " + moved.time.clock == "2026-03-15 22:30")
    }

    @Test func `a moved dose comes no sooner than the next one would have come`() async throws {
        let (vault, open, medication) = try await morning()
        let stored = try #require(try await open.schedules(of: medication.id).first)
        var weekly = stored.value
        (weekly.cadence, weekly.times) = (.everyWeeks(1, weekdays: [6]), [.of("08:00")])
        let schedule = try await open.replaceSchedule(stored.id, with: weekly)
        vault.clock.advance(seconds: 2 * 3600)
        let dose = try #require(
            try await open.doses(on: .of("2026-03-14")).first { $0.dose.occurrence.name.schedule == schedule.id })
        try await open.settle(dose.dose.occurrence.name, as: .taken)
        // Taken on Saturday; two days later is not Monday.
        let moved = try await open.shiftSchedule(schedule.id, by: 2)
        #expect(try await open.nextOpenDose(of: moved)?.day.iso == "2026-03-23")
        #expect(try await open.states(on: "2026-03-16") == [])
        // Earlier than now is nothing.
        await #expect(throws: HealthError.cannotShift) { try await open.shiftSchedule(moved.id, by: -10) }
        let back = try await open.shiftSchedule(moved.id, by: -2)
        #expect(try await open.nextOpenDose(of: back)?.day.iso == "2026-03-21")
    }

    @Test func `the days of a weekly dose are moved, and what was due stays`() async throws {
        let (vault, open, medication) = try await morning()
        let stored = try #require(try await open.schedules(of: medication.id).first)
        var weekly = stored.value
        (weekly.cadence, weekly.times) = (.everyWeeks(1, weekdays: [1]), [.of("08:00")])
        let schedule = try await open.replaceSchedule(stored.id, with: weekly)
        // From Saturday to Wednesday: the dose of Monday is missed.
        vault.clock.advance(days: 4)
        let moved = try await open.shiftSchedule(schedule.id, by: 2)
        #expect(moved.value.cadence == .everyWeeks(1, weekdays: [3]))
        // That of Monday in a week, moved: this week's was missed.
        #expect(try await open.nextOpenDose(of: moved)?.day.iso == "2026-03-25")
        #expect(try await open.states(on: "2026-03-16") == ["08:00 missed"])
        await #expect(throws: HealthError.cannotShift) { try await open.shiftSchedule(moved.id, by: 0) }
    }

    @Test func `taking it back opens the dose again, and it can be settled anew`() async throws {
        let (vault, open, _) = try await morning()
        vault.clock.advance(seconds: 2 * 3600 + 60)
        let name = try await open.doses(on: .of("2026-03-14"))[0].dose.occurrence.name
        let intake = try await open.settle(name, as: .taken)
        try await open.undoDose(intake.id)
        #expect(try await open.states(on: "2026-03-14").first == "08:00 due")
        await #expect(throws: HealthError.doseNotSettled) { try await open.undoDose(intake.id) }
        #expect(try await open.settle(name, as: .skipped).id == intake.id)
        #expect(try await open.states(on: "2026-03-14").first == "08:00 skipped")
        #expect(try await open.correctDose(intake.id, at: try .of("2026-03-14 07:55"), outcome: .taken).value.outcome == .taken)
        let shown = try await open.doses(on: .of("2026-03-14"))[0]
        #expect(shown.dose.state == .taken && !shown.dose.isLate && shown.intake?.value.due == shown.dose.occurrence.due)
    }

    @Test func `a dose after its window is late`() async throws {
        let (vault, open, _) = try await morning()
        vault.clock.advance(seconds: 5 * 3600)
        let name = try await open.doses(on: .of("2026-03-14"))[0].dose.occurrence.name
        try await open.settle(name, as: .taken)
        #expect(try await open.doses(on: .of("2026-03-14"))[0].dose.isLate)
    }

    @Test func `nothing was due before a schedule was made, and an ended one asks for nothing more`() async throws {
        let (vault, open, medication) = try await morning()
        vault.clock.advance(seconds: 6 * 3600)
        #expect(try await open.states(on: "2026-03-13").isEmpty)
        let old = try #require(try await open.schedules(of: medication.id).first)
        let new = try await open.replaceSchedule(old.id, with: try vault.daily(medication.id, "09:00", "21:00"))
        // 08:00 was due under the old times; 09:00 has passed before the new ones were made.
        #expect(try await open.states(on: "2026-03-14") == ["08:00 due", "21:00 upcoming"])
        #expect(try await open.schedules(of: medication.id).map(\.id) == [new.id])
        try await open.endSchedule(new.id)
        vault.clock.advance(seconds: 1)
        #expect(try await open.states(on: "2026-03-14") == ["08:00 due"])
        #expect(try await open.schedules(of: medication.id).isEmpty)
    }

    @Test func `an overdue dose of yesterday is shown until it is missed`() async throws {
        let vault = try TestVault(now: try Moment.of("2026-03-14 20:00").instant.milliseconds)
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "Night"))
        try await open.addSchedule(try vault.daily(medication.id, "23:00"))
        vault.clock.advance(seconds: 5 * 3600)
        #expect(try await open.states(on: "2026-03-15") == ["23:00 due", "23:00 upcoming"])
        vault.clock.advance(seconds: 10 * 3600)
        #expect(try await open.states(on: "2026-03-15") == ["23:00 upcoming"])
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
    func `doses that two devices settled apart become one dose each, in whatever order they meet`(seed: UInt64) async throws {
        let (vault, open, _) = try await morning()
        vault.clock.advance(days: 4)
        let names = try await (14...17).asyncFlatMap {
            try await open.doses(on: .of("2026-03-\($0)")).map(\.dose.occurrence.name)
        }
        #expect(names.count == 8)
        var chance = SplitMix64(seed: seed)
        let (here, away) = (try VaultInsides(vault), OtherDevice())
        var latest: [Occurrence.Name: Intake.Outcome] = [:]
        var (mine, theirs): ([(Occurrence.Name, Intake.Outcome)], [(Occurrence.Name, Intake.Outcome)]) = ([], [])
        for name in names {
            if chance.next() % 3 > 0 { mine.append((name, Intake.Outcome.allCases[Int(chance.next() % 3)])) }
            if chance.next() % 3 > 0 { theirs.append((name, Intake.Outcome.allCases[Int(chance.next() % 3)])) }
        }
        // The other device writes the fields that it would write itself: it has not seen what was settled here.
        let template = try await open.settle(names[0], as: .skipped).value
        try await open.undoDose(names[0].record)
        func write(_ list: [(Occurrence.Name, Intake.Outcome)], away device: OtherDevice) throws {
            for (name, outcome) in list {
                var intake = template
                (intake.occurrence, intake.outcome) = (name, outcome)
                var fields = intake.fields.filter { $0.value != .null }
                fields["gone"] = false
                vault.clock.advance(seconds: 1)
                let mutation = RecordState().mutation(kind: Intake.kind, record: name.record, setting: fields, all: true)
                try here.append([mutation], at: vault.clock.now, by: device)
                // Taken wins; otherwise the later word.
                if latest[name] != .taken { latest[name] = outcome }
            }
        }
        if seed % 2 == 0 { try write(theirs, away: away) }
        for (name, outcome) in mine {
            vault.clock.advance(seconds: 1)
            if latest[name] == .taken {
                await #expect(throws: HealthError.self, "seed \(seed)") { try await open.settle(name, as: outcome) }
                continue
            }
            try await open.settle(name, as: outcome)
            latest[name] = outcome
        }
        if seed % 2 == 1 { try write(theirs, away: away) }
        let intakes = try await open.records(Intake.self)
        #expect(intakes.count == latest.count, "seed \(seed)")
        for intake in intakes { #expect(intake.value.occurrence.flatMap { latest[$0] } == intake.value.outcome, "seed \(seed)") }
        #expect(Set(intakes.compactMap(\.value.occurrence)).count == intakes.count, "seed \(seed)")
    }

    @Test func `a dose on a journey west is not asked for twice, and one on a journey east is not lost`() async throws {
        let (vault, open, _) = try await morning()
        vault.clock.advance(days: 1, seconds: 2 * 3600)
        try await open.settle(try await open.doses(on: .of("2026-03-15"))[0].dose.occurrence.name, as: .taken)
        // In New York it is 03:00 of the same day: 08:00 has been taken already.
        let west = try await traveller(vault, to: "America/New_York")
        #expect(try await west.states(on: "2026-03-15") == ["08:00 taken", "20:00 upcoming"])
        // In Auckland it is 20:00 of the same day: the evening dose is due at once.
        let east = try await traveller(vault, to: "Pacific/Auckland")
        #expect(try await east.states(on: "2026-03-15") == ["08:00 taken", "20:00 due"])
    }

    @Test(arguments: [("America/Los_Angeles", "Pacific/Auckland"), ("Pacific/Honolulu", "Asia/Tokyo")])
    func `the doses that a flight over the date line took away are not missed, and those forgotten before it are`(
        from: String, to: String
    ) async throws {
        let vault = try TestVault(zone: from, now: try Moment.of("2026-11-09 21:00", zone: from).instant.milliseconds)
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "Iron", strength: "80 mg"))
        var daily = try vault.daily(medication.id, "08:00")
        (daily.zone, daily.start) = (from, .of("2026-11-10"))
        try await open.addSchedule(daily)
        // 08:00 of the 11th is taken, of the 12th forgotten, of the 13th taken; in the evening a flight goes west, into the 15th.
        for day in ["2026-11-10", "2026-11-11", "2026-11-13"] {
            try vault.clock.advance(to: "\(day) 08:10", in: from)
            let shown = try #require(try await open.doses(on: .of(day)).first { $0.dose.state == .due })
            try await open.settle(shown.dose.occurrence.name, as: .taken)
        }
        try vault.clock.advance(to: "2026-11-15 06:00", in: to)
        func states(_ vault: OpenVault) async throws -> [[String]] {
            var states: [[String]] = []
            for day in 11...15 { states.append(try await vault.states(on: "2026-11-\(day)")) }
            return states
        }
        let expected = [["08:00 taken"], ["08:00 missed"], ["08:00 taken"], [], ["08:00 upcoming"]]
        let stayed = try vault.copy(seed: 3)
        var away = try vault.copy()
        away.zone = try #require(Zone(identifier: to))
        let there = try away.open()
        #expect(try await states(there) == expected)
        // The same after the first dose there, and at home again.
        try away.clock.advance(to: "2026-11-15 08:10", in: to)
        let schedule = try #require(try await there.allSchedules().first)
        try await there.settle(.init(schedule: schedule.id, key: "2026-11-15T08:00"), as: .taken)
        #expect(try await states(there) == expected.dropLast() + [["08:00 taken"]])
        var home = try away.copy(seed: 4)
        home.zone = vault.zone
        try home.clock.advance(to: "2026-11-16 07:00", in: from)
        #expect(try await states(home.open()) == expected.dropLast() + [["08:00 taken"]])
        // Who stayed and forgot it has missed it.
        try stayed.clock.advance(to: "2026-11-16 07:00", in: from)
        #expect(try await stayed.open().states(on: "2026-11-14") == ["08:00 missed"])
    }

    @Test func `doses taken in time on a journey are in time at home too, judged when they were logged or not`() async throws {
        let (vault, open, _) = try await morning()
        var names: [Occurrence.Name] = []
        for _ in 0..<7 {
            vault.clock.advance(days: 1)
            // 08:03 in New York: 13:03 in Vienna, later 14:03.
            let civil = CivilTime(zone: try #require(Zone(identifier: "America/New_York")))
            let day = try #require(civil.wall(at: vault.clock.now)?.day)
            let morning = try #require(civil.instant(day: day, time: .of("08:03")))
            vault.clock.advance(milliseconds: morning.milliseconds - vault.clock.now)
            let west = try await traveller(vault, to: "America/New_York")
            let shown = try #require(try await west.doses(on: day).first { $0.dose.occurrence.time == .of("08:00") })
            let name = shown.dose.occurrence.name
            let taken = try await west.settle(name, as: .taken).value
            #expect(taken.timing == .inTime && taken.zone == "America/New_York")
            // At home the same record comes in, of every second one without the judgement.
            var fields = taken.fields.filter { $0.value != .null }
            if names.count % 2 == 0 { fields["timing"] = nil }
            fields["gone"] = false
            try VaultInsides(vault).append(
                [Mutation(kind: Intake.kind, record: name.record, fields: fields)], at: vault.clock.now, by: OtherDevice())
            names.append(name)
        }
        for name in names {
            let shown = try await open.dose(name)
            #expect(shown.dose.state == .taken && shown.dose.timing == .inTime, "\(name.key)")
        }
        // Corrected at home, it is judged by when it was due there.
        let corrected = try await open.correctDose(names[0].record, at: .of("2026-03-15 19:00"))
        #expect(corrected.value.timing == .late)
        #expect(try await open.correctDose(names[0].record, outcome: .skipped).value.timing == nil)
    }

    @Test func `a dose against the owner's limits is asked about, and logged if it is meant`() async throws {
        let (vault, open, medication) = try await morning()
        var limited = medication.value
        limited.limits = DoseLimits(gap: 240, dayMost: .of("3"))
        let iron = try await open.change(medication.id, to: limited)
        let strong = try await open.add(Medication(name: "Forte", strength: "160 mg", limits: .init(substance: "iron")))
        vault.clock.advance(seconds: 2 * 3600)
        let name = try await open.doses(on: .of("2026-03-14"))[0].dose.occurrence.name
        let first = try await open.settle(name, as: .taken)
        let soon = "you took 'Iron 80 mg' at 08:00, and set at least 4 hours between doses"
        vault.clock.advance(seconds: 3600)
        await #expect(throws: HealthError.overLimit(soon)) { try await open.logDose(iron) }
        // The limits are those of the substance: two of the other hold as much as four.
        await #expect(throws: HealthError.overLimit(soon)) { try await open.logDose(strong) }
        vault.clock.advance(seconds: 4 * 3600)
        let much = "with this dose it would be 5 tablets of 'Iron 80 mg' in 24 hours, and you set at most 3 tablets"
        await #expect(throws: HealthError.overLimit(much)) { try await open.logDose(strong, amount: .of("2")) }
        #expect(try await open.records(Intake.self).map(\.id) == [first.id], "nothing was logged")
        // What was logged is not counted against itself, and what is not taken breaks nothing.
        #expect(try await open.correctDose(first.id, amount: .of("3")).id == first.id)
        let more = "with this dose it would be 4 tablets of 'Iron 80 mg' in 24 hours, and you set at most 3 tablets"
        await #expect(throws: HealthError.overLimit(more)) { try await open.correctDose(first.id, amount: .of("4")) }
        #expect(try await open.correctDose(first.id, amount: .of("4"), isSure: true).id == first.id)
        let again = HealthError.doseTaken("the 08:00 dose of 'Iron 80 mg' is logged as taken at 08:00")
        await #expect(throws: again) { try await open.settle(name, as: .taken) }
        try await open.undoDose(first.id)
        let other = try await open.doses(on: .of("2026-03-14"))[1].dose.occurrence.name
        #expect(try await open.settle(other, as: .skipped).value.outcome == .skipped)
        let meant = try await open.logDose(strong, amount: .of("2"), once: "form", isSure: true)
        #expect(
            try await open.logDose(strong, amount: .of("2"), once: "form").id == meant.id, "a form sent twice is not asked about")
        #expect(try await open.record(Medication.self, iron.id).value == limited)
    }

    @Test func `a weekly dose can be taken for as long as its medicine says`() async throws {
        let (vault, open, medication) = try await morning()
        var changed = medication.value
        changed.openHours = 120
        try await open.change(medication.id, to: changed)
        for old in try await open.schedules(of: medication.id) { try await open.endSchedule(old.id) }
        var weekly = try vault.daily(medication.id, "08:00")
        weekly.cadence = .everyWeeks(1, weekdays: [6])
        try await open.addSchedule(weekly)
        vault.clock.advance(days: 4)
        let shown = try #require(try await open.doses(on: .of("2026-03-18")).first)
        #expect(shown.dose.state == .due && shown.dose.occurrence.name.key == "2026-03-14T08:00")
        #expect(try await open.settle(shown.dose.occurrence.name, as: .taken).value.timing == .late)
        #expect(try await open.doses(on: .of("2026-03-18")).isEmpty)
        vault.clock.advance(days: 9)
        #expect(try await open.states(on: "2026-03-27").isEmpty, "that of the 21st is missed")
    }

    @Test func `a dose that was taken before its schedule was edited is not asked for again`() async throws {
        let (vault, open, medication) = try await morning()
        let old = try #require(try await open.schedules(of: medication.id).first)
        // An hour early, within its window; then the amount is changed.
        vault.clock.advance(seconds: 3600)
        let early = try await open.settle(try await open.doses(on: .of("2026-03-14"))[0].dose.occurrence.name, as: .taken)
        var edited = old.value
        edited.amount = .of("2")
        let new = try await open.replaceSchedule(old.id, with: edited)
        vault.clock.advance(seconds: 2 * 3600)
        let shown = try await open.doses(on: .of("2026-03-14"))
        #expect(shown.map(\.dose.state) == [.taken, .upcoming] && shown[0].intake?.id == early.id)
        // A skip does not replace it, under whichever name.
        await #expect(throws: HealthError.self) { try await open.settle(shown[0].dose.occurrence.name, as: .skipped) }
        try await open.undoDose(early.id)
        #expect(try await open.states(on: "2026-03-14") == ["08:00 due", "20:00 upcoming"])
        #expect(new.value.replaces == old.id)
    }

    @Test func `a dose that was taken, and whose schedule was edited before a journey west, is not asked for again`() async throws
    {
        let (vault, open, medication) = try await morning()
        vault.clock.advance(days: 1, seconds: 3 * 3600)
        try await open.settle(try await open.doses(on: .of("2026-03-15"))[0].dose.occurrence.name, as: .taken)
        let old = try #require(try await open.schedules(of: medication.id).first)
        try await open.replaceSchedule(old.id, with: try vault.daily(medication.id, "08:00", "21:00"))
        // 04:00 in New York: 08:00 comes again on the wall, and was taken at home.
        let west = try await traveller(vault, to: "America/New_York")
        #expect(try await west.states(on: "2026-03-15") == ["21:00 upcoming"])
    }

    @Test func `an ended schedule is not replaced, and two devices that replace one make one`() async throws {
        let (vault, open, medication) = try await morning()
        let old = try #require(try await open.schedules(of: medication.id).first)
        let other = try vault.copy(seed: 7)
        let away = try other.open()
        let there = try await away.replaceSchedule(old.id, with: try vault.daily(medication.id, "09:00"))
        let here = try await open.replaceSchedule(old.id, with: try vault.daily(medication.id, "10:00"))
        #expect(there.id == here.id && here.id != old.id)
        for _ in 0..<2 {
            await #expect(throws: HealthError.scheduleEnded) {
                try await open.replaceSchedule(old.id, with: try vault.daily(medication.id, "11:00"))
            }
            await #expect(throws: HealthError.scheduleEnded) { try await open.endSchedule(old.id) }
        }
        #expect(try await open.schedules(of: medication.id).map(\.id) == [here.id])
        // A change of mind: the old one goes on, and can be replaced again.
        try await open.endSchedule(here.id)
        #expect(try await open.resumeSchedule(old.id))
        let again = try await open.replaceSchedule(old.id, with: try vault.daily(medication.id, "11:00"))
        #expect(again.id != here.id)
        vault.clock.advance(seconds: 601)
        try await open.endSchedule(again.id)
        #expect(try await open.resumeSchedule(here.id) == false)
    }

    @Test func `what is said later of a dose stands in all its parts, over what another device said before`() async throws {
        let (vault, open, _) = try await morning()
        vault.clock.advance(seconds: 2 * 3600 + 60)
        let name = try await open.doses(on: .of("2026-03-14"))[0].dose.occurrence.name
        try await open.settle(name, as: .taken)
        try await open.undoDose(name.record)
        try await open.settle(name, as: .taken)
        // Another device has seen that, and takes it back or skips it; this one says "taken" once more without knowing of it.
        vault.clock.advance(seconds: 10)
        let insides = try VaultInsides(vault)
        let device = OtherDevice()
        let before = try await open.record(Intake.self, name.record).value
        vault.clock.advance(seconds: 10)
        try await open.correctDose(name.record, at: try .of("2026-03-14 08:00"))
        // It comes in afterwards, with an earlier stamp: the clock of this database has gone on, so it is applied to the state alone.
        var state = try #require(try insides.store.state(of: name.record, kind: Intake.kind))
        let earlier = WriteName(
            stamp: try #require(Stamp(milliseconds: UInt64(vault.clock.now - 10_000), counter: 0)),
            device: DeviceID(publicKey: device.publicKey))
        for (field, value): (String, JSON) in [("gone", true), ("outcome", "skipped"), ("note", "not today")] {
            #expect(state.apply(Write(name: earlier, value: value, replaced: nil), to: field) == .lost, "\(field)")
        }
        #expect(before.outcome == .taken && state["gone"] == false && state["outcome"] == "taken")
    }

    @Test(arguments: UInt64(1)...8)
    func `whatever the clock does, each dose ends as exactly one of taken, skipped or missed`(seed: UInt64) async throws {
        let (vault, open, medication) = try await morning()
        try await open.addSchedule(
            Schedule(
                medication: medication.id, cadence: .everyHours(7), times: [.of("06:30")], amount: .one,
                start: .of("2026-03-14"),
                zone: "Europe/Vienna", since: try vault.moment(after: 0).instant))
        var chance = SplitMix64(seed: seed)
        let start = vault.clock.now
        var said: [Occurrence.Name: Intake.Outcome] = [:]
        // Over a month with the clock change of 29 March: asleep for hours, started again, set back.
        for _ in 0..<60 {
            let hours = Int64(chance.next() % 40)
            vault.clock.advance(
                seconds: chance.next() % 6 == 0 && vault.clock.now - start > 172_800_000 ? -3600 * (hours % 5) : 1800 * hours)
            let now = try vault.moment(after: 0)
            for shown in try await open.doses(on: now.day) where shown.dose.state == .due && chance.next() % 2 == 0 {
                let outcome: Intake.Outcome = chance.next() % 2 == 0 ? .taken : .skipped
                #expect(said.updateValue(outcome, forKey: shown.dose.occurrence.name) == nil, "seed \(seed)")
                try await open.settle(shown.dose.occurrence.name, as: outcome)
            }
        }
        vault.clock.advance(days: 2)
        let (from, to) = (try #require(Instant(milliseconds: start)), try vault.moment(after: -86_400).instant)
        let all = try await open.doses(in: from..<to)
        #expect(Set(all.map(\.dose.occurrence.name)).count == all.count && all.count > 60, "seed \(seed)")
        for shown in all {
            let expected = said[shown.dose.occurrence.name].map { $0 == .taken ? DueDose.State.taken : .skipped } ?? .missed
            #expect(shown.dose.state == expected, "seed \(seed)")
        }
    }

    @Test func `the next dose is one of which nothing was said, and nothing is taken in the future`() async throws {
        let (vault, open, medication) = try await morning()
        vault.clock.advance(seconds: 2 * 3600 + 60)
        let doses = try await open.doses(on: .of("2026-03-14"))
        try await open.settle(doses[1].dose.occurrence.name, as: .skipped)
        #expect(try await open.status(of: medication).next?.name.key == "2026-03-15T08:00")
        let tomorrow = try Moment.of("2026-03-15 08:00")
        await #expect(throws: HealthError.inTheFuture) {
            try await open.settle(doses[0].dose.occurrence.name, as: .taken, at: tomorrow)
        }
        await #expect(throws: HealthError.inTheFuture) { try await open.logDose(medication, at: tomorrow) }
        let taken = try await open.logDose(medication)
        await #expect(throws: HealthError.inTheFuture) { try await open.correctDose(taken.id, at: tomorrow) }
        await #expect(throws: HealthError.sameSchedule) {
            try await open.addSchedule(try vault.daily(medication.id, "08:00", "20:00"))
        }
        #expect(try await open.deletedRecords(Intake.self).isEmpty)
        try await open.undoDose(taken.id)
        #expect(try await open.deletedRecords(Intake.self).map(\.id) == [taken.id])
        vault.clock.advance(days: 31)
        #expect(try await open.deletedRecords(Intake.self).isEmpty)
    }

    @Test func `a form that is sent twice takes one dose and makes one schedule`() async throws {
        let (vault, open, medication) = try await morning()
        let first = try await open.logDose(medication, once: "form 1")
        #expect(try await open.logDose(medication, once: "form 1").id == first.id)
        #expect(try await open.logDose(medication, once: "form 2").id != first.id)
        try await open.undoDose(first.id)
        #expect(try await open.logDose(medication, once: "form 1").deleted == nil)
        #expect(try await open.records(Intake.self).count == 2)
        let schedule = try vault.daily(medication.id, "12:00")
        let one = try await open.addSchedule(schedule, once: "form 3")
        #expect(try await open.addSchedule(schedule, once: "form 3").id == one.id)
        #expect(try await open.schedules(of: medication.id).count == 2)
    }

    private func traveller(_ vault: TestVault, to zone: String) async throws -> OpenVault {
        var other = try vault.copy()
        other.zone = try #require(Zone(identifier: zone))
        return try other.open()
    }

    @Test func `a dose is named the same on every device and found by its name`() async throws {
        let (vault, open, medication) = try await morning()
        vault.clock.advance(days: 2)
        for cadence in [Schedule.Cadence.everyHours(7), .cycle(on: 2, off: 1), .everyWeeks(1, weekdays: [1, 3, 7])] {
            var schedule = try vault.daily(medication.id, "07:30")
            schedule.cadence = cadence
            try await open.addSchedule(schedule, isSure: true)
        }
        let (from, to) = (try vault.moment(after: 0).instant, try vault.moment(after: 9 * 86_400).instant)
        let doses = try await open.doses(in: from..<to)
        #expect(doses.count > 40)
        for shown in doses {
            #expect(try await open.dose(shown.dose.occurrence.name).dose.occurrence == shown.dose.occurrence)
        }
        let schedule = try #require(doses.first).dose.occurrence.name.schedule
        for key in ["", "#", "#-1", "#99999999999999", "2026-03-40T08:00", "2026-03-14T08:01", "x", "2031-01-01T08:00"] {
            await #expect(throws: HealthError.noSuchDose) { try await open.dose(.init(schedule: schedule, key: key)) }
        }
        await #expect(throws: HealthError.noSuchDose) { try await open.dose(.init(schedule: RecordID(test: "no"), key: "#1")) }
    }
}

extension HandClock {
    /// Goes on to a local time of a zone.
    fileprivate func advance(to time: String, in zone: String) throws {
        advance(milliseconds: try Moment.of(time, zone: zone).instant.milliseconds - now)
    }
}

import Base
import Engine
import Findings
import Foundation
import GivenValues
import GivenVault
import Insights
import Journal
import Ledger
import Records
import Testing

@Suite struct TrialVaultTests {
    /// A plan of so many pairs of two days, from tomorrow.
    private func plan(
        _ vault: TestVault, pairs: Int = 6, first: Int = 1, outcome: String = "symptom:headache", sign: Trial.Sign? = nil
    )
        throws -> Trial
    {
        let today = try vault.moment(after: 0).day
        return Trial(
            action: "magnesium before bed", sign: sign, outcome: outcome, blockDays: 2, pairs: pairs,
            first: try #require(today.adding(days: first)), remindAt: .of("08:00"))
    }

    /// Goes through all days of a trial, and logs a headache that is stronger on days without.
    private func live(_ trial: Trial, _ vault: TestVault, _ open: OpenVault, days: Int? = nil) async throws {
        for _ in 0..<(days ?? trial.days) {
            vault.clock.advance(days: 1)
            let today = try vault.moment(after: 0).day
            let block = try #require(trial.block(on: today))
            // A little of everything else: pairs differ.
            let level = (block.arm == .with ? 2 : 4) + (block.pair == 2 ? 1 : 0) + (block.number == 1 ? 1 : 0)
            try await open.add(try vault.symptom("Headache", level))
        }
    }

    @Test func `a trial is begun, sealed while it runs, and answered at its end`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let stored = try await open.beginTrial(try plan(vault))
        #expect(try await open.shown(stored).state == .waiting)
        #expect(try await open.trialInstruction() == nil)
        try await live(stored.value, vault, open, days: stored.value.days)
        // Its last day is still going on.
        var shown = try await open.shown(stored)
        let end = try #require(stored.value.last.adding(days: 1))
        #expect(shown.state == .running && shown.answer == .sealed(until: end))
        vault.clock.advance(days: 1)
        shown = try await open.shown(stored)
        guard case .result(let analysis, changedLater: 0) = shown.answer else {
            Issue.record("no result: \(shown.answer)")
            return
        }
        #expect(shown.state == .ended && analysis.counted == 6 && analysis.lower == 6 && analysis.p == 0.03125)
        #expect(analysis.difference.map { abs($0 + 2) < 0.2 } == true && analysis.daysWith == 6)
        let words = TrialWords().result(stored.value, analysis).joined(separator: " ")
        #expect(words.contains("“magnesium before bed” your headache was") && words.contains("lower in 6 of 6 pairs"))
        #expect(
            words.contains("about 3 of 100") && words.contains("chance alone is unlikely") && !words.contains("probably"))
        // What is changed afterwards is said.
        let entry = try #require(try await open.records(SymptomEntry.self, limit: 1).first)
        func later() async throws -> Int? {
            guard case .result(_, let later) = try await open.shown(stored).answer else { return nil }
            return later
        }
        try await open.delete(SymptomEntry.self, entry.id)
        #expect(try await later() == 1)
        // What is as it was is not changed, and a new name of the symptom changes nothing.
        try await open.restore(SymptomEntry.self, entry.id)
        #expect(try await later() == 0)
        try await open.rename(entry.value, to: "Migraine")
        let again = try await open.shown(try await open.record(Trial.self, stored.id))
        guard case .result(_, let afterwards) = again.answer else {
            Issue.record("no result")
            return
        }
        #expect(afterwards == 0)
        #expect(TrialWords.changedLater(0) == nil && TrialWords.changedLater(1)?.hasPrefix("1 record of its days was") == true)
    }

    @Test func `measures of different kinds, and units that cannot be converted, are not given one name`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        func log(_ measure: Measure, _ value: Double, _ second: Double? = nil, after seconds: Int64) throws -> MeasureEntry {
            let moment = try vault.moment(after: seconds)
            return MeasureEntry(
                instant: moment.instant, zone: moment.zone, day: moment.day, measure: measure, value: value, second: second)
        }
        let weight = try await open.add(log(Measure("Weight", unit: "kg"), 71, after: -60)).value
        try await open.add(log(Measure("Blood pressure", .pair, unit: "mmHg"), 128, 82, after: -50))
        let sugar = try await open.add(log(Measure("Glucose", unit: "mg/dL"), 90, after: -40)).value
        try await open.add(log(Measure("Glucose", unit: "mmol/L"), 5, after: -30))
        try await open.add(log(Measure("Mass", unit: "lbs"), 160, after: -20))
        await #expect(throws: HealthError.otherMeasure) { try await open.rename(weight, to: "blood pressure") }
        await #expect(throws: HealthError.otherMeasure) { try await open.rename(weight, to: "Glucose") }
        // How heavy a mole is, is known of glucose only.
        await #expect(throws: HealthError.otherMeasure) { try await open.rename(sugar, to: "Sweetness") }
        #expect(try await open.rename(weight, to: "Mass") == 1)
        let one = MeasureEntry.inOneUnit(try await open.records(MeasureEntry.self).map(\.value).filter { $0.key == "mass" })
        #expect(one.count == 2)
    }

    @Test(arguments: [(0.04, "0.04"), (0.5, "0.5"), (-2, "2.0"), (0.004, "0.004")])
    func `a small difference of what is measured finely is not none`(size: Double, shown: String) throws {
        let first = try #require(LocalDay(iso: "2026-01-01"))
        let trial = Trial(action: "Walk", outcome: "measure:inr", blockDays: 2, pairs: 6, first: first, seed: 1)
        let readings = (0..<24).compactMap { number -> Reading? in
            guard let day = first.adding(days: number), let block = trial.block(on: day) else { return nil }
            let instant = Instant(milliseconds: Int64(day.number) * Instant.dayMilliseconds)
            return instant.map { Reading(instant: $0, day: day.number, minute: 720, value: 1 + (block.arm == .with ? size : 0)) }
        }
        let analysis = TrialAnalysis(trial, outcome: Outcome(.measure("inr"), readings))
        let difference = try #require(analysis.difference)
        #expect(analysis.number(abs(difference)) == shown)
    }

    @Test func `what was deleted, moved out, renamed or added after the end is counted, and nothing else`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try await open.add(try vault.symptom("Headache", 9))
        let stored = try await open.beginTrial(try plan(vault))
        try await live(stored.value, vault, open)
        // Deleted, and moved before the trial, while it still ran.
        let last = try await open.records(SymptomEntry.self, limit: 3)
        try await open.delete(SymptomEntry.self, last[2].id)
        vault.clock.advance(days: 1)
        func later() async throws -> Int? {
            guard case .result(_, let later) = try await open.shown(stored).answer else { return nil }
            return later
        }
        #expect(try await later() == 0)
        try await open.add(try vault.symptom("Headache", 1))
        try await open.add(try vault.symptom("Cough", 1))
        let list = try await open.records(SymptomEntry.self) { $0.key == "headache" }
        // The newest is of the day after the trial, the oldest of the day before.
        let first = try #require(list.last)
        try await open.delete(SymptomEntry.self, list[0].id)
        var old = first.value
        old.severity = 3
        try await open.change(first.id, to: old)
        #expect(try await later() == 0)
        try await open.delete(SymptomEntry.self, list[1].id)
        #expect(try await later() == 1)
        var moved = list[2].value
        (moved.instant, moved.day) = (first.value.instant, first.value.day)
        try await open.change(list[2].id, to: moved)
        #expect(try await later() == 2)
        var renamed = list[3].value
        renamed.symptom = "Cough"
        try await open.change(list[3].id, to: renamed)
        #expect(try await later() == 3)
        var added = first.value
        (added.instant, added.day) = (list[4].value.instant, list[4].value.day)
        try await open.add(added)
        #expect(try await later() == 4)
    }

    @Test func `while it runs nothing of the outcome and nothing of what comes is told`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let stored = try await open.beginTrial(try plan(vault))
        try await live(stored.value, vault, open, days: 5)
        let shown = try await open.shown(stored)
        #expect(shown.begunBlocks.map(\.number) == [1, 2, 3])
        let instruction = try #require(try await open.trialInstruction())
        #expect(instruction.block.number == 3 && instruction.dayOfBlock == 1 && instruction.did == nil)
        #expect(TrialWords().place(instruction) == "Block 3 of 12, day 1 of 2")
        #expect(
            TrialWords.instruction(stored.value, instruction.block.arm)
                == "Today \(instruction.block.arm.rawValue): magnesium before bed")
    }

    @Test func `one that is stopped early has no result, and one that has not begun leaves nothing`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let first = try await open.beginTrial(try plan(vault))
        #expect(try await open.stopTrial(first.id) == nil)
        #expect(try await open.trials().isEmpty)
        let second = try await open.beginTrial(try plan(vault))
        try await live(second.value, vault, open, days: 4)
        let stopped = try #require(try await open.stopTrial(second.id))
        vault.clock.advance(days: 100)
        let shown = try await open.shown(stopped)
        #expect(shown.state == .stopped && shown.answer == .none && shown.instruction == nil)
        #expect(TrialWords().stopped(stopped.value).contains("has no result"))
        await #expect(throws: TrialError.isOver) { try await open.stopTrial(second.id) }
        await #expect(throws: TrialError.notADayOfIt) { try await open.answerTrial(second.id, on: second.value.last, did: true) }
    }

    @Test func `what cannot be a trial is refused`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        await #expect(throws: TrialError.firstDayIsOver) { try await open.beginTrial(try plan(vault, first: -1)) }
        for outcome in ["headache", "symptom:", "measure:", "tag:x", "moods"] {
            await #expect(throws: TrialError.noSuchOutcome) { try await open.beginTrial(try plan(vault, outcome: outcome)) }
        }
        await #expect(throws: HealthError.self) { try await open.beginTrial(try plan(vault, pairs: 31)) }
        let stored = try await open.beginTrial(try plan(vault, first: 0))
        await #expect(throws: TrialError.anotherIsOpen) { try await open.beginTrial(try plan(vault)) }
        for days in [-1, 1, 12] {
            let day = try #require(try vault.moment(after: 0).day.adding(days: days))
            await #expect(throws: TrialError.notADayOfIt) { try await open.answerTrial(stored.id, on: day, did: true) }
        }
    }

    @Test func `a trial of a measure is answered in the unit of its latest entry, and survives its renaming`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let stored = try await open.beginTrial(try plan(vault, outcome: "measure:weight"))
        for _ in 0..<stored.value.days {
            vault.clock.advance(days: 1)
            let moment = try vault.moment(after: 0)
            let block = try #require(stored.value.block(on: moment.day))
            let kilograms = (block.arm == .with ? 70.0 : 72) + Double(block.pair) / 10
            func log(_ measure: Measure, _ value: Double) async throws {
                try await open.add(
                    MeasureEntry(instant: moment.instant, zone: moment.zone, day: moment.day, measure: measure, value: value))
            }
            if block.number == 1 {
                try await log(Measure("Weight", unit: "lb"), kilograms / 0.453_592_37)
                try await log(Measure("Weight", unit: "stones and pebbles"), 3)
            } else {
                try await log(Measure("Weight", unit: "kg"), kilograms)
            }
        }
        vault.clock.advance(days: 1)
        func expectAnswer(_ stored: Stored<Trial>, _ name: String) async throws {
            let shown = try await open.shown(stored)
            guard case .result(let analysis, _) = shown.answer else {
                Issue.record("no result: \(shown.answer)")
                return
            }
            #expect(analysis.counted == 6 && analysis.difference.map { abs($0 + 2) < 1e-9 } == true && shown.unit == "kg")
            let words = TrialWords().result(stored.value, analysis, unit: shown.unit).joined(separator: " ")
            #expect(words.contains("your \(name) was 2.0 kg lower"), "\(words)")
        }
        try await expectAnswer(stored, "weight")
        let entry = try #require(try await open.records(MeasureEntry.self, limit: 1).first).value
        #expect(try await open.rename(entry, to: "Body weight") == 26)
        let renamed = try #require(try await open.trials().first)
        #expect(renamed.value.outcome == "measure:body weight" && renamed.value.blocks == stored.value.blocks)
        try await expectAnswer(renamed, "body weight")
    }

    @Test func `an outcome is a symptom by its name, then a measure in numbers`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        try await open.add(try vault.symptom("Glucose", 3))
        for measure in [
            Measure("Alcohol", .yesNo), Measure("Glucose", unit: "mg/dL"), .usual[0], Measure("Energy", .scale, range: 1...5),
        ] {
            let moment = try vault.moment(after: -3600)
            try await open.add(
                MeasureEntry(
                    instant: moment.instant, zone: moment.zone, day: moment.day, measure: measure,
                    value: [.scale, .yesNo].contains(measure.form) ? 1 : 128, second: measure.form == .pair ? 82 : nil))
        }
        let outcomes = try await open.trialOutcomes()
        #expect(
            Set(outcomes.map(\.name.text)) == [
                "symptom:glucose", "measure:glucose", "measure:blood pressure, upper", "measure:blood pressure, lower",
                "measure:energy",
                "mood", "craving",
            ])
        #expect(outcomes.contains { $0.label == "Blood pressure, upper (mmHg)" } && outcomes.contains { $0.label == "Energy" })
        let meant = [
            ("glucose", "symptom:glucose", true), ("measure:glucose", "measure:glucose", true), ("Mood", "mood", true),
            ("BLOOD PRESSURE", "measure:blood pressure, upper", true),
            ("blood pressure, lower", "measure:blood pressure, lower", true), ("energy", "measure:energy", true),
            ("weight", "measure:weight", false), ("fog", "symptom:fog", false), ("symptom:fog", "symptom:fog", false),
            (" ", "", false),
        ]
        for (typed, text, isLogged) in meant { #expect(try await open.trialOutcome(typed) == (text, isLogged), "\(typed)") }
        await #expect(throws: TrialError.noSuchOutcome) { try await open.trialOutcome("alcohol") }
    }

    @Test func `a form that is sent twice begins one trial`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let first = try await open.beginTrial(try plan(vault), once: "form")
        let again = try await open.beginTrial(try plan(vault), once: "form")
        #expect(first == again)
        #expect(try await open.trials().count == 1)
    }

    @Test func `what was done is said with one word for each day, and taken back`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let stored = try await open.beginTrial(try plan(vault, first: 0))
        let today = stored.value.first
        try await open.answerTrial(stored.id, on: today, did: true)
        #expect(try VaultInsides(vault).lastPayload().mutations.map(\.fields) == [[Trial.field(of: today): true]])
        #expect(try await open.trialInstruction()?.did == true)
        let before = try await open.logPosition()
        try await open.answerTrial(stored.id, on: today, did: true)
        #expect(try await open.logPosition() == before)
        try await open.answerTrial(stored.id, on: today, did: false)
        #expect(try await vault.open().trialInstruction()?.did == false)
        try await open.answerTrial(stored.id, on: today, did: nil)
        #expect(try await open.trialInstruction()?.did == nil)
        try await open.changeTrial(stored.id, note: "why", remindAt: nil)
        let changed = try await open.record(Trial.self, stored.id).value
        #expect(changed.note == "why" && changed.remindAt == nil && changed.blocks == stored.value.blocks)
    }

    @Test func `a tag and a dose say by themselves that it was done`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let medicine = try await open.add(Medication(name: "Magnesium"))
        for sign in [Trial.Sign.tag("Mag"), .medicine(medicine.id)] {
            let stored = try await open.beginTrial(try plan(vault, pairs: 2, sign: sign))
            for _ in 0..<stored.value.days {
                vault.clock.advance(days: 1)
                let arm = try #require(stored.value.block(on: try vault.moment(after: 0).day)).arm
                try await open.add(try vault.symptom("Headache", arm == .with ? 1 : 2))
                guard arm == .with else { continue }
                _ = try await open.add(NewEntry(text: "as planned", tags: [.of("mag")]))
                _ = try await open.logDose(medicine)
            }
            vault.clock.advance(days: 1)
            guard case .result(let analysis, _) = try await open.shown(stored).answer else {
                Issue.record("no result")
                return
            }
            #expect(analysis.keptWith == TrialAnalysis.Kept(asPlanned: 4))
            #expect(analysis.keptWithout == TrialAnalysis.Kept(unknown: 4))
        }
    }

    @Test func `another device and another zone have the same plan`() async throws {
        let vault = try TestVault(now: 1_795_154_400_000)
        let open = try vault.create()
        let stored = try await open.beginTrial(try plan(vault, pairs: 8, first: 0))
        let read = try #require(Trial(fields: stored.value.fields))
        #expect(read == stored.value && read.blocks == stored.value.blocks)
        // East of the date line the day is another one, and so is what is to be done; the days of each block stay.
        for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Vienna"] {
            var other = try vault.copy()
            other.zone = try #require(Zone(identifier: zone))
            let there = try other.open()
            #expect(try await there.trials().map(\.value.blocks) == [stored.value.blocks])
            let day = try other.moment(after: 0).day
            #expect(try await there.trialInstruction()?.block == stored.value.block(on: day))
        }
    }

    @Test(
        arguments: [
            ["plan": nil], ["plan": ["action": "x"]], ["plan.seed": "1"], ["plan.seed": "000000000000000G"], ["plan.pairs": 0],
            ["plan.pairs": 31], ["plan.block_days": 15], ["plan.block_days": 1], ["plan.wash_out": 0], ["plan.block_days": "3"],
            ["plan.wash_out": 2], ["plan.wash_out": -1],
            ["plan.first": "2026-02-30"], ["plan.first": "9999-12-31"], ["plan.action": ""], ["plan.outcome": nil],
        ] as [[String: JSON?]])
    func `a record whose plan cannot be read is no other plan`(change: [String: JSON?]) throws {
        let trial = Trial(action: "x", outcome: "mood", blockDays: 2, pairs: 6, washOut: 1, first: .of("2026-03-15"), seed: 5)
        var fields = trial.fields
        #expect(Trial(fields: fields) == trial)
        for (name, value) in change {
            let parts = name.split(separator: ".").map(String.init)
            guard parts.count == 2, case .object(var plan)? = fields["plan"] else {
                fields[name] = value
                continue
            }
            plan[parts[1]] = value
            fields["plan"] = .object(plan)
        }
        #expect(Trial(fields: fields) == nil)
    }

    @Test func `answers that are none are left out, and what a newer version adds is no harm`() throws {
        let trial = Trial(action: "x", outcome: "mood", first: .of("2026-03-15"), seed: .max)
        var fields = trial.fields
        fields.merge([
            "did 2026-03-15": true, "did 2026-03-16": false, "did 2026-03-17": "yes", "did 2026-02-30": true, "did ": true,
            "did 2026-03-18": .null, "new": 1, "remind_at": 1440, "note": .null,
        ]) { $1 }
        let read = try #require(Trial(fields: fields))
        #expect(read.answers == [.of("2026-03-15"): true, .of("2026-03-16"): false] && read.remindAt == nil && read.seed == .max)
    }

    @Test func `words say what a plan can and cannot show`() throws {
        let words = TrialWords()
        func trial(_ pairs: Int, washOut: Int = 1) -> Trial {
            Trial(
                action: "x", outcome: "symptom:headache", part: .morning, pairs: pairs, washOut: washOut, first: .of("2026-03-15")
            )
        }
        #expect(words.question(trial(8)) == "Does “x” change your headache in the morning?")
        #expect(words.concerns(trial(5)).contains { $0.contains("about 6 of 100") && $0.contains("can never count") })
        #expect(words.concerns(trial(6)).contains { $0.contains("nearly every pair") })
        #expect(words.concerns(trial(8)).count == 1 && words.concerns(trial(8, washOut: 2)).count == 2)
        #expect(words.plan(trial(8)).first == "48 days in 16 blocks of 3 days, from 15 Mar 2026 to 1 May 2026.")
        let nothing = TrialAnalysis(trial(8), outcome: Outcome(.symptom("headache"), []))
        #expect(words.result(trial(8), nothing).first?.hasPrefix("There is no result") == true)
    }
}

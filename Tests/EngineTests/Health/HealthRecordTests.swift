import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance
import Testing

@Suite struct HealthRecordTests {
    @Test func `what is logged comes back field for field, also from the log alone`() async throws {
        let vault = try TestVault()
        var open: OpenVault? = try vault.create()
        let moment = try vault.moment(after: -3600)
        let symptom = SymptomEntry(
            instant: moment.instant, zone: moment.zone, day: moment.day, symptom: " Headache ", severity: 7,
            metrics: ["temperature": 38.2, "duration": 40], menstruation: false, note: "left *side*", sentiment: -0.5,
            follows: RecordID(test: "x"))
        let checkIn = CheckIn(
            instant: moment.instant, zone: moment.zone, day: moment.day, mood: 1, craving: 0, sleep: 5, note: "n",
            triggers: ["stress"], helped: ["walk", "call"], isUntagged: true)
        let medication = Medication(
            name: "Sumatriptan", strength: "50 mg", amount: .of("1/2"), unit: "tablet", asNeeded: true,
            stock: .init(amount: .of("12.5"), counted: moment.instant), refillAt: .of("2"), expiry: .of("2027-02-28"),
            notes: "with water", archived: true)
        let sample = HealthSample(
            measure: .sleep, instant: moment.instant, end: moment.instant, zone: "+02:00", day: moment.day, value: 431.5,
            source: "Watch",
            parts: ["deep": 61])
        let ids = try await [
            open?.add(symptom).id, open?.add(checkIn).id, open?.add(medication).id, open?.add(sample).id,
        ].compactMap { $0 }
        open = nil
        let again = try await vault.repair().vault
        #expect(try await again.record(SymptomEntry.self, ids[0]).value == symptom)
        #expect(symptom.symptom == "Headache")
        #expect(try await again.record(CheckIn.self, ids[1]).value == checkIn)
        #expect(try await again.record(Medication.self, ids[2]).value == medication)
        #expect(try await again.record(HealthSample.self, ids[3]).value == sample)
    }

    @Test func `every kind of schedule comes back as it was`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let medication = try await open.add(Medication(name: "M"))
        let moment = try vault.moment(after: 0)
        let cadences: [Schedule.Cadence] = [
            .everyDays(3), .everyMonths(2, day: 31), .everyWeeks(2, weekdays: [1, 4]), .cycle(on: 21, off: 7), .everyHours(8),
        ]
        for cadence in cadences {
            for travel in Schedule.Travel.allCases {
                let schedule = Schedule(
                    medication: medication.id, cadence: cadence, times: [.of(travel == .home ? "08:05" : "09:10")],
                    amount: .of("1.5"),
                    steps: [.init(amount: .of("2"), days: 7), .init(amount: .none, days: 3), .init(amount: .one, days: nil)],
                    start: moment.day, end: .of("2026-12-31"), zone: "America/New_York", travel: travel, since: moment.instant)
                let stored = try await open.addSchedule(schedule, isSure: true)
                #expect(stored.value == schedule)
            }
        }
        #expect(try await open.schedules(of: medication.id).count == 10)
    }

    @Test func `a schedule of a newer version that cannot be read whole is none, rather than another one`() throws {
        let moment = try #require(Instant(milliseconds: 0))
        let (day, time) = (LocalDay.of("2026-01-01"), try #require(TimeOfDay(hour: 8, minute: 0)))
        let schedule = Schedule(
            medication: RecordID(test: "m"), cadence: .everyDays(1), times: [time], amount: .one,
            steps: [.init(amount: .one, days: 3)], start: day, zone: "UTC", since: moment)
        var fields = schedule.fields
        #expect(Schedule(fields: fields) == schedule)
        for broken: (String, JSON) in [
            ("steps", [[1000, "week"]]), ("rule", ["cadence": ["moon": 1], "times": [480]]), ("rule", ["cadence": ["days": 1]]),
            ("start", "2026-02-30"), ("amount", -1), ("since", .null), ("medication", .null), ("zone", 1),
        ] {
            fields = schedule.fields
            fields[broken.0] = broken.1
            #expect(Schedule(fields: fields) == nil, "\(broken.0)")
        }
    }

    @Test func `what is no id in a link is as an empty one, and takes no record away`() throws {
        let moment = try #require(Instant(milliseconds: 0))
        let (day, tablet) = (LocalDay.of("2026-01-01"), RecordID(test: "tablet"))
        let dose = Intake(
            instant: moment, zone: "UTC", day: day, medication: tablet, amount: .one, unit: "tablet",
            occurrence: .init(schedule: tablet, key: "#1"), symptom: tablet)
        #expect(Intake(fields: dose.fields) == dose)
        for text in ["", "x", tablet.description + "0", "uuuuuuuuuuuuuuuuuuuuuuuuuu", "M1000000000000000000000000"] {
            let damaged: [String: JSON] = ["medication": .string(text), "schedule": .string(text), "symptom": .string(text)]
            let read = try #require(Intake(fields: dose.fields.merging(damaged) { $1 }))
            #expect(read.medication == .unknown && read.occurrence == nil && read.symptom == nil && read.amount == .one)
            let entry = SymptomEntry(instant: moment, zone: "UTC", day: day, symptom: "a", severity: 3, follows: tablet)
            let found = SymptomEntry(fields: entry.fields.merging(["follows": .string(text)]) { $1 })
            #expect(found?.follows == nil && found?.severity == 3)
            #expect(Trial.Sign(text: "medicine:" + text) == nil)
        }
        #expect(Intake(fields: dose.fields.merging(["medication": .null]) { $1 }) == nil)
    }

    @Test func `a sign that cannot be read does not make a trial one without a sign`() throws {
        let trial = Trial(
            action: "magnesium", sign: .medicine(RecordID(test: "m")), outcome: "mood", blockDays: 3, pairs: 8,
            first: .of("2026-03-15"), seed: 1)
        #expect(Trial(fields: trial.fields) == trial)
        for row: (text: String, sign: Trial.Sign) in [
            ("medicine:x", .medicine(.unknown)), ("moon:full", .medicine(.unknown)), ("tag:a", .tag("a")),
        ] {
            var (fields, plan) = (trial.fields, try #require(trial.fields["plan"]?.object))
            plan["sign"] = .string(row.text)
            fields["plan"] = .object(plan)
            #expect(Trial(fields: fields)?.sign == row.sign, "\(row.text)")
        }
    }

    @Test func `a change writes only what differs, and what was deleted comes back`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let stored = try await open.add(try vault.symptom("Headache", 6))
        var other = stored.value
        other.severity = 3
        try await open.change(stored.id, to: other)
        #expect(try VaultInsides(vault).lastPayload().mutations.map(\.fields) == [["severity": 3]])
        try await open.delete(SymptomEntry.self, stored.id)
        #expect(try await open.records(SymptomEntry.self).isEmpty)
        await #expect(throws: HealthError.noSuchRecord(kind: "symptom_entry")) {
            try await open.record(SymptomEntry.self, stored.id)
        }
        #expect(try await open.restore(SymptomEntry.self, stored.id).value == other)
        await #expect(throws: HealthError.notDeleted(kind: "symptom_entry")) {
            try await open.restore(SymptomEntry.self, stored.id)
        }
        try await open.delete(SymptomEntry.self, stored.id)
        vault.clock.advance(days: 31)
        await #expect(throws: HealthError.deletedTooLongAgo(kind: "symptom_entry")) {
            try await open.restore(SymptomEntry.self, stored.id)
        }
    }

    @Test func `what lies outside its range is refused, and nothing is written`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let before = try await open.logPosition()
        for severity in [-1, 11, Int.max] {
            await #expect(throws: HealthError.fault(.outside(field: "severity", least: "0", most: "10"))) {
                try await open.add(try vault.symptom("x", severity))
            }
        }
        await #expect(throws: HealthError.fault(.empty(field: "symptom"))) { try await open.add(try vault.symptom("  ", 1)) }
        await #expect(throws: HealthError.fault(.nothing)) { try await open.add(try vault.checkIn()) }
        for mood in [0, 11] {
            await #expect(throws: HealthError.fault(.outside(field: "mood", least: "1", most: "10"))) {
                try await open.add(try vault.checkIn(mood: mood))
            }
        }
        await #expect(throws: HealthError.fault(.empty(field: "triggers"))) {
            try await open.add(try vault.checkIn(craving: 4, triggers: [" "]))
        }
        await #expect(throws: HealthError.fault(.empty(field: "name"))) { try await open.add(Medication(name: "")) }
        for seconds: Int64 in [601, 86_400, 400_000_000] {
            await #expect(throws: HealthError.inTheFuture) { try await open.add(try vault.symptom("x", 1, after: seconds)) }
        }
        await #expect(throws: HealthError.fault(.nothing)) {
            try await open.add(try vault.checkIn(triggers: ["stress"], helped: ["walk"]))
        }
        #expect(try await open.logPosition() == before)
        #expect(try await open.add(try vault.symptom("x", 1, after: 60)).value.severity == 1)
    }

    @Test func `records of a stretch of time come in its order, past 256 of them, and only to the limit`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for number in 0..<600 { try await open.add(try vault.symptom("s", number % 11, after: Int64(number) * 60 - 36_000)) }
        let all = try await open.records(SymptomEntry.self)
        #expect(all.count == 600 && zip(all, all.dropFirst()).allSatisfy { $0.value.instant > $1.value.instant })
        #expect(try await open.records(SymptomEntry.self, newestFirst: false).map(\.id) == all.reversed().map(\.id))
        let range = all[400].value.instant..<all[100].value.instant
        #expect(try await open.records(SymptomEntry.self, in: range).map(\.id) == all[101...400].map(\.id))
        #expect(try await open.records(SymptomEntry.self, in: range, limit: 7).map(\.id) == all[101..<108].map(\.id))
        let page = try await open.page(SymptomEntry.self, before: all[9].value.instant, limit: 5) { $0.severity == 3 }
        #expect(page.hasMore && page.list.count == 5 && page.list.allSatisfy { $0.value.severity == 3 })
    }

    @Test func `the names used last are offered, the most used first`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        for (place, name) in ["Nausea", "headache", "Fatigue", "Headache", "Headache "].enumerated() {
            try await open.add(try vault.symptom(name, place, after: Int64(place)))
        }
        #expect(try await open.lastSymptoms().map(\.symptom) == ["Headache", "Fatigue", "Nausea"])
        #expect(try await open.lastSymptoms(limit: 1).map(\.severity) == [4])
        #expect(try await open.symptomNames() == ["Fatigue", "Headache", "Nausea"])
    }

    @Test func `a day shows entries, symptoms, doses, check-ins and samples in the order of time`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let day = try vault.moment(after: 0)
        _ = try await open.add(NewEntry(text: "walked", moment: try .of("2026-03-14 10:00")))
        let medication = try await open.add(Medication(name: "Iron", asNeeded: true))
        try await open.logDose(medication, at: try .of("2026-03-14 09:00"))
        var symptom = try vault.symptom("Headache", 5)
        symptom.instant = try Moment.of("2026-03-14 11:00").instant
        try await open.add(symptom)
        try await open.add(try vault.checkIn(mood: 6))
        try await open.add(
            HealthSample(
                measure: .steps, instant: try Moment.of("2026-03-14 08:00").instant, end: day.instant, zone: day.zone,
                day: day.day,
                value: 4321, source: "Phone"))
        let kinds = try await open.timeline(of: .of("2026-03-14")).map { item in
            switch item {
            case .entry: "entry"
            case .logged(.intake(_, let title)): title
            case .logged(let record): record.facts.kind.noun
            case .openDose: "open"
            }
        }
        #expect(kinds == ["sample", "Iron", "entry", "symptom entry", "check-in"])
        #expect(try await open.timeline(of: .of("2026-03-13")).isEmpty)
    }
}

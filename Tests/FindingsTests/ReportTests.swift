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
import Report
import SeededChance
import Testing

/// Reports for a doctor. The clock stands on Saturday, 14 March 2026, 21:15 in Vienna.
@Suite struct ReportTests {
    private static let week: ClosedRange<LocalDay> = .of("2026-03-02")...(.of("2026-03-08"))

    private func symptom(
        _ name: String, _ severity: Int, _ when: String, note: String = "", menstruation: Bool? = nil
    ) throws -> SymptomEntry {
        let moment = try Moment.of(when)
        return SymptomEntry(
            instant: moment.instant, zone: moment.zone, day: moment.day, symptom: name, severity: severity,
            menstruation: menstruation, note: note)
    }

    private func checkIn(
        _ when: String, mood: Int? = nil, craving: Int? = nil, sleep: Int? = nil, note: String = "", triggers: [String] = []
    ) throws -> CheckIn {
        let moment = try Moment.of(when)
        return CheckIn(
            instant: moment.instant, zone: moment.zone, day: moment.day, mood: mood, craving: craving, sleep: sleep, note: note,
            triggers: triggers)
    }

    private func taken(_ medication: RecordID, _ when: String, note: String = "") throws -> Intake {
        let moment = try Moment.of(when)
        return Intake(
            instant: moment.instant, zone: moment.zone, day: moment.day, medication: medication, amount: .one, unit: "tablet",
            note: note)
    }

    private func given() async throws -> (given: TestVault, vault: OpenVault) {
        let given = try TestVault()
        let vault = try given.create()
        try await vault.add(try symptom("headache", 4, "2026-03-02 09:00", menstruation: true))
        try await vault.add(try symptom("Headache", 8, "2026-03-03 09:00", note: "Behind the CORNEA.", menstruation: true))
        try await vault.add(try symptom("Headache", 6, "2026-03-03 20:00"))
        try await vault.add(try symptom("Itching", 9, "2026-03-05 20:00"))
        try await vault.add(try checkIn("2026-03-03 21:00", mood: 2, craving: 9, sleep: 1, note: "GLOOM", triggers: ["Quarrel"]))
        try await vault.add(try checkIn("2026-03-04 21:00", mood: 7, craving: 0, sleep: 4))
        let medication = try await vault.add(Medication(name: "Sumatriptan", strength: "50 mg", asNeeded: true, notes: "LEAFLET"))
        try await vault.add(try taken(medication.id, "2026-03-03 09:30", note: "SWALLOWED"))
        _ = try await vault.add(
            NewEntry(text: "A DIARY secret.", moment: try Moment.of("2026-03-03 22:00"), tags: [.of("wine")]))
        return (given, vault)
    }

    // MARK: coverage and course

    @Test func `how much was written down is counted, and a day without a record is none`() async throws {
        let (_, vault) = try await given()
        let report = try await vault.report(ReportChoice(period: .of("2026-03-01")...(.of("2026-03-14"))))
        #expect(report.coverage.used.count == 4)
        #expect(report.coverage.longestGap == .of("2026-03-06")...(.of("2026-03-14")))
        #expect(report.coverage.begins == .of("2026-03-02") && report.includesToday)
        // Days before there was a journal are no gap in it.
        let early = try await vault.report(ReportChoice(period: .of("2026-02-01")...(.of("2026-03-05"))))
        #expect(early.coverage.longestGap == nil && early.coverage.used.count == 4)
        let kinds = report.coverage.kinds.map { "\($0.name.rawValue) \($0.records) \($0.days)" }
        #expect(
            kinds == [
                "symptoms 4 3", "mood 2 2", "craving 2 2", "sleep quality 2 2", "hours of sleep 0 0", "steps 0 0", "doses 1 1",
            ])
    }

    @Test func `a week has the mean of its days, its lowest and highest record, and only days with a record`() async throws {
        let (_, vault) = try await given()
        let report = try await vault.report(ReportChoice(period: .of("2026-03-02")...(.of("2026-03-13"))))
        #expect(report.spans == [ReportTests.week, .of("2026-03-09")...(.of("2026-03-13"))])
        #expect(report.courses.map(\.title) == ["Headache", "Itching", "Mood", "Craving"])
        let headache = try #require(report.courses.first)
        // Morning 8 and evening 6 make a day of 7: what was logged twice does not weigh twice.
        #expect(headache.rows[0].mean == 5.5 && headache.rows[0].observed == 2)
        #expect(headache.rows[0].least == 4 && headache.rows[0].most == 8)
        #expect(headache.rows[1].mean == nil && headache.rows[1].least == nil && headache.rows[1].observed == 0)
        #expect(headache.total.observed == 2 && headache.badDays == 1)
        #expect(report.courses[2].badDays == 1 && report.courses[2].scale == 1...10)
    }

    @Test(arguments: [
        ("2026-03-02", "2026-03-02", 1), ("2026-03-01", "2026-03-09", 3), ("2026-03-23", "2026-04-05", 2),
        ("2024-02-26", "2024-03-03", 1), ("2025-09-08", "2026-03-14", 27), ("2025-09-07", "2026-03-14", 28),
        ("2025-09-06", "2026-03-14", 7),
        ("2025-03-15", "2026-03-14", 13),
    ])
    func `rows are whole weeks from Monday on, and months where those would be too many`(from: String, to: String, count: Int) {
        let period: ClosedRange<LocalDay> = .of(from)...(.of(to))
        let spans = ReportSpans.cut(period, firstWeekday: 1)
        #expect(spans.count == count)
        #expect(spans.first?.lowerBound == period.lowerBound && spans.last?.upperBound == period.upperBound)
        #expect(spans.reduce(0) { $0 + $1.count } == period.count)
        for (one, next) in zip(spans, spans.dropFirst()) { #expect(one.upperBound.number + 1 == next.lowerBound.number) }
        let isByMonths = period.count > ReportSpans.mostWeeks * 7
        #expect(spans.dropFirst().allSatisfy { isByMonths ? $0.lowerBound.parts.day == 1 : $0.lowerBound.weekday == 1 })
        #expect(ReportSpans.cut(period, firstWeekday: 7).dropFirst().allSatisfy { isByMonths || $0.lowerBound.weekday == 7 })
    }

    // MARK: what was ticked

    /// Each part, and pieces of a report that must not stand in one without it.
    @Test(arguments: [
        (ReportChoice.Part.notes, ["CORNEA", "GLOOM", "SWALLOWED", "LEAFLET"]), (.texts, ["DIARY"]),
        (.medicineNames, ["Sumatriptan"]),
        (.symptoms, ["Itching", "CORNEA"]), (.medicines, ["ReportMedicine(", "SWALLOWED", "LEAFLET"]),
        (.mood, ["mood: Optional", "\"Mood\""]), (.craving, ["craving: Optional", "\"Craving\""]),
        (.notableDays, ["NotableDay("]),
        (.sleep, ["ReportSleep("]),
    ])
    func `what is not ticked is nowhere in a report`(part: ReportChoice.Part, words: [String]) async throws {
        let (_, vault) = try await given()
        var choice = ReportChoice(period: ReportTests.week, parts: Set(ReportChoice.Part.allCases))
        let whole = String(reflecting: try await vault.report(choice))
        choice.parts.remove(part)
        let rest = String(reflecting: try await vault.report(choice))
        for word in words {
            #expect(whole.contains(word), "\(word) is not in the whole report either")
            #expect(!rest.contains(word), "\(word)")
        }
    }

    @Test func `days of menstruation and questions stand in it only where they are ticked`() async throws {
        let (_, vault) = try await given()
        var choice = ReportChoice(period: ReportTests.week, questions: " Is it the weather?\n\nWhat else? ")
        #expect(try await vault.report(choice).cycle.isEmpty)
        #expect(choice.questionList == ["Is it the weather?", "What else?"])
        choice.parts.insert(.cycle)
        choice.parts.remove(.questions)
        #expect(try await vault.report(choice).cycle == [.of("2026-03-02")...(.of("2026-03-03"))])
        #expect(choice.questionList.isEmpty)
    }

    @Test func `a symptom that is left out is in no course, no day and no count`() async throws {
        let (_, vault) = try await given()
        let report = try await vault.report(
            ReportChoice(period: ReportTests.week, parts: Set(ReportChoice.Part.allCases), withoutSymptoms: ["itching"]))
        #expect(report.courses.map(\.title) == ["Headache", "Mood", "Craving"])
        #expect(report.coverage.kinds.first?.records == 3)
        #expect(!report.notableDays.contains { $0.symptoms.contains { $0.name == "Itching" } })
        #expect(report.notableDays.map(\.day) == [.of("2026-03-03")])
    }

    @Test func `days stand out by rule, with everything of them that was ticked`() async throws {
        let (_, vault) = try await given()
        let days = try await vault.report(ReportChoice(period: ReportTests.week, parts: Set(ReportChoice.Part.allCases)))
            .notableDays
        #expect(days.map(\.day) == [.of("2026-03-03"), .of("2026-03-05")])
        let first = try #require(days.first)
        #expect(first.symptoms.map { "\($0.name) \($0.severity)" } == ["Headache 8"] && first.mood == 2 && first.craving == 9)
        #expect(first.doses.map { "\($0.title) \($0.count)" } == ["Sumatriptan 50 mg 1"])
        #expect(first.notes == ["Behind the CORNEA.", "SWALLOWED", "GLOOM"] && first.texts == ["A DIARY secret."])
        #expect(days[1].reasons == [.symptom("Itching")] && days[1].mood == nil)
    }

    // MARK: medicines

    @Test func `a medicine has its schedule, its changes, and what was taken of the known doses`() async throws {
        let given = try TestVault()
        let vault = try given.create()
        let medication = try await vault.add(Medication(name: "Ramipril", strength: "5 mg"))
        let first = try await vault.addSchedule(try given.daily(medication.id, "08:00"))
        given.clock.advance(days: 10)
        for day in 15...19 {
            let name = Occurrence.Name(schedule: first.id, key: "2026-03-\(day)T08:00")
            // The fourth is three hours late, the fifth is skipped.
            let time = day == 18 ? "11:00" : "08:10"
            try await vault.settle(name, as: day == 19 ? .skipped : .taken, at: try Moment.of("2026-03-\(day) \(time)"))
        }
        // On the 20th the journal was used and nothing was said of the dose; from the 21st on nobody looked.
        try await vault.add(try symptom("Headache", 3, "2026-03-20 12:00"))
        try await vault.replaceSchedule(first.id, with: try given.daily(medication.id, "20:00"))
        let report = try await vault.report(ReportChoice(period: .of("2026-03-15")...(.of("2026-03-24"))))
        let medicine = try #require(report.medicines.first)
        let adherence = try #require(medicine.adherence)
        let counts = Adherence.State.allCases.map(adherence.count)
        #expect(counts == [3, 0, 1, 1, 1, 4])
        #expect(adherence.known == 6 && adherence.rate == 0.5)
        #expect(medicine.schedules.count == 2 && medicine.changes.map(\.kind) == [.changed])
        #expect(medicine.changes.first?.day == .of("2026-03-24"))
        #expect(report.notableDays.first?.reasons == [.medicine("Ramipril 5 mg", .changed)])
        // An archived one without a dose in these days has no place, one without a name has a number.
        try await vault.add(Medication(name: "Aspirin", archived: true))
        let numbered = ReportChoice(period: .of("2026-03-15")...(.of("2026-03-24")), parts: [.medicines])
        #expect(try await vault.report(numbered).medicines.map { $0.title.hasPrefix("Medicine ") } == [true])
    }

    @Test func `doses as needed are counted by month, on days of the period only`() async throws {
        let given = try TestVault()
        let vault = try given.create()
        let medication = try await vault.add(Medication(name: "Sumatriptan", asNeeded: true))
        for when in ["2026-01-31 09:00", "2026-02-27 09:00", "2026-02-27 15:00", "2026-03-01 09:00", "2026-03-10 09:00"] {
            try await vault.add(try taken(medication.id, when))
        }
        let report = try await vault.report(ReportChoice(period: .of("2026-02-15")...(.of("2026-03-05"))))
        let medicine = try #require(report.medicines.first)
        #expect(medicine.extraDoses == 3 && medicine.extraDays == 2 && medicine.adherence == nil)
        #expect(medicine.extra.map(\.doses) == [2, 1] && medicine.extra.map { $0.days.count } == [14, 5])
    }

    // MARK: the first page

    @Test func `the first page sets the days with a symptom beside as many days before`() async throws {
        let given = try TestVault()
        let vault = try given.create()
        let log = [
            ("Headache", 8, "2026-03-02 09:00"), ("Headache", 3, "2026-03-04 09:00"), ("headache", 9, "2026-03-05 20:00"),
            ("Headache", 0, "2026-03-06 20:00"), ("Headache", 7, "2026-02-25 09:00"), ("Nausea", 2, "2026-03-02 09:00"),
        ]
        for (name, severity, when) in log { try await vault.add(try symptom(name, severity, when)) }
        try await vault.add(try checkIn("2026-03-03 21:00", mood: 2))
        try await vault.add(try checkIn("2026-03-05 21:00", mood: 6))
        let summary = try await vault.report(ReportChoice(period: ReportTests.week)).summary
        // Logging began on the 25th: the two days before that are none of the days before.
        #expect(summary.before?.days == .of("2026-02-25")...(.of("2026-03-01")) && summary.before?.used == 1)
        #expect(summary.before?.isBeginning == true)
        #expect(summary.rows.map(\.course.title) == ["Headache", "Nausea", "Mood"])
        // A record of 0 is a day without it.
        #expect(summary.rows.map(\.course.presentDays) == [3, 1, 2] && summary.rows.map(\.course.badDays) == [2, 0, 1])
        #expect(summary.rows.map { $0.before?.presentDays } == [1, nil, nil] && summary.rows[0].before?.badDays == 1)
        // Nothing is compared with days before the journal began.
        let first = try await vault.report(ReportChoice(period: .of("2026-02-25")...(.of("2026-03-08")))).summary
        #expect(first.before == nil && first.rows.allSatisfy { $0.before == nil })
        // What is left out is in no row.
        let some = ReportChoice(period: ReportTests.week, parts: [.symptoms], withoutSymptoms: ["headache"])
        #expect(try await vault.report(some).summary.rows.map(\.course.title) == ["Nausea"])
    }

    @Test func `days with acute medicines are counted by kind, and together, whether needed or by schedule`() async throws {
        let given = try TestVault()
        let vault = try given.create()
        let triptan = try await vault.add(Medication(name: "Sumatriptan", asNeeded: true, acute: .triptan))
        let aspirin = try await vault.add(Medication(name: "Aspirin", asNeeded: true, acute: .painkiller))
        let vitamin = try await vault.add(Medication(name: "Vitamin D", asNeeded: true))
        for (medicine, when) in [
            (triptan, "2026-02-27 09:00"), (triptan, "2026-02-27 15:00"), (triptan, "2026-03-01 09:00"),
            (aspirin, "2026-02-27 10:00"), (aspirin, "2026-03-02 09:00"), (vitamin, "2026-03-03 09:00"),
            (triptan, "2026-03-10 09:00"),
        ] { try await vault.add(try taken(medicine.id, when)) }
        let choice = ReportChoice(period: .of("2026-02-15")...(.of("2026-03-05")))
        let acute = try #require(try await vault.report(choice).summary.months)
        #expect(acute.symptoms.isEmpty && acute.used == [1, 3])
        #expect(acute.kinds.map(\.kind) == [.painkiller, .triptan] && acute.kinds.map(\.days) == [[1, 1], [1, 1]])
        #expect(acute.together?.days == [1, 2] && acute.kinds.map(\.reference) == [15, 10] && acute.together?.reference == 10)
        // Without a kind nothing is said, nor without medicines in the report.
        var other = choice
        other.parts.remove(.medicines)
        #expect(try await vault.report(other).summary.months == nil)
    }

    @Test func `days with a symptom are counted by month, strong ones too, in the latest six months`() async throws {
        let vault = try TestVault().create()
        for (level, when) in [
            (8, "2026-02-27 09:00"), (3, "2026-02-27 15:00"), (2, "2026-02-28 09:00"), (0, "2026-03-01 09:00"),
            (7, "2026-03-02 09:00"), (5, "2025-09-10 09:00"),
        ] { try await vault.add(try symptom("Migraine", level, when)) }
        try await vault.add(try symptom("Nausea", 1, "2026-03-03 09:00"))
        let short = try await vault.report(ReportChoice(period: .of("2026-02-15")...(.of("2026-03-05")))).summary.months
        #expect(short?.symptoms.map(\.title) == ["Migraine", "Nausea"] && short?.used == [2, 3])
        #expect(short?.symptoms.map(\.days) == [[2, 1], [0, 1]] && short?.symptoms[0].strong == [1, 1])
        let year = try await vault.report(ReportChoice(period: .of("2025-08-01")...(.of("2026-03-05")))).summary.months
        #expect(year?.months.first == .of("2025-10-01")...(.of("2025-10-31")) && year?.symptoms[0].days == [0, 0, 0, 0, 2, 1])
    }

    @Test func `the symptom that was chosen has the chart, however rare it is`() async throws {
        let vault = try TestVault().create()
        for number in 1...6 {
            for _ in 0..<2 { try await vault.add(try symptom("Pain \(number)", 8, "2026-03-0\(number) 09:00")) }
        }
        for day in 1...8 {
            for name in ["A", "B", "C", "D"] { try await vault.add(try symptom(name, 8, "2026-03-0\(day) 10:00")) }
        }
        var choice = ReportChoice(period: .of("2026-01-01")...(.of("2026-03-13")), charted: "pain 3")
        let report = try await vault.report(choice)
        #expect(report.courses.map(\.title) == ["A", "B", "C", "Pain 3"] && report.otherSymptoms.contains { $0.name == "D" })
        #expect(try await vault.chartFault(choice) == nil)
        choice.withoutSymptoms = ["pain 3"]
        #expect(try await vault.chartFault(choice) == .nothingToChart)
        choice = ReportChoice(period: .of("2026-03-04")...(.of("2026-03-13")), charted: "pain 3")
        #expect(try await vault.chartFault(choice) == .nothingToChart)
    }

    @Test func `a dose before its time is early, not late`() async throws {
        let given = try TestVault()
        let vault = try given.create()
        let medication = try await vault.add(Medication(name: "Ramipril"))
        let schedule = try await vault.addSchedule(try given.daily(medication.id, "20:00"))
        given.clock.advance(days: 3)
        for (day, time) in [(15, "12:00"), (16, "20:10"), (17, "14:00")] {
            let name = Occurrence.Name(schedule: schedule.id, key: "2026-03-\(day)T20:00")
            try await vault.settle(name, as: .taken, at: try Moment.of("2026-03-\(day) \(time)"), isSure: true)
        }
        let report = try await vault.report(ReportChoice(period: .of("2026-03-15")...(.of("2026-03-17"))))
        let doses = try #require(report.medicines.first?.adherence?.doses)
        #expect(doses == Medicine.DoseDay(taken: 1, early: 2) && report.medicines.first?.adherence?.known == 3)
    }

    // MARK: findings

    /// Ten weeks in which the evening after wine is bad, and nothing else is.
    private func withWine() async throws -> OpenVault {
        let given = try TestVault()
        let vault = try given.create()
        var chance = SplitMix64(seed: 7)
        var wine = false
        for number in LocalDay.of("2026-01-01").number...LocalDay.of("2026-03-13").number {
            let day = try #require(LocalDay(number: number))
            let level = 2 + Int.random(in: 0...2, using: &chance) + (wine ? 4 : 0)
            try await vault.add(try symptom("Headache", level, day.iso + " 09:00"))
            wine = Int.random(in: 0..<3, using: &chance) == 0
            _ = try await vault.add(
                NewEntry(text: "So it was.", moment: try Moment.of(day.iso + " 21:00"), tags: wine ? [.of("wine")] : []))
        }
        return vault
    }

    @Test func `one look finds what is there, and does not look at what was not ticked`() async throws {
        let vault = try await withWine()
        var choice = ReportChoice(period: .of("2026-01-01")...(.of("2026-03-14")))
        guard case .done(let found)? = try await vault.report(choice).look else {
            Issue.record("ten weeks are enough")
            return
        }
        let first = try #require(found.findings.first)
        #expect(first.hypothesis == .factor(.tag("wine"), .symptom("headache"), lag: 1))
        #expect(first.difference > 2.5 && first.interval.lowerBound > 1 && first.adjusted <= OneReport.level)
        #expect(first.with >= 8 && first.without >= 8 && found.asked > 0 && found.window.upperBound == .of("2026-03-13"))
        choice.parts.remove(.tags)
        guard case .done(let without)? = try await vault.report(choice).look else {
            Issue.record("ten weeks are enough")
            return
        }
        #expect(without.asked < found.asked)
        #expect(!without.findings.contains { if case .factor(.tag, _, _) = $0.hypothesis { true } else { false } })
        choice.parts.remove(.findings)
        #expect(try await vault.report(choice).look == nil)
    }

    @Test func `what was not ticked takes no other's place among what is looked at`() async throws {
        let given = try TestVault()
        let vault = try given.create()
        var chance = SplitMix64(seed: 11)
        // More tags than there are places, each on more days than a bad night.
        let tags = try (1...Diary.mostFactors + 5).map { try #require(Tag("tag\($0)")) }
        for number in LocalDay.of("2026-01-01").number...LocalDay.of("2026-03-13").number {
            let day = try #require(LocalDay(number: number))
            let isBad = Int.random(in: 0..<3, using: &chance) == 0
            let level = 2 + Int.random(in: 0...2, using: &chance) + (isBad ? 4 : 0)
            try await vault.add(try checkIn(day.iso + " 07:00", sleep: isBad ? 1 : 4, triggers: ["Quarrel"]))
            try await vault.add(try symptom("Headache", level, day.iso + " 09:00"))
            _ = try await vault.add(
                NewEntry(
                    text: "So it was.", moment: try Moment.of(day.iso + " 21:00"),
                    tags: tags.filter { _ in Int.random(in: 0..<3, using: &chance) > 0 }))
        }
        var choice = ReportChoice(period: .of("2026-01-01")...(.of("2026-03-14")))
        choice.parts.remove(.tags)
        guard case .done(let found)? = try await vault.report(choice).look else {
            Issue.record("ten weeks are enough")
            return
        }
        let badSleep = found.findings.contains {
            if case .factor(.badSleep, .symptom("headache"), _) = $0.hypothesis { true } else { false }
        }
        #expect(badSleep, "\(found.findings.map(\.hypothesis))")
        #expect(!found.findings.contains { if case .factor(.tag, _, _) = $0.hypothesis { true } else { false } })
    }

    @Test func `a short period and an empty journal have a report without findings`() async throws {
        let (_, vault) = try await given()
        #expect(try await vault.report(ReportChoice(period: ReportTests.week)).look == .tooShort(needed: 42))
        let empty = try TestVault().create()
        let report = try await empty.report(ReportChoice(period: ReportChoice.usualPeriod(today: .of("2026-03-14"))))
        #expect(report.isEmpty && report.look == .tooShort(needed: 42) && report.coverage.longestGap?.count == 91)
    }

    // MARK: what is refused

    private static let refused: [(ReportChoice, ReportFault)] = [
        (ReportChoice(period: .of("2026-03-15")...(.of("2026-03-16"))), .inTheFuture),
        (ReportChoice(period: .of("2025-03-14")...(.of("2026-03-15"))), .tooLong(days: 367)),
        (ReportChoice(period: .of("0001-01-01")...(.of("9999-12-31"))), .tooLong(days: 3_652_059)),
        (ReportChoice(period: week, parts: []), .nothingChosen),
        (ReportChoice(period: week, parts: [.medicineNames, .notes, .texts, .tags]), .nothingChosen),
        (ReportChoice(period: week, parts: [.questions], questions: " \n "), .nothingChosen),
        (ReportChoice(period: week, questions: String(repeating: "ä", count: 751)), .textTooLong(field: "questions")),
        (ReportChoice(period: week, name: String(repeating: "n", count: 121)), .textTooLong(field: "name")),
        (ReportChoice(period: week, birth: String(repeating: "1", count: 121)), .textTooLong(field: "birth")),
    ]

    @Test(arguments: refused)
    func `what has no place in a report is refused in words`(choice: ReportChoice, fault: ReportFault) async throws {
        let vault = try TestVault().create()
        await #expect(throws: fault) { try await vault.report(choice) }
        let explanation = Explanation(fault)
        #expect(explanation.code != "internal" && explanation.exit == .usage)
    }

    @Test func `a period that reaches beyond today ends today`() async throws {
        let vault = try TestVault().create()
        let report = try await vault.report(ReportChoice(period: .of("2026-03-10")...(.of("2026-03-20"))))
        #expect(report.days == .of("2026-03-10")...(.of("2026-03-14")))
    }
}

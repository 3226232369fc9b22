import Engine
import Findings
import GivenValues
import Insights
import Journal
import Ledger
import MoodClassifier
import Records

extension RecordMaker {
    /// One for each kind of record that this program writes as a value of its own, and one that only a newer program knows.
    static let all: [RecordMaker] = [entry, template, preferences, moodLearning, newer] + health + support + patterns

    private static let entry = RecordMaker(
        kind: Entry.kind,
        fields: { values in
            let entry = Entry(
                instant: values.instant(), zone: "Europe/Vienna", day: values.day(), text: values.text(),
                mood: Mood(values.word()),
                moodSource: .suggested, moodScore: values.number(1...10), tags: [.of(values.word()), .of(values.word())],
                starred: true,
                place: Place(name: values.word(), latitude: values.fraction(), longitude: values.fraction()))
            return entry.fields
        },
        read: { Entry(fields: $0)?.fields }, delete: { _ = try await $0.delete($1) })

    private static let template = RecordMaker(
        kind: Template.kind,
        fields: { values in Template(name: values.word(), text: values.text(), rank: values.number(1...1000)).fields },
        read: { Template(fields: $0)?.fields }, delete: { try await $0.deleteTemplate($1) })

    private static let preferences = RecordMaker(
        kind: Preferences.kind, name: Preferences.record,
        fields: { values in
            var preferences = Preferences.standard
            preferences.onlineQuotes = true
            preferences.idleMinutes = values.number(11...240)
            preferences.hiddenMinutes = values.number(0...4)
            preferences.dateLanguage = "de-AT"
            preferences.weekStart = values.number(1...7)
            preferences.prompts = false
            preferences.theme = .dark
            preferences.checkInTimes = [values.minutes(), values.minutes()]
            preferences.followUps = false
            preferences.followUpFrom = values.number(6...10)
            preferences.namesInReminders = true
            preferences.repeatMinutes = values.number(5...240)
            preferences.quietHours = QuietHours(text: "22:\(values.number(10...59))-07:00")
            preferences.moodSuggestions = false
            preferences.supportLine = false
            (preferences.textTags, preferences.craving, preferences.menstruation) = (true, true, false)
            return preferences.fields
        },
        read: { Preferences(fields: $0).fields })

    private static let moodLearning = RecordMaker.of(MoodLearning.self) { values in
        let numbers = (0..<OwnerBias().numbers.count).map { _ in values.fraction() }
        return MoodLearning(
            bias: OwnerBias(numbers: numbers) ?? OwnerBias(),
            outcomes: [MoodLearning.Outcome(at: values.instant().milliseconds, isRight: true)])
    }

    /// A kind of which this program knows nothing.
    private static let newer = RecordMaker(
        kind: "dream",
        fields: { values in
            [
                "instant": .int(values.instant().milliseconds), "lucid": true, "told": .string(values.text()),
                "list": [.int(1), [:]],
            ]
        },
        read: { $0 })

    private static let health: [RecordMaker] = [
        .kept { values in
            CheckIn(
                instant: values.instant(), zone: "Asia/Tokyo", day: values.day(), mood: values.number(1...10),
                word: Mood(values.word()), craving: values.number(0...10), sleep: values.number(1...5), note: values.text(),
                triggers: values.names(),
                helped: values.names(), isUntagged: true)
        },
        .kept { values in
            SymptomEntry(
                instant: values.instant(), zone: "Europe/Vienna", day: values.day(), symptom: values.word(),
                severity: values.number(0...10), metrics: [values.word(): values.fraction()], menstruation: true,
                note: values.text(), sentiment: 0.5, follows: values.link(), end: values.instant(), relief: values.link())
        },
        .kept { values in
            MeasureEntry(
                instant: values.instant(), zone: "Europe/Vienna", day: values.day(),
                measure: Measure(values.word(), .pair, unit: values.word(), range: -values.fraction()...(10 + values.fraction())),
                value: values.fraction(), second: values.fraction(), note: values.text(), source: values.word())
        },
        .kept { values in
            HealthSample(
                measure: .sleep, instant: values.instant(), end: values.instant(), zone: "Europe/Vienna", day: values.day(),
                value: values.fraction(), source: values.word(), parts: ["deep": values.fraction()])
        },
        .kept { values in
            Intake(
                instant: values.instant(), zone: "Europe/Vienna", day: values.day(), medication: values.link(),
                amount: values.amount(), unit: values.word(), outcome: .taken,
                occurrence: Occurrence.Name(schedule: values.link(), key: "#\(values.number(1...900))"), due: values.instant(),
                symptom: values.link(), note: values.text(), timing: .late)
        },
        .of(Medication.self, delete: { try await $0.deleteMedication($1, doses: .keep) }) { values in
            Medication(
                name: values.word(), strength: values.word(), amount: values.amount(), unit: values.word(), asNeeded: true,
                acute: .triptan, stock: Medication.Stock(amount: values.amount(), counted: values.instant()),
                refillAt: values.amount(),
                expiry: values.day(), openHours: values.number(1...168),
                limits: DoseLimits(substance: values.word(), gap: values.number(1...900), dayMost: values.amount()),
                notes: values.text(), archived: true)
        },
        .of(Schedule.self) { values in
            Schedule(
                medication: values.link(), cadence: .everyWeeks(values.number(1...4), weekdays: [1, values.number(2...7)]),
                times: [.of("08:\(values.number(10...59))"), .of("20:\(values.number(10...59))")], isAnyTime: true,
                amount: values.amount(),
                steps: [
                    Schedule.Step(amount: values.amount(), days: values.number(1...30)),
                    Schedule.Step(amount: values.amount(), days: nil),
                ],
                start: .of("2021-03-14"), end: values.day(), zone: "Europe/Vienna", travel: .home, since: values.instant(),
                until: values.instant(), replaces: values.link())
        },
        .of(Trial.self) { values in
            Trial(
                action: values.word(), sign: .tag(values.word()),
                outcome: ["symptom:", "measure:"][values.number(0...1)] + values.word(), part: .evening,
                blockDays: values.number(4...14), pairs: values.number(2...30), washOut: 2, first: values.day(),
                seed: values.random.next(), note: values.text(), remindAt: values.minutes(), stopped: values.day(),
                answers: [values.day(): true, .of("2026-01-0\(values.number(1...9))"): false])
        },
    ]

    private static let support: [RecordMaker] = SupportItem.Part.allCases.map { part in
        RecordMaker(
            kind: part.rawValue,
            fields: { values in
                SupportItem(
                    part, name: values.word(), phone: part.hasPhone ? "+43 1 \(values.number(100_000...999_999))" : "",
                    note: values.text(), rank: values.number(1...99)
                ).fields
            },
            read: { SupportItem(part, fields: $0)?.fields },
            delete: { try await $0.deleteSupportItem(part, $1) })
    }

    private static let patterns: [RecordMaker] = [
        .of(PatternRecord.self) { values in
            let finding = values.finding()
            return PatternRecord(
                Watch(
                    finding.hypothesis, since: values.day().number, first: values.finding(),
                    state: .confirmed(day: values.day().number, finding)),
                isDismissed: true, snoozedUntil: values.day())
        },
        .of(LookRecord.self, name: LookRecord.record) { values in
            let finding = values.finding()
            return LookRecord(
                first: values.day().number, last: values.day().number, asked: values.number(1...900), quiet: [finding],
                waiting: [FamilyLook.Waiting(finding.hypothesis, .days(values.number(1...40)))])
        },
    ]
}

extension RandomValues {
    /// A finding about a tag that nothing else names.
    fileprivate mutating func finding() -> Finding {
        guard let question = Hypothesis(text: "factor/tag:\(word())/mood/0") else {
            preconditionFailure("no question is written like this any more")
        }
        return Finding(
            question, difference: fraction(), interval: 0.25...(1 + fraction()), with: number(10...90), without: number(10...90),
            window: 20_000...(20_100 + number(0...90)), spread: fraction(), p: fraction() / 10, adjusted: fraction() / 5)
    }
}

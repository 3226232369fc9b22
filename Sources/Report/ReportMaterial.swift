import Insights
import Journal

/// All data for a report, independent of the vault.
package struct ReportMaterial: Sendable {
    private let choice: ReportChoice
    private let days: ClosedRange<LocalDay>
    private let today: LocalDay
    private let firstWeekday: Int
    private let logged: Logged
    private let texts: [LocalDay: [String]]
    private let begins: LocalDay?
    private let names: [RecordID: String]
    private let closed: Set<Factor.Name>

    /// - Parameter logged: the log of these days, and of as many days before them, at least 98.
    /// - Parameter begins: the first day on which anything was ever logged.
    /// - Parameter names: the names of medicines.
    /// - Parameter closed: the factors that a running trial tests.
    package init(
        choice: ReportChoice, days: ClosedRange<LocalDay>, today: LocalDay, firstWeekday: Int, logged: Logged,
        texts: [LocalDay: [String]], begins: LocalDay?, names: [RecordID: String], closed: Set<Factor.Name>
    ) {
        (self.choice, self.days, self.today, self.firstWeekday) = (choice, days, today, firstWeekday)
        (self.logged, self.texts, self.begins) = (logged, texts, begins)
        (self.names, self.closed) = (names, closed)
    }

    /// Makes the report. `clock`: the local minute of the day in this zone at an instant.
    package func report(clock: (Instant, String) -> Int?) -> DoctorReport {
        let own = logged.within(days.numbers)
        let spans = ReportSpans.cut(days, firstWeekday: firstWeekday)
        let names = medicineNames
        let used = own.usedDays
        let symptoms = choice.parts.contains(.symptoms) ? ReportMaterial.symptoms(wanted(own.symptoms)) : []
        let least = days.count > 28 ? DoctorReport.leastCourseDays : 1
        // The one that was chosen has a course, however rare it is.
        let chosen =
            symptoms.filter { $0.key == choice.charted } + symptoms.filter { $0.key != choice.charted && $0.days >= least }
        let places = Set(chosen.prefix(DoctorReport.mostCourses).map(\.key))
        let drawn = symptoms.filter { places.contains($0.key) }
        let courses = courses(own, drawn, days, spans, clock)
        let medicines = medicines(own, names, used)
        let summary = ReportSummary(
            rows: summaryRows(own, symptoms, clock), before: before,
            months: MonthlyDays(own, courses.filter { $0.symptom != nil }, medicines, days: days))
        let asked = symptoms.map(\.key).map(Outcome.Name.symptom) + others
        return DoctorReport(
            choice: choice, made: today, days: days, summary: summary,
            coverage: ReportCoverage(own, days: days, choice: choice, begins: begins), spans: spans, courses: courses,
            otherSymptoms: symptoms.filter { !places.contains($0.key) }.map {
                .init(name: $0.name, days: $0.days, most: $0.most)
            },
            sleep: sleep(own, spans),
            measures: choice.parts.contains(.measures)
                ? ReportMeasure.all(own.measures, before: before.map { logged.within($0.days.numbers).measures } ?? []) : [],
            medicines: medicines, cycle: cycle(own),
            notableDays: NotableDays(
                logged: own, days: days, choice: choice, courses: courses, medicines: medicines, names: names, texts: texts
            ).found(),
            look: choice.parts.contains(.findings)
                ? ReportLook(
                    logged, choice: choice, days: days, outcomes: asked, today: today, closed: closed, clock: clock)
                : nil,
            medicineNames: names)
    }

    /// A symptom: its key, its last spelling, the number of days with it, and its highest severity.
    package typealias Symptom = (key: String, name: String, days: Int, most: Int)

    /// The symptoms with their last spelling and number of days; the one on the most days first.
    package static func symptoms(_ entries: some Sequence<SymptomEntry>) -> [Symptom] {
        Dictionary(grouping: entries, by: \.key).map { key, list in
            let last = list.max { ($0.instant, $0.symptom) < ($1.instant, $1.symptom) }
            return (key, last?.symptom ?? key, Set(list.map(\.day)).count, list.map(\.severity).max() ?? 0)
        }.sorted { ($1.days, $0.key) < ($0.days, $1.key) }
    }

    private func wanted(_ entries: ArraySlice<SymptomEntry>) -> ArraySlice<SymptomEntry> {
        entries.filter { !choice.withoutSymptoms.contains($0.key) }
    }

    private var others: [Outcome.Name] {
        (choice.parts.contains(.mood) ? [.mood] : []) + (choice.parts.contains(.craving) ? [.craving] : [])
    }

    private var medicineNames: [RecordID: String] {
        guard !choice.parts.contains(.medicineNames) else { return names }
        // In an order that reveals nothing about them.
        return Dictionary(uniqueKeysWithValues: names.keys.sorted().enumerated().map { ($1, "Medicine \($0 + 1)") })
    }

    private func courses(
        _ own: Logged, _ symptoms: [Symptom], _ days: ClosedRange<LocalDay>, _ spans: [ClosedRange<LocalDay>],
        _ clock: (Instant, String) -> Int?
    ) -> [ReportCourse] {
        var courses = symptoms.map { symptom in
            let readings = own.symptoms.filter { $0.key == symptom.key }.map {
                reading(Double($0.severity), $0.instant, $0.day, $0.zone, clock)
            }
            return ReportCourse(Outcome(.symptom(symptom.key), readings), title: symptom.name, days: days, spans: spans)
        }
        for name in others {
            let readings = own.checkIns.compactMap { check in
                (name == .mood ? check.mood : check.craving).map {
                    reading(Double($0), check.instant, check.day, check.zone, clock)
                }
            }
            guard !readings.isEmpty else { continue }
            let title = name == .mood ? "Mood" : "Craving"
            courses.append(ReportCourse(Outcome(name, readings), title: title, days: days, spans: spans))
        }
        return courses
    }

    /// The days before the period, as many as it has, from the first day on which anything was logged; `nil` if that was later.
    private var before: ReportSummary.Before? {
        guard let last = days.lowerBound.adding(days: -1), let first = last.adding(days: 1 - days.count), let begins,
            begins <= last
        else { return nil }
        let days = max(first, begins)...last
        return .init(days: days, used: logged.within(days.numbers).usedDays.count, isBeginning: begins > first)
    }

    private func summaryRows(
        _ own: Logged, _ symptoms: [Symptom], _ clock: (Instant, String) -> Int?
    ) -> [ReportSummary.Row] {
        let shown = Array(symptoms.prefix(ReportSummary.mostSymptoms))
        let earlier = before.map { courses(logged.within($0.days.numbers), shown, $0.days, [], clock) } ?? []
        return courses(own, shown, days, [], clock).map { course in
            // A symptom without a record has no mean.
            .init(course: course, before: earlier.first { $0.name == course.name && $0.total.mean != nil })
        }
    }

    private func reading(
        _ value: Double, _ instant: Instant, _ day: LocalDay, _ zone: String, _ clock: (Instant, String) -> Int?
    ) -> Reading {
        Reading(instant: instant, day: day.number, minute: clock(instant, zone) ?? 720, value: value)
    }

    private func sleep(_ own: Logged, _ spans: [ClosedRange<LocalDay>]) -> [ReportSleep] {
        guard choice.parts.contains(.sleep) else { return [] }
        // With a long table of symptoms there is room for months only.
        let spans = spans.count > ReportSleep.mostRows ? ReportSpans.months(of: days) : spans
        let rows = spans.map { ReportSleep($0, own) }
        return rows.contains(where: \.isKnown) ? rows : []
    }

    private func medicines(_ own: Logged, _ names: [RecordID: String], _ used: Set<Int>) -> [ReportMedicine] {
        guard choice.parts.contains(.medicines) else { return [] }
        let all = own.medications.map { id, medication in
            ReportMedicine(
                id, medication, title: names[id] ?? medication.title, in: own, used: used, days: days, choice: choice)
        }
        return all.filter(\.isConcerned).sorted {
            ($0.asNeeded ? 1 : 0, $0.title.lowercased(), $0.id) < ($1.asNeeded ? 1 : 0, $1.title.lowercased(), $1.id)
        }
    }

    private func cycle(_ own: Logged) -> [ClosedRange<LocalDay>] {
        guard choice.parts.contains(.cycle) else { return [] }
        return ReportSpans.runs(of: Set(own.symptoms.filter { $0.menstruation == true }.map(\.day.number)))
    }
}

import Insights
import Journal

/// One medicine of a report: how it is to be taken, its changes in the period, and the doses taken.
package struct ReportMedicine: Hashable, Sendable {
    package let id: RecordID
    package let title: String
    /// The unit of amounts, `tablet`.
    package let unit: String
    /// Taken as needed; otherwise by schedules.
    package let asNeeded: Bool
    /// Its kind, if it is taken against pain or attacks.
    package let acute: AcuteKind?
    package let archived: Bool
    /// Schedules that were in force on any of the days, the oldest first.
    package let schedules: [Schedule]
    /// What began, changed or ended within the days.
    package let changes: [Change]
    /// The share of due doses taken; `nil` for a medicine as needed, and if nothing was due.
    package let adherence: Adherence?
    /// Doses taken as needed, or in addition to the schedule, for each span.
    package let extra: [Extra]
    /// The person's note about it, if selected.
    package let note: String

    /// A day from which it was taken differently.
    package struct Change: Hashable, Sendable {
        /// The first such day; for `ended`, the schedule's last day.
        package let day: LocalDay
        package let kind: Kind

        package enum Kind: String, Sendable {
            case begun, changed, ended
        }
    }

    /// Doses of one span that no schedule asked for.
    package struct Extra: Hashable, Sendable {
        package let days: ClosedRange<LocalDay>
        package let doses: Int
        package let used: Int
    }

    package var extraDoses: Int { extra.reduce(0) { $0 + $1.doses } }
    package var extraDays: Int { extra.reduce(0) { $0 + $1.used } }

    /// - Parameter used: the numbers of the days on which the journal was used.
    init(
        _ id: RecordID, _ medication: Medication, title: String, in logged: Logged, used: Set<Int>, days: ClosedRange<LocalDay>,
        choice: ReportChoice
    ) {
        (self.id, self.title, unit) = (id, title, medication.unit)
        (asNeeded, acute, archived) = (medication.asNeeded, medication.acute, medication.archived)
        note = choice.parts.contains(.notes) ? medication.notes : ""
        let own = logged.schedules.filter { $0.value.medication == id }
        schedules = own.values.filter { $0.isInForce(on: days) }.sorted { ($0.start, $0.since) < ($1.start, $1.since) }
        changes = ReportMedicine.changes(own, days)
        adherence = ReportMedicine.adherence(id, medication, logged, used, days)
        extra = ReportMedicine.extra(id, logged, days)
    }

    /// Whether a dose of it is known on these days, by a schedule or not.
    package var isTaken: Bool { extraDoses > 0 || adherence?.rate != nil }

    /// Whether it is in the journal and nothing of it was due or taken on these days.
    package var isIdle: Bool { !asNeeded && schedules.isEmpty && adherence == nil && extraDoses == 0 }

    /// Whether a report of these days includes it.
    var isConcerned: Bool { !archived || !schedules.isEmpty || adherence != nil || extraDoses > 0 }

    private static func changes(_ own: [RecordID: Schedule], _ days: ClosedRange<LocalDay>) -> [Change] {
        let replaced = Set(own.values.compactMap(\.replaces))
        var changes: [Change] = []
        for (link, schedule) in own {
            changes.append(Change(day: schedule.start, kind: schedule.replaces == nil ? .begun : .changed))
            if !replaced.contains(link), let last = schedule.lastDayInForce { changes.append(Change(day: last, kind: .ended)) }
        }
        return changes.filter { days.contains($0.day) }.sorted { ($0.day, $0.kind.rawValue) < ($1.day, $1.kind.rawValue) }
    }

    private static func adherence(
        _ id: RecordID, _ medication: Medication, _ logged: Logged, _ used: Set<Int>, _ days: ClosedRange<LocalDay>
    ) -> Adherence? {
        var due: [Int: Medicine.DoseDay] = [:]
        for dose in logged.doses where dose.occurrence.medication == id && days.contains(dose.occurrence.day) {
            let day = dose.occurrence.day.number
            guard let state = Adherence.State(dose, used: used.contains(day)) else { continue }
            due[day, default: .init()].add(state)
        }
        return Adherence(of: Medicine(id: id, asNeeded: false, taken: [], due: due), days: days.numbers)
    }

    private static func extra(_ id: RecordID, _ logged: Logged, _ days: ClosedRange<LocalDay>) -> [Extra] {
        let taken = logged.intakes.filter {
            $0.medication == id && $0.outcome == .taken && $0.occurrence == nil && days.contains($0.day)
        }
        guard !taken.isEmpty else { return [] }
        return ReportSpans.months(of: days).map { month in
            let own = taken.filter { month.contains($0.day) }
            return Extra(days: month, doses: own.count, used: Set(own.map(\.day)).count)
        }
    }
}

extension Schedule {
    /// The last day on which it asks for anything, if there is one: by its own end, or because it was ended.
    fileprivate var lastDayInForce: LocalDay? {
        let ended = until.flatMap {
            LocalDay(number: Int(clamping: floorDivide($0.milliseconds, by: Instant.dayMilliseconds).quotient))
        }
        return [lastDay, ended].compactMap(\.self).min()
    }

    fileprivate func isInForce(on days: ClosedRange<LocalDay>) -> Bool {
        let last = lastDayInForce ?? days.upperBound
        // A schedule that was replaced on the day it was created never asked for anything.
        return start <= days.upperBound && last >= days.lowerBound && (until.map { $0 > since } ?? true)
    }
}

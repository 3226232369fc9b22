import Base
import Documents
import Engine
import Foundation
import Journal
import Ledger
import Records

/// A dose for display: a scheduled one, or one taken as needed.
struct DoseLine: Sendable {
    /// The record that logs it, or would.
    let id: RecordID
    let medication: RecordID
    let title: String
    let zone: String
    let state: DueDose.State
    /// The scheduled dose; `nil` if the schedule has no such dose (any more).
    let occurrence: Occurrence?
    let intake: Stored<Intake>?
    /// Whether it was taken in time; `nil` if it was not taken, or no schedule asked for it.
    let timing: Intake.Timing?
    /// It was taken in addition to an active schedule.
    let isExtra: Bool
    /// Its schedule follows its home zone, and not its owner.
    private let isAtHome: Bool
    private let plannedUnit: String

    /// A scheduled dose now, or at `moment`: later logs are then ignored.
    init(_ shown: ShownDose, zone: String, isAtHome: Bool, asOf moment: Instant? = nil) {
        let occurrence = shown.dose.occurrence
        var (dose, intake) = (shown.dose, shown.intake)
        if let moment, let settled = intake, settled.value.instant > moment {
            intake = nil
            dose = DueDose(occurrence, intake: nil, now: moment)
        }
        id = occurrence.name.record
        (medication, title, plannedUnit) = (occurrence.medication, shown.medication.value.title, shown.medication.value.unit)
        (self.zone, state, self.occurrence, self.intake) = (zone, dose.state, occurrence, intake)
        (timing, isExtra, self.isAtHome) = (dose.timing, false, isAtHome)
    }

    /// A dose of which only the record is known; `isBeside`: the medicine had a schedule then.
    init(_ intake: Stored<Intake>, title: String, isBeside: Bool) {
        id = intake.id
        (medication, self.title, plannedUnit) = (intake.value.medication, title, intake.value.unit)
        zone = intake.value.zone
        state =
            switch intake.value.outcome {
            case .taken: .taken
            case .skipped: .skipped
            case .missed: .missed
            }
        (occurrence, self.intake, timing, isAtHome) = (nil, intake, intake.value.timing, false)
        isExtra = isBeside && intake.value.occurrence == nil
    }

    /// For sorting: when it was logged, otherwise when it is due.
    var instant: Instant { intake?.value.instant ?? occurrence?.due ?? Instant.epoch }
    var day: LocalDay { intake?.value.day ?? dueDay ?? Environment.surroundings.wall.day }
    var amount: Amount { intake?.value.amount ?? occurrence?.amount ?? .none }
    var unit: String { intake?.value.unit ?? plannedUnit }
    var isScheduled: Bool { occurrence != nil || intake?.value.occurrence != nil }
    var schedule: RecordID? { occurrence?.name.schedule ?? intake?.value.occurrence?.schedule }
    var name: Occurrence.Name? { occurrence?.name ?? intake?.value.occurrence }
    /// When it is due, or was due where it was logged.
    var due: Instant? { intake?.value.due ?? occurrence?.due }
    var isOpen: Bool { intake == nil }

    /// `Sumatriptan 50 mg, 1 tablet`.
    var words: String { "\(title), \(Medication.words(amount, unit: unit))" }

    /// Its due time where its owner is, or was when it was logged.
    var dueClock: String { dueWall?.time.clock ?? "--:--" }

    var dueDay: LocalDay? { dueWall?.day }

    private var dueWall: (day: LocalDay, time: TimeOfDay)? {
        if let occurrence, !isAtHome { return (occurrence.day, occurrence.time) }
        return due.flatMap { CivilTime(named: zone)?.wall(at: $0.milliseconds) }
    }

    /// Its position in a list of its day: a scheduled one at its time, otherwise when it was taken.
    var place: Instant { dueDay == day ? due ?? instant : instant }

    /// `the 08:00 dose`, `yesterday's 22:00 dose`, `the 22:00 dose of Mon 16 November`.
    var spokenDue: String {
        let today = Environment.surroundings.wall.day
        let dueDay = dueDay ?? today
        switch dueDay.number - today.number {
        case 0: return say("the \(dueClock) dose")
        case -1: return say("yesterday's \(dueClock) dose")
        case 1: return say("tomorrow's \(dueClock) dose")
        default: return say("the \(dueClock) dose of \(HealthPrinter.nearDay(dueDay))")
        }
    }

    /// Its state for a list: `taken 08:05, late`, `due until 14:00`.
    var stateWords: String {
        guard isScheduled || state != .taken else {
            return isExtra ? say("taken as an extra dose") : say("taken as needed")
        }
        let words = state.words(occurrence, intake?.value, in: zone, day: HealthPrinter.nearDay)
        return ([words] + [lateWord].compactMap(\.self)).joined(separator: ", ")
    }

    var isLate: Bool { lateWord != nil }
    /// `early` or `late`.
    var lateWord: String? { timing.flatMap { $0 == .inTime ? nil : $0.rawValue } }
}

/// The doses for a command, from one vault.
struct DoseBook {
    private let vault: OpenVault
    /// The schedules that do not follow their owner.
    private let atHome: Set<RecordID>
    private let schedules: [Schedule]
    private let here = Environment.surroundings.zone.identifier

    init(_ vault: OpenVault) async throws {
        self.vault = vault
        let schedules = try await vault.allSchedules()
        atHome = Set(schedules.filter { !$0.value.followsOwner }.map(\.id))
        self.schedules = schedules.map(\.value)
    }

    /// The scheduled doses of a range of time, with their state at `moment` (default: now).
    func doses(in range: Range<Instant>, asOf moment: Instant? = nil) async throws -> [DoseLine] {
        try await vault.doses(in: range, at: moment).map { line($0, asOf: moment) }
    }

    /// Every dose of these days, the newest first: those logged on them, and open ones due on them.
    func history(of days: ClosedRange<LocalDay>, of medication: RecordID? = nil, withUpcoming: Bool) async throws -> [DoseLine] {
        var shown: [RecordID: DoseLine] = [:]
        for line in try await doses(in: Instant.span(around: days)) { shown[line.id] = line }
        var lines: [DoseLine] = []
        for stored in try await vault.records(Intake.self, on: days) {
            if let line = shown[stored.id] {
                lines.append(line)
            } else {
                lines.append(unscheduled(stored, title: try await vault.medicationTitle(stored.value.medication)))
            }
        }
        lines += shown.values.filter { $0.isOpen && days.contains($0.day) && (withUpcoming || $0.state != .upcoming) }
        return lines.filter { medication == nil || $0.medication == medication }
            .sorted { ($1.day, $1.place, $1.id) < ($0.day, $0.place, $0.id) }
    }

    /// The dose whose id begins so, from a year back to a month ahead, the nearest days first.
    func dose(named typed: String) async throws -> DoseLine? {
        guard typed.count >= 4, let range = RecordID.range(ofPrefix: typed) else { return nil }
        let now = try Moment(nowIn: Environment.surroundings).instant
        for (back, ahead) in [(2, 2), (400, 40)] {
            let found = try await doses(in: DoseBook.instants(from: now, back: back, ahead: ahead)).filter {
                range.contains($0.id)
            }
            if found.count > 1 { throw HealthError.ambiguous(kind: Intake.kind, count: found.count) }
            if let only = found.first { return only }
        }
        return nil
    }

    /// The line of a record, with its scheduled dose if there still is one.
    func line(_ stored: Stored<Intake>) async throws -> DoseLine {
        // A dose whose schedule is gone is shown as it was.
        if let name = stored.value.occurrence, stored.deleted == nil, let shown = try? await vault.dose(name) {
            return line(shown)
        }
        return unscheduled(stored, title: try await vault.medicationTitle(stored.value.medication))
    }

    /// The line of a record without a (remaining) scheduled dose.
    func unscheduled(_ stored: Stored<Intake>, title: String) -> DoseLine {
        let instant = stored.value.instant
        let isBeside = schedules.contains {
            $0.medication == stored.value.medication && $0.since <= instant && ($0.until.map { instant < $0 } ?? true)
        }
        return DoseLine(stored, title: title, isBeside: isBeside)
    }

    /// A scheduled dose, in the zone where it was logged, or where its owner is.
    func line(_ shown: ShownDose, asOf moment: Instant? = nil) -> DoseLine {
        let logged = shown.intake.flatMap { stored in
            moment.map { stored.value.instant > $0 } ?? false ? nil : stored.value.zone
        }
        let isAtHome = atHome.contains(shown.dose.occurrence.name.schedule)
        return DoseLine(shown, zone: logged ?? here, isAtHome: isAtHome, asOf: moment)
    }

    /// From this many days before an instant to that many after it.
    static func instants(from instant: Instant, back: Int, ahead: Int) -> Range<Instant> {
        instant.moved(by: -Int64(back) * Instant.dayMilliseconds)..<instant.moved(by: Int64(ahead) * Instant.dayMilliseconds)
    }
}

extension Instant {
    /// 1970-01-01T00:00:00Z.
    static let epoch: Instant = {
        guard let epoch = Instant(milliseconds: 0) else { preconditionFailure("zero milliseconds are an instant") }
        return epoch
    }()
}

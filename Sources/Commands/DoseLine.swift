import Base
import Engine
import Foundation
import Journal
import Ledger
import Records

/// A dose as a command shows it: one that a schedule asks for, or one that was taken as needed.
struct DoseLine: Sendable {
    /// The record that settles it, or would.
    let id: RecordID
    /// Of which medicine.
    let medication: RecordLink
    /// How the medicine is called.
    let title: String
    /// The zone by which it is shown.
    let zone: String
    /// What has become of it.
    let state: DueDose.State
    /// The dose that a schedule asks for; `nil` where the schedule says so no longer, or never did.
    let occurrence: Occurrence?
    /// What was said of it.
    let intake: Stored<Intake>?
    /// Whether it was taken outside its window.
    let isLate: Bool
    /// It was taken beside a schedule that was in force then.
    let isExtra: Bool
    private let plannedUnit: String

    /// A scheduled dose as it stands; with `moment`, as it stood then: what was settled later is not known yet.
    init(_ shown: ShownDose, zone: String, asOf moment: Instant? = nil) {
        let occurrence = shown.dose.occurrence
        var (dose, intake) = (shown.dose, shown.intake)
        if let moment, let settled = intake, settled.value.instant > moment {
            intake = nil
            dose = DueDose(occurrence, intake: nil, now: moment)
        }
        id = occurrence.name.record
        (medication, title, plannedUnit) = (occurrence.medication, shown.medication.value.title, shown.medication.value.unit)
        (self.zone, state, self.occurrence, self.intake) = (zone, dose.state, occurrence, intake)
        (isLate, isExtra) = (dose.isLate, false)
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
        (occurrence, self.intake, isLate) = (nil, intake, false)
        isExtra = isBeside && intake.value.occurrence == nil
    }

    /// Where it belongs in time: when it was settled, else when it is due.
    var instant: Instant { intake?.value.instant ?? occurrence?.due ?? Instant.epoch }
    /// The civil day of that.
    var day: LocalDay { intake?.value.day ?? occurrence?.day ?? Environment.surroundings.wall.day }
    /// How much.
    var amount: Amount { intake?.value.amount ?? occurrence?.amount ?? .none }
    /// What the amount counts.
    var unit: String { intake?.value.unit ?? plannedUnit }
    /// Whether a schedule asked for it.
    var isScheduled: Bool { occurrence != nil || intake?.value.occurrence != nil }
    /// The schedule that asked for it.
    var schedule: RecordLink? { occurrence?.name.schedule ?? intake?.value.occurrence?.schedule }
    /// Which dose of the schedule it is.
    var name: Occurrence.Name? { occurrence?.name ?? intake?.value.occurrence }
    /// When it was or is due.
    var due: Instant? { occurrence?.due ?? intake?.value.due }
    /// Nothing was said of it yet.
    var isOpen: Bool { intake == nil }

    /// `Sumatriptan 50 mg, 1 tablet`.
    var words: String { "\(title), \(Medication.words(amount, unit: unit))" }

    /// The time at which it is due, on its own wall.
    var dueClock: String {
        occurrence?.time.clock ?? intake?.value.due.map { HealthPrinter.clock($0, zone: zone) } ?? "--:--"
    }

    /// The day on which it is due, on its own wall.
    var dueDay: LocalDay? { occurrence?.day ?? due.flatMap { CivilTime(named: zone)?.wall(at: $0.milliseconds)?.day } }

    /// Where it stands in a list of its day: a scheduled one at its time, else when it was taken.
    var place: Instant { dueDay == day ? due ?? instant : instant }

    /// `the 08:00 dose`, `yesterday's 22:00 dose`, `the 22:00 dose of Mon 16 November`.
    var spokenDue: String {
        let today = Environment.surroundings.wall.day
        let dueDay = dueDay ?? today
        switch dueDay.number - today.number {
        case 0: return "the \(dueClock) dose"
        case -1: return "yesterday's \(dueClock) dose"
        case 1: return "tomorrow's \(dueClock) dose"
        default: return "the \(dueClock) dose of \(HealthPrinter.nearDay(dueDay))"
        }
    }

    /// What stands behind it in a list: `taken 08:05, late`, `due until 14:00`.
    var stateWords: String {
        switch state {
        case .upcoming: return "upcoming"
        case .due: return "due" + (occurrence.map { " until \(HealthPrinter.clock($0.missedAt, zone: zone))" } ?? "")
        case .taken:
            guard isScheduled else { return isExtra ? "taken as an extra dose" : "taken as needed" }
            return "taken \(HealthPrinter.clock(instant, zone: zone))" + (isLate ? ", \(isEarly ? "early" : "late")" : "")
        case .skipped: return "skipped"
        case .missed: return "missed"
        }
    }

    private var isEarly: Bool { due.map { instant < $0 } ?? false }
}

/// The doses that a command is about, read from one vault.
struct DoseBook {
    private let vault: OpenVault
    private let zones: [RecordLink: String]
    private let schedules: [Schedule]
    private let here = Environment.surroundings.zone.identifier

    init(_ vault: OpenVault) async throws {
        self.vault = vault
        let schedules = try await vault.allSchedules()
        let pairs = schedules.map { ($0.link, $0.value.followsOwner ? Environment.surroundings.zone.identifier : $0.value.zone) }
        zones = Dictionary(pairs) { first, _ in first }
        self.schedules = schedules.map(\.value)
    }

    /// The scheduled doses of a stretch of time, as they stood at `moment` (now where none is given).
    func doses(in range: Range<Instant>, asOf moment: Instant? = nil) async throws -> [DoseLine] {
        try await vault.doses(in: range, at: moment).map { line($0, asOf: moment) }
    }

    /// Every dose that belongs to these days, the newest first: what was settled on them, and what was due on them and is open.
    func history(of days: ClosedRange<LocalDay>, of medication: RecordLink? = nil, withUpcoming: Bool) async throws -> [DoseLine]
    {
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

    /// The dose that the beginning of a name means, from a year back to a month ahead, the nearest days first.
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

    /// The line of a record, with its scheduled dose where there still is one.
    func line(_ stored: Stored<Intake>) async throws -> DoseLine {
        // A dose whose schedule is gone is shown as it was.
        if let name = stored.value.occurrence, stored.deleted == nil, let shown = try? await vault.dose(name) {
            return line(shown)
        }
        return unscheduled(stored, title: try await vault.medicationTitle(stored.value.medication))
    }

    /// The line of a record that no schedule asks for, or none any more.
    func unscheduled(_ stored: Stored<Intake>, title: String) -> DoseLine {
        let instant = stored.value.instant
        let isBeside = schedules.contains {
            $0.medication == stored.value.medication && $0.since <= instant && ($0.until.map { instant < $0 } ?? true)
        }
        return DoseLine(stored, title: title, isBeside: isBeside)
    }

    /// A scheduled dose.
    func line(_ shown: ShownDose, asOf moment: Instant? = nil) -> DoseLine {
        DoseLine(shown, zone: zones[shown.dose.occurrence.name.schedule] ?? here, asOf: moment)
    }

    /// From so many days before an instant to so many after it.
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

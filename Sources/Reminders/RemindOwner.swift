import Base
import Engine
import Findings
import Foundation
import Journal
import Records
import Store

/// Reminders that one program has claimed to show.
package struct ClaimedReminders: Hashable, Sendable {
    package let notice: ReminderNotice
    let earlier: [ReminderMarks.Mark]
}

extension OpenVault {
    /// How far ahead an agenda looks, in milliseconds: two days.
    static let reminderReach: Int64 = 48 * 3_600_000
    /// How far back: a reminder open longer than this has expired.
    private static let reminderLookback: Int64 = 24 * 3_600_000

    /// Whether the owner has allowed reminders on this device; `nil` if not decided.
    package func remindersAllowed() throws -> Bool? { try store.bytes(of: .remindersAllowed).map { $0 == [1] } }

    /// Allows or forbids reminders on this device only.
    package func allowReminders(_ allowed: Bool) throws {
        try store.write { try $0.keep([allowed ? 1 : 0], in: .remindersAllowed) }
    }

    /// The reminders at an instant (default: now) and in the two days after it.
    package func reminders(at now: Instant? = nil) throws -> ReminderAgenda {
        let now = try now ?? Moment(nowIn: surroundings).instant
        let end = now.moved(by: OpenVault.reminderReach)
        let (preferences, civil) = (try preferences(), CivilTime(zone: surroundings.zone))
        let quiet = civil.wall(at: now).flatMap { wall in
            preferences.quietHours?.stretches(on: (wall.day.number - 1)...(wall.day.number + 2), rules: civil)
        }
        return ReminderAgenda(
            isAllowed: try remindersAllowed() ?? false, open: try openReminders(from: now, to: end), marks: try reminderMarks(),
            span: now..<max(end, now), repeatMinutes: preferences.repeatMinutes,
            quiet: quiet ?? [])
    }

    /// Claims what is due now, of one kind or of all, and records in the same transaction that it is shown, so that only one of
    /// several programs shows it. The caller shows it, or returns it (`returnReminders`), before claiming more: otherwise it is
    /// lost. Empty if reminders are not allowed on this device.
    package func claimReminders(of kind: Reminder.Kind? = nil, at now: Instant? = nil) throws -> [ClaimedReminders] {
        let now = try now ?? Moment(nowIn: surroundings).instant
        var agenda = try reminders(at: now)
        func isMeant(_ name: Reminder.Name) -> Bool { kind.map { $0 == name.kind } ?? true }
        // Most calls end here, without writing.
        guard agenda.plan(at: now).due.contains(where: { isMeant($0.name) }) else { return [] }
        let (claimed, earlier) = try changeMarks { marks in
            let earlier = marks
            agenda.marks = marks
            let due = agenda.plan(at: now).due.map(\.name).filter(isMeant)
            for name in due { marks.show(name, at: now) }
            return (due, earlier)
        }
        return try notices(for: claimed).map { notice in
            ClaimedReminders(notice: notice, earlier: notice.names.compactMap { earlier[$0] })
        }
    }

    /// Returns what could not be shown, so that it is tried again.
    package func returnReminders(_ claimed: ClaimedReminders) throws {
        let earlier = Dictionary(claimed.earlier.map { ($0.name, $0) }) { $1 }
        try changeMarks { marks in for name in claimed.notice.names { marks.takeBack(name, to: earlier[name]) } }
    }

    package func markShown(_ names: [Reminder.Name], at now: Instant) throws {
        guard !names.isEmpty else { return }
        try changeMarks { marks in for name in names { marks.show(name, at: now) } }
    }

    /// Snoozes reminders: those named, or all that were shown and are still open. Returns those that come again.
    @discardableResult
    package func snoozeReminders(
        _ names: [Reminder.Name]? = nil, minutes: Int = OpenVault.usualSnooze, at now: Instant? = nil
    ) throws -> [Reminder.Name] {
        let now = try now ?? Moment(nowIn: surroundings).instant
        let agenda = try reminders(at: now)
        let open = Set(agenda.open.map(\.name))
        let wanted = names?.filter(open.contains) ?? agenda.shown(at: now)
        guard !wanted.isEmpty else { return [] }
        try changeMarks { marks in for name in wanted { marks.snooze(name, minutes: minutes, at: now) } }
        return wanted
    }

    /// The snooze of a notification's button, in minutes.
    package static let usualSnooze = 15

    @discardableResult
    private func changeMarks<T>(_ change: (inout ReminderMarks) throws -> T) throws -> T {
        try store.write { writer in
            var marks = try reminderMarks()
            let result = try change(&marks)
            try writer.keep(marks.bytes, in: .reminderMarks)
            return result
        }
    }

    private func reminderMarks() throws -> ReminderMarks { ReminderMarks(bytes: try store.bytes(of: .reminderMarks)) }

    private func openReminders(from now: Instant, to end: Instant) throws -> [Reminder] {
        let preferences = try preferences()
        let start = now.moved(by: -OpenVault.reminderLookback)
        let doses = try doses(in: now.moved(by: -Schedule.longestWait)..<end, at: now, openBefore: start)
        var open = Reminder.open(doses: doses.map(\.dose))
        let civil = CivilTime(zone: surroundings.zone)
        if !preferences.checkInTimes.isEmpty, let first = civil.wall(at: start)?.day, let last = civil.wall(at: end)?.day {
            let logged = try records(CheckIn.self, on: first...last).map(\.value)
            open += Reminder.open(checkInsAt: preferences.checkInTimes, on: first...last, logged: logged, rules: civil)
        }
        if preferences.followUps {
            let symptoms = try records(SymptomEntry.self, in: start..<end).map { (id: $0.id, entry: $0.value) }
            open += Reminder.open(followUpsOf: symptoms, from: preferences.followUpFrom)
        }
        if let first = civil.wall(at: start)?.day, let last = civil.wall(at: end)?.day {
            open += Reminder.open(trials: try trials().map { (id: $0.id, trial: $0.value) }, on: first...last, rules: civil)
        }
        if let today = civil.wall(at: now)?.day {
            open += Reminder.open(refills: try refills(on: today), on: today, rules: civil)
        }
        if preferences.weekCounts, let today = civil.wall(at: now)?.day {
            // Not on Sunday and on Monday of the next week again.
            let told = try reminderMarks()
            let week = Reminder.open(weekOf: today, rules: civil).filter { reminder in
                !told.list.contains {
                    $0.name.kind == .week && $0.name != reminder.name && $0.set > now.moved(by: -7 * Instant.dayMilliseconds)
                }
            }
            if try !week.isEmpty && !weekSentences(before: today).isEmpty { open += week }
        }
        return open.sorted { ($0.due, $0.name.text) < ($1.due, $1.name.text) }
    }

    /// One notification for each kind, with names if the owner wants them.
    private func notices(for names: [Reminder.Name]) throws -> [ReminderNotice] {
        let withNames = try preferences().namesInReminders
        return try Reminder.Kind.allCases.compactMap { kind in
            let names = names.filter { $0.kind == kind }
            guard !names.isEmpty else { return nil }
            return ReminderNotice(kind, names: names, details: withNames ? try names.compactMap(detail) : [])
        }
    }

    private func detail(_ name: Reminder.Name) throws -> String? {
        switch name {
        case .dose(let dose):
            // The reminder is shown without saying what it is for.
            guard let shown = try? self.dose(dose) else { return nil }
            let medication = shown.medication.value
            return medication.title + ", " + medication.words(shown.dose.occurrence.amount)
        case .checkIn: return nil
        case .week: return try weekSentences(before: surroundings.wall.day).joined(separator: "\n")
        case .followUp(let entry):
            guard let symptom = try store.stored(SymptomEntry.self, entry)?.value else { return nil }
            let time = CivilTime(zone: surroundings.zone).wall(at: symptom.instant.milliseconds)?.time
            return "\(symptom.symptom), \(symptom.severity) of 10" + (time.map { " at " + $0.clock } ?? "")
        case .trial(let link, let number):
            guard let trial = try store.stored(Trial.self, link)?.value,
                (1...(2 * trial.pairs)).contains(number)
            else { return nil }
            return TrialWords.instruction(trial, trial.block(number).arm)
        case .refill(let link, _):
            guard let stored = try store.stored(Medication.self, link) else { return nil }
            let (medication, status) = (stored.value, try status(of: stored))
            return [
                medication.title, status.left.map { medication.words($0) + " left" },
                status.enoughUntil.map { say("enough until \(Schedule.dateName($0))") },
                medication.expiry.map { say("use by \(Schedule.dateName($0))") },
            ].compactMap { $0 }.joined(separator: ", ")
        }
    }
}

import Base
import Engine
import Foundation
import Journal
import Ledger
import Records
import Store

extension OpenVault {
    /// How long a calendar file includes ended schedules, in milliseconds: 400 days, for people who import it as rarely as once a
    /// year.
    private static let endingsKept: Int64 = 400 * 86_400_000

    /// The schedules and check-in times as an iCalendar object (RFC 5545) with an alarm for each, for a phone's calendar. Without
    /// names it only says that a dose is due.
    ///
    /// Events keep their UIDs in every edition, so that importing again updates them in place. Calendars keep events that are
    /// merely missing, so anything that ended within 400 days is included with its end, or as cancelled if nothing of it is left.
    package func calendarFile(names: Bool = false) throws -> [UInt8] {
        let today = surroundings.wall.day
        guard let now = Instant(milliseconds: surroundings.now()), let horizon = today.adding(days: 500) else { return [] }
        var file = CalendarFile(now: now)
        for stored in try allSchedules() {
            guard let medication = try store.stored(Medication.self, stored.value.medication) else { continue }
            let rules = rules(of: stored.value)
            var schedule = try withTaken(stored, around: now..<now)
            let putAway = medication.deleted ?? (medication.value.archived ? medication.modified : nil)
            schedule.until = [schedule.until, putAway.flatMap(Instant.init(milliseconds:))].compactMap(\.self).min()
            if let until = schedule.until, until.milliseconds < now.milliseconds - OpenVault.endingsKept { continue }
            let parts = CalendarSchedule(schedule: schedule, rules: rules, horizon: horizon)
            let left = Dictionary(parts.series.map { ($0.key, $0) }) { first, _ in first }
            let revision = CalendarRevision(
                made: stored.created,
                // A dose that was taken late moves those of a schedule that counts from it.
                changed: max(stored.modified, medication.modified, schedule.taken.last?.instant.milliseconds ?? 0))
            let withName = names && medication.deleted == nil
            for series in parts.plannedSeries {
                let words = medication.value.title + ", " + medication.value.words(series.amount)
                file.add(
                    left[series.key] ?? series, isCancelled: left[series.key] == nil, of: stored.id.description, form: parts.form,
                    title: withName ? words : say("A dose is due"), revision: revision)
            }
        }
        try addCheckIns(to: &file, from: today, now: now)
        return file.bytes
    }

    /// The check-in times, and removed ones as cancelled.
    private func addCheckIns(to file: inout CalendarFile, from today: LocalDay, now: Instant) throws {
        let times = try preferences().checkInTimes
        let field = "check_in_times"
        let changes = try store.merged(field, record: Preferences.record, kind: Preferences.kind)?.changes ?? []
        let removals = changes.filter {
            $0.value == nil && Int64(clamping: $0.name.stamp.milliseconds) >= now.milliseconds - OpenVault.endingsKept
        }
        let removed = Preferences(fields: [field: .array(removals.compactMap { Int64($0.key).map(JSON.int) })]).checkInTimes
        for time in times { file.addCheckIn(at: time, from: today, sequence: changes.count) }
        for time in Set(removed).subtracting(times).sorted() {
            file.addCheckIn(at: time, from: today, sequence: changes.count, isCancelled: true)
        }
    }
}

/// The edition of an event.
struct CalendarRevision: Hashable, Sendable {
    /// When it was created, in milliseconds since 1970.
    let made: Int64
    /// When it was last changed.
    let changed: Int64

    /// Rises with every change, on any device: the seconds since it was created.
    var sequence: Int { Int(clamping: min(max(0, (changed - made + 999) / 1000), Int64(Int32.max))) }
}

/// An iCalendar object while it is written.
struct CalendarFile {
    private let now: Instant
    private var events = CalendarText()
    /// From when the rules of each zone are needed.
    private var zones: [CalendarForm: Instant] = [:]

    /// The duration of events, and the years of zone rules.
    private static let duration = "PT10M"
    private static let zoneYears: Int64 = 10

    init(now: Instant) { self.now = now }

    var bytes: [UInt8] {
        var text = CalendarText()
        text.component("VCALENDAR") { text in
            text.line("VERSION", "2.0")
            text.line("PRODID", "-//Auralyst//Auralyst//EN")
            text.line("CALSCALE", "GREGORIAN")
            text.text("X-WR-CALNAME", "Auralyst")
            text.line("REFRESH-INTERVAL;VALUE=DURATION", "PT6H")
            text.line("X-PUBLISHED-TTL", "PT6H")
            for (form, first) in zones.sorted(by: { $0.key.zone?.zone.identifier ?? "" < $1.key.zone?.zone.identifier ?? "" }) {
                guard let zone = form.zone else { continue }
                CalendarZone(civil: zone, years: years(from: first)).write(to: &text)
            }
        }
        // The events belong before the last line.
        let end = Array("END:VCALENDAR\r\n".utf8)
        return text.bytes.dropLast(end.count) + events.bytes + end
    }

    mutating func add(
        _ series: CalendarSeries, isCancelled: Bool, of schedule: String, form: CalendarForm, title: String,
        revision: CalendarRevision
    ) {
        let start: (String, String)
        let end: String?
        switch form {
        case .floating:
            start = ("DTSTART", CalendarStamp.local(series.day, series.time))
            end = series.end.map { CalendarStamp.local($0.day, $0.time) }
        case .zoned(let civil):
            start = ("DTSTART;TZID=" + civil.zone.identifier, CalendarStamp.local(series.day, series.time))
            end = series.end.map { CalendarStamp.universal($0.instant) }
            zones[form] = min(zones[form] ?? series.first, series.first)
        case .universal:
            start = ("DTSTART", CalendarStamp.universal(series.first))
            end = series.end.map { CalendarStamp.universal($0.instant) }
        }
        let rule = series.rule + (end.map { ";UNTIL=" + $0 } ?? "")
        write(
            "\(schedule)-\(series.key)", start: start, rule: rule, title: title,
            changed: Instant(milliseconds: revision.changed) ?? now, sequence: revision.sequence, isCancelled: isCancelled)
    }

    mutating func addCheckIn(at time: TimeOfDay, from day: LocalDay, sequence: Int, isCancelled: Bool = false) {
        write(
            "check-in-" + time.clock.filter { $0 != ":" }, start: ("DTSTART", CalendarStamp.local(day, time)),
            rule: "FREQ=DAILY;INTERVAL=1", title: say("Time to check in"), changed: now, sequence: sequence,
            isCancelled: isCancelled)
    }

    private mutating func write(
        _ key: String, start: (String, String), rule: String, title: String, changed: Instant, sequence: Int, isCancelled: Bool
    ) {
        events.component("VEVENT") { text in
            text.line("UID", key + "@auralyst.invalid")
            // Without a METHOD this is when the event was changed last (3.8.7.2).
            text.line("DTSTAMP", CalendarStamp.universal(changed))
            text.line("SEQUENCE", String(sequence))
            if isCancelled { text.line("STATUS", "CANCELLED") }
            text.line(start.0, start.1)
            text.line("DURATION", CalendarFile.duration)
            text.line("RRULE", rule)
            text.text("SUMMARY", title)
            text.line("CLASS", "PRIVATE")
            text.line("TRANSP", "TRANSPARENT")
            if isCancelled { return }
            text.component("VALARM") { text in
                text.line("ACTION", "DISPLAY")
                text.text("DESCRIPTION", title)
                text.line("TRIGGER", "PT0S")
            }
        }
    }

    /// From a year before the first event to some years from now.
    private func years(from first: Instant) -> Range<Instant> {
        let year: Int64 = 366 * 86_400_000
        let low = Instant(milliseconds: first.milliseconds - year) ?? first
        let high = Instant(milliseconds: max(first.milliseconds, now.milliseconds) + CalendarFile.zoneYears * year) ?? first
        return low..<max(low, high)
    }
}

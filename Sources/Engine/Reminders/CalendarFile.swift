import Foundation
import Journal
import Ledger
import Store

extension OpenVault {
    /// The schedules in force and the times of the check-in as an iCalendar object (RFC 5545), with an alarm at each of them: for
    /// the calendar of a phone. Without names it says of each only that a dose is due.
    ///
    /// The same events have the same names in every edition, so that a calendar that takes it in again changes them in place.
    package func calendarFile(names: Bool = false) throws -> [UInt8] {
        let medications = Dictionary(try medications().map { ($0.link, $0.value) }) { first, _ in first }
        let today = surroundings.wall.day
        guard let now = Instant(milliseconds: surroundings.now()), let horizon = today.adding(days: 500) else { return [] }
        var file = CalendarFile(now: now)
        for stored in try schedules() {
            guard let medication = medications[stored.value.medication], let rules = rules(of: stored.value) as? CivilTime else {
                continue
            }
            let parts = CalendarSchedule(schedule: stored.value, rules: rules, horizon: horizon)
            for series in parts.series {
                let title = names ? medication.title + ", " + medication.words(series.amount) : "A dose is due"
                file.add(series, of: stored.id.description, form: parts.form, title: title, changed: stored.modified)
            }
        }
        for time in try preferences().checkInTimes { file.addCheckIn(at: time, from: today) }
        return file.bytes
    }
}

/// An iCalendar object while it is written.
struct CalendarFile {
    private let now: Instant
    private var events = CalendarText()
    /// From when on the rules of a zone are needed.
    private var zones: [CalendarForm: Instant] = [:]

    /// For how long events last, and zones are written out.
    private static let duration = "PT10M"
    private static let zoneYears: Int64 = 10

    init(now: Instant) { self.now = now }

    /// The whole object.
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

    mutating func add(_ series: CalendarSeries, of schedule: String, form: CalendarForm, title: String, changed: Int64) {
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
        write("\(schedule)-\(series.key)", start: start, rule: rule, title: title, changed: Instant(milliseconds: changed) ?? now)
    }

    mutating func addCheckIn(at time: TimeOfDay, from day: LocalDay) {
        write(
            "check-in-" + time.clock.filter { $0 != ":" }, start: ("DTSTART", CalendarStamp.local(day, time)),
            rule: "FREQ=DAILY;INTERVAL=1", title: "Time to check in", changed: now)
    }

    private mutating func write(_ key: String, start: (String, String), rule: String, title: String, changed: Instant) {
        events.component("VEVENT") { text in
            text.line("UID", key + "@auralyst.invalid")
            text.line("DTSTAMP", CalendarStamp.universal(changed))
            text.line(start.0, start.1)
            text.line("DURATION", CalendarFile.duration)
            text.line("RRULE", rule)
            text.text("SUMMARY", title)
            text.line("CLASS", "PRIVATE")
            text.line("TRANSP", "TRANSPARENT")
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

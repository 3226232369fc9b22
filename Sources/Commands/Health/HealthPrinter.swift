import Base
import Basics
import Foundation
import Journal
import Ledger
import Records

/// Prints the health log, in the style of `EntryPrinter`.
enum HealthPrinter {
    /// Records in month sections, one line each, the newest month first.
    static func list<Kept: MomentValue>(_ list: [Stored<Kept>], words: (Kept) -> String) {
        for (index, section) in MonthSection.sections(of: list, day: \.value.day).enumerated() {
            if index > 0 { print() }
            print(Terminal.styled(section.month.name, .bold))
            for stored in section.elements {
                let value = stored.value
                row(stored.id, "\(shortDay(value.day))  \(clock(value.instant, zone: value.zone))", words(value))
            }
        }
    }

    /// `  k3f9a2b  Fri 20  08:00  what it says`, wrapped on a terminal. `isPreview`: the text may be long, and is cut to one line.
    static func row(
        _ id: RecordID, _ when: String, _ text: String, mark: String = "", style: Terminal.Style = .primary,
        isPreview: Bool = false
    ) {
        let head = "  \(id.short)  "
        let room = Terminal.columns - head.columns - when.columns - 2 - (mark.isEmpty ? 0 : mark.columns + 2)
        let text = isPreview ? oneLine(text, room: room) : oneLine(text, room: max(room, 200))
        Rows.tell(head, when + "  " + text, mark: mark, style: style)
    }

    /// `Fri 20`.
    static func shortDay(_ day: LocalDay) -> String {
        "\(LocalMonth.weekdayNames[day.weekday - 1].prefix(3)) \(String(day.parts.day).leftPadded(to: 2))"
    }

    /// The local time in a zone, `21:00`.
    static func clock(_ instant: Instant, zone: String) -> String {
        CivilTime(named: zone)?.wall(at: instant.milliseconds)?.time.clock ?? "--:--"
    }

    /// A moment relative to today: `today 22:00`, `yesterday 08:00`, `Mon 23 November 08:00`.
    static func near(_ day: LocalDay, _ clock: String) -> String {
        nearDay(day) + " " + clock
    }

    /// When a dose is due here, `today 23:30 (07:30 at home)`.
    static func due(_ dose: Occurrence) -> String {
        dose.dueWords(here: CivilTime(zone: Environment.surroundings.zone), dayName: nearDay)
    }

    /// A day relative to today.
    static func nearDay(_ day: LocalDay) -> String {
        let today = Environment.surroundings.wall.day
        switch day.number - today.number {
        case -1: return "yesterday"
        case 0: return "today"
        case 1: return "tomorrow"
        default:
            let name = "\(shortDay(day).prefix(3)) \(day.parts.day) \(LocalMonth.names[day.parts.month - 1])"
            return day.year == today.year ? name : "\(name) \(day.year)"
        }
    }

    /// `mood 7, craving 3 (argument; walk helped), sleep 4: the note`.
    static func words(_ value: CheckIn) -> String {
        var facts: [String] = []
        if let mood = value.mood { facts.append(say("mood \(mood)")) }
        if let sleep = value.sleep { facts.append(say("sleep \(sleep)")) }
        if let craving = value.craving { facts.append(say("craving \(craving)")) }
        if !value.triggers.isEmpty { facts.append(say("set off by ") + value.triggers.joined(separator: ", ")) }
        if !value.helped.isEmpty { facts.append(say("helped by ") + value.helped.joined(separator: ", ")) }
        if value.isUntagged { facts.append(say("none of your tags")) }
        return joined(facts, note: value.note)
    }

    /// `Headache 7, temperature 38.2: the note`.
    static func words(_ value: SymptomEntry) -> String {
        var facts = ["\(value.symptom) \(value.severity)"]
        if let end = value.end {
            facts.append(say("until \(clock(end, zone: value.zone)), \(durationText(value.instant.minutes(to: end)))"))
        }
        facts += value.metrics.sorted { $0.key < $1.key }.map { "\($0.key) \(number($0.value))" }
        if let menstruation = value.menstruation { facts.append(menstruation ? say("menstruation") : say("no menstruation")) }
        return joined(facts, note: value.note)
    }

    /// `Blood pressure 128/82 mmHg: the note`.
    static func words(_ value: MeasureEntry) -> String { joined(["\(value.measure.name) \(value.amount)"], note: value.note) }

    /// `slept 7 h 12 min`, `8432 steps`.
    static func words(_ value: HealthSample) -> String {
        switch value.measure {
        case .sleep:
            let minutes = Int(min(max(value.value, 0), 1e6).rounded())
            return say("slept \(minutes / 60) h \(minutes % 60) min")
        case .steps: return number(value.value.rounded()) + " steps"
        }
    }

    private static func joined(_ facts: [String], note: String) -> String {
        let note = note.isEmpty ? "" : (facts.isEmpty ? "" : ": ") + note
        return facts.joined(separator: ", ") + note
    }

    /// A number without an unnecessary fraction.
    static func number(_ number: Double) -> String { Int64(exactly: number).map { String($0) } ?? String(number) }

    /// White space of any kind becomes single blanks; control characters are made visible.
    static func oneLine(_ text: String, room: Int = 200) -> String {
        let words = text.unicodeScalars.prefix(600).split { $0.properties.isWhitespace }
        let line = Terminal.harmless(words.map { String($0) }.joined(separator: " "))
        return Rows.cut(line, to: room)
    }

    /// Notes on a terminal that a list was cut.
    static func sayMore(_ isCut: Bool) {
        if isCut, Terminal.isRead {
            print(Terminal.styled(say("\n… and more: --limit 0 shows all, --to DAY goes further back"), .dim))
        }
    }
}

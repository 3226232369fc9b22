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

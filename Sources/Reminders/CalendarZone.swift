import Base
import Journal

/// The rules of a zone as iCalendar has them (RFC 5545, 3.6.5): every change of its offset in a range of time.
struct CalendarZone {
    let civil: CivilTime
    let years: Range<Instant>

    /// A change of the offset, or the offset at the beginning.
    private struct Change: Hashable {
        let from: Int
        let to: Int
        let isSummer: Bool
    }

    func write(to text: inout CalendarText) {
        let found = changes()
        text.component("VTIMEZONE") { text in
            text.line("TZID", civil.zone.identifier)
            for (change, onsets) in found {
                text.component(change.isSummer ? "DAYLIGHT" : "STANDARD") { text in
                    text.line("DTSTART", onsets[0])
                    if onsets.count > 1 { text.line("RDATE", onsets.dropFirst().joined(separator: ",")) }
                    text.line("TZOFFSETFROM", CalendarStamp.offset(change.from))
                    text.line("TZOFFSETTO", CalendarStamp.offset(change.to))
                }
            }
        }
    }

    /// Equal changes together, each with its local times before the change.
    private func changes() -> [(Change, [String])] {
        var found: [(Change, [String])] = []
        func add(_ change: Change, at milliseconds: Int64) {
            let local = milliseconds + Int64(change.from) * 1000
            guard let instant = Instant(milliseconds: local) else { return }
            let onset = String(CalendarStamp.universal(instant).dropLast())
            if let place = found.firstIndex(where: { $0.0 == change }) {
                found[place].1.append(onset)
            } else {
                found.append((change, [onset]))
            }
        }
        // A second is exact enough, and no offset has ever lasted less than a day.
        let (start, end) = (years.lowerBound.milliseconds / 1000, years.upperBound.milliseconds / 1000)
        var offset = civil.offset(at: start * 1000)
        add(Change(from: offset, to: offset, isSummer: isSummer(start)), at: start * 1000)
        for day in stride(from: start + 86_400, to: end, by: 86_400) where civil.offset(at: day * 1000) != offset {
            var (low, high) = (day - 86_400, day)
            while high - low > 1 {
                let middle = low + (high - low) / 2
                if civil.offset(at: middle * 1000) == offset { low = middle } else { high = middle }
            }
            let new = civil.offset(at: high * 1000)
            add(Change(from: offset, to: new, isSummer: isSummer(high)), at: high * 1000)
            offset = new
        }
        return found
    }

    private func isSummer(_ seconds: Int64) -> Bool { civil.zone.isSummer(at: seconds * 1000) }
}

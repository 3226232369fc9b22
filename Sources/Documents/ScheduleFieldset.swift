import Base
import Journal
import Ledger

package enum ScheduleFieldset {
    /// A dose may be taken at any time of its day.
    package static func anyTime(_ isOn: Bool) -> HTML {
        check("any-time", isOn, "At any time of the day", "The times above are only when you are reminded.")
    }

    package static func fromLast(_ isOn: Bool) -> HTML {
        check("from-last", isOn, "Count from when I took the last one", "A dose taken late moves the next one.")
    }

    /// Moves all coming doses of a schedule by some days; `nil` for one that has a dose every day or counts hours.
    package static func shift(_ id: RecordID, _ schedule: Schedule, token: HTML) -> HTML? {
        guard schedule.shifted(by: 1, today: schedule.start) != nil || schedule.shifted(by: -1, today: schedule.start) != nil
        else {
            return nil
        }
        return """
            <section class="card" aria-labelledby="shift-title"><h2 id="shift-title">Move the days</h2>
            <form class="shift" method="post" action="/schedule/\(id.description)/shift">\(token)
            <p class="muted">All coming doses move, as after a weekly dose that you took two days late.</p>
            <p class="interval">By <input type="number" inputmode="numeric" name="days" aria-label="By how many days" min="1" max="366" value="1" required> days
            <button name="way" value="later">Later</button><button name="way" value="earlier">Earlier</button></p></form></section>
            """
    }

    private static func check(_ name: HTML, _ isOn: Bool, _ label: HTML, _ hint: HTML) -> HTML {
        """
        <div class="option"><label class="check"><input type="checkbox" name="\(name)"\(" checked", if: isOn)> \(label)</label><p class="hint">\(hint)</p></div>
        """
    }
}

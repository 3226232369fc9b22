import Base
import Ledger

/// Parts of the form of a schedule.
package enum ScheduleFieldset {
    /// A dose may be taken at any time of its day.
    package static func anyTime(_ isOn: Bool) -> HTML {
        check("any-time", isOn, "At any time of the day", "The times above are only when you are reminded.")
    }

    /// Hours are counted from the last dose.
    package static func fromLast(_ isOn: Bool) -> HTML {
        check("from-last", isOn, "Count from when I took the last one", "A dose taken late moves the next one.")
    }

    /// Moves all coming doses of a schedule by some days.
    package static func shift(_ schedule: RecordID, token: HTML) -> HTML {
        """
        <section class="card" aria-labelledby="shift-title"><h2 id="shift-title">Move the days</h2>
        <form class="shift" method="post" action="/schedule/\(schedule.description)/shift">\(token)
        <p class="muted">All coming doses move, as after a weekly dose that you took two days late.</p>
        <p class="interval">By <input type="number" inputmode="numeric" name="days" aria-label="By how many days" min="1" max="366" value="1" required> days
        <button name="way" value="later">Later</button><button name="way" value="earlier">Earlier</button></p></form></section>
        """
    }

    private static func check(_ name: HTML, _ isOn: Bool, _ label: HTML, _ hint: HTML) -> HTML {
        """
        <p class="one-line"><label class="check"><input type="checkbox" name="\(name)"\(" checked", if: isOn)> \(label)</label> <span class="hint">\(hint)</span></p>
        """
    }
}

import Base
import Documents
import Journal
import Ledger
import Records

struct ScheduleEditor {
    let medication: Stored<Medication>
    /// The schedule being replaced; `nil` for a new one.
    let old: Stored<Schedule>?
    private var id: RecordID? { old?.id }
    let form: ScheduleForm
    /// IANA name of the home zone.
    let zone: String
    let preview: SchedulePreview
    /// 1 = Monday … 7 = Sunday.
    let firstWeekday: Int

    func html(for visit: Visit) -> HTML {
        let medicine = "/medicine/" + medication.id.description
        let title: HTML = id == nil ? "New schedule" : "Change the schedule"
        return """
            <p class="way-back"><a href="\(medicine)">\(Icon.back)\(medication.value.title)</a></p>
            <h1>\(title) <span class="med-strength">for \(medication.value.title)</span></h1>
            \(told, if: id != nil)
            <form method="post" action="\(action)" class="sched-form" id="schedule-form" data-preview="\(medicine)/schedule/preview">\(formToken(visit))\(onceField())
            <button class="hidden" name="do" value="save" tabindex="-1" aria-hidden="true">Save</button>
            <input type="hidden" name="home" value="\(zone)">\(id.map { "<input type=\"hidden\" name=\"replaces\" value=\"\($0.description)\">" as HTML })
            \(ScheduleFields(editor: self).html)
            <section class="card preview" aria-labelledby="preview-title"><h2 id="preview-title">Preview</h2>
            <div id="preview" role="status">\(preview.html)</div>
            <p id="show-preview"><button name="do" value="show" formaction="\(action)#preview-title">Show preview</button></p></section>
            \(question)<div class="actions"><button class="primary" name="do" value="save">\(id == nil ? "Start schedule" : "Change from now on" as HTML)</button>
            <a class="button quiet" href="\(medicine)">Cancel</a></div></form>
            \(old.flatMap { ScheduleFieldset.shift($0.id, $0.value, token: formToken(visit)) })
            """
    }

    private var question: HTML? {
        form.question.map {
            "<section class=\"card told\" id=\"doubt\" role=\"alert\"><p>\($0)</p><button name=\"do\" value=\"sure\" id=\"sure\">Save it anyway</button></section>"
        }
    }

    var action: String {
        id.map { "/schedule/" + $0.description } ?? "/medicine/\(medication.id.description)/schedule/new"
    }

    private var told: HTML {
        """
        <p class="told">The change counts from now on. The old times stay in the history with all their doses, and nothing becomes due for the time before.</p>
        """
    }
}

/// The fields of a schedule. Fields of other kinds are hidden by the style sheet, so that this works without scripts.
struct ScheduleFields {
    let editor: ScheduleEditor
    private var form: ScheduleForm { editor.form }
    private var unit: String { MedicineWords.units(editor.medication.value.unit) }

    var html: HTML {
        """
        <section class="card" aria-labelledby="when-title"><h2 id="when-title">When</h2>
        <fieldset class="kinds"><legend class="hidden">Rhythm</legend>\(ScheduleForm.Kind.allCases.html(kind))</fieldset>
        \(interval)\(weekdays)\(times)</section>
        <section class="card" id="dose" aria-labelledby="dose-title"><h2 id="dose-title">Dose</h2>\(dose)</section>
        <section class="card" aria-labelledby="course-title"><h2 id="course-title">Start and end</h2>
        <div class="pair">\(LabelledField(name: "start", label: "First day", value: form.start, type: "date", fault: form.faults[.start], attributes: " required").html)<input type="hidden" name="proposed-start" value="\(form.proposedStart)">\(LabelledField(name: "end", label: "Last day <span class=\"unit\">(optional)</span>", value: form.end, type: "date", fault: form.faults[.end]).html)</div>
        \(travel)</section>
        """
    }

    private func kind(_ kind: ScheduleForm.Kind) -> HTML {
        let label: HTML =
            switch kind {
            case .daily: "Every day"
            case .days: "Every few days"
            case .weekdays: "Days of the week"
            case .weeks: "Every few weeks"
            case .months: "Day of the month"
            case .cycle: "Days on and off"
            case .hours: "Every few hours"
            }
        return """
            <label class="pick"><input type="radio" name="kind" value="\(kind.rawValue)"\(" checked", if: kind == form.kind)><span>\(label)</span></label>
            """
    }

    private var interval: HTML {
        """
        <div class="interval for-days">Every \(number("every-days", "Every how many days", form.everyDays, 366)) \(days(form.everyDays))</div>
        <div class="interval for-weeks">Every \(number("every-weeks", "Every how many weeks", form.everyWeeks, 52)) \(word(form.everyWeeks, say("week, on"), say("weeks, on")))</div>
        <div class="interval for-months">On day \(number("month-day", "Day of the month; 31 is the last", form.monthDay, 31)) of every \(number("every-months", "Every how many months", form.everyMonths, 12)) \(word(form.everyMonths, "month", "months"))</div>
        <div class="interval for-cycle">\(number("days-on", "Days on", form.daysOn, 366)) \(word(form.daysOn, say("day on, then"), say("days on, then"))) \(number("days-off", "Days off", form.daysOff, 366)) \(word(form.daysOff, say("day off"), say("days off")))</div>
        <div class="interval for-hours">Every \(number("every-hours", "Every how many hours", form.everyHours, 168)) \(word(form.everyHours, say("hour, the first dose at"), say("hours, the first dose at"))) <input type="time" name="first-time" aria-label="Time of the first dose" value="\(form.firstTime)"\(described(.times, "times"))>\(ScheduleFieldset.fromLast(form.isFromLast))</div>
        \(fault(.interval, "interval"))
        """
    }

    /// The unit after a field, singular and plural; the page's script updates it while typing.
    private func word(_ typed: String, _ one: String, _ more: String) -> HTML {
        let isOne = Amount(typed).map { $0 <= .one } ?? false
        return "<span data-one=\"\(one)\" data-more=\"\(more)\">\(isOne ? one : more)</span>"
    }

    private func days(_ typed: String) -> HTML { word(typed, "day", "days") }

    private func unitWord(_ typed: String, _ behind: String = "") -> HTML {
        let one = String(Medication.words(.one, unit: editor.medication.value.unit).dropFirst(2))
        return word(typed, one + behind, unit + behind)
    }

    private func number(_ name: HTML, _ label: HTML, _ value: String, _ most: Int) -> HTML {
        """
        <input type="number" inputmode="numeric" name="\(name)" aria-label="\(label)" min="1" max="\(most)" value="\(value)"\(described(.interval, "interval"))>
        """
    }

    private var weekdays: HTML {
        let boxes = (0..<7).html { offset -> HTML in
            let day = (editor.firstWeekday - 1 + offset) % 7 + 1
            let name = LocalMonth.weekdayNames[day - 1]
            return """
                <label class="pick"><input type="checkbox" name="weekday" value="\(day)"\(" checked", if: form.weekdays.contains(day))><span aria-hidden="true">\(String(name.prefix(3)))</span><span class="hidden">\(name)</span></label>
                """
        }
        return """
            <fieldset class="weekdays for-weekdays"><legend class="hidden">Days of the week</legend>\(boxes)</fieldset>\(fault(.weekdays, "weekdays"))
            """
    }

    private var times: HTML {
        let rows = form.times.enumerated().html { index, time -> HTML in
            let drop: HTML = """
                <button class="quiet drop" name="do" value="drop-time-\(index)" formnovalidate formaction="\(editor.action)#times" aria-label="Remove time \(index + 1)" title="Remove"\(" hidden", if: form.times.count == 1)>×</button>
                """
            return """
                <li><input type="time" name="time" aria-label="Time \(index + 1)" value="\(time)"\(described(.times, "times"))>\(drop)</li>
                """
        }
        return """
            <div class="times for-times" id="times"><h3>At</h3><ul>\(rows)<li><button class="quiet" name="do" value="add-time" formnovalidate formaction="\(editor.action)#times">\(Icon.plus)Another time</button></li></ul>\(ScheduleFieldset.anyTime(form.isAnyTime))</div>
            \(fault(.times, "times"))
            """
    }

    private var dose: HTML {
        let isTaper = form.isTaper
        return """
            <fieldset class="kinds"><legend class="hidden">Steady, or a taper</legend>
            <label class="pick"><input type="radio" name="dosing" value="steady"\(" checked", if: !isTaper)><span>The same each time</span></label>
            <label class="pick"><input type="radio" name="dosing" value="taper"\(" checked", if: isTaper)><span>In steps (taper)</span></label></fieldset>
            <div class="interval for-steady"><input name="amount" inputmode="decimal" maxlength="20" aria-label="Amount of each dose" value="\(form.amount)"\(described(.dose, "dose"))> \(unitWord(form.amount, say(" each time")))</div>
            <div class="for-taper" id="steps"><ol class="taper-rows">\(form.steps.enumerated().html { step($0, $1) })</ol>
            <p><button class="quiet" name="do" value="add-step" formnovalidate formaction="\(editor.action)#steps">\(Icon.plus)Another step</button></p>
            <p class="hint">Steps follow each other from the first day. An amount of 0 means no dose on those days. Leave the days of the last step empty to continue it.</p></div>
            \(fault(.dose, "dose"))
            """
    }

    private func step(_ index: Int, _ step: ScheduleForm.Step) -> HTML {
        let number = index + 1
        let drop: HTML = """
            <button class="quiet drop" name="do" value="drop-step-\(index)" formnovalidate formaction="\(editor.action)#steps" aria-label="Remove step \(number)" title="Remove"\(" hidden", if: form.steps.count == 1)>×</button>
            """
        return """
            <li><input name="step-amount" inputmode="decimal" maxlength="20" aria-label="Step \(number): amount in \(unit)" value="\(step.amount)"\(described(.dose, "dose"))> \(unitWord(step.amount))
            <span class="step-days">for <input name="step-days" type="number" inputmode="numeric" min="1" max="\(Schedule.stepDays.upperBound)" aria-label="Step \(number): days" value="\(step.days)"\(described(.dose, "dose"))> \(days(step.days))</span>\(drop)</li>
            """
    }

    private var travel: HTML {
        let (local, home) = (form.travel == .local, form.travel == .home)
        return """
            <fieldset class="choices for-times"><legend>When travelling</legend>
            <label class="choice"><input type="radio" name="travel" value="local"\(" checked", if: local)> Local time, wherever I am</label>
            <label class="choice"><input type="radio" name="travel" value="home"\(" checked", if: home)> Home time (\(editor.zone))</label></fieldset>
            <p class="hint for-hours">It counts real hours. When you travel or the clocks change, the time of day shifts.</p>
            """
    }

    private func fault(_ field: ScheduleForm.Field, _ name: HTML) -> HTML? {
        form.faults[field].map { "<p class=\"fault\" id=\"\(name)-fault\">\($0)</p>" }
    }

    private func described(_ field: ScheduleForm.Field, _ name: HTML) -> HTML {
        form.faults[field] == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"\(name)-fault\""
    }
}

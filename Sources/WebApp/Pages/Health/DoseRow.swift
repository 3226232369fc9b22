import Base
import Documents
import Engine
import Journal
import Ledger
import Records

/// A scheduled dose with its state, and buttons to log it.
struct DoseRow {
    let shown: ShownDose
    let now: Instant
    let surroundings: Surroundings
    /// The page that its forms return to.
    let next: String
    /// The day of the list: a dose of another day shows its own.
    var day: LocalDay?
    var dates = DateLanguage.of(nil)

    private var occurrence: Occurrence { shown.dose.occurrence }
    private var id: String { occurrence.name.record.description }
    private var medication: Medication { shown.medication.value }

    func html(for visit: Visit) -> HTML {
        """
        <li class="dose dose-\(HTML.text(shown.dose.state.rawValue))" id="dose-\(id)" data-entry="\(id)" data-version="\(shown.dose.state.rawValue)-\(shown.intake?.modified ?? 0)">
        <time class="dose-time" datetime="\(occurrence.day.iso)T\(occurrence.time.clock)">\(otherDay)\(clock)</time>
        \(what)
        \(acts(visit))</li>
        """
    }

    /// Name, amount and state; linked to the page for correcting it, or to the medicine.
    private var what: HTML {
        let path = shown.intake.map { "/dose/\($0.id.description)" } ?? "/medicine/\(shown.medication.id.description)"
        return """
            <div class="dose-what"><p class="dose-title"><a href="\(path)">\(medication.title)</a></p>
            <p class="small">\(medication.words(shown.intake?.value.amount ?? occurrence.amount))\(said.map { " · \($0)" as HTML })</p></div>
            """
    }

    /// The hidden fields that name a scheduled dose in a form.
    static func fields(of shown: ShownDose) -> HTML {
        let name = shown.dose.occurrence.name
        return
            "<input type=\"hidden\" name=\"schedule\" value=\"\(name.schedule.description)\"><input type=\"hidden\" name=\"dose\" value=\"\(name.key)\">"
    }

    /// In the owner's local time, whatever zone the schedule uses.
    private var clock: String {
        CivilTime(zone: surroundings.zone).wall(at: occurrence.due.milliseconds)?.time.clock ?? occurrence.time.clock
    }

    private var otherDay: HTML? {
        guard let wall = CivilTime(zone: surroundings.zone).wall(at: occurrence.due.milliseconds), let day, wall.day != day else {
            return nil
        }
        return "<span class=\"small\">\(dates.day(wall.day, style: .weekday))</span> "
    }

    private var said: HTML? {
        let state = shown.dose.state
        if state == .upcoming, !occurrence.isAnyTime { return nil }
        let intake = shown.intake?.value
        let words = state.words(occurrence, intake, in: surroundings.zone.identifier, now: now) { dates.day($0, style: .weekday) }
        guard let intake else { return state == .due ? "<b>\(words)</b>" : "\(words)" }
        let late: HTML? = shown.dose.isLate ? ", <span class=\"late\">\(shown.dose.timing?.rawValue ?? "")</span>" : nil
        return "<span class=\"outcome outcome-\(HTML.text(intake.outcome.rawValue))\">\(words)</span>\(late)"
    }

    private func acts(_ visit: Visit) -> HTML {
        if let intake = shown.intake {
            return """
                <form class="dose-acts" method="post" action="/dose/\(intake.id.description)/undo" data-quick>\(formToken(visit))\(wayBackField(next))<button class="quiet" id="undo-\(id)">Undo\(about)</button></form>
                """
        }
        return """
            <form class="dose-acts" method="post" action="/doses/settle" data-quick>\(formToken(visit))\(wayBackField(next))\(DoseRow.fields(of: shown))
            \(take)\(inTime)<button name="outcome" value="skipped" id="skip-\(id)" class="quiet">Skip\(about)</button></form>
            """
    }

    /// A dose of another day cannot be taken now.
    private var take: HTML? {
        guard shown.dose.state != .missed || day == nil || day == surroundings.wall.day else { return nil }
        let primary: HTML = " class=\"primary\""
        return
            "<button name=\"outcome\" value=\"taken\" id=\"take-\(id)\"\(primary, if: shown.dose.state == .due)>Take\(about)</button>"
    }

    /// If you took it on time and log it later, you need not correct the time.
    private var inTime: HTML? {
        guard shown.dose.state == .due || shown.dose.state == .missed,
            now.milliseconds - occurrence.due.milliseconds > 30 * 60_000
        else { return nil }
        return
            "<button name=\"outcome\" value=\"in-time\" id=\"in-time-\(id)\" class=\"quiet\">Took it at \(clock)\(about)</button>"
    }

    private var about: HTML { "<span class=\"hidden\">, \(medication.title), \(clock)</span>" }
}

extension ShownDose {
    var isWaiting: Bool { dose.state == .due }
}

/// A medicine taken as needed, with one button.
struct NeededRow {
    let medication: Stored<Medication>
    /// The last dose, if recent.
    let last: Stored<Intake>?
    let now: Instant
    let next: String

    func html(for visit: Visit) -> HTML {
        let (id, value) = (medication.id.description, medication.value)
        let said: HTML? = last.map { last in
            let ago = agoWords(max(0, now.milliseconds - last.value.instant.milliseconds))
            return "<p class=\"small\">Last \(ago), \(clockWords(of: last.value.instant, in: last.value.zone))</p>"
        }
        return """
            <li class="dose needed" id="needed-\(id)" data-entry="needed-\(id)" data-version="\(last?.id.description ?? "never")">
            <div class="dose-what"><p class="dose-title"><a href="/medicine/\(id)">\(value.title)</a></p>\(said)</div>
            <form class="dose-acts" method="post" action="/doses/take" data-quick>\(formToken(visit))\(onceField())\(wayBackField(next))<button name="medication" value="\(id)" id="need-\(id)">Take \(value.words(value.amount))<span class="hidden"> of \(value.title)</span></button></form></li>
            """
    }
}

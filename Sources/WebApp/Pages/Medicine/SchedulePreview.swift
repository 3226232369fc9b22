import Base
import Documents
import Journal
import Records

/// A preview of a schedule: in words, and its next five doses.
struct SchedulePreview {
    /// The schedule, or why there is none yet.
    var schedule: Result<Schedule, NotYet>
    let unit: String
    let now: Instant
    let words: MedicineWords
    /// The values of the first day's fields for it.
    let start: (typed: String, proposed: String)
    /// The note about a first day that is partly over.
    let startWords: String?

    /// The first reason why a form is no schedule yet.
    struct NotYet: Error {
        let sentence: String
    }

    /// `nil` before anything was entered.
    init(_ form: ScheduleForm, of medication: Stored<Medication>, zone: String, now: Instant, words: MedicineWords) {
        var form = form
        form.faults = [:]
        let schedule = form.schedule(of: medication.id, zone: zone, now: now)
        let order: [ScheduleForm.Field] = [.interval, .weekdays, .times, .dose, .start, .end]
        let reason = order.lazy.compactMap { form.faults[$0] }.first ?? ""
        self.schedule = schedule.map { .success($0) } ?? .failure(NotYet(sentence: reason))
        (unit, self.now, self.words) = (medication.value.unit, now, words)
        start = (form.start, form.proposedStart)
        startWords = schedule.flatMap {
            SchedulePreview.startWords($0, isProposed: form.start == form.proposedStart, zone: zone, now: now)
        }
    }

    private static func startWords(_ schedule: Schedule, isProposed: Bool, zone: String, now: Instant) -> String? {
        guard let wall = CivilTime(named: zone)?.wall(at: now) else { return nil }
        if isProposed, schedule.start > wall.day {
            if schedule.start != wall.day.adding(days: 1) { return say("It starts on the first of these days.") }
            if case .everyHours = schedule.cadence { return nil }
            guard schedule.steps.isEmpty else {
                return say("One of today’s times has passed. It starts tomorrow, so that the first step is complete.")
            }
            return schedule.times.count == 1
                ? say("Today’s time has passed, so it starts tomorrow.")
                : say("Today’s times have passed, so it starts tomorrow.")
        }
        let isShort = !schedule.steps.isEmpty && schedule.startingWhole(today: wall.day, now: wall.time) != schedule
        return isShort ? say("One of today’s times has passed, so the first step is not complete.") : nil
    }

    var html: HTML {
        switch schedule {
        case .failure(let reason): return "<p class=\"muted\">Not complete yet. \(reason.sentence)</p>"
        case .success(let schedule):
            let doses = SchedulePreview.doses(of: schedule, after: now, here: words.here)
            let next = doses.first.map { "Next dose: \(words.due($0))." } ?? say("No doses left.")
            return """
                <p class="preview-words"\(begins)>\(words.schedule(schedule, unit: unit)) <b>\(next)</b>\(startWords.map { " \($0)" as HTML })</p>\(list(doses))
                """
        }
    }

    /// For the page's script: the first day to put in the field.
    private var begins: HTML {
        start.proposed.isEmpty || start.typed != start.proposed ? .empty : " data-start=\"\(start.proposed)\""
    }

    private func list(_ doses: [Occurrence]) -> HTML? {
        guard !doses.isEmpty else { return nil }
        let rows = doses.html { dose in
            "<li><span>\(words.shortDue(dose))</span> <span class=\"muted\">\(Medication.words(dose.amount, unit: unit))</span></li>"
        }
        return "<ol class=\"preview-doses\" aria-label=\"The next doses\">\(rows)</ol>"
    }

    /// Its next doses, at most five.
    private static func doses(of schedule: Schedule, after now: Instant, here: CivilTime) -> [Occurrence] {
        let rules = schedule.followsOwner ? here : CivilTime(named: schedule.zone) ?? here
        var doses: [Occurrence] = []
        while doses.count < 5, let next = schedule.next(RecordID.unknown, after: doses.last?.due ?? now, rules: rules) {
            doses.append(next)
        }
        return doses
    }
}

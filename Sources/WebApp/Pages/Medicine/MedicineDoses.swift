import Base
import Documents
import Engine
import Insights
import Journal
import Records

/// The doses of a medicine on its page: the one to take now, how the last four weeks went, and the latest.
struct MedicineDoses {
    let medication: Stored<Medication>
    /// Today's scheduled doses that are not logged.
    let open: [ShownDose]
    /// Its doses until yesterday, day by day; `nil` if nothing was logged in these weeks.
    let counted: Medicine?
    let yesterday: LocalDay
    /// The latest that are logged, the newest first.
    let latest: [Stored<Intake>]
    let dates: DateLanguage

    static let length = 28
    static let latestCount = 10

    /// The first day that is read: of the month, or of the four weeks.
    static func first(until yesterday: LocalDay) -> LocalDay {
        min(yesterday.month.days.lowerBound, yesterday.adding(days: 1 - length) ?? yesterday)
    }

    /// How a day went.
    private enum Mark: String, CaseIterable {
        case taken, late, missed, unknown, none

        /// The worst of its doses counts.
        init(_ day: Adherence?) {
            guard let day else { self = .none; return }
            func has(_ states: Adherence.State...) -> Bool { states.contains { day.count($0) > 0 } }
            self = has(.missed, .skipped) ? .missed : has(.late, .early) ? .late : has(.unknown) ? .unknown : .taken
        }

        var words: HTML {
            switch self {
            case .taken: "Taken"
            case .late: "Early or late"
            case .missed: "Missed or skipped"
            case .unknown: "Not known"
            case .none: "None due"
            }
        }
    }

    private var path: String { "/medicine/" + medication.id.description }

    func take(for visit: Visit) -> HTML? {
        guard !medication.value.archived else { return nil }
        let back = wayBackField(path)
        // The one that waits, otherwise the next of today.
        if let shown = open.first(where: \.isWaiting) ?? open.first {
            let due = shown.dose.occurrence
            return """
                <form method="post" action="/doses/settle" class="take-now" data-quick>\(formToken(visit))\(back)\(DoseRow.fields(of: shown))<button class="primary" id="take-now" name="outcome" value="taken">\(Icon.pill)Take now</button>
                <span class="muted">\(medication.value.words(due.amount)), due at \(due.time.clock)</span></form>
                """
        }
        // All that is due today is logged: a second tap would be a dose too many.
        let isExtra = !medication.value.asNeeded
        return """
            <form method="post" action="/doses/take" class="take-now" data-quick>\(formToken(visit))\(onceField())\(back)<button\(" class=\"primary\"", if: !isExtra) id="take-now" name="medication" value="\(medication.id.description)">\(Icon.pill)\(isExtra ? "Log an extra dose" as HTML : "Take now")</button>
            <span class="muted">\(medication.value.words(medication.value.amount))\("; nothing more is due today", if: isExtra)</span></form>
            """
    }

    var weeks: HTML? {
        guard let counted, Adherence(of: counted, last: MedicineDoses.length, through: yesterday.number) != nil else {
            return nil
        }
        let numbers = (yesterday.number - MedicineDoses.length + 1)...yesterday.number
        let cells = numbers.html { number -> HTML in
            guard let day = LocalDay(number: number) else { return .empty }
            let ofDay = Adherence(of: counted, days: number...number)
            let said = ofDay.map(AdherenceList.sentence) ?? say("No dose was due.")
            let date = "\(dates.day(day, style: .weekday)) \(dates.day(day, style: .dayMonth))"
            return
                "<li class=\"dose-day day-\(Mark(ofDay).rawValue)\" title=\"\(date)\"><span class=\"hidden\">\(date): \(said)</span></li>"
        }
        let legend = Mark.allCases.html { "<li><span class=\"dose-day day-\($0.rawValue)\"></span> \($0.words)</li>" }
        return """
            <section class="card" aria-labelledby="weeks-title"><h2 id="weeks-title">How it went</h2>\(month(counted))
            <p class="muted small">The last four weeks, until \(dates.day(yesterday, style: .dayMonth)):</p>
            <ol class="dose-days" aria-label="Day by day, until yesterday">\(cells)</ol>
            <ul class="dose-legend" aria-hidden="true">\(legend)</ul></section>
            """
    }

    private func month(_ counted: Medicine) -> HTML? {
        let month = yesterday.month
        guard let sum = Adherence(of: counted, days: month.days.lowerBound.number...yesterday.number), sum.known > 0 else {
            return nil
        }
        return """
            <p><b>\(sum.count(.taken)) of \(sum.known)</b> on time in \(dates.month(month))<br><span class="muted small">\(AdherenceList.sentence(sum))</span></p>
            """
    }

    func log(for visit: Visit, today: LocalDay) -> HTML? {
        guard !latest.isEmpty else { return nil }
        let rows = latest.html {
            HealthRow(record: .intake($0, title: medication.value.title), dates: dates, today: today).html(for: visit)
        }
        return """
            <section aria-labelledby="latest-title"><div class="card-head"><h2 id="latest-title">Latest doses</h2><a class="small" href="/health/history">History</a></div>
            <ul class="rows">\(rows)</ul></section>
            """
    }
}

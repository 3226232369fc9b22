import Base
import Documents
import Engine
import Journal
import Ledger
import Records

struct HealthRow {
    let record: HealthRecord
    let dates: DateLanguage
    var looks = Looks()
    /// Shows the day, relative to this one, for lists without day sections.
    var today: LocalDay?
    /// The page that the undo form returns to; `nil` without such a form.
    var undoNext: String?
    /// Only records saved after this, in milliseconds since 1970, have an undo button.
    var undoSince: Int64 = .min

    func html(for visit: Visit) -> HTML {
        let id = record.id.description
        let content: HTML =
            "<span class=\"row-date\">\(day)\(HealthLook.time(of: record))</span>\(HealthLook.words(record, looks))"
        let line: HTML =
            record.path.map { "<a class=\"row-link\" href=\"\($0)\">\(content)</a>" }
            ?? "<div class=\"row-link\">\(content)</div>"
        return """
            <li class="row health-row" id="log-\(id)" data-entry="\(id)" data-version="\(record.facts.modified)">\(line)\(undo(visit))</li>
            """
    }

    private var day: HTML? {
        guard let today else { return nil }
        // The day of the month alone is used only for the last weeks.
        if (0..<28).contains(today.number - record.day.number) {
            return "<b>\(record.day.parts.day)</b> <span>\(dates.day(record.day, style: .weekday))</span> "
        }
        let isThisYear = record.day < today && record.day.month.year == today.month.year
        return "<b class=\"far-date\">\(dates.day(record.day, style: isThisYear ? .dayMonth : .medium))</b> "
    }

    private func undo(_ visit: Visit) -> HTML? {
        guard let undoNext, let path = record.undoPath, record.facts.modified > undoSince else { return nil }
        let id = "undo-" + record.id.description
        return """
            <form class="row-act" method="post" action="\(path)" data-quick>\(formToken(visit))\(wayBackField(undoNext))<button class="quiet" id="\(id)">Undo<span class="hidden"> \(HealthLook.name(of: record))</span></button></form>
            """
    }
}

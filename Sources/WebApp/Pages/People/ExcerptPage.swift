import Base
import Documents
import Engine

/// The content of an excerpt for its owner and readers: medicines and schedules, then the days, latest first.
struct ExcerptPage {
    let title: String
    /// Its owner, or its content.
    let scope: String
    let records: [ExcerptRecord]
    let dates: DateLanguage

    var html: HTML {
        let empty: HTML = "<section class=\"card empty\"><p>There is nothing here yet.</p></section>"
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <article class="excerpt"><header><h1>\(title)</h1><p class="muted">\(scope)</p></header>
            \(empty, if: records.isEmpty)\(ExcerptSheet(records: records, dates: dates).html)
            </article>
            """
    }
}

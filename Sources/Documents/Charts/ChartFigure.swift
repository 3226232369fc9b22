import Base
import Findings

/// One chart: a heading, a sentence that says in numbers what is to be seen, and the table that holds every number of it.
///
/// The table is the one source: the script draws from its cells, saves from its cells, and without the script it is what there
/// is.
struct ChartFigure {
    /// Which drawing the script makes of the table.
    enum Kind: String {
        case daily, step, moments, weekdays, hours
    }

    let kind: Kind
    let title: String
    /// What is to be seen, in numbers.
    let sentence: String
    /// What it does not show, where there is something to be said.
    var caution: String?
    /// The `<table>`.
    let table: HTML
    /// Where the scale of levels ends.
    var top = 10

    private var id: HTML { "chart-\(kind.rawValue)" }

    var html: HTML {
        """
        <figure class="chart card" id="\(id)" data-chart="\(kind.rawValue)" data-top="\(top)" aria-labelledby="\(id)-title">
        <figcaption><h3 id="\(id)-title">\(title)</h3><p id="\(id)-says">\(sentence)</p>\(caution.map { "<p class=\"hint\">\($0)</p>" as HTML })</figcaption>
        <div class="chart-box"></div>
        <div class="chart-foot"><details class="chart-numbers" id="\(id)-numbers"><summary>Numbers</summary><div class="table-scroll" role="region" tabindex="0" aria-labelledby="\(id)-title">\(table)</div></details><div class="chart-acts"></div></div>
        </figure>
        """
    }
}

/// A level in a cell; a dash where there is none.
func levelCell(_ value: Double?) -> HTML {
    guard let value, value.isFinite else { return "<td>–</td>" }
    return "<td>\(tenths(value))</td>"
}

/// Two ends of an interval in two cells.
func intervalCells(_ interval: ClosedRange<Double>?) -> HTML { levelCell(interval?.lowerBound) + levelCell(interval?.upperBound) }

/// `1 day`, `2 days`
func counted(_ count: Int, _ thing: String) -> String { "\(grouped(count)) \(thing)\(count == 1 ? "" : "s")" }

import Base
import Findings
import Journal

/// One chart: a heading, a sentence with its main numbers, and a table with all of them.
///
/// The table is the only source: the script draws and exports its cells, and without the script it is shown itself.
struct ChartFigure {
    enum Kind: String {
        case daily, step, moments, weekdays, hours
    }

    let kind: Kind
    let title: String
    /// The main numbers.
    let sentence: String
    /// The chart's limits, if there is something to say.
    var caution: String?
    let table: HTML
    /// The ends of the scale of levels, if it is not 0 to 10.
    var scale: ClosedRange<Double>?

    private var ends: HTML? {
        scale.map { " data-low=\"\(numberText($0.lowerBound))\" data-top=\"\(numberText($0.upperBound))\"" }
    }

    private var id: HTML { "chart-\(kind.rawValue)" }

    var html: HTML {
        """
        <figure class="chart card" id="\(id)" data-chart="\(kind.rawValue)"\(ends) aria-labelledby="\(id)-title">
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

/// The ends of an interval in two cells.
func intervalCells(_ interval: ClosedRange<Double>?) -> HTML { levelCell(interval?.lowerBound) + levelCell(interval?.upperBound) }

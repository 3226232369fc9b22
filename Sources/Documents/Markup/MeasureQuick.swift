import Journal
import Ledger

/// A measure that is logged again with one tap: by its last number, which can be typed over, or by a button for each answer.
package struct MeasureQuick {
    /// Its latest entry.
    let last: MeasureEntry
    /// Names its fields on the page: the same in every copy of the list.
    private var id: HTML { "measure-\(hex(Array(last.key.utf8)))" }

    /// The most measures of a list.
    static let most = 6

    /// A card with the first of the measures; `nil` if there is none.
    /// - Parameter token: the fields that every form needs.
    package static func section(_ measures: [MeasureEntry], token: HTML, next: HTML) -> HTML? {
        guard !measures.isEmpty else { return nil }
        let rows = measures.prefix(most).html { MeasureQuick(last: $0).row(token + next) }
        return """
            <section class="card" aria-labelledby="measures-title"><div class="card-head"><h2 id="measures-title">Measurements</h2><a class="small" href="/measure/new">Another one</a></div>
            <ul class="measures">\(rows)</ul></section>
            """
    }

    private func row(_ fields: HTML) -> HTML {
        """
        <li data-entry="\(id)"><form method="post" action="/health/measure" class="measure-quick" id="quick-\(id)" data-quick>\(fields)<input type="hidden" name="measure" value="\(last.measure.name)">\(answers)</form></li>
        """
    }

    private var answers: HTML {
        let measure = last.measure
        if measure.form == .yesNo {
            return """
                <p id="\(id)">\(measure.name)</p><button name="value" value="yes" aria-describedby="\(id)">Yes</button><button name="value" value="no" aria-describedby="\(id)">No</button>
                """
        }
        if let steps = measure.steps {
            return Scale(name: "value", range: steps, ends: ("", "")).buttons("\(measure.name)", id: id)
        }
        let unit = measure.form == .duration ? "" : measure.unit
        return """
            <label for="\(id)">\(measure.name)</label><span class="with-unit\(" pair", if: measure.form == .pair)">\(MeasureQuick.fields(last.measure.typed(last.value, last.second), of: measure, id: id)) \(unit)</span><button aria-describedby="\(id)">Log</button>
            """
    }

    /// The field for a value as it is typed; of a pair one for each number.
    package static func fields(_ typed: String, of measure: Measure, id: HTML, attributes: HTML = "") -> HTML {
        let parts = typed.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let mode = [.number, .pair, .scale].contains(measure.form) ? "decimal" : "text"
        func field(_ name: String, _ id: HTML, _ value: String, _ more: HTML) -> HTML {
            "<input id=\"\(id)\" name=\"\(name)\" value=\"\(value)\" inputmode=\"\(mode)\" autocomplete=\"off\" required\(more)>"
        }
        guard measure.form == .pair else { return field("value", id, typed, attributes) }
        return """
            \(field("value", id, parts.first ?? "", attributes)) / \(field("second", "\(id)-second", parts.count > 1 ? parts[1] : "", " aria-label=\"\(measure.name), lower number\""))
            """
    }
}

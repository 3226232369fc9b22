import Journal
import Ledger

/// A measure that is logged again with one tap: by its next number, or by a button for each answer. The last one is shown and never filled in: no tap logs it as of now.
package struct MeasureQuick {
    let last: MeasureEntry
    /// Names its fields on the page: the same in every copy of the list.
    private var id: HTML { "measure-\(hex(Array(last.key.utf8)))" }

    static let most = 6

    /// A card with the first of the measures; `nil` if there is none.
    /// - Parameter token: the fields that every form needs.
    package static func section(_ measures: [MeasureEntry], token: HTML, next: HTML) -> HTML? {
        guard !measures.isEmpty else { return nil }
        let rows = measures.prefix(most).html { MeasureQuick(last: $0).row(token + next) }
        return """
            <section class="card" aria-labelledby="measures-title"><div class="card-head"><h2 id="measures-title">Measurements</h2><a class="small" href="/measure/new">Measure something else</a></div>
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
            <div class="named"><label for="\(id)">\(measure.name)</label> <span class="hint" id="\(id)-last">last \(last.amount)</span></div><span class="with-unit\(" pair", if: measure.form == .pair)">\(fields) \(unit)</span><button aria-describedby="\(id)">Log</button>
            """
    }

    /// The empty field for a value; of a pair one for each number.
    private var fields: HTML {
        let measure = last.measure
        // A value with two units, 11 st 4 lb, needs letters.
        let isNumber = [.number, .pair, .scale].contains(measure.form) && !measure.hasTwoUnits
        let mode = isNumber ? "decimal" : "text"
        func field(_ name: String, _ place: HTML, _ more: HTML = "") -> HTML {
            "<input id=\"\(place)\" name=\"\(name)\" inputmode=\"\(mode)\" autocomplete=\"off\" required aria-describedby=\"\(id)-last\"\(more)>"
        }
        guard measure.form == .pair else { return field("value", id) }
        return "\(field("value", id)) / \(field("second", "\(id)-second", " aria-label=\"\(measure.name), lower number\""))"
    }
}

import Base
import Documents

/// A one-line field with its label, a hint and its fault.
struct LabelledField {
    /// The field's name in the form.
    let name: HTML
    /// Its name on the page, if another.
    var id: HTML?
    let label: HTML
    let value: String
    var type: HTML = "text"
    var hint: HTML?
    var fault: String?
    /// Further attributes, each after a blank.
    var attributes: HTML = ""

    var html: HTML {
        """
        <p class="field"><label for="\(id ?? name)">\(label)</label>\(hintLine)
        <input id="\(id ?? name)" name="\(name)"\(inputAttributes(value, type: type))\(attributes)\(described)>\(faultLine)</p>
        """
    }

    /// The same for several lines.
    func area(rows: Int) -> HTML {
        """
        <p class="field"><label for="\(id ?? name)">\(label)</label>\(hintLine)
        <textarea id="\(id ?? name)" name="\(name)" rows="\(rows)" dir="auto"\(attributes)\(described)>
        \(value)</textarea>\(faultLine)</p>
        """
    }

    private var hintLine: HTML? { hint.map { "<span class=\"hint\" id=\"\(id ?? name)-hint\">\($0)</span>" } }

    private var faultLine: HTML? { fault.map { "<span class=\"fault\" id=\"\(id ?? name)-fault\">\($0)</span>" } }

    private var described: HTML {
        let place = (id ?? name).markup
        return describedBy(fault.map { _ in place + "-fault" }, hint.map { _ in place + "-hint" })
    }
}

/// The fault of a field for an amount.
let noAmount = say("This is not an amount. Type a number such as 1, 0.5 or 1/2.")

/// An error for a page: the sentence, then the hint.
func besideField(_ explanation: Explanation) -> String {
    [explanation.sentence, explanation.hint?.page].compactMap(\.self).map(sentence).joined(separator: " ")
}

import Base

package struct LabelledField {
    private let name: HTML
    private let id: HTML?
    private let label: HTML
    private let value: String
    private let type: HTML
    private let hint: HTML?
    private let fault: String?
    private let attributes: HTML

    /// - Parameters:
    ///   - name: the field's name in the form.
    ///   - id: its name on the page, if another.
    ///   - attributes: further ones, each after a blank.
    package init(
        name: HTML, id: HTML? = nil, label: HTML, value: String, type: HTML = "text", hint: HTML? = nil, fault: String? = nil,
        attributes: HTML = ""
    ) {
        (self.name, self.id, self.label, self.value) = (name, id, label, value)
        (self.type, self.hint, self.fault, self.attributes) = (type, hint, fault, attributes)
    }

    package var html: HTML {
        """
        <p class="field"><label for="\(id ?? name)">\(label)</label>\(hintLine)
        <input id="\(id ?? name)" name="\(name)"\(inputAttributes(value, type: type))\(attributes)\(described)>\(faultLine)</p>
        """
    }

    /// The same for several lines.
    package func area(rows: Int) -> HTML {
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

import Base
import Engine
import Journal

/// The faults of a health form, each shown at its field.
package struct FormFaults: Sendable {
    /// By the field's name.
    package private(set) var sentences: [String: String] = [:]

    package init() {}

    package var isEmpty: Bool { sentences.isEmpty }

    /// Adds a fault at a field; the first one stays.
    package mutating func note(_ words: String, at field: String) {
        if sentences[field] == nil { sentences[field] = words }
    }

    /// Adds an error at the field that it names, otherwise at the given one.
    package mutating func note(_ error: any Error, at field: String) {
        var place = field
        if case .fault(let fault)? = error as? HealthError, let named = fault.field { place = named }
        note(sentence(Explanation(error).sentence), at: place)
    }

    /// Saves a record; `nil` if its time is in the future, with a fault at the time.
    package mutating func keeping<Kept: Sendable>(_ save: @Sendable () async throws -> Kept) async throws -> Kept? {
        do {
            return try await save()
        } catch HealthError.inTheFuture {
            note(HealthError.inTheFuture, at: "when")
            return nil
        }
    }

    package func html(_ field: String) -> HTML? {
        sentences[field].map { "<p class=\"fault\" id=\"\(field)-fault\" role=\"alert\">\($0)</p>" }
    }

    /// Tells a screen reader that the fault describes the field; `hint`: what else does.
    package func described(_ field: String, hint: String? = nil) -> HTML {
        describedBy(sentences[field].map { _ in field + "-fault" }, hint)
    }

    /// A one-line field with its label, a hint and its fault.
    /// - Parameter attributes: more of them, each after a blank.
    package func field(
        _ name: String, _ label: HTML, _ value: String, _ attributes: HTML = "", type: HTML = "text", hint: HTML? = nil
    ) -> HTML {
        """
        <div class="field"><label for="\(name)">\(label)</label>\(hint.map { "<span class=\"hint\" id=\"\(name)-hint\">\($0)</span>" as HTML })<input id="\(name)" name="\(name)"\(inputAttributes(value, type: type))\(attributes)\(described(name, hint: hint.map { _ in name + "-hint" }))>\(html(name))</div>
        """
    }

    /// The same for a group of fields.
    package func describedGroup(_ field: String) -> HTML {
        sentences[field] == nil ? .empty : " aria-describedby=\"\(field)-fault\""
    }
}

extension HealthFault {
    /// The form field that it concerns; `nil` if none.
    package var field: String? {
        let name: String? =
            switch self {
            case .empty(let field), .badText(let field, _), .outside(let field, _, _), .tooMany(let field, _),
                .unclear(let field, _, _), .amount(let field, _):
                field
            case .upsideDown: "value"
            case .nothing, .badMetric, .badRange, .schedule: nil
            }
        return switch name {
        case "metric", "metrics": "metrics"
        case "what helped": "helped"
        case "days of a block": "block-days"
        case "days that do not count": "wash-out"
        case "first day": "first"
        default: name
        }
    }
}

/// The attributes of a field of a type. One for a day (`date`) or a moment (`datetime-local`) is a text field that the server
/// reads as the command line reads dates; the page's script shows the browser's own field, or a calendar beside it.
package func inputAttributes(_ value: String, type: HTML) -> HTML {
    guard ["date", "datetime-local"].contains(type.markup) else {
        return " value=\"\(value)\" type=\"\(type)\" autocomplete=\"off\""
    }
    let shown = isPickedMoment(value) ? value.replacing("T", with: " ") : value
    let example: HTML = type.markup == "date" ? "2026-03-14" : "2026-03-14 21:00"
    return " value=\"\(shown)\" type=\"text\" data-date=\"\(type)\" placeholder=\"\(example)\" autocomplete=\"off\""
}

/// Whether a time has the format of a browser's picker, `2026-03-14T21:00`.
package func isPickedMoment(_ when: String) -> Bool {
    when.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,3})?)?/) != nil
}

/// Tells a screen reader that a field is wrong, if it has a fault, and what else describes it: the names of both on the page.
package func describedBy(_ fault: String?, _ hint: String?) -> HTML {
    let places = [fault, hint].compactMap(\.self).joined(separator: " ")
    return "\(" aria-invalid=\"true\"", if: fault != nil)\(" aria-describedby=\"\(places)\"", if: !places.isEmpty)"
}

/// An error for a page: the sentence, then the hint.
package func besideField(_ explanation: Explanation) -> String {
    [explanation.sentence, explanation.hint?.page].compactMap(\.self).map(sentence).joined(separator: " ")
}

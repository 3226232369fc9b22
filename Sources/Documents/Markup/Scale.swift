import Base
import Journal

/// A choice among numbers: as radio buttons in a form, or as buttons that save at once.
package struct Scale {
    package let name: HTML
    let range: ClosedRange<Int>
    /// The meaning of the lowest and the highest number.
    let ends: (low: HTML, high: HTML)
    /// Whether a higher number is worse, and so has a stronger color.
    var isBurden = false
    /// Moods have their faces beside the numbers.
    var looks: Looks?

    package static func mood(_ looks: Looks) -> Scale {
        Scale(name: "mood", range: CheckIn.moodRange, ends: ("very bad", "very good"), looks: looks)
    }

    package static let craving = Scale(
        name: "craving", range: CheckIn.cravingRange, ends: ("none", "very strong"), isBurden: true)
    package static let sleep = Scale(name: "sleep", range: CheckIn.sleepRange, ends: ("very bad", "very good"))
    package static let severity = Scale(
        name: "severity", range: SymptomEntry.severityRange, ends: ("none", "very strong"), isBurden: true)

    /// Radio buttons. `extra` follows the legend: a fault.
    package func radios(_ legend: HTML, chosen: Int?, extra: HTML? = nil, described: HTML = .empty) -> HTML {
        """
        <fieldset class="scale scale-\(range.count)"\(described)><legend>\(legend)</legend>
        <div class="steps">\(range.html { radio($0, isChosen: $0 == chosen) })</div>\(endLine)\(extra)</fieldset>
        """
    }

    package func buttons(_ label: HTML, id: HTML) -> HTML {
        """
        <div class="scale scale-\(range.count)" role="group" aria-labelledby="\(id)"><p class="scale-label" id="\(id)">\(label)</p>
        <div class="steps">\(range.html(button))</div>\(endLine)</div>
        """
    }

    private func radio(_ number: Int, isChosen: Bool) -> HTML {
        """
        <label class="step\(level(number))"><input type="radio" name="\(name)" value="\(number)"\(" checked", if: isChosen)>\(looks?.icon(MoodFace(mood: number)))<span>\(number)</span></label>
        """
    }

    private func button(_ number: Int) -> HTML {
        "<button class=\"step\(level(number))\" name=\"\(name)\" value=\"\(number)\" aria-label=\"\(number) of \(range.upperBound)\">\(number)</button>"
    }

    private func level(_ number: Int) -> HTML { isBurden ? " level-\(number)" : .empty }

    private var endLine: HTML {
        "<p class=\"scale-ends\"><span>\(range.lowerBound) \(ends.low)</span><span>\(range.upperBound) \(ends.high)</span></p>"
    }
}

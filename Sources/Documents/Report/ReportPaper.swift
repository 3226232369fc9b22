import Base

package enum ReportPaper: String, CaseIterable, Sendable {
    case a4, letter

    /// Letter where dates begin with the month, A4 elsewhere.
    package static func usual(_ dates: DateLanguage) -> ReportPaper { dates.order.hasPrefix("month") ? .letter : .a4 }

    /// `A4`, `Letter`.
    package var name: String { self == .a4 ? "A4" : "Letter" }

    /// The rule of the page's size; the style itself leaves it open.
    var rule: String { "@page report { size: \(name); }" }
}

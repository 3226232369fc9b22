import Base

/// Why no report is made.
package enum ReportFault: Error, Hashable, Sendable {
    /// The first day is later than the last.
    case endsBeforeStart
    /// The period begins after today.
    case inTheFuture
    /// More days than a report has room for.
    case tooLong(days: Int)
    /// No part is ticked.
    case nothingChosen
    /// A text of the form is longer than there is room for: `questions`, `name`, `birth`.
    case textTooLong(field: String)
}

extension ReportFault: Explainable {
    package var explanation: Explanation {
        switch self {
        case .endsBeforeStart:
            Explanation("report_period", "the first day is later than the last", hint: "swap the two", exit: .usage)
        case .inTheFuture:
            Explanation("report_period", "the period is in the future", hint: "begin it today or earlier", exit: .usage)
        case .tooLong(let days):
            Explanation(
                "report_period", "\(days) days are too many for one report",
                hint: "choose \(ReportChoice.mostDays) days at most", exit: .usage)
        case .nothingChosen:
            Explanation(
                "report_empty", "nothing is chosen for the report", hint: "choose at least one part", exit: .usage
            )
        case .textTooLong("questions"):
            Explanation(
                "report_text", "the questions are too long for the report",
                hint: "\(ReportChoice.questionBytes) letters fit: ask a few short questions", exit: .usage)
        case .textTooLong:
            Explanation(
                "report_text", "this is too long for the line", hint: "\(ReportChoice.nameBytes) letters fit",
                exit: .usage)
        }
    }
}

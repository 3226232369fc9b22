import Base

package enum ReportFault: Error, Hashable, Sendable {
    case endsBeforeStart
    case inTheFuture
    case tooLong(days: Int)
    case nothingChosen
    /// The symptom for the chart was not logged on these days, or is left out.
    case nothingToChart
    /// A text of the form is longer than there is room for: `questions`, `name`, `birth`.
    case textTooLong(field: String)
}

extension ReportFault: Explainable {
    package var explanation: Explanation {
        switch self {
        case .endsBeforeStart:
            Explanation("report_period", "the first day is after the last day", hint: "swap the two days", exit: .usage)
        case .inTheFuture:
            Explanation("report_period", "the period is in the future", hint: "choose a first day up to today", exit: .usage)
        case .tooLong(let days):
            Explanation(
                "report_period", "a report cannot cover \(days) days",
                hint: "choose at most \(ReportChoice.mostDays) days", exit: .usage)
        case .nothingChosen:
            Explanation(
                "report_empty", "nothing was chosen for the report", hint: "choose at least one part", exit: .usage)
        case .nothingToChart:
            Explanation(
                "report_chart", "the symptom for the chart is not in this report",
                hint: "choose one that was logged on these days and is not left out", exit: .usage)
        case .textTooLong("questions"):
            Explanation(
                "report_text", "the questions are too long for the report",
                hint: "use at most \(ReportChoice.questionBytes) letters; a few short questions work best", exit: .usage)
        case .textTooLong:
            Explanation(
                "report_text", "this text is too long for its line", hint: "use at most \(ReportChoice.nameBytes) letters",
                exit: .usage)
        }
    }
}

import Base
import Report

extension ToldTables {
    static let report: [Told] = [
        Told(ReportFault.endsBeforeStart, "report_period", "the first day is later than the last", "swap the two", .usage),
        Told(ReportFault.inTheFuture, "report_period", "the period is in the future", "begin it today or earlier", .usage),
        Told(
            ReportFault.tooLong(days: 400), "report_period", "400 days are too many for one report",
            "choose 366 days at most", .usage),
        Told(
            ReportFault.nothingChosen, "report_empty", "nothing is chosen for the report",
            "choose at least one part", .usage),
        Told(
            ReportFault.textTooLong(field: "questions"), "report_text", "the questions are too long for the report",
            "1500 letters fit: ask a few short questions", .usage),
        Told(
            ReportFault.textTooLong(field: "name"), "report_text", "this is too long for the line",
            "120 letters fit", .usage),
    ]

    static let pdf: [Told] = [
        Told(
            PDFError.noBrowser, "pdf_no_browser", "no PDF can be made: Chromium is not installed",
            "install chromium, or write an .html file instead, open it in a browser and print it from there"),
        Told(
            PDFError.noFolder, "pdf_no_folder", "no PDF can be made: this machine has no memory folder for it",
            "write an .html file instead, open it in a browser and print it from there"),
        Told(
            PDFError.failed, "pdf_failed", "no PDF was made: Chromium ended without one",
            "write an .html file instead, open it in a browser and print it from there"),
        Told(
            PDFError.tooSlow, "pdf_too_slow", "no PDF was made: Chromium took longer than a minute",
            "write an .html file instead, open it in a browser and print it from there"),
        Told(
            PDFError.interrupted, "pdf_interrupted", "no PDF was made: it was interrupted",
            "begin again, or write an .html file instead, open it in a browser and print it from there"),
    ]
}

extension Places {
    static func of(report fault: ReportFault) -> Int {
        switch fault {
        case .endsBeforeStart: 0
        case .inTheFuture: 1
        case .tooLong: 2
        case .nothingChosen: 3
        case .textTooLong: 4
        }
    }

    static func of(pdf error: PDFError) -> Int {
        switch error {
        case .noBrowser: 0
        case .noFolder: 1
        case .failed: 2
        case .tooSlow: 3
        case .interrupted: 4
        }
    }
}

import Base

package enum PDFError: Error, Hashable, Sendable {
    /// Chromium, which does it, is not on this machine.
    case noBrowser
    /// There is no folder in which only the owner could see the page meanwhile.
    case noFolder
    case failed
    case tooSlow
    /// It was interrupted: no one waits for it any more.
    case interrupted
}

extension PDFError: Explainable {
    package var explanation: Explanation {
        func otherwise(_ start: String = "") -> Hint {
            .on(
                commandLine: "\(start)write an .html file instead, and print it from a browser",
                page: "\(start)save it as a web page, and print that")
        }
        return switch self {
        case .noBrowser:
            Explanation(
                "pdf_no_browser", "no PDF was made: Chromium is not installed", hint: otherwise("install chromium, or "))
        case .noFolder:
            Explanation("pdf_no_folder", "no PDF was made: this machine has no private folder in memory", hint: otherwise())
        case .failed: Explanation("pdf_failed", "no PDF was made: Chromium failed", hint: otherwise())
        case .tooSlow: Explanation("pdf_too_slow", "no PDF was made: Chromium took longer than a minute", hint: otherwise())
        case .interrupted:
            Explanation(
                "pdf_interrupted", "no PDF was made: this was cancelled", hint: otherwise("try again, or "), exit: .interrupted)
        }
    }
}

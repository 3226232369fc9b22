import Base

/// Why a page was not made into a PDF.
package enum PDFError: Error, Hashable, Sendable {
    /// Chromium, which does it, is not on this machine.
    case noBrowser
    /// There is no folder in which only the owner could see the page meanwhile.
    case noFolder
    /// It ended without a PDF.
    case failed
    /// It took too long and was ended.
    case tooSlow
    /// It was interrupted: no one waits for it any more.
    case interrupted
}

extension PDFError: Explainable {
    package var explanation: Explanation {
        let otherwise = "write an .html file instead, open it in a browser and print it from there"
        return switch self {
        case .noBrowser:
            Explanation(
                "pdf_no_browser", "no PDF can be made: Chromium is not installed",
                hint: "install chromium, or " + otherwise)
        case .noFolder:
            Explanation("pdf_no_folder", "no PDF can be made: this machine has no memory folder for it", hint: otherwise)
        case .failed: Explanation("pdf_failed", "no PDF was made: Chromium ended without one", hint: otherwise)
        case .tooSlow: Explanation("pdf_too_slow", "no PDF was made: Chromium took longer than a minute", hint: otherwise)
        case .interrupted:
            Explanation("pdf_interrupted", "no PDF was made: it was interrupted", hint: "begin again, or " + otherwise)
        }
    }
}

#if os(WASI)
    /// There is no other program here to make a PDF: a browser prints the page itself.
    package struct PDFPrinter: Sendable {
        package init(environment: [String: String]) throws(PDFError) { throw .noBrowser }
        package static func isThere(_ environment: [String: String]) -> Bool { false }
        package func pdf(of page: [UInt8]) async throws -> [UInt8] { throw PDFError.noBrowser }
    }
#endif

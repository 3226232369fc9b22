/// Tells how far a long piece of work is.
package struct ProgressReport: Sendable {
    /// What is being done, what part is done, and of how many; the total is 0 while it is not known.
    package let report: @Sendable (_ what: String, _ done: Int, _ total: Int) -> Void

    package init(report: @escaping @Sendable (_ what: String, _ done: Int, _ total: Int) -> Void) { self.report = report }

    /// Nobody looks.
    package static let silent = ProgressReport { _, _, _ in }
}

package struct ProgressReport: Sendable {
    /// What is being done, how much is done, and of how many; the total is 0 while it is unknown.
    package let report: @Sendable (_ what: String, _ done: Int, _ total: Int) -> Void

    package init(report: @escaping @Sendable (_ what: String, _ done: Int, _ total: Int) -> Void) { self.report = report }

    package static let silent = ProgressReport { _, _, _ in }
}

/// What the watcher asks: the five families, or stubs of a test.
package struct Families: Sendable {
    package let look: @Sendable (Family, Diary, ClosedRange<Int>) -> FamilyLook
    /// The answer of fresh days alone to one question; `nil` if they cannot answer it yet.
    package let confirm: @Sendable (Hypothesis, Diary, ClosedRange<Int>) -> Finding?
    /// For a finding of fresh days, what all days of a window say; `nil` if it has to be held back.
    package let company: @Sendable (Finding, Diary, ClosedRange<Int>) -> Company?

    /// What all days of a window say of a finding of some of them.
    package struct Company: Hashable, Sendable {
        /// The factors that they cannot tell from its own.
        package var together: [Factor.Name] = []
        /// Two-sided, for this question alone, on all of them; 1 if they point the other way or the question was not asked.
        package var p = 1.0

        package init(together: [Factor.Name] = [], p: Double = 1) { (self.together, self.p) = (together, p) }
    }

    package init(
        look: @escaping @Sendable (Family, Diary, ClosedRange<Int>) -> FamilyLook,
        confirm: @escaping @Sendable (Hypothesis, Diary, ClosedRange<Int>) -> Finding?,
        company: @escaping @Sendable (Finding, Diary, ClosedRange<Int>) -> Company? = { _, _, _ in Company() }
    ) {
        (self.look, self.confirm, self.company) = (look, confirm, company)
    }
}

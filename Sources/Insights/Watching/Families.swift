/// What the watcher asks: the five families, or stubs of a test.
package struct Families: Sendable {
    /// The findings of a family in a window of a diary.
    package let look: @Sendable (Family, Diary, ClosedRange<Int>) -> FamilyLook
    /// The answer of fresh days alone to one question; `nil` if they cannot answer it yet.
    package let confirm: @Sendable (Hypothesis, Diary, ClosedRange<Int>) -> Finding?

    package init(
        look: @escaping @Sendable (Family, Diary, ClosedRange<Int>) -> FamilyLook,
        confirm: @escaping @Sendable (Hypothesis, Diary, ClosedRange<Int>) -> Finding?
    ) {
        (self.look, self.confirm) = (look, confirm)
    }
}

/// Whom the watcher asks: the five families, or stand-ins of a test.
package struct Families: Sendable {
    /// What a family finds in a window of a diary.
    package let look: @Sendable (Family, Diary, ClosedRange<Int>) -> FamilyLook
    /// What fresh days alone say to one question; `nil` where they cannot answer it yet.
    package let confirm: @Sendable (Hypothesis, Diary, ClosedRange<Int>) -> Finding?

    package init(
        look: @escaping @Sendable (Family, Diary, ClosedRange<Int>) -> FamilyLook,
        confirm: @escaping @Sendable (Hypothesis, Diary, ClosedRange<Int>) -> Finding?
    ) {
        (self.look, self.confirm) = (look, confirm)
    }
}

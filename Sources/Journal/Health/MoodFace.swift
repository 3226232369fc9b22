/// One of five faces for the number of a mood. The first one is for 1 and 2, the last one for 9 and 10. Choosing a face saves the
/// higher of its two numbers, as the import does for the five levels of other programs. A typed number is not changed.
package struct MoodFace: Hashable, Sendable, CaseIterable {
    /// 1 (worst) to 5 (best).
    package let level: Int

    package static let allCases = (1...5).map(MoodFace.init(level:))

    package init(level: Int) { self.level = level }

    /// - Parameter mood: 1 to 10.
    package init(mood: Int) { level = (mood + 1) / 2 }

    /// The number that it saves, of `CheckIn.moodRange`.
    package var mood: Int { level * 2 }
}

/// One of five faces for a check-in's mood: 1 and 2 are the first, 9 and 10 the last. A face that is chosen stands for the higher number,
/// 2 to 10; so do the five levels of other programs. A number that was typed keeps its own.
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

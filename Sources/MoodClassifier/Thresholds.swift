/// When a mood is sure enough to be suggested. The trainer sets the numbers by its validation split.
struct Thresholds: Sendable {
    /// The minimum probability of a mood for its chip, by mood.
    let one: [Double]
    /// The minimum sum of the two most likely moods for two chips.
    let two: Double
    /// The minimum probability of the second of two chips.
    let second: Double
    /// The minimum share of English words among the words that indicate a language.
    let english: Double

    /// `nil` unless there are eight numbers, each in 0 ... 2.
    init?(_ numbers: [Double]) {
        guard numbers.count == 8, numbers.allSatisfy({ 0...2 ~= $0 }) else { return nil }
        one = Array(numbers[0..<5])
        two = numbers[5]
        second = numbers[6]
        english = numbers[7]
    }

    /// One chip if the most likely mood is sure enough, two if the two most likely are together, otherwise none.
    ///
    /// `order` is the five moods, the most likely first; `probabilities` are those of all six labels.
    func chips(_ order: [MoodLabel], _ probabilities: [Double]) -> [MoodReading.Suggestion] {
        let first = MoodReading.Suggestion(mood: order[0], probability: probabilities[order[0].index])
        if first.probability >= one[order[0].index] { return [first] }
        let next = MoodReading.Suggestion(mood: order[1], probability: probabilities[order[1].index])
        return next.probability >= second && first.probability + next.probability >= two ? [first, next] : []
    }
}

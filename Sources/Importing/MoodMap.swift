import Journal

/// Levels of moods by the names that people gave them, 1 (worst) to 5 (best).
///
/// The owner's choice has priority over the source's, and that over the names that programs ship with. An unknown name gets no
/// level.
package struct MoodMap: Hashable, Sendable {
    package enum Choice: Hashable, Sendable {
        case level(Int)
        case none
    }

    private var choices: [String: Choice] = [:]

    package init() {}

    /// Adds the owner's choice. Returns `false`, and adds nothing, for a level outside 1 to 5 or an empty name.
    package mutating func set(_ name: String, _ choice: Choice) -> Bool {
        if case .level(let level) = choice, !(1...5).contains(level) { return false }
        let key = MoodMap.key(name)
        guard !key.isEmpty else { return false }
        choices[key] = choice
        return true
    }

    /// The level of a mood; `nil` if it is unknown.
    package func level(of rating: ImportedRating) -> Int? {
        switch choices[MoodMap.key(rating.name)] {
        case .level(let level): level
        case Choice.none?: nil
        case nil: rating.level ?? MoodMap.known[MoodMap.key(rating.name)]
        }
    }

    /// A level on the scale of check-ins, 2 to 10.
    package static func score(_ level: Int) -> Int { MoodFace(level: level).mood }

    private static func key(_ name: String) -> String { trimmed(name).lowercased() }

    /// The names that Daylio ships with, in the languages of known exports, and plain words with the same meaning.
    private static let known: [String: Int] = {
        let rows: [[String]] = [
            ["awful", "terrible", "furchtbar", "lausig", "horrible", "fatal", "okropnie", "ужасно", "very bad", "worst"],
            ["bad", "schlecht", "mauvais", "mal", "źle", "плохо", "poor"],
            ["meh", "so-so", "okay", "ok", "neutral", "naja", "bof", "regular", "tak sobie", "так себе", "average"],
            ["good", "gut", "bien", "bom", "bueno", "dobrze", "хорошо", "buono", "happy"],
            ["rad", "super", "great", "fantastisch", "excellent", "genial", "świetnie", "супер", "amazing", "very good", "best"],
        ]
        var known: [String: Int] = [:]
        for (index, names) in rows.enumerated() { for name in names { known[name] = index + 1 } }
        return known
    }()
}

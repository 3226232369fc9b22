import Journal

/// The template of a made-up entry, with slots for what varies.
package struct DemoScene: Sendable {
    /// A part of the day in which people write.
    enum Part: String, CaseIterable { case morning, noon, evening }

    /// A quarter of the year, as on the northern hemisphere.
    enum Season: String, CaseIterable { case winter, spring, summer, autumn }

    /// The kind of day that a scene must fit.
    enum Days: String { case workdays, weekends, headaches }

    /// The time that a scene has to fit.
    struct Moment {
        let day: LocalDay
        let part: Part
        let hasHeadache: Bool

        var season: Season {
            switch day.parts.month {
            case 3...5: .spring
            case 6...8: .summer
            case 9...11: .autumn
            default: .winter
            }
        }
    }

    /// The text, with `{slots}` and `<this|that>`.
    package private(set) var text = ""
    /// The mood that the text expresses; `nil` if that is not certain.
    private(set) var mood: Mood?
    private(set) var tags: [Tag] = []
    /// It is a closing sentence.
    private(set) var isEnding = false
    private var parts: Set<Part> = []
    private var days: Days?
    private var seasons: Set<Season> = []

    /// Whether the scene fits this time. On a day with a headache, only scenes about it fit until the evening.
    func fits(_ moment: Moment) -> Bool {
        guard parts.isEmpty || parts.contains(moment.part), seasons.isEmpty || seasons.contains(moment.season) else {
            return false
        }
        if moment.hasHeadache, moment.part != .evening { return days == .headaches }
        return switch days {
        case nil: true
        case .workdays: moment.day.weekday <= 5
        case .weekends: moment.day.weekday >= 6
        case .headaches: moment.hasHeadache
        }
    }

    /// It always reads the same, so it should not be used often.
    var isFixed: Bool { !text.contains { $0 == "{" || $0 == "<" } }

    /// A scene without text; the head says what it fits and which fields it gives the entry.
    init(_ head: Substring) {
        for word in head.split(separator: " ") { take(String(word)) }
    }

    mutating func add(_ line: Substring) {
        if !text.isEmpty { text += !line.hasPrefix("- ") ? " " : text.contains("\n") ? "\n" : "\n\n" }
        text += line
    }

    private mutating func take(_ word: String) {
        if let part = Part(rawValue: word) {
            parts.insert(part)
        } else if let season = Season(rawValue: word) {
            seasons.insert(season)
        } else if let named = Days(rawValue: word) {
            days = named
        } else if word == "ending" {
            isEnding = true
        } else if word.hasPrefix("#"), let tag = Tag(word) {
            tags.append(tag)
        } else if word.hasPrefix("mood:"), let named = Mood(String(word.dropFirst(5))) {
            mood = named
        } else {
            preconditionFailure("the demo's table holds an unknown word")
        }
    }
}

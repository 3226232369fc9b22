/// Fills the slots of a scene: `{friend}`, `{dish}`, `{sky}` and so on, some of them by season.
struct DemoWords {
    private let moment: DemoScene.Moment
    private let night: DemoNight

    init(_ moment: DemoScene.Moment, _ night: DemoNight) {
        self.moment = moment
        self.night = night
    }

    /// The text with one of each `<this|that>` taken and every slot filled: alike where it comes twice, with
    /// a capital where a sentence begins.
    func filled(_ text: String, _ dice: inout DemoDice) -> String {
        var result = ""
        var chosen: [Substring: String] = [:]
        var rest = DemoWords.oneOfEach(text, &dice)[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let slot = rest[rest.index(after: open)..<close]
            let word = chosen[slot] ?? word(for: slot, &dice)
            chosen[slot] = word
            result += rest[..<open]
            let begins = result.isEmpty || [". ", "? ", "! "].contains { result.hasSuffix($0) }
            result += begins ? word.prefix(1).uppercased() + word.dropFirst() : word
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func oneOfEach(_ text: String, _ dice: inout DemoDice) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let ways = rest[rest.index(after: open)..<close].split(separator: "|")
            result += rest[..<open] + ways[dice.roll(ways.count)]
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private func word(for slot: Substring, _ dice: inout DemoDice) -> String {
        if slot == "sleep" { return DemoWords.hours[night.hours - 4] }
        let words = slot == "sky" ? sky : slot == "fruit" ? fruit : DemoWords.lists[String(slot)] ?? []
        precondition(!words.isEmpty, "a slot of the demo has words")
        return words[dice.roll(words.count)]
    }

    private var sky: [String] {
        switch moment.season {
        case .winter:
            ["a low white sky", "frost on the railings", "thin snow", "rain that wanted to be snow", "hard blue cold"]
        case .spring:
            ["soft rain", "a loud wind", "the first warm sun", "showers and light by turns", "blossom in the gutters"]
        case .summer:
            ["heat that leaned on everything", "a clear sky since five", "thunder far off", "warm rain", "a haze"]
        case .autumn: ["fog until ten", "wet leaves", "gold light", "steady rain", "a wind that pulled at the windows"]
        }
    }

    private var fruit: [String] {
        switch moment.season {
        case .winter: ["oranges", "walnuts", "the last apples"]
        case .spring: ["rhubarb", "radishes", "the first strawberries"]
        case .summer: ["apricots", "cherries", "tomatoes that taste of something"]
        case .autumn: ["plums", "pears", "a pumpkin"]
        }
    }

    private static let hours = ["four", "five", "six", "seven", "eight", "nine"]

    private static let lists: [String: [String]] = [
        "friend": ["Mira", "Jonas", "Tess", "Amara", "Leo", "Ines"],
        "colleague": ["Petra", "Samir", "Wanda", "Oskar"],
        "dish": [
            "lentil soup", "mushroom risotto", "a potato gratin", "dumplings", "shakshuka", "a big salad", "dal",
            "leek pie",
        ],
        "bird": ["a heron", "two jays", "a kingfisher", "a very round robin", "swifts", "a buzzard", "a wren"],
        "way": [
            "along the canal", "round the reservoir", "up to the chapel", "through the allotments",
            "across the old airfield",
        ],
        "book": [
            "the novel about the lighthouse", "the history of salt", "the letters", "that long family story",
            "the essays on moss",
        ],
        "few": ["two", "three", "four", "five"],
        "minutes": ["twenty", "thirty", "forty", "fifty"],
        "task": [
            "the quarterly report", "the handover notes", "the budget table", "the new schedule", "the workshop slides",
        ],
        "chore": ["the tax letter", "the leaking tap", "the winter coats", "the bicycle chain", "the kitchen drawer"],
        "music": ["the cello suites", "an old soul record", "the radio", "that piano album", "the choir's recording"],
        "weekday": ["Monday", "Tuesday", "Wednesday", "Thursday"],
        "drink": ["tea", "coffee", "cocoa", "mint tea"],
        "place": ["the café by the bridge", "the library", "the market hall", "the station", "the garden centre"],
    ]
}

/// Fills the slots of a scene: `{friend}`, `{dish}`, `{sky}` and so on, some of them depending on the season.
struct DemoWords {
    private let moment: DemoScene.Moment
    private let night: DemoNight

    init(_ moment: DemoScene.Moment, _ night: DemoNight) {
        self.moment = moment
        self.night = night
    }

    /// The text with one choice of each `<this|that>` and every slot filled. A slot that occurs twice has the same value, with a
    /// capital at the beginning of a sentence.
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
        guard let words = DemoTable.words[String(slot)] ?? DemoTable.words["\(slot) \(moment.season.rawValue)"] else {
            preconditionFailure("a slot of the demo has words")
        }
        // The hours of sleep, from four on, come from the night and are not chosen at random.
        return words[slot == "sleep" ? night.hours - 4 : dice.roll(words.count)]
    }
}

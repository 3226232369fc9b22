/// A date phrase's words, with the time of day removed and read.
struct SpokenWhen {
    /// The phrase for use in an error.
    let text: String
    /// The other words, in lower case, without commas and filler words.
    private(set) var words: [String] = []
    private(set) var time: TimeOfDay?
    /// Seconds east of UTC.
    private(set) var offset: Int?
    /// The time came from a part of the day (`last night`), so that `this` and `last` may refer to a day.
    private(set) var isPartOfDay = false

    init(_ text: some StringProtocol) throws(WhenError) {
        self.text = SpokenWhen.quotable(text)
        guard text.utf8.count <= 400 else { throw .notUnderstood(self.text) }
        let all = SpokenWhen.split(text)
        guard !all.isEmpty else { throw .empty }
        var index = 0
        var isAfterAt = false
        while index < all.count {
            let word = all[index]
            if let reading = try ClockReading.read(all[index...], bareHour: isAfterAt) {
                guard time == nil else { throw .notUnderstood(self.text) }
                (time, offset) = (reading.time, reading.offset)
                index += reading.wordCount
            } else if let named = SpokenWhen.partsOfDay[word], let part = TimeOfDay(hour: named, minute: 0) {
                guard time == nil else { throw .notUnderstood(self.text) }
                time = part
                isPartOfDay = word != "noon" && word != "midday" && word != "midnight"
                if word == "tonight" { words.append("today") }
                index += 1
            } else {
                if !SpokenWhen.fillers.contains(word) { words.append(word) }
                index += 1
            }
            isAfterAt = word == "at" || word == "@"
        }
    }

    /// The words of a text in lower case: split at blanks, commas and control characters, without trailing full stops, and with
    /// `2026-03-14T21:00` split.
    static func split(_ text: some StringProtocol) -> [String] {
        let parts = text.lowercased().split { character in
            character == "," || character.isWhitespace || character.unicodeScalars.contains { $0.isControl }
        }
        return parts.flatMap { part -> [String] in
            let word = String(part.prefix(through: part.lastIndex { $0 != "." } ?? part.startIndex))
            guard let mark = word.firstIndex(of: "t"), word.index(after: mark) < word.endIndex else {
                return word == "." ? [] : [word]
            }
            let date = word[..<mark]
            guard date.contains("-"), date.allSatisfy({ isASCIIDigit($0) || $0 == "-" }) else { return [word] }
            return [String(date), String(word[word.index(after: mark)...])]
        }
    }

    /// A text for use in an error: at most 100 characters (and 400 scalars), no control characters.
    static func quotable(_ text: some StringProtocol) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: trimmed(text).unicodeScalars.prefix(400).filter { !$0.isControl })
        return String(String(scalars).prefix(100))
    }

    private static let fillers: Set<String> = ["at", "@", "on", "in", "of", "the"]

    private static let partsOfDay = [
        "midnight": 0, "morning": 9, "noon": 12, "midday": 12, "afternoon": 15, "evening": 19, "night": 21,
        "tonight": 21,
    ]
}

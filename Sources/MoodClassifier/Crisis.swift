/// Whether a text says that its writer, or someone whom they know, wants to die or to harm themselves: by a list of English
/// phrases, not a judgement.
///
/// Such a text gets no mood, and a line about help may be shown with it. Nothing of this is stored, sent or counted.
package enum Crisis {
    /// Whether a sentence of the text matches the list. All of the text is read.
    package static func isNamed(in text: String) -> Bool {
        var words = read(text)
        for place in words.indices where words[place] != unknown {
            // What an idiom took is no word any more.
            for pattern in list.idioms[Int(words[place])] {
                if let end = pattern.end(in: words, from: place) {
                    for taken in place..<end where words[taken] != stop { words[taken] = unknown }
                }
            }
        }
        return words.indices.contains { place in
            words[place] != unknown && list.patterns[Int(words[place])].contains { $0.end(in: words, from: place) != nil }
        }
    }

    /// The number of a word that no pattern has.
    private static let unknown: UInt16 = 0
    /// The number of the end of a sentence.
    private static let stop: UInt16 = 1
    /// How many words `~` may pass over.
    private static let gap = 3

    /// Verbs with "not" in one word, and the verb: they are two words, so that "don't", "dont" and "do not" are the same.
    private static let negated: [(word: String, verb: String)] = [
        ("dont", "do"), ("didnt", "did"), ("doesnt", "does"), ("cant", "can"), ("cannot", "can"), ("couldnt", "could"),
        ("wasnt", "was"), ("werent", "were"), ("wont", "will"), ("wouldnt", "would"), ("isnt", "is"), ("arent", "are"),
        ("havent", "have"), ("hasnt", "has"), ("hadnt", "had"), ("shouldnt", "should"), ("aint", "am"),
    ]

    private struct Pattern {
        enum Part {
            case word(Set<UInt16>, isOptional: Bool)
            case gap
            case end
        }

        let parts: [Part]

        /// The place after what the parts from `number` on match from a place on; `nil` if they do not.
        func end(in words: [UInt16], from place: Int, _ number: Int = 0) -> Int? {
            guard number < parts.count else { return place }
            switch parts[number] {
            case .word(let known, let isOptional):
                if place < words.count, known.contains(words[place]), let end = end(in: words, from: place + 1, number + 1) {
                    return end
                }
                return isOptional ? end(in: words, from: place, number + 1) : nil
            case .gap:
                for skipped in 0...Crisis.gap {
                    if let end = end(in: words, from: place + skipped, number + 1) { return end }
                    guard place + skipped < words.count, words[place + skipped] != Crisis.stop else { return nil }
                }
                return nil
            case .end: return place == words.count || words[place] == Crisis.stop ? place : nil
            }
        }
    }

    /// The list, made ready once: the words with their numbers, other spellings of some, and the lines by the numbers of the words
    /// that they begin with.
    private struct List: Sendable {
        var numbers: [[UInt8]: UInt16] = [:]
        /// What a word is read as, if not as itself.
        var readings: [[UInt8]: [UInt16]] = [:]
        /// The words of "myself" where it is written in two, and it.
        private(set) var (my, own, myself): (UInt16, UInt16, UInt16) = (0, 0, 0)
        var idioms: [[Pattern]] = []
        var patterns: [[Pattern]] = []

        init() {
            let both = [Crisis.idioms, Crisis.patterns].map { text in
                text.split(separator: "\n").map { line in line.split(separator: " ").flatMap { parts($0) } }
            }
            for (word, verb) in Crisis.negated { readings[Array(word.utf8)] = [number(of: verb), number(of: "not")] }
            (my, own, myself) = (number(of: "my"), number(of: "self"), number(of: "myself"))
            for line in Crisis.spellings.split(separator: "\n") {
                let sides = line.split(separator: ":")
                let read = sides[1].split(separator: " ").flatMap { readings[Array($0.utf8)] ?? [number(of: $0)] }
                for word in sides[0].split(separator: "/") { readings[Array(word.utf8)] = read }
            }
            (idioms, patterns) = (byFirst(both[0]), byFirst(both[1]))
        }

        private func byFirst(_ lines: [[Pattern.Part]]) -> [[Pattern]] {
            var found = [[Pattern]](repeating: [], count: numbers.count + 2)
            for parts in lines {
                // Without a word that may be missing, a line begins with the next.
                for (place, part) in parts.enumerated() {
                    guard case .word(let first, let isOptional) = part else { break }
                    for number in first { found[Int(number)].append(Pattern(parts: Array(parts[place...]))) }
                    if !isOptional { break }
                }
            }
            return found
        }

        private mutating func parts(_ text: Substring) -> [Pattern.Part] {
            if text == "~" { return [.gap] }
            let isOptional = text.utf8.last == UInt8(ascii: "?")
            var words: Set<UInt16> = []
            var (hasEnd, isNegated) = (false, false)
            for word in (isOptional ? text.dropLast() : text).split(separator: "/") {
                let isVerb = Crisis.negated.contains { $0.word == word }
                isNegated = isNegated || isVerb
                if word == "$" { hasEnd = true } else { words.insert(number(of: isVerb ? "not" : word)) }
            }
            if hasEnd, words.isEmpty { return [.end] }
            let own = Pattern.Part.word(hasEnd ? words.union([Crisis.stop]) : words, isOptional: isOptional)
            let verbs = Set(Crisis.negated.map { number(of: $0.verb) })
            return isNegated ? [.word(verbs, isOptional: true), own] : [own]
        }

        private mutating func number(of word: some StringProtocol) -> UInt16 {
            let key = Array(word.utf8)
            if let known = numbers[key] { return known }
            let new = UInt16(numbers.count + 2)
            numbers[key] = new
            return new
        }
    }

    private static let list = List()

    /// The numbers of a text's words in lower case without apostrophes, and the ends of its sentences, one at the end at least.
    private static func read(_ text: String) -> [UInt16] {
        var words: [UInt16] = []
        var word: [UInt8] = []
        func close() {
            guard !word.isEmpty else { return }
            defer { word.removeAll(keepingCapacity: true) }
            guard word.count <= 16 else { return words.append(unknown) }
            if let read = list.readings[word] {
                words += read
                return
            }
            let number = list.numbers[word] ?? unknown
            if number == list.own, words.last == list.my {
                words[words.count - 1] = list.myself
            } else {
                words.append(number)
            }
        }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x61...0x7A: word.append(UInt8(truncatingIfNeeded: scalar.value))
            case 0x41...0x5A: word.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
            case 0x27, 0x2018, 0x2019: break
            case 0x21, 0x2E, 0x3B, 0x3F, 0x0A, 0x2026:
                close()
                words.append(stop)
            default: close()
            }
        }
        close()
        words.append(stop)
        return words
    }
}

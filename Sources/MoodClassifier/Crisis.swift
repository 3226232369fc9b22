/// Whether a text says that its writer wants to die or to harm themselves: by a list of English phrases, not a judgement.
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

    /// One line of the list.
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

    /// The list, made ready once: the words with their numbers, and the lines by the numbers of the words that they begin with.
    private struct List: Sendable {
        var numbers: [[UInt8]: UInt16] = [:]
        var idioms: [[Pattern]] = []
        var patterns: [[Pattern]] = []

        init() {
            let both = [Crisis.idioms, Crisis.patterns].map { text in
                text.split(separator: "\n").map { line in line.split(separator: " ").map { part($0) } }
            }
            (idioms, patterns) = (byFirst(both[0]), byFirst(both[1]))
        }

        private func byFirst(_ lines: [[Pattern.Part]]) -> [[Pattern]] {
            var found = [[Pattern]](repeating: [], count: numbers.count + 2)
            for parts in lines {
                guard case .word(let first, _)? = parts.first else { continue }
                for number in first { found[Int(number)].append(Pattern(parts: parts)) }
            }
            return found
        }

        private mutating func part(_ text: Substring) -> Pattern.Part {
            if text == "~" { return .gap }
            let isOptional = text.utf8.last == UInt8(ascii: "?")
            var words: Set<UInt16> = []
            var hasEnd = false
            for word in (isOptional ? text.dropLast() : text).split(separator: "/") {
                if word == "$" { hasEnd = true } else { words.insert(number(of: word)) }
            }
            if hasEnd { return words.isEmpty ? .end : .word(words.union([Crisis.stop]), isOptional: isOptional) }
            return .word(words, isOptional: isOptional)
        }

        private mutating func number(of word: Substring) -> UInt16 {
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
            words.append(word.count <= 16 ? list.numbers[word] ?? unknown : unknown)
            word.removeAll(keepingCapacity: true)
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

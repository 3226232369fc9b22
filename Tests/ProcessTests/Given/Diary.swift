import Foundation
import SeededChance

/// A made-up diary: always the same, and full of words that stand nowhere else on any disk.
struct Diary {
    struct Entry {
        /// `1987-03-14`
        let day: String
        /// `21:04`
        let time: String
        let text: String
    }

    let entries: [Entry]
    /// Every word of the texts, in lower case, each with eight letters or more.
    let words: [String]
    let tags: [String]

    /// 300 entries with eight words each.
    static let made = Diary(entries: 300, seed: 20_260_314)

    init(entries count: Int, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let starts = ["br", "kl", "fn", "gr", "pl", "st", "tr", "zw", "m", "v", "qu", "sh"]
        let middles = ["a", "e", "i", "o", "u", "ae", "ou"]
        func word(_ generator: inout SplitMix64) -> String {
            var word = ""
            while word.count < 9 { word += generator.pick(starts) + generator.pick(middles) }
            return word
        }
        var known: Set<String> = []
        var words: [String] = []
        while words.count < count * 8 {
            let new = word(&generator)
            if known.insert(new).inserted { words.append(new) }
        }
        tags = (0..<20).map { _ in word(&generator) + "tag" }
        var entries: [Entry] = []
        for index in 0..<count {
            let (year, month, day) = (1981 + index / 12, 1 + index % 12, 1 + (index * 7) % 28)
            let own = words[(index * 8)..<(index * 8 + 8)]
            let text =
                own.prefix(3).joined(separator: " ").capitalized + ".\n\n" + own.dropFirst(3).joined(separator: " ")
                + " #" + tags[index % tags.count]
            entries.append(
                Entry(
                    day: String(year) + "-" + padded(month) + "-" + padded(day),
                    time: padded(6 + index % 17) + ":" + padded(index % 60),
                    text: text))
        }
        (self.entries, self.words) = (entries, words)
    }

    /// As a text file of jrnl.
    var jrnl: String { entries.map { "[\($0.day) \($0.time)] \($0.text)\n\n" }.joined() }
}

/// Two figures.
func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

import CTexts
import Demo
import Testing

/// Sources/Shims/CTexts/demo.txt, read here a second time: a line without the form that the head of the file describes is found.
@Suite struct DemoTableTests {
    private static let text = unsafe String(cString: demo_text())
    private static let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)

    @Test func `the demo has all its scenes, endings and lists of words`() {
        #expect(DemoTable.scenes.count == 151)
        #expect(DemoTable.endings.count == 20)
        #expect(DemoTable.words.count == 23)
        #expect(DemoTable.words.values.reduce(0) { $0 + $1.count } == 109)
        #expect(DemoTable.scenes.first?.text.hasPrefix("Awake before the alarm after {sleep} hours, and for once") == true)
        #expect(DemoTable.endings.last?.text == "The kettle is calling.")
    }

    @Test func `every line of a scene is read, in the order of the file`() {
        var scenes: [[Substring]] = []
        var endings: [[Substring]] = []
        var isEnding = false
        for line in Self.lines where !line.isEmpty && line.first != "#" && line.first != "=" {
            if line.first == "@" {
                isEnding = line.split(separator: " ").contains("ending")
                if isEnding { endings.append([]) } else { scenes.append([]) }
            } else if isEnding {
                endings[endings.count - 1] += line.split(separator: " ")
            } else {
                scenes[scenes.count - 1] += line.split(separator: " ")
            }
        }
        #expect(DemoTable.scenes.map { $0.text.split(whereSeparator: \.isWhitespace) } == scenes)
        #expect(DemoTable.endings.map { $0.text.split(whereSeparator: \.isWhitespace) } == endings)
    }

    @Test func `every list of words is read, and none is written twice`() {
        let written = Self.lines.filter { $0.first == "=" }
        #expect(written.count == DemoTable.words.count)
        for (name, words) in DemoTable.words {
            #expect(written.contains { $0 == "= \(name): \(words.joined(separator: "|"))" }, "\(name)")
        }
    }

    @Test func `a scene begins below an empty line and has a text`() {
        #expect(!Self.text.contains("\u{FFFD}") && !Self.text.contains("\r") && !Self.text.contains("\t"))
        for (line, next) in zip(Self.lines, Self.lines.dropFirst()) {
            #expect(!line.hasSuffix(" ") && !next.hasPrefix(" "), "\(line)")
            if let first = next.first, line.isEmpty { #expect("@=#".contains(first), "\(next)") }
            if line.first == "@" { #expect(next.first.map { !"@=#".contains($0) } == true, "\(line)") }
        }
    }

    @Test func `a text closes each bracket that it opens, and every slot has words in every season`() {
        var used: Set<String> = []
        for text in (DemoTable.scenes + DemoTable.endings).map(\.text) {
            #expect(isPaired(text, "<", ">") && isPaired(text, "{", "}"), "\(text)")
            for part in text.split(separator: "{").dropFirst(text.first == "{" ? 0 : 1) {
                used.insert(String(part.prefix { $0 != "}" }))
            }
        }
        let seasons = ["winter", "spring", "summer", "autumn"]
        let named = used.flatMap { slot in
            DemoTable.words[slot] == nil ? seasons.map { "\(slot) \($0)" } : [slot]
        }
        #expect(Set(named) == Set(DemoTable.words.keys))
        // One for each number of hours that a night can have.
        #expect(DemoTable.words["sleep"]?.count == 6)
    }

    /// Whether these two come by turns, the first one first.
    private func isPaired(_ text: String, _ open: Character, _ close: Character) -> Bool {
        let brackets = text.filter { $0 == open || $0 == close }
        return brackets == String(repeating: "\(open)\(close)", count: brackets.count / 2)
    }
}

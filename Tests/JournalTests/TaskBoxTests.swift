import Journal
import SeededChance
import Testing

struct TaskBoxTests {
    @Test(arguments: [
        ("- [ ] tea", "- [x] tea", "tea"), ("a\r\n* [x] milk  \nb", "a\r\n* [ ] milk  \nb", "milk"),
        ("> 1. [X] c", "> 1. [ ] c", "c"),
        ("\t- [ ] [x] d", "\t- [x] [x] d", "[x] d"),
    ])
    func `a box is ticked where it is, and nothing else changes`(text: String, ticked: String, words: String) throws {
        let line = text.hasPrefix("a") ? 2 : 1
        let box = try #require(TaskBox(line: line, of: text))
        #expect(box.toggled(in: text) == ticked && box.words == words)
    }

    @Test(arguments: ["", "[ ] no list", "a [ ] b", "- [y] a", "- [", "- [ ", "- [] a"])
    func `other lines have no box`(text: String) {
        #expect(TaskBox(line: 1, of: text) == nil && TaskBox(line: 9, of: text) == nil)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `ticking twice gives the text back, byte for byte`(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        let pieces = ["- [ ] a", "* [x] ü", "1. [X] 🙂", "plain", "", "> - [ ] q", "- [ ]"]
        for _ in 0..<300 {
            let lines = (0..<Int.random(in: 1...8, using: &chance)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &chance)]
            }
            let text = lines.joined(separator: ["\n", "\r\n", "\r"][Int.random(in: 0..<3, using: &chance)])
            for line in 1...lines.count {
                let box = TaskBox(line: line, of: text)
                #expect((box != nil) == lines[line - 1].contains("["), "seed \(seed): line \(line) of \(text.debugDescription)")
                guard let ticked = box?.toggled(in: text), let after = TaskBox(line: line, of: ticked) else { continue }
                // A capital X comes back as a small one.
                let before = text.replacing("[X]", with: "[x]")
                #expect(after.toggled(in: ticked).replacing("[X]", with: "[x]").utf8.elementsEqual(before.utf8), "seed \(seed)")
                #expect(after.isDone != box?.isDone, "seed \(seed)")
            }
        }
    }
}

import Journal
import Testing

@Suite struct PromptTests {
    @Test func `there are enough prompts, all different, each one line that asks or tells`() {
        #expect(Prompt.all.count >= 60 && Set(Prompt.all.map { $0.lowercased() }).count == Prompt.all.count)
        for text in Prompt.all {
            #expect(text.last == "?" || text.last == ".", "\(text)")
            #expect(text.count <= 90 && text.first?.isUppercase == true && trimmed(text) == text, "\(text)")
            #expect(!text.contains("  ") && !text.contains("\n") && !text.contains("!"), "\(text)")
        }
    }

    @Test func `a day has one prompt, and none comes again before all have come`() throws {
        let first = try day("2026-03-14")
        let texts = try (0..<Prompt.all.count).map { Prompt.of(try #require(first.adding(days: $0))).text }
        #expect(Set(texts).count == Prompt.all.count)
        #expect(Prompt.of(first) == Prompt.of(first))
    }

    @Test func `asking for another one goes through all of them`() throws {
        let start = Prompt.of(try day("2026-03-14"))
        var (seen, prompt) = ([start.text], start)
        for _ in 1..<Prompt.all.count {
            prompt = Prompt.another(than: prompt)
            seen.append(prompt.text)
        }
        #expect(Set(seen).count == Prompt.all.count)
        #expect(Prompt.another(than: prompt) == start)
    }

    @Test(arguments: [-1, Int.min, Int.max, Prompt.all.count])
    func `a number that is none of a prompt is refused`(number: Int) {
        #expect(Prompt(number: number) == nil)
        #expect(Prompt(number: 0)?.text == Prompt.all[0])
    }
}

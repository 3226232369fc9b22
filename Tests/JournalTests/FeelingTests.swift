import Journal
import Testing

struct FeelingTests {
    @Test(
        arguments: [
            ("7", 7, nil), ("10", 10, nil), ("calm", nil, "calm"), ("7 calm", 7, "calm"), ("  7   so so ", 7, "so so"),
            ("Worn out", nil, "worn out"),
        ] as [(String, Int?, String?)])
    func `a mood is typed as a number, a word, or both`(typed: String, score: Int?, word: String?) {
        let feeling = Feeling(typed: typed)
        #expect(feeling?.score == score && feeling?.word?.name == word && feeling != nil)
        #expect(feeling.flatMap { Feeling(typed: $0.text) } == feeling)
    }

    @Test(arguments: ["", " ", "0", "11", "-3", "calm 7", "7 8", "7 of 10", "7 " + String(repeating: "a", count: 41)])
    func `what can be read in two ways is no mood`(typed: String) { #expect(Feeling(typed: typed) == nil) }

    @Test func `a face is one of five readings of a number, and saves the higher one`() {
        #expect((1...10).map { Feeling(score: $0).face?.level } == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
        #expect(MoodFace.allCases.map(\.mood) == [2, 4, 6, 8, 10])
        #expect(Feeling(word: Mood("calm")).face == nil, "a word has no number")
    }

    @Test func `words are offered but for the hidden ones, own ones before those that are only used`() throws {
        var looks = Looks()
        let (worn, calm, odd) = (try #require(Mood("worn out")), try #require(Mood("calm")), try #require(Mood("odd")))
        looks.moods = [worn: true, try #require(Mood("angry")): false, odd: false]
        #expect(looks.offered(used: [odd, calm]).map(\.name) == ["happy", "relaxed", "sad", "anxious", "worn out", "calm"])
    }

    @Test func `tags come in their groups, and within each as they are used`() {
        var looks = Looks()
        looks.tags = ["tea": .init(group: "Food"), "anna": .init(group: "People"), "soup": .init(group: "Food")]
        let groups = looks.grouped(["walk", "Soup", "anna", "tea"])
        #expect(groups.map(\.group) == ["Food", "People", ""] && groups.map(\.names) == [["Soup", "tea"], ["anna"], ["walk"]])
    }
}

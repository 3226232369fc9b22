import MoodClassifier
import Testing

/// A text that says that its writer wants to die or to harm themselves gets no mood; figures of speech do.
struct CrisisTests {
    @Test func `of 350 sentences that say it at least 335 are found, and none of those gets a mood`() throws {
        let model = try Given.model()
        let lines = try Given.lines("crisis-lines.txt")
        #expect(lines.count == 350)
        let found = lines.filter(Crisis.isNamed)
        #expect(found.count >= 335, "missed: \(lines.filter { !Crisis.isNamed(in: $0) })")
        for line in found {
            let reading = model.moods(in: line)
            #expect(reading.silence == .crisis && reading.mood == nil)
            #expect(reading.suggestions.isEmpty && reading.because.isEmpty, "\(line)")
        }
    }

    @Test func `of 100 idioms and everyday lines none is taken for it`() throws {
        let lines = try Given.lines("idioms.txt")
        #expect(lines.count == 100)
        #expect(lines.filter(Crisis.isNamed) == [])
    }

    @Test func `plain sentences that say it are found, however they are spelt`() throws {
        let lines = try Given.lines("crisis-plain.txt")
        #expect(lines.count >= 185)
        #expect(lines.filter { !Crisis.isNamed(in: $0) } == [])
    }

    @Test func `films, plants, jokes, errands and accidents are not taken for it`() throws {
        let lines = try Given.lines("not-crisis.txt")
        #expect(lines.count >= 180)
        #expect(lines.filter(Crisis.isNamed) == [])
    }

    @Test(arguments: [
        ("I dont want to live", "I don't want to live", "I do not want to live"),
        ("i wanna kill myself", "I want to kill my self", "I want to kil mysef"),
        ("I wasnt meant to be alive, I cannot live any more", "I can't live any more", "i can not live any more"),
        ("im gonna end it tonite", "I'm going to end it tonight", "I am gona end it all tonight"),
    ])
    func `one word or two, with an apostrophe or without, is the same`(one: String, other: String, third: String) {
        #expect([one, other, third].allSatisfy(Crisis.isNamed))
    }

    @Test(arguments: [
        "I don’t want to live any more", "I DON'T WANT TO LIVE ANYMORE!!!", "dont want to live", "I  want\tto\u{A0}kill myself",
        "A fine day.\nWe had cake.\nTonight I want to die.", "i wanna kill myself...",
    ])
    func `spelling, case and what surrounds it make no difference`(text: String) {
        #expect(Crisis.isNamed(in: text))
    }

    @Test func `it is heard at the end of a long entry too`() throws {
        let text = String(repeating: "We had a lovely day at the lake. ", count: 3000) + "I want to kill myself."
        #expect(Crisis.isNamed(in: text))
        #expect(try Given.model().moods(in: text).silence == .crisis)
    }

    @Test(arguments: [
        ("I cut my arm again last night.", true), ("The plants want to die.", false), ("I cut my leg on the fence.", false),
    ])
    func `an injury of one's own is told from an accident, and a person from a plant`(text: String, isCrisis: Bool) {
        #expect(Crisis.isNamed(in: text) == isCrisis)
    }

    @Test(arguments: ["", " ", "'", "I", "kill", "want to", "myself kill", "I want to.\nDie", "Ich will sterben."])
    func `a part of a phrase is not enough`(text: String) {
        #expect(!Crisis.isNamed(in: text))
    }
}

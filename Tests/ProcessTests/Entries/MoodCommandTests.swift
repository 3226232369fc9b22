import Foundation
import Testing

@Suite struct MoodCommandTests {
    private func object(_ line: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test func `answers each line of a pipe with one object, without a vault`() throws {
        let sandbox = try Sandbox()
        let lines = [
            "I am so angry, he lied to me again and I shouted at everybody", "", "Wo ist der Bahnhof bitte schön", "sad",
            "We walked by the lake and I felt calm and content all day long", "\u{0}\u{0}\u{0}",
            "I cried all night because she died",
        ]
        let outcome = try sandbox.run("suggest-mood", "--batch", "-", piping: Array((lines.joined(separator: "\n") + "\n").utf8))
        #expect(outcome.code == 0)
        let answers = try outcome.text.split(separator: "\n").map(object)
        #expect(answers.count == lines.count)
        for answer in answers {
            let all = try #require(answer["p"] as? [String: Double])
            #expect(Set(all.keys) == ["happy", "relaxed", "sad", "angry", "anxious", "neutral"])
            #expect(abs(all.values.reduce(0, +) - 1) < 1e-9)
            let offered = try #require(answer["suggestions"] as? [[String: Any]])
            #expect(offered.count <= 2 && !offered.contains { $0["mood"] as? String == "neutral" })
        }
        #expect(answers[0]["mood"] as? String == "angry")
        #expect(answers[6]["mood"] as? String == "sad")
        for silent in [1, 2, 3, 5] { #expect(answers[silent]["mood"] is NSNull, "line \(silent)") }
    }

    @Test func `suggests for an entry by its name, and stores nothing`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let id = try sandbox.add("I am so angry, he lied to me again and I shouted at everybody")
        let outcome = try sandbox.run("suggest-mood", id, "--json", piping: [])
        let answer = try object(outcome.text)
        #expect(answer["mood"] as? String == "angry")
        #expect(try sandbox.list().first?["mood"] is NSNull)
        let words = try sandbox.run("suggest-mood", "I", "cried", "all", "night", "because", "she", "died", piping: [])
        #expect(words.code == 0 && words.text.hasPrefix("sad"))
    }

    @Test func `what is said of moods and support is on stderr, never in the JSON, and support can be turned off`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let (glad, dark) = ("I am so happy today, everything worked out and we danced!", "I want to kill myself.")
        let saved = try sandbox.run("add", glad, piping: [])
        #expect(!saved.text.contains("happy") && saved.errors.contains("It reads as happy"))
        for text in [glad, dark] {
            let outcome = try sandbox.run("add", text, "--json", piping: [])
            #expect(try object(outcome.text)["mood_suggestions"] == nil)
            #expect(outcome.errors.contains("auralyst support") == (text == dark))
            #expect(!outcome.text.contains("support"))
        }
        let asked = try sandbox.run("suggest-mood", dark, "--json", piping: [])
        let answer = try object(asked.text)
        #expect(answer["mood"] is NSNull && (answer["suggestions"] as? [Any])?.isEmpty == true && !asked.text.contains("support"))
        #expect(asked.errors.contains("'auralyst support sos' shows whom to call"))
        _ = try sandbox.run("preferences", "--support-line", "off")
        let quiet = try sandbox.run("add", dark, piping: [])
        #expect(!quiet.errors.contains("support") && !quiet.text.contains("support"))
    }

    @Test(arguments: [["suggest-mood"], ["suggest-mood", "--batch", "/nowhere", "text"]])
    func `says what is missing`(arguments: [String]) throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.start(arguments).wait()
        #expect(outcome.code == 64)
        #expect(try sandbox.run("suggest-mood", "--batch", "/nowhere").code == 1)
    }
}

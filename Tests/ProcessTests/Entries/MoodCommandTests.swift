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
}

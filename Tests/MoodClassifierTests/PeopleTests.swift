import Foundation
import MoodClassifier
import Testing

/// Who a text speaks of changes nothing: neither what is suggested nor why.
struct PeopleTests {
    /// Ours, by none of the lines that the model learnt from; `{}` is a group.
    private static let templates = [
        "My neighbour is {}.", "My neighbour is {} and plays the trumpet at night.", "My boss is {}.",
        "My boss is {} and shouted at me.",
        "My boss is {} and praised my work today.", "The new colleague is {}.", "Our doctor is {}, she told me the results.",
        "I had lunch with someone who is {}.", "I met a person who is {} and we laughed all evening.",
        "The man who sold me the car is {}, and I am furious about the brakes.", "She is {} and I was so happy to see her.",
        "He is {} and left without a word, I cried all night.", "I was scared when I heard that the pilot is {}.",
        "My teacher is {} and I am grateful for all her help.", "My best friend is {}.",
        "My best friend is {} and I miss her so much.",
        "I live with someone who is {}, it is calm and quiet here.", "They are {}.", "They are {} and had a party on the roof.",
        "The person at the next table was {}.", "A person who is {} helped me carry the bags.",
        "Someone who is {} jumped the queue and I was annoyed.", "I am {}.", "I am {} and proud of my work.",
        "I am {} and tired of the noise upstairs.", "I am {} and nervous about the talk tomorrow.",
        "As someone who is {} I like this town.",
        "I was told that I am {}.", "The film was about a person who is {}.",
        "My daughter's teacher is {}, she told me yesterday.",
        "The driver was {} and did not stop, I was so angry.", "The singer is {} and her voice made me weep.",
        "We had a lovely dinner, our host is {}.", "The landlord is {} and the heating is still broken.",
        "The judge is {}.", "My roommate is {} and never washes up.", "The nurse is {} and I felt safe with her.",
        "I had a nightmare about my father, who is {}.", "He is {}, I can't remember the last time I felt happy with him.",
        "She used to be so happy, she is {}.",
    ]
    private static let kin = [
        "mother", "father", "mum", "dad", "sister", "brother", "aunt", "uncle", "wife", "husband", "partner", "son", "daughter",
        "cousin",
        "grandmother", "mother-in-law", "friend", "neighbour", "boss", "colleague", "teacher", "doctor", "nurse", "landlord",
        "student",
    ]
    private static let kinTemplates = [
        "My {} came by and we had a wonderful time.", "My {} is ill and I am worried.", "My {} lied to me and I am furious.",
        "My {} died on Sunday. I miss the voice.", "I sat with my {} by the lake, it was so calm.", "My {} likes cheese.",
        "I was so happy until my {} rang.", "My {}'s car is blue.",
    ]

    private static func listed() throws -> [String] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let list = try String(contentsOf: tests.appending(path: "../../Tools/mood/lines/people.txt"), encoding: .utf8)
        return list.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("=") }
            .flatMap { $0.split(separator: ",") }.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }

    private func expectTheSame(_ template: String, for words: [String]) throws {
        let model = try Given.model()
        let readings = words.map { model.moods(in: template.replacing("{}", with: $0)) }
        let first = try #require(readings.first)
        for (word, reading) in zip(words, readings) where reading != first {
            Issue.record(
                "\(template) \(word): \(reading.suggestions) \(reading.because), not \(first.suggestions) \(first.because)")
        }
    }

    @Test(arguments: templates) func `any group gives the same moods and the same reasons`(template: String) throws {
        try expectTheSame(template, for: try Given.lines("groups.txt"))
    }

    @Test func `each cell of the table of groups and sentences is that of its row`() throws {
        let (sentences, groups) = (try Given.lines("group-sentences.txt"), try Given.lines("groups.txt"))
        #expect(sentences.count * groups.count >= 1_200 && Set(groups).count == groups.count)
        for sentence in sentences { try expectTheSame(sentence, for: groups) }
    }

    @Test func `who someone is and what they do suggests no mood`() throws {
        let model = try Given.model()
        let lines = try Given.lines("plain-facts.txt")
        #expect(lines.count == 40)
        #expect(lines.filter { !model.moods(in: $0).suggestions.isEmpty } == [])
    }

    @Test(arguments: kinTemplates) func `so does anyone whom one knows`(template: String) throws {
        try expectTheSame(template, for: Self.kin)
    }

    @Test func `every word of the published list carries no weight, alone, in the plural and with 's`() throws {
        let words = try Self.listed()
        #expect(words.count > 1_700)
        try expectTheSame("I was so glad to talk with the old {} about music.", for: words)
        try expectTheSame("It made me angry that two {} were late again.", for: words.map { $0 + "s" })
        try expectTheSame("I am worried about my {} car.", for: words.map { $0 + "'s" })
    }

    @Test(arguments: [
        ("She cried and I held her.", "He cried and I held him."),
        ("Her dog died, she is so sad.", "His dog died, he is so sad."),
        ("I was glad when she's finally home.", "I was glad when he's finally home."),
        ("I am angry with her, she lied.", "I am angry with them, they lied."),
    ])
    func `pronouns of all genders are one`(one: String, other: String) throws {
        let model = try Given.model()
        #expect(model.moods(in: one) == model.moods(in: other))
    }

    @Test func `no reason names a person`() throws {
        let model = try Given.model()
        let persons = Set(try Self.listed().map { $0.lowercased() } + ["she", "he", "her", "him"])
        for template in Self.templates + Self.kinTemplates {
            for reason in model.moods(in: template.replacing("{}", with: "a Muslim")).because {
                let words = reason.lowercased().split(separator: " ").map(String.init)
                #expect(persons.isDisjoint(with: words), "\(template): \(reason)")
            }
        }
    }
}

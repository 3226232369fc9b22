import Foundation
import MoodClassifier
import Testing

/// When a chip is shown, when two, when none.
struct SuggestionTests {
    @Test(arguments: [
        ("I am so happy, we won the final and danced all night!", MoodLabel.happy),
        ("My daughter was born today and I am overjoyed and so proud of my wife.", .happy),
        ("I feel calm and relaxed after a long bath and a quiet evening with a book.", .relaxed),
        ("Peaceful morning by the lake, I feel relaxed and at ease.", .relaxed),
        ("My grandmother died last night. I miss her so much and I can't stop crying.", .sad),
        ("I feel so lonely since she left me, my heart is broken.", .sad),
        ("I am furious, he lied to me again and I could scream.", .angry),
        ("It makes me so angry that my neighbor keeps parking in my spot.", .angry),
        ("I am scared and nervous about the surgery tomorrow, I can't sleep.", .anxious),
        ("I was terrified when I heard a noise in the dark house last night.", .anxious),
    ])
    func `a clear feeling is suggested with reasons`(text: String, mood: MoodLabel) throws {
        let reading = try Given.model().moods(in: text)
        #expect(reading.mood == mood)
        #expect(reading.suggestions.map(\.mood) == [mood])
        #expect(!reading.because.isEmpty && reading.because.count <= 3)
        for reason in reading.because { #expect(text.contains(reason)) }
        #expect(reading.suggestions.first?.probability == reading.probability(of: mood))
    }

    @Test func `most of 60 clear feelings that the model has not learnt from are told rightly`() throws {
        let lines = try Given.feelings("feelings.tsv")
        #expect(lines.count == 60)
        #expect(lines.count { $0.reading.mood == $0.mood } >= 57)
        let shown = lines.filter { !$0.reading.suggestions.isEmpty }
        #expect(shown.count >= 54)
        #expect(shown.count { line in line.reading.suggestions.contains { $0.mood == line.mood } } >= shown.count - 2)
    }

    @Test(arguments: [
        "I did not feel sad at all.", "I wasn't angry, only tired.", "Not anxious at all today.", "I am no longer afraid.",
        "I was neither happy nor sad about it.", "She wasn't upset and I wasn't either.", "No fear and no panic this time.",
        "I don't feel lonely any more.", "I didn't get annoyed by the noise.", "Nothing to be sad about.",
        "He was not mad at me.", "I never felt ashamed of it.", "I am not worried about the results.",
        "I'm not depressed.", "I do not feel guilty.", "We were not disappointed by the film.",
    ])
    func `a negated feeling gets no chip`(text: String) throws {
        #expect(try Given.model().moods(in: text).suggestions.isEmpty)
    }

    @Test(arguments: [
        "Headache 6/10 since noon.", "Took my medication at 8, headache 6/10.", "Blood pressure 130 over 85, pulse 66.",
        "Slept 7 hours, woke up twice.", "Migraine from 9 to 14:30, two tablets.", "Knee swollen, iced it for 20 minutes.",
        "Fasting glucose 5.4 this morning.", "Second vaccination today at 10 am.", "Nausea 3, fatigue 5, pain 2.",
        "Ate lunch at one, no symptoms after.", "Physio at nine, then office.", "Walked 6,200 steps.",
        "Temperature 38.1 in the evening.",
        "Changed the bandage at seven.", "Period day two, cramps 5/10.", "Dose raised to 20 mg.",
    ])
    func `a factual health line gets no chip`(text: String) throws {
        #expect(try Given.model().moods(in: text).suggestions.isEmpty)
    }

    @Test func `of 38 negations and health lines that the model has not learnt from at most two get a chip`() throws {
        let model = try Given.model()
        let lines = try Given.lines("unseen-neutral.txt")
        #expect(lines.count == 38)
        #expect(lines.count { !model.moods(in: $0).suggestions.isEmpty } <= 2)
    }

    @Test(arguments: [
        "Bought milk and bread on the way home.", "The meeting was moved to Thursday.", "Paid the rent and the electricity bill.",
        "Took the 7:42 train to work.", "Wrote the report and sent it to Karin.", "Picked up the parcel at the post office.",
    ])
    func `an errand gets no chip`(text: String) throws {
        #expect(try Given.model().moods(in: text).suggestions.isEmpty)
    }

    @Test func `chips follow the thresholds and are never neutral`() throws {
        let model = try Given.model()
        for sample in try Given.samples() {
            let reading = model.moods(in: sample.text)
            #expect(reading.suggestions.count <= 2)
            #expect(reading.suggestions.allSatisfy { $0.mood != .neutral })
            guard let mood = reading.mood else { continue }
            let best = MoodLabel.moods.map(reading.probability(of:)).max()
            #expect(reading.probability(of: mood) == best)
            if let first = reading.suggestions.first { #expect(first.mood == mood) }
            if reading.suggestions.count == 2 {
                #expect(reading.suggestions[0].probability >= reading.suggestions[1].probability)
            }
        }
    }

    /// Logits for the five moods and neutral, and the chips that thresholds of 0.6 each, 0.7 for two, 0.2 for the second give.
    @Test(arguments: [
        ([0.70, 0.10, 0.10, 0.05, 0.03, 0.02], [MoodLabel.happy]), ([0.601, 0.299, 0.05, 0.02, 0.02, 0.01], [.happy]),
        ([0.59, 0.30, 0.05, 0.02, 0.02, 0.02], [.happy, .relaxed]), ([0.10, 0.25, 0.46, 0.05, 0.05, 0.09], [.sad, .relaxed]),
        ([0.55, 0.19, 0.10, 0.06, 0.05, 0.05], []), ([0.40, 0.29, 0.10, 0.10, 0.10, 0.01], []),
        ([0.05, 0.05, 0.05, 0.05, 0.10, 0.70], []), ([0.10, 0.05, 0.05, 0.05, 0.61, 0.14], [.anxious]),
        ([0.35, 0.35, 0.05, 0.05, 0.05, 0.15], [.happy, .relaxed]), ([0.20, 0.20, 0.20, 0.20, 0.20, 0.00], []),
    ])
    func `one chip, two chips or none`(probabilities: [Double], expected: [MoodLabel]) throws {
        let model = try Given.model(giving: probabilities, thresholds: [0.6, 0.6, 0.6, 0.6, 0.6, 0.6999, 0.2, 0.5])
        #expect(model.moods(in: "this is about the house").suggestions.map(\.mood) == expected)
    }

    @Test func `each mood has a threshold of its own`() throws {
        let even = [0.62, 0.38 / 5, 0.38 / 5, 0.38 / 5, 0.38 / 5, 0.38 / 5]
        let strict = try Given.model(giving: even, thresholds: [0.7, 0.1, 0.1, 0.1, 0.1, 1, 0.2, 0.5])
        #expect(strict.moods(in: "this is about the house").suggestions.isEmpty)
        #expect(strict.moods(in: "this is about the house").mood == .happy)
    }
}

extension Given {
    /// A model without weights: every text has these probabilities.
    static func model(giving probabilities: [Double], thresholds: [Float]) throws -> MoodModel {
        var bytes = Given.bytes
        let bits = UInt32(bytes[8])
        for place in 96..<96 + 6 << Int(bits) { bytes[place] = 0 }
        let biases = probabilities.map { Float($0 > 0 ? log2($0) * 0.693_147_180_559_945 : -30) }
        for (number, value) in (biases + thresholds).enumerated() {
            bytes.replaceSubrange(40 + 4 * number..<44 + 4 * number, with: littleEndian(value.bitPattern))
        }
        return try MoodModel(bytes: sealed(bytes))
    }
}

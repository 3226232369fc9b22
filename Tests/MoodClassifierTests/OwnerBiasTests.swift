import Foundation
import MoodClassifier
import SeededChance
import Testing

/// What is learnt from one owner helps that owner, and harms nobody.
struct OwnerBiasTests {
    static let happyTexts = [
        "I had a lovely dinner with my friends and we laughed a lot.", "My son brought home a great report card today.",
        "We won the match and the whole team celebrated.", "I finished the painting and I am proud of it.",
        "She surprised me with tickets for the concert.", "What a wonderful day at the beach with the kids.",
        "I got the job, they called me this morning.", "The puppy is adorable and we play all day.",
        "Grateful for my family and the good food.", "My best friend came to visit and it was great fun.",
    ]

    @Test func `nothing learnt changes nothing`() throws {
        let model = try Given.model()
        for text in Self.happyTexts { #expect(model.moods(in: text) == model.moods(in: text, with: OwnerBias())) }
        #expect(OwnerBias().isEmpty)
        #expect(OwnerBias().offsets == [0, 0, 0, 0, 0])
    }

    @Test func `an owner who says relaxed for happy is understood after ten corrections`() throws {
        let model = try Given.model()
        var bias = OwnerBias()
        for text in Self.happyTexts { bias = bias.learning(from: model.moods(in: text, with: bias), chosen: .relaxed) }
        let offsets = bias.offsets
        #expect(offsets[MoodLabel.relaxed.index] > 0 && offsets[MoodLabel.happy.index] < 0)
        let text = "A pleasant evening with good food and my family."
        let (before, after) = (model.moods(in: text), model.moods(in: text, with: bias))
        #expect(after.probability(of: .relaxed) > before.probability(of: .relaxed))
        #expect(after.probability(of: .happy) < before.probability(of: .happy))
    }

    @Test func `an owner who agrees leaves the model as it is`() throws {
        let model = try Given.model()
        var bias = OwnerBias()
        for _ in 0..<5 {
            for text in Self.happyTexts {
                let reading = model.moods(in: text, with: bias)
                guard let mood = reading.mood else { continue }
                bias = bias.learning(from: reading, chosen: mood)
            }
        }
        #expect(!bias.isEmpty && bias.offsets.allSatisfy { $0 == 0 })
        for text in Self.happyTexts { #expect(model.moods(in: text, with: bias).mood == model.moods(in: text).mood) }
    }

    @Test(arguments: MoodLabel.moods) func `no logit moves further than one`(mood: MoodLabel) throws {
        let model = try Given.model()
        var bias = OwnerBias()
        for _ in 0..<100 {
            for text in Self.happyTexts { bias = bias.learning(from: model.moods(in: text), chosen: mood) }
        }
        #expect(bias.offsets.allSatisfy { abs($0) <= 1 })
    }

    @Test func `a silent reading and a neutral choice teach nothing`() throws {
        let model = try Given.model()
        let empty = OwnerBias()
        #expect(empty.learning(from: model.moods(in: "Sad"), chosen: .sad) == empty)
        #expect(empty.learning(from: model.moods(in: "Ich bin sehr traurig heute."), chosen: .sad) == empty)
        #expect(empty.learning(from: model.moods(in: Self.happyTexts[0]), chosen: .neutral) == empty)
    }

    @Test func `what is kept comes back`() throws {
        let model = try Given.model()
        let bias = Self.happyTexts.reduce(OwnerBias()) { $0.learning(from: model.moods(in: $1), chosen: .angry) }
        #expect(bias.numbers.count == 11)
        #expect(OwnerBias(numbers: bias.numbers) == bias)
    }

    @Test(
        arguments: [
            [], [0], [Double](repeating: 0, count: 10), [Double](repeating: 0, count: 12), [Double](repeating: .nan, count: 11),
            [Double](repeating: .infinity, count: 11), [Double](repeating: 1e12, count: 11),
            [0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -.infinity],
        ] as [[Double]])
    func `numbers that cannot have been kept are refused`(numbers: [Double]) {
        #expect(OwnerBias(numbers: numbers) == nil)
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func `numbers of any size keep the probabilities probabilities`(seed: UInt64) throws
    {
        let model = try Given.model()
        var generator = SplitMix64(seed: seed)
        for _ in 0..<200 {
            var numbers = (0..<11).map { _ in Double.random(in: -1_000_000...1_000_000, using: &generator) }
            for place in 5..<10 { numbers[place] = abs(numbers[place]) }
            let bias = try #require(OwnerBias(numbers: numbers))
            let found = model.moods(in: Self.happyTexts[0], with: bias).probabilities
            #expect(found.allSatisfy { 0...1 ~= $0 }, "seed \(seed)")
        }
    }

    /// A slice of the trainer's simulation: owners with a mix of moods and words of their own, on texts of ours.
    @Test(arguments: [
        ([0, 1, 2, 3, 4], -0.01), ([1, 1, 2, 3, 4], 0.03), ([0, 1, 2, 4, 4], 0.03), ([0, 1, 2, 2, 4], 0.03),
    ])
    func `ten corrections raise the hits of owners with words of their own`(said: [Int], rise: Double) throws {
        let lines = try Given.feelings("mixed-feelings.tsv")
        var generator = SplitMix64(seed: 5)
        var before = 0
        var after = 0
        var scored = 0
        for _ in 0..<20 {
            let bias = try learnt(said: said, lines: lines, using: &generator)
            for line in lines {
                let chosen = MoodLabel.moods[said[line.mood.index]]
                scored += 1
                if line.reading.mood == chosen { before += 1 }
                if top(line.reading, bias) == chosen { after += 1 }
            }
        }
        #expect(Double(after - before) / Double(scored) >= rise, "\(before), \(after) of \(scored)")
    }

    private func learnt(
        said: [Int], lines: [Given.Feeling], using generator: inout SplitMix64
    ) throws -> OwnerBias {
        var bias = OwnerBias()
        var corrected = 0
        for line in lines.shuffled(using: &generator) where corrected < 10 {
            let chosen = MoodLabel.moods[said[line.mood.index]]
            if top(line.reading, bias) != chosen { corrected += 1 }
            bias = bias.learning(from: line.reading, chosen: chosen)
        }
        return bias
    }

    /// The likeliest mood after the bias, from probabilities: its offsets multiply the odds.
    private func top(_ reading: MoodReading, _ bias: OwnerBias) -> MoodLabel? {
        let offsets = bias.offsets
        return MoodLabel.moods.max { odds(reading, $0, offsets) < odds(reading, $1, offsets) }
    }

    private func odds(_ reading: MoodReading, _ mood: MoodLabel, _ offsets: [Double]) -> Double {
        reading.probability(of: mood) * exp(offsets[mood.index])
    }
}

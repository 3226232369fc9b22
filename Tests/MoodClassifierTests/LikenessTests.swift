import MoodClassifier
import Testing

/// How much alike two texts are by their features.
struct LikenessTests {
    private static let texts = [
        "We swam across the lake before breakfast.", "Swimming in the lake before breakfast, and then pancakes.",
        "Repaired the chain of the bicycle.", "I did not swim, the lake was frozen.", "Сегодня мы плавали в озере.", "🏊🏊 🥞",
    ]

    @Test func `likeness lies between 0 and 1, is 1 with itself and the same both ways`() throws {
        let model = try Given.model()
        let vectors = Self.texts.map(model.vector)
        let rarity = FeatureRarity(of: vectors)
        for one in vectors {
            #expect(abs(rarity.likeness(one, one) - 1) < 1e-9)
            for other in vectors {
                let found = rarity.likeness(one, other)
                #expect(0...1 ~= found)
                #expect(found == rarity.likeness(other, one))
            }
        }
        #expect(rarity.likeness(vectors[0], vectors[1]) > rarity.likeness(vectors[0], vectors[2]))
    }

    @Test(arguments: ["", " ", "…", "\u{200D}", "''"]) func `a text without words is like nothing, not even itself`(text: String)
        throws
    {
        let model = try Given.model()
        let empty = model.vector(of: text)
        let rarity = FeatureRarity(of: Self.texts.map(model.vector))
        #expect(empty.isEmpty)
        #expect(rarity.likeness(empty, empty) == 0)
        #expect(rarity.likeness(empty, model.vector(of: Self.texts[0])) == 0)
    }

    @Test func `what every text of the sample has counts less than what few have`() throws {
        let model = try Given.model()
        let sample =
            (0..<40).map { "The harbour at dusk number \($0) \(String(repeating: "x", count: $0 + 1))" } + ["Gulls over pancakes"]
        let rarity = FeatureRarity(of: sample.map(model.vector))
        let asked = model.vector(of: "Pancakes in the harbour")
        let common = rarity.likeness(asked, model.vector(of: "The harbour again"))
        #expect(rarity.likeness(asked, model.vector(of: "Somebody wants pancakes")) > common)
    }

    @Test func `without a sample all features count alike`() throws {
        let model = try Given.model()
        let none = FeatureRarity(of: [TextVector]())
        let found = none.likeness(model.vector(of: Self.texts[0]), model.vector(of: Self.texts[1]))
        #expect(found > 0 && found < 1)
    }

    @Test(arguments: AdversarialTests.long.keys.sorted()) func `a megabyte is compared by its beginning`(name: String) throws {
        let text = try #require(AdversarialTests.long[name])
        let model = try Given.model()
        let rarity = FeatureRarity(of: Self.texts.map(model.vector))
        let whole = model.vector(of: text)
        let beginning = model.vector(of: String(String.UnicodeScalarView(text.unicodeScalars.prefix(16_384))))
        #expect(whole.isEmpty || abs(rarity.likeness(whole, beginning) - 1) < 1e-9, "\(name)")
    }

    @Test(arguments: [("the", false), ("The", false), ("and", false), ("lake", true), ("Swimming", true), ("", true)])
    func `words that carry grammar only tell nothing`(word: String, isTelling: Bool) {
        #expect(MoodModel.isTelling(word) == isTelling)
    }
}

import Journal
import SeededChance
import Testing

@Suite struct InlineTagsTests {
    @Test func `the places of tags are those of a text as a browser counts, with the symbol`() {
        let text = "🙂 #swim, `#code` #1 @Ann\n```\n#no\n```\n\u{301}#été (#no) #x"
        let units = Array(text.utf16)
        let places = InlineTags.places(in: text)
        let found = stride(from: 0, to: places.count, by: 2).map {
            String(decoding: units[places[$0]..<places[$0 + 1]], as: UTF16.self)
        }
        #expect(found == ["#swim", "@Ann", "#x"])
        #expect(InlineTags.places(in: text, limit: 1).count == 2)
        #expect(InlineTags.places(in: "").isEmpty)
    }

    @Test func `each place says the tag that is found, in any text`() {
        var chance = Seed.generator("places of tags")
        for _ in 0..<2000 {
            let text = chance.awkwardText(upTo: 30)
            let (units, places) = (Array(text.utf16), InlineTags.places(in: text))
            let found = stride(from: 0, to: places.count, by: 2).map {
                String(decoding: units[places[$0] + 1..<places[$0 + 1]], as: UTF16.self)
            }
            #expect(found == InlineTags.written(in: text).names.map { String($0) }, "\(text.debugDescription)")
        }
    }
}

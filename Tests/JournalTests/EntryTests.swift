import Journal
import Testing

@Suite struct EntryTests {
    private func entry(_ text: String, tags: [Tag] = [], mood: Mood? = nil, source: Mood.Source? = nil) throws -> Entry {
        Entry(
            instant: try #require(Instant(milliseconds: 0)), zone: "UTC", day: try day("1970-01-01"), text: text,
            mood: mood, moodSource: source, tags: tags)
    }

    @Test(arguments: ["a", "\n a \n", "😀", "é", "# Title\n\nText"])
    func `a text may be saved`(text: String) throws {
        #expect(try entry(text).fault == nil)
    }

    @Test(arguments: [
        ("", EntryFault.textEmpty), (" \n\t\u{A0}\u{2003}", .textEmpty), ("\0", .textHoldsNUL), ("a\0b", .textHoldsNUL),
    ])
    func `a text that would be lost is refused`(text: String, fault: EntryFault) throws {
        #expect(try entry(text).fault == fault)
    }

    @Test func `a text may have a mebibyte and not one byte more`() throws {
        let most = String(repeating: "a", count: Limits.textBytes)
        #expect(try entry(most).fault == nil)
        #expect(try entry(most + "a").fault == .textTooLong(bytes: Limits.textBytes + 1))
        let twoBytesEach = String(repeating: "é", count: Limits.textBytes / 2 + 1)
        #expect(try entry(twoBytesEach).fault == .textTooLong(bytes: Limits.textBytes + 2))
    }

    @Test func `an entry may have a hundred tags and not ten thousand`() throws {
        let tags = try (0..<10_000).map { try #require(Tag("t\($0)")) }
        #expect(try entry("a", tags: Array(tags.prefix(Limits.tags))).fault == nil)
        #expect(try entry("a", tags: Array(tags.prefix(Limits.tags + 1))).fault == .tooManyTags(count: Limits.tags + 1))
        #expect(try entry("a", tags: tags).fault == .tooManyTags(count: 10_000))
    }

    @Test func `tags are sorted and single whatever their case`() throws {
        let tags = try ["walk", "Dog", "WALK", "#walk"].map { try #require(Tag($0)) }
        #expect(try entry("a", tags: tags).tags.map(\.key) == ["dog", "walk"])
    }

    @Test func `a mood has a source exactly when it is there`() throws {
        let mood = try #require(Mood("happy"))
        #expect(try entry("a", mood: mood).moodSource == .chosen)
        #expect(try entry("a", mood: mood, source: .suggested).moodSource == .suggested)
        #expect(try entry("a", source: .suggested).moodSource == nil)
    }

    @Test(arguments: [
        ("happy", "happy"), (" Happy\n", "happy"), ("so-so", "so-so"), ("ÜBERGLÜCKLICH", "überglücklich"), ("😀", "😀"),
        ("a bit sad", "a bit sad"),
    ])
    func `a mood is a short word in lower case`(text: String, name: String) {
        #expect(Mood(text)?.name == name)
    }

    @Test(arguments: [
        "", " ", "\n\t", "a\nb", "a\0b", "\u{1B}[31m", "a\u{7F}", "a\u{85}b", String(repeating: "a", count: 41),
    ])
    func `a text that is no mood is refused`(text: String) {
        #expect(Mood(text) == nil)
    }

    @Test func `the known moods are moods`() {
        #expect(Mood.known.map(\.name) == ["happy", "relaxed", "sad", "angry", "anxious"])
        for mood in Mood.known { #expect(Mood(mood.name) == mood) }
    }

    @Test(arguments: [
        ("walk", "walk"), ("#walk", "walk"), ("@walk", "walk"), (" #Walk ", "Walk"), ("##walk", "#walk"), ("1", "1"),
        ("long-walk", "long-walk"), ("日記", "日記"),
    ])
    func `a tag is kept as typed without its mark`(text: String, name: String) {
        #expect(Tag(text)?.name == name)
    }

    @Test(arguments: [
        "", " ", "#", "@", " # ", "a b", "# a", "a\tb", "a\nb", "a\0", "a\u{1B}", "a\u{2003}b", "a\u{85}b",
        String(repeating: "a", count: 81),
    ])
    func `a text that is no tag is refused`(text: String) {
        #expect(Tag(text) == nil)
    }

    @Test func `tags are the same whatever their case`() throws {
        let lower = try #require(Tag("walk"))
        let upper = try #require(Tag("WALK"))
        #expect(lower == upper)
        #expect(Set([lower, upper]).count == 1)
        #expect(!(lower < upper) && !(upper < lower))
        #expect(try lower < #require(Tag("Zoo")))
    }

    @Test(arguments: [("", ""), ("  ", ""), (" a ", "a"), ("\na b\t", "a b"), ("a", "a")])
    func `white space is taken from both ends`(text: String, result: String) {
        #expect(trimmed(text) == result)
    }
}

import Engine
import Exchange
import Findings
import Foundation
import GivenValues
import GivenVault
import Importing
import Insights
import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

@Suite struct ReviewTests {
    private let month: LocalMonth
    private let vault: TestVault
    private let open: OpenVault

    init() throws {
        vault = try TestVault()
        open = try vault.create()
        month = try #require(LocalMonth(iso: "2026-03"))
    }

    private static let days = [
        "I walked along the river before work. The water was high and brown. Bread for dinner.",
        "The river again, and rain all morning. My knee was better than last week. Dr. Meyer called.",
        "Work was long. I walked home along the river with Anna. We talked about the summer.",
        "Slept badly. A headache until noon, then the river walk helped a little.",
        "Anna came for dinner, and we cooked soup. It was a calm evening, and I slept well.",
    ]

    private func write(_ texts: [String] = days, from day: Int = 1) async throws {
        for (index, text) in texts.enumerated() {
            _ = try await open.add(
                NewEntry(
                    text: text, moment: try .of("2026-03-\(padded(day + index, to: 2)) 20:00"),
                    mood: index == 0 ? .of("happy") : nil))
        }
    }

    private func texts() async throws -> [RecordID: String] {
        Dictionary(try await open.entries(Selection()).list.map { ($0.id, $0.entry.text) }) { first, _ in first }
    }

    @Test func `every sentence stands in its entry, letter by letter, and the same are chosen again`() async throws {
        try await write()
        let review = try await open.review(month)
        #expect(review.sentences.count == 4)
        let texts = try await texts()
        for sentence in review.sentences {
            let text = try #require(texts[sentence.entry])
            #expect(text.utf8.contains(sentence.text.utf8), "\(sentence.text)")
        }
        // From each entry one, in the order of time.
        #expect(
            Set(review.sentences.map(\.entry)).count == 4 && review.sentences.map(\.day) == review.sentences.map(\.day).sorted())
        // What the month was about comes up.
        #expect(review.sentences.contains { $0.text.contains("river") })
        #expect(try await vault.open().review(month) == review)
        #expect(review.isGoingOn && review.daysSoFar == 14 && review.entries == 5 && review.daysWritten == 5)
        #expect(review.longestRun == 5 && review.moods.map(\.name) == ["happy"] && review.words == 79)
    }

    @Test func `what several entries have in common is chosen, once each`() async throws {
        try await write([
            "Nothing much to tell about a Tuesday like that.", "We walked along the river until it was dark.",
            "Ines called and read me the whole letter.", "Along the river again, and the water was high.",
            "Another letter came, and Ines sounded happier.", "A pair of shoes that never fitted anyone.",
        ])
        let texts = try await open.review(month).sentences.map(\.text)
        #expect(texts.count == 4 && texts.contains { $0.contains("river") } && texts.contains { $0.contains("letter") })
    }

    @Test func `an empty month says so, and one entry is enough`() async throws {
        let empty = try await open.review(month)
        #expect(empty.isEmpty && empty.sentences.isEmpty && ReviewWords().lines(empty).isEmpty)
        #expect(try await open.reviewedMonth() == month)
        try await write(["One evening by the lake, and nothing else to say about it."])
        let review = try await open.review(month)
        #expect(review.sentences.map(\.text) == ["One evening by the lake, and nothing else to say about it."])
        #expect(ReviewWords().lines(review).first?.words == "1 entry on 1 of 14 days, 12 words")
        #expect(review.longestRun == 1 && review.symptoms.isEmpty && review.doses.isEmpty)
    }

    @Test func `symptoms, cravings and doses are counted beside the month before`() async throws {
        let medicine = try await open.add(Medication(name: "Metformin"))
        _ = try await open.addSchedule(try vault.daily(medicine.id, "21:00"))
        func symptom(_ day: String, _ severity: Int) async throws {
            let moment = try Moment.of(day + " 12:00")
            try await open.add(
                SymptomEntry(instant: moment.instant, zone: moment.zone, day: moment.day, symptom: "Headache", severity: severity)
            )
        }
        try await symptom("2026-02-10", 8)
        try await symptom("2026-03-02", 2)
        try await symptom("2026-03-02", 4)
        try await symptom("2026-03-05", 6)
        try await open.add(try vault.checkIn(mood: 7, craving: 3))
        vault.clock.advance(days: 20)
        let review = try await open.review(month)
        let headache = try #require(review.symptoms.first)
        // The day with two entries counts once.
        #expect(
            headache.name == "Headache" && headache.level.mean == 4.5 && headache.level.days == 2 && headache.level.entries == 3)
        #expect(headache.level.before == 8 && headache.level.daysBefore == 1)
        #expect(review.cravings?.mean == 3 && review.moodScore?.mean == 7 && review.moodScore?.before == nil)
        let lines = ReviewWords().lines(review)
        #expect(
            lines.contains { $0.about == "Headache" && $0.words == "on average 4.5 on 2 days (the month before: 8.0 on 1 day)" })
        #expect(review.doses.map(\.title) == ["Metformin"])
        #expect(!review.isGoingOn && review.daysSoFar == 31)
    }

    @Test func `hostile texts neither trap nor show what is no prose`() async throws {
        let hostile = [
            String(repeating: "a. ", count: 20_000), String(repeating: "x", count: 100_000),
            "```\nlet secret = \"code that is never shown here\"\n```",
            "> somebody else's words that are quoted here, not mine at all",
            "[a link](https://example.com/private) and some more words here",
            "<script>alert('these five words are markup')</script>",
            "\u{202E}reversed words of a sentence that turns around\u{202C}",
            "| a table | with many words | in it that say nothing |", String(repeating: "🙂", count: 5000),
            "e\u{301}\u{301}\u{301} combining marks in a row of words",
        ]
        try await write(hostile)
        let review = try await open.review(month)
        let texts = try await texts()
        for sentence in review.sentences {
            #expect(texts[sentence.entry]?.utf8.contains(sentence.text.utf8) == true)
            for banned in ["secret", "quoted here", "example.com", "<script", "table"] {
                #expect(!sentence.text.contains(banned))
            }
        }
    }

    @Test func `thousands of entries of one month are read once, and give six sentences`() async throws {
        let seed: UInt64 = 9
        var random = SplitMix64(seed: seed)
        let words =
            "river walk rain morning Anna soup knee work evening garden letter sleep music bread lake hill snow bus book tea"
            .split(separator: " ")
        var batch: [String] = []
        let count = Lane.amount(quick: 2_000, ci: 10_000, all: 10_000)
        for index in 0..<count {
            let text = (0..<3).map { _ in
                (0..<9).map { _ in String(words.randomElement(using: &random) ?? "") }.joined(separator: " ").capitalizedStart
                    + "."
            }
            let day = padded(index % 28 + 1, to: 2)
            batch.append(
                "[2026-02-\(day) 10:\(padded(index / 28 % 60, to: 2)):\(padded(index / 1680, to: 2))] "
                    + text.joined(separator: " "))
        }
        let path = try vault.scratch.write(batch.joined(separator: "\n\n") + "\n", to: "many.txt")
        _ = try await open.importEntries(try ImportSource(path: path, format: nil, surroundings: vault.surroundings))
        // A month that is over: what lies ahead in this one would not count.
        let review = try await open.review(try #require(LocalMonth(iso: "2026-02")))
        #expect(review.entries == count && review.sentences.count == 6, "seed \(seed)")
        #expect(Set(review.sentences.map(\.text)).count == 6)
        let texts = try await texts()
        for sentence in review.sentences { #expect(texts[sentence.entry]?.utf8.contains(sentence.text.utf8) == true) }
    }

    @Test func `insights count the owner's journals together`() async throws {
        let made = try await open.createJournal(named: "Other")
        _ = try await open.add(NewEntry(text: "here", moment: .of("2026-03-02 09:00"), tags: [.of("walk")]))
        _ = try await open.add(NewEntry(text: "there", moment: .of("2026-03-03 09:00"), tags: [.of("rain")], journal: made.id))
        let logged = try await open.logged(.of("2026-03-01")...LocalDay.of("2026-03-10"))
        #expect(logged.entries.map(\.tags) == [["walk"], ["rain"]])
        let month = try #require(LocalDay(iso: "2026-03-02")).month
        #expect(try await open.review(month).entries == 2)
    }
}

extension String {
    fileprivate var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}

extension String.UTF8View {
    /// Whether these bytes stand in it, in a row.
    fileprivate func contains(_ other: String.UTF8View) -> Bool { Array(self).firstRange(of: Array(other)) != nil }
}

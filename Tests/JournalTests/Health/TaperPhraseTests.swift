import Journal
import SeededChance
import Testing

@Suite struct TaperPhraseTests {
    /// Steps in the notation of `ScheduleTable`.
    private func steps(_ text: String) throws -> [Schedule.Step] { try schedule("d1", "08:00", "2026-11-20", steps: text).steps }

    @Test(arguments: [
        ("4 x 7, 3 x 7, 2 x 7", "4x7,3x7,2x7"), ("4x7,3x7,2x7", "4x7,3x7,2x7"), ("4×7; 3×7; 2×7", "4x7,3x7,2x7"),
        ("4 for 7 days, then 2 for 7 days", "4x7,2x7"), ("4 for 7 days then 2 for 7 days", "4x7,2x7"),
        ("4 for 7, 2 for 7", "4x7,2x7"),
        ("4 tablets for 7 days, then 3 for 7 days, then 1 tablet for 1 day", "4x7,3x7,1x1"),
        ("4 TABLETS FOR 1 WEEK, 2 for two weeks", "4x7,2x14"),
        ("2 x 7, then none for 7 days, then 1 from then on", "2x7,0x7,1x~"), ("1 onwards", "1x~"),
        ("2 x 7d, 1 ongoing", "2x7,1x~"),
        ("0.5 x 7, 0.25 x 7", "0.5x7,0.25x7"), ("0,5 x 7, 0,25 x 7", "0.5x7,0.25x7"), ("0,5x7,0,25x7", "0.5x7,0.25x7"),
        ("½ x 7, ¼ x 7", "0.5x7,0.25x7"),
        ("1 1/2 x 7, 1/2 x 7", "1.5x7,0.5x7"), ("1 ½ tablets for 3 days", "1.5x3"), ("0 x 7, 1 x 7", "0x7,1x7"),
        ("2 x 3660", "2x3660"),
        ("4 for 7 days\n2 for 7 days", "4x7,2x7"), ("0,5 for 7 days, 0,25 for 7 days", "0.5x7,0.25x7"),
        ("nothing for 3 days, then 1 for 3 days", "0x3,1x3"),
        ("4 x 7 and then 2 x 7", "4x7,2x7"), ("1 for a week", "1x7"), ("4 x seven days", "4x7"), ("2 x 7,", "2x7"),
    ])
    func `a taper is read`(text: String, expected: String) throws {
        let found = try TaperPhrase.parse(text, unit: "tablet")
        #expect(found == (try steps(expected)))
        for unit in ["tablet", "ml", "drops", ""] {
            #expect(
                try TaperPhrase.parse(TaperPhrase.words(found, unit: unit), unit: unit) == found,
                "\(TaperPhrase.words(found, unit: unit))")
        }
    }

    @Test(arguments: [
        ("", SchedulePhraseError.empty), (" , ; ", .empty), ("then", .empty), ("4", .needsDays), ("4 tablets", .needsDays),
        ("4 x", .needsDays),
        ("4 for", .needsDays), ("4 x 7, 2", .needsDays), ("4 x 7, then 2 tablets", .needsDays),
        ("4 mg for 7 days", .notUnderstood("mg")),
        ("4 pills x 7", .notUnderstood("pills")), ("four x 7", .notUnderstood("four")), ("x 7", .notUnderstood("")),
        ("for 7 days", .notUnderstood("")),
        ("4 x 0", .outOfRange("0")), ("4 x 3661", .outOfRange("3661")), ("4 x 600 weeks", .outOfRange("600")),
        ("4 x 9999999999999", .outOfRange("9999999999999")), ("4 x 7 months", .notUnderstood("months")),
        ("4 x 7 days daily", .notUnderstood("daily")),
        ("4 x -7", .notUnderstood("-7")), ("-4 x 7", .outOfRange("-4")), ("4.0001 x 7", .outOfRange("4.0001")),
        ("1000001 x 7", .outOfRange("1000001")),
        ("1 from then on, 2 x 7", .tooManySteps), ("0 x 7", .noDose), ("none for 7 days, then none from then on", .noDose),
        ("4 x 7 x 7", .notUnderstood("×")), ("4*7 3*7", .notUnderstood("3")), ("4 4 x 7", .notUnderstood("4")),
        ("<script> x 7", .notUnderstood("<script>")),
        ("4 for 7 days from then on", .notUnderstood("for")), (String(repeating: "1x1,", count: 101), .tooManySteps),
        (String(repeating: "1", count: 4001), .tooLong),
    ])
    func `a taper that is not whole is refused, and says why`(text: String, expected: SchedulePhraseError) {
        do throws(SchedulePhraseError) {
            Issue.record("\(text) is read as \(try TaperPhrase.parse(text, unit: "tablet"))")
        } catch {
            #expect(error == expected)
        }
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `no text breaks the reader, and what it reads may be kept`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "4", "0", "x", "×", "7", ",", "0,5", "½", "1/2", "for", "days", "weeks", "then", "from", "on", "tablet", "none", ";",
            "999999999", "\u{0}",
        ]
        var made = try schedule("d1", "08:00", "2026-11-20")
        for _ in 0..<100 {
            let text =
                Bool.random(using: &random)
                ? random.awkwardText(upTo: 10)
                : (0..<Int.random(in: 1...10, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }.joined(
                    separator: " ")
            guard let found = try? TaperPhrase.parse(text, unit: "tablet") else { continue }
            made.steps = found
            #expect(made.fault == nil, "seed \(seed): \(text)")
            #expect(
                try TaperPhrase.parse(TaperPhrase.words(found, unit: "tablet"), unit: "tablet") == found, "seed \(seed): \(text)")
        }
    }
}

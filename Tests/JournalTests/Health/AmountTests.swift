import Journal
import SeededChance
import Testing

@Suite struct AmountTests {
    @Test(arguments: [
        ("2", 2000, "2"), ("0", 0, "0"), ("0.5", 500, "0.5"), ("0,5", 500, "0.5"), (".5", 500, "0.5"), (",5", 500, "0.5"),
        ("1/2", 500, "0.5"),
        ("1 1/2", 1500, "1.5"), ("½", 500, "0.5"), ("2½", 2500, "2.5"), ("2 ½", 2500, "2.5"), ("¼", 250, "0.25"),
        ("¾", 750, "0.75"), ("⅓", 333, "0.333"),
        ("⅔", 667, "0.667"), ("1/3", 333, "0.333"), ("2/3", 667, "0.667"), ("3/4", 750, "0.75"), ("3/2", 1500, "1.5"),
        ("1.25", 1250, "1.25"),
        ("0.001", 1, "0.001"), ("0.010", 10, "0.01"), ("1000000", 1_000_000_000, "1000000"),
        ("007", 7000, "7"), (" 2 ", 2000, "2"),
        ("1000000.000", 1_000_000_000, "1000000"), ("999999.999", 999_999_999, "999999.999"), ("00", 0, "0"),
        ("12.5", 12_500, "12.5"), ("0/5", 0, "0"),
        ("12 1/4", 12_250, "12.25"), ("1/1000", 1, "0.001"), ("0.0", 0, "0"),
    ])
    func `an amount is read and shown`(text: String, thousandths: Int, shown: String) throws {
        let amount = try #require(Amount(text))
        #expect(amount.thousandths == thousandths)
        #expect(amount.text == shown)
        #expect(Amount(amount.text) == amount)
    }

    @Test(arguments: [
        "", " ", ".", ",", "-1", "+1", "1.", "1,", "1..2", "1.2.3", "1,2,3", "1.,2", "0.0001", "1.2345", "1000000.001", "1000001",
        "99999999", "1e3", "0x1",
        "1 2", "1 2 3", "1/0", "0/0", "1/", "/2", "/", "1//2", "1/2/3", "1 / 2", "1 /2", "½½", "½/2", "1/½", "½ 1", "2.½", "one",
        "a", "٣", "１", "2 tablets",
        "2mg", "\u{0}2", "2\u{0}", "inf", "nan", "9999999999999999999999", "1/99999999999999999999", "9999999/1", "1000000/0.001",
        "1000000 1/2", "1000000½",
        "1_000", "1'000", "1 000", "½%", "1½ 1/2",
        // One or a thousand.
        "1,000", "2.000", "1.250", "1.500",
    ])
    func `what is no amount is refused`(text: String) { #expect(Amount(text) == nil) }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `every amount is read back from its text, and no text breaks the reader`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let amount = try #require(Amount(thousandths: Int.random(in: 0...Amount.most, using: &random)))
            #expect(Amount(amount.text) == amount, "seed \(seed): \(amount.text)")
            if let odd = Amount(random.awkwardText(upTo: 6)) {
                #expect((0...Amount.most).contains(odd.thousandths), "seed \(seed)")
            }
        }
    }

    @Test func `an amount outside its range is none`() {
        #expect(
            Amount(thousandths: -1) == nil && Amount(thousandths: Amount.most + 1) == nil && Amount(-1) == nil
                && Amount(1_000_001) == nil)
        #expect(
            Amount(1_000_000)?.thousandths == Amount.most && Amount(clamped: Int.max).thousandths == Amount.most
                && Amount(clamped: .min) == .none)
        #expect(Amount(Int.max) == nil && Amount(Int.min) == nil)
    }

    @Test(arguments: [
        ("1", "tablet", "1 tablet"), ("2", "tablet", "2 tablets"), ("0.5", "tablet", "0.5 tablet"),
        ("1.5", "tablet", "1.5 tablets"), ("5", "ml", "5 ml"),
        ("3", "drops", "3 drops"), ("10", "mg", "10 mg"), ("0", "puff", "0 puff"), ("2", "IU", "2 IU"),
    ])
    func `an amount is said with its unit`(amount: String, unit: String, words: String) throws {
        #expect(Medication.words(try #require(Amount(amount)), unit: unit) == words)
    }

    @Test(arguments: ["0", "10000000", "many", "-1", ""])
    func `a typed amount is above zero, and not more than a million`(typed: String) {
        #expect(throws: HealthFault.amount(field: "new pack", least: Amount.least)) { try Amount.typed(typed, "new pack") }
    }

    @Test func `nothing is an amount where that is an answer, and what has two readings is none`() throws {
        #expect(try Amount.typed("0", "stock", least: Amount.none) == Amount.none)
        let unclear = HealthFault.unclear(field: "stock", decimal: "1", grouped: "1000")
        #expect(throws: unclear) { try Amount.typed("1,000", "stock") }
    }

    @Test func `a range has two numbers, the lower one first`() throws {
        #expect(try Measure.range("0", "10") == 0...10)
        for (low, high) in [("10", "0"), ("3", "3"), ("", "3"), ("low", "high")] {
            #expect(throws: HealthFault.badRange) { try Measure.range(low, high) }
        }
    }

    @Test func `a number beside a symptom has a name, and may have an exponent`() throws {
        #expect(try SymptomEntry.metric("steps", "1e+16") == 1e16)
        for (name, typed) in [("", "1"), ("t", "nan"), ("t", ""), ("t", "1e999")] {
            #expect(throws: HealthFault.badMetric) { try SymptomEntry.metric(name, typed) }
        }
    }
}

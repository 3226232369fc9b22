import Journal
import Testing

/// Numbers as people type them, and as tables have them.
@Suite struct TypedNumberTests {
    @Test(
        arguments: [
            ("71.4", [71.4]), ("71,4", [71.4]), ("-3,25", [-3.25]), ("−4", [-4]), ("+7", [7]), (",5", [0.5]), (".5", [0.5]),
            ("10,500", [10.5, 10500]), ("10.500", [10.5, 10500]), ("1,000", [1, 1000]), ("999,999", [999.999, 999_999]),
            // A point before three digits is how Auralyst writes decimals, but never with a 0 at the end.
            ("10.512", [10.512]), ("71.125", [71.125]), ("10,512", [10.512, 10512]),
            ("0,500", [0.5]), ("0.500", [0.5]), ("1234,567", [1234.567]), ("1,2345", [1.2345]), ("12,34", [12.34]),
            ("1,234,567", [1_234_567]), ("1.234.567", [1_234_567]), ("1,234.5", [1234.5]), ("1.234,5", [1234.5]),
            ("1,234.500", [1234.5]), ("12,34,567", [1_234_567]), ("10 500", [10500]), ("10\u{A0}500", [10500]),
            ("10\u{202F}500,25", [10500.25]), ("1’000", [1000]), ("1'234.5", [1234.5]),
        ] as [(String, [Double])])
    func `a number is read with each of its meanings`(typed: String, readings: [Double]) throws {
        let number = try #require(TypedNumber(typed))
        #expect(number.readings.map(\.value) == readings)
        #expect(typedNumber(typed) == (readings.count == 1 ? readings[0] : nil))
    }

    @Test(arguments: [
        "", " ", "-", ".", ",", "5.", "5,", "1..5", "1,2,3", "1.2.3", "1,234,56", "1,234,5", "1.5,5,5", "12 34", "71 4", "1 2345",
        "1e5", "0x10", "inf", "nan", "kg", "7 kg", "1234567890123456", "1,23 4", "--1", "1,234.567.890",
    ])
    func `what is no number is refused`(typed: String) { #expect(TypedNumber(typed) == nil && typedNumber(typed) == nil) }

    @Test func `what is written is read as the same`() {
        for thousandths in [0, 1, 10, 100, 125, 1000, 1001, 10_500, 10_512, 71_400, 1_234_567, 999_999_999] {
            let number = Double(thousandths) / 1000
            #expect(typedNumber(numberText(number)) == number && typedNumber(numberText(-number)) == -number)
            #expect(Amount(thousandths: thousandths).map { Amount($0.text) == $0 } == true)
        }
    }

    @Test func `a whole number may have the end of its scale`() {
        #expect(["7", "7/10", "7 / 10", "7.0", "+7"].map { typedWhole($0, of: 10) } == [7, 7, 7, 7, 7])
        #expect(["7.5", "7/5", "7,000", "seven", "/10", ""].map { typedWhole($0, of: 10) }.allSatisfy { $0 == nil })
    }

    @Test(
        arguments: [
            (["10,500", "9,800", "71,4"], TypedNumber.Mark.comma, [10.5]), (["10,500", "1,234.5"], .point, [10500]),
            (["10,500", "0.5"], .point, [10500]), (["10.500", "9,5"], .comma, [10500]), (["10.500", "12.25"], .point, [10.5]),
            (["10,500", "1,234,567"], .point, [10500]), (["10,500", "9,800"], nil, [10.5, 10500]),
            // No point is taken for our own in a table: 10.512 steps may be ten thousand.
            (["10.512", "9.800"], nil, [10.512, 10512]), (["10.512", "1,5", "2.5"], nil, [10.512, 10512]),
        ] as [([String], TypedNumber.Mark?, [Double])])
    func `the cells of a column decide what a separator means`(cells: [String], mark: TypedNumber.Mark?, readings: [Double]) {
        var style = NumberStyle()
        for cell in cells { style.note(cell) }
        #expect(style.decimal == mark && TypedNumber(cells[0], in: style)?.readings.map(\.value) == readings)
    }

    @Test func `an amount with two readings is refused with both`() {
        for typed in ["1,000", "2,500", "1 000", "+1", "1.250", "2.000"] { #expect(Amount(typed) == nil) }
        #expect(HealthFault.unclear("amount", "1,000") == .unclear(field: "amount", decimal: "1", grouped: "1000"))
        #expect(HealthFault.unclear("amount", "1.5") == nil && HealthFault.unclear("amount", "one") == nil)
        #expect(["1,234.5", "0,125", "1,5"].map { Amount($0)?.thousandths } == [1_234_500, 125, 1500])
        #expect(
            Medication(name: "Iron", strength: "1,000 mg").fault == .unclear(field: "strength", decimal: "1", grouped: "1000"))
        #expect(Medication(name: "Iron", strength: "2,5 mg").fault == nil)
        #expect(Medication(name: "Iron", strength: "2,5 mg").micrograms == 2500)
    }
}

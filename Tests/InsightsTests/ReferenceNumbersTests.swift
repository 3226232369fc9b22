import Foundation
import Insights
import Journal
import Testing

/// The numbers that SciPy and statsmodels give, made by `Tools/insights_reference.py`.
private struct ReferenceNumbers: Decodable, Sendable {
    let start: Int
    let distributions: [String: [[Double]]]
    let cases: [Case]

    struct Case: Decodable, Sendable {
        let values: [Double?]
        let column: [Double?]
        let trend: Bool
        let known: Double?
        let expect: Expected?
    }

    struct Expected: Decodable, Sendable {
        let rho: Double
        let spread: Double
        let fit: Fit?
    }

    struct Fit: Decodable, Sendable {
        let estimate: Double
        let error: Double
        let df: Int
        let p: Double
        let low: Double
        let high: Double
    }

    static let golden = Result {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "reference-numbers.json")
        return try JSONDecoder().decode(ReferenceNumbers.self, from: Data(contentsOf: file))
    }
}

@Suite struct ReferenceNumbersTests {
    /// Equal to 1e-8 of what is expected, and of 1e-8 where that is near zero.
    private func agree(_ value: Double, _ expected: Double) -> Bool {
        value == expected || abs(value - expected) <= 1e-8 * max(abs(expected), 1)
    }

    /// Tails are compared by their ratio, however small they are.
    private func agreeRelatively(_ value: Double, _ expected: Double) -> Bool {
        value == expected || abs(value - expected) <= 1e-8 * abs(expected)
    }

    @Test(arguments: [
        "logGamma", "incompleteBeta", "normal", "normalQuantile", "student", "twoSided", "studentQuantile", "betaBinomialTail",
        "binomialTail", "wilsonLow", "wilsonHigh",
    ])
    func `distributions are those of SciPy`(name: String) throws {
        let lines = try #require(try ReferenceNumbers.golden.get().distributions[name])
        #expect(lines.count > 8)
        for line in lines {
            let expected = try #require(line.last)
            let value = try #require(Self.value(of: name, line))
            let isNearZero = ["logGamma", "wilsonLow", "wilsonHigh"].contains(name)
            #expect(isNearZero ? agree(value, expected) : agreeRelatively(value, expected), "\(name) \(line) gave \(value)")
        }
    }

    private static func value(of name: String, _ line: [Double]) -> Double? {
        switch name {
        case "logGamma": Distributions.logGamma(line[0])
        case "incompleteBeta": Distributions.incompleteBeta(line[0], line[1], line[2])
        case "normal": Distributions.normal(line[0])
        case "normalQuantile": Distributions.normalQuantile(line[0])
        case "student": Distributions.student(line[0], df: line[1])
        case "twoSided": Distributions.twoSided(line[0], df: line[1])
        case "studentQuantile": Distributions.studentQuantile(line[0], df: line[1])
        case "betaBinomialTail":
            Distributions.betaBinomialTail(atLeast: Int(line[0]), of: Int(line[1]), mean: line[2], overdispersion: line[3])
        case "binomialTail":
            Distributions.betaBinomialTail(atLeast: Int(line[0]), of: Int(line[1]), mean: line[2], overdispersion: 0)
        case "wilsonLow": Distributions.wilson(Int(line[0]), of: Int(line[1]), level: line[2]).lowerBound
        case "wilsonHigh": Distributions.wilson(Int(line[0]), of: Int(line[1]), level: line[2]).upperBound
        default: nil
        }
    }

    @Test func `two hundred series give the numbers of statsmodels`() throws {
        let golden = try ReferenceNumbers.golden.get()
        #expect(golden.cases.count == 200)
        for (number, one) in golden.cases.enumerated() {
            let window = golden.start...(golden.start + one.values.count - 1)
            let levels = DailyLevels(days: window, values: one.values.map { $0 ?? .nan })
            let model = NullModel(levels: levels, window: window, trend: one.trend, rho: one.known)
            #expect((model == nil) == (one.expect == nil), "series \(number)")
            guard let model, let expected = one.expect else { continue }
            #expect(agree(model.rho, expected.rho), "series \(number): rho \(model.rho)")
            #expect(agree(model.spread, expected.spread), "series \(number)")
            let fit = model.fit(one.column.map { $0 ?? .nan })
            #expect((fit == nil) == (expected.fit == nil), "series \(number)")
            guard let fit, let expected = expected.fit else { continue }
            #expect(fit.df == expected.df, "series \(number)")
            let interval = fit.interval()
            let pairs = [
                (fit.estimate, expected.estimate), (fit.standardError, expected.error), (interval.lowerBound, expected.low),
                (interval.upperBound, expected.high),
            ]
            #expect(pairs.allSatisfy(agree), "series \(number): \(fit) is not \(expected)")
            #expect(agreeRelatively(fit.p, expected.p), "series \(number): p \(fit.p) is not \(expected.p)")
        }
    }
}

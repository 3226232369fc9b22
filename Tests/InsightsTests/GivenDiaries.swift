import Foundation
import Insights
import Journal
import SeededChance
import Testing

/// The numbers of `Tools/insights_reference_families.py`.
struct FamilyNumbers: Decodable, Sendable {
    let start: Int
    let series: [Series]
    let parts: [Part]
    let moments: [Moments]
    let steps: [Step]
    let counts: [Count]
    let rates: [[Double]]

    struct Expected: Decodable, Sendable {
        let difference: Double
        let low: Double
        let high: Double
        let p: Double
        let adjusted: Double?
        let day: Int?
        let weeks: Int?
        let slot: Int?
        let treated: Int?
        let untreated: Int?
    }

    struct Series: Decodable, Sendable {
        let values: [Double?]
        let seed: UInt64
        let trend: Expected
        let change: Expected
        let weekend: Expected
    }

    struct Part: Decodable, Sendable {
        let length: Int
        let readings: [[Double]]
        let expect: [Expected]
    }

    struct Moments: Decodable, Sendable {
        let length: Int
        let readings: [[Double]]
        let doses: [Int64]
        let expect: Expected
    }

    struct Step: Decodable, Sendable {
        let values: [Double?]
        let at: Int
        let expect: Expected
    }

    struct Count: Decodable, Sendable {
        let weeks: [[Int]]
        let expect: Double
    }

    static let golden = Result {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "reference-families.json")
        return try JSONDecoder().decode(FamilyNumbers.self, from: Data(contentsOf: file))
    }
}

/// Equal to 1e-8 of what is expected, and of 1e-8 where that is near zero.
func agrees(_ value: Double, _ expected: Double) -> Bool {
    value == expected || abs(value - expected) <= 1e-8 * max(abs(expected), 1)
}

func agrees(_ finding: Finding, _ expected: FamilyNumbers.Expected) -> Bool {
    agrees(finding.difference, expected.difference) && agrees(finding.interval.lowerBound, expected.low)
        && agrees(finding.interval.upperBound, expected.high) && agrees(finding.p, expected.p)
}

let pain = Outcome.Name.symptom("pain")
let tablet = RecordID(test: "tablet")

/// An instant by the number of its day and the minute, on a clock that shows UTC.
func at(_ day: Int, _ minute: Int = 720) throws -> Instant {
    try #require(Instant(milliseconds: Int64(day) * 86_400_000 + Int64(minute) * 60_000))
}

func reading(_ day: Int, _ minute: Int, _ value: Double) throws -> Reading {
    Reading(instant: try at(day, minute), day: day, minute: minute, value: value)
}

func reading(_ day: Int, _ value: Double) throws -> Reading { try reading(day, 720, value) }

/// A diary with one level at noon of each day; `nil` is a day without.
func diary(
    _ values: [Double?], from start: Int = 18_000, _ name: Outcome.Name = pain, medicines: [Medicine] = [], seed: UInt64 = 0
) throws -> Diary {
    let readings = try values.enumerated().compactMap { place, value in try value.map { try reading(start + place, $0) } }
    return Diary(days: start...(start + values.count - 1), outcomes: [Outcome(name, readings)], medicines: medicines, seed: seed)
}

/// Days on which nothing happens but yesterday and chance: 0–10, mean 4, a fifth of them missing.
func noise(_ count: Int, rho: Double, missing: Double = 0.2, _ random: inout Seeded) -> [Double?] {
    var level = random.nextNormal()
    return (0..<count).map { _ in
        let value = min(max((4 + 2 * level).rounded(), 0), 10)
        level = rho * level + (1 - rho * rho).squareRoot() * random.nextNormal()
        return random.nextUnit() < missing ? nil : value
    }
}

extension FamilyLook {
    func finding(_ hypothesis: Hypothesis) -> Finding? { findings.first { $0.hypothesis == hypothesis } }
    func need(_ hypothesis: Hypothesis) -> Waiting.Need? { waiting.first { $0.hypothesis == hypothesis }?.need }
    /// All of its numbers are numbers, and p are probabilities.
    var isSound: Bool {
        findings.allSatisfy { finding in
            [finding.difference, finding.interval.lowerBound, finding.interval.upperBound, finding.spread].allSatisfy(\.isFinite)
                && (0...1).contains(finding.p) && (finding.p...1).contains(finding.adjusted)
                && finding.interval.contains(finding.difference)
        }
    }
}

/// Diaries in which nothing can be found, or hardly anything.
enum Degenerate: String, CaseIterable, Sendable {
    case constant, one, none, line, twoValues, alternating, oneChange

    func values(_ count: Int) -> [Double?] {
        (0..<count).map { day in
            switch self {
            case .constant: 5
            case .one: day == 3 ? 7 : nil
            case .none: nil
            case .line: Double(day) / Double(count) * 10
            case .twoValues: day % 9 == 0 ? 1 : 0
            case .alternating: day % 2 == 0 ? 0 : 10
            case .oneChange: day < count / 2 ? 2 : 8
            }
        }
    }
}

import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Records
import SeededChance

/// Makes a record of one kind with a value in every field that the kind has.
struct RecordMaker: Sendable {
    /// The kind's name inside the seal.
    let kind: String
    /// The name that the one record of this kind always has; `nil` where each has a name of its own.
    var name: RecordID?
    /// All fields, none of them null, with values that no other record has.
    let fields: @Sendable (inout RandomValues) -> [String: JSON]
    /// What is left of fields when this program reads them and writes them again; `nil` where it refuses them.
    let read: @Sendable ([String: JSON]) -> [String: JSON]?
    /// Deletes one as its owner would; `nil` where nobody can.
    var delete: (@Sendable (OpenVault, RecordID) async throws -> Void)?
}

extension RecordMaker {
    /// Of a kind whose value the program knows.
    static func of<Value: RecordValue>(
        _ type: Value.Type, name: RecordID? = nil, delete: (@Sendable (OpenVault, RecordID) async throws -> Void)? = nil,
        _ make: @escaping @Sendable (inout RandomValues) -> Value
    ) -> RecordMaker {
        RecordMaker(
            kind: Value.kind, name: name, fields: { make(&$0).fields }, read: { Value(fields: $0)?.fields }, delete: delete)
    }

    /// Of a kind of the health log, which all are deleted in the same way.
    static func kept<Value: HealthValue>(_ make: @escaping @Sendable (inout RandomValues) -> Value) -> RecordMaker {
        .of(Value.self, delete: { try await $0.delete(Value.self, $1) }, make)
    }
}

/// Values that are valid, and differ from all others, as a seed has it.
struct RandomValues {
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// A word that stands nowhere else.
    mutating func word() -> String { "w" + String(random.next(), radix: 36) }

    /// Words of several lines with what is awkward in files.
    mutating func text() -> String { "\(word()) \"é\"; =1, <b>&\n- \(word())\t🌧" }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + random.below(range.upperBound - range.lowerBound + 1)
    }

    mutating func instant() -> Instant {
        // Within the two years before the clock of the tests.
        let milliseconds = TestVault.start - Int64.random(in: 0...63_000_000_000, using: &random)
        guard let instant = Instant(milliseconds: milliseconds) else { preconditionFailure("an instant outside the calendar") }
        return instant
    }

    mutating func day() -> LocalDay { .of("202\(number(1...5))-\(number(10...12))-\(number(10...28))") }

    mutating func minutes() -> TimeOfDay { .of("\(number(0...23)):\(number(10...59))") }

    mutating func amount() -> Amount {
        guard let amount = Amount(thousandths: number(1...100_000_000)) else {
            preconditionFailure("an amount outside its range")
        }
        return amount
    }

    mutating func link() -> RecordID { RecordID.random(using: &random) }

    mutating func names() -> [String] { (0..<number(1...3)).map { _ in word() } }

    mutating func fraction() -> Double { Double(number(1...999)) / 1000 + Double(number(0...3)) }
}

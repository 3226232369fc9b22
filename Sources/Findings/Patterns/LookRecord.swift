import Insights
import Journal
import Ledger
import Records

/// The looks taken: the first and last day, and the latest results besides watched patterns. One record for each journal, so that
/// no device repeats another one's look.
package struct LookRecord: RecordValue {
    package static let kind = "pattern_look"
    package static let record = RecordID(firstBytesOf: digest(.label("pattern-look")))

    /// The number of the day of the first look.
    package var first: Int
    /// The number of the day of the latest look, which saw the days before.
    package var last: Int
    /// How many questions the data could answer at the latest look.
    package var asked: Int
    /// Weak findings that were not confirmed on new days.
    package var quiet: [Finding]
    package var waiting: [FamilyLook.Waiting]

    package init(first: Int, last: Int, asked: Int, quiet: [Finding], waiting: [FamilyLook.Waiting]) {
        (self.first, self.last, self.asked, self.quiet, self.waiting) = (first, last, asked, quiet, waiting)
    }

    package var fields: [String: JSON] {
        [
            "first": .text(LocalDay(number: first)?.iso), "last": .text(LocalDay(number: last)?.iso), "asked": .int(Int64(asked)),
            "quiet": .array(quiet.map(\.json)), "waiting": .array(waiting.map(\.json)),
        ]
    }

    package init?(fields: [String: JSON]) {
        guard let first = fields["first"]?.string.flatMap({ LocalDay(iso: $0)?.number }),
            let last = fields["last"]?.string.flatMap({ LocalDay(iso: $0)?.number })
        else { return nil }
        self.init(
            first: first, last: last, asked: fields["asked"]?.int.flatMap { Int(exactly: $0) } ?? 0,
            quiet: (fields["quiet"]?.array ?? []).compactMap { Finding(json: $0) },
            waiting: (fields["waiting"]?.array ?? []).compactMap { FamilyLook.Waiting(json: $0) })
    }
}

extension FamilyLook.Waiting {
    /// `{"question":…,"needs":"days","count":23}`; `"from":FACTOR` beside `"needs":"apart"`.
    package var json: JSON {
        let (word, count): (String, Int?) =
            switch need {
            case .days(let count): ("days", count)
            case .with(let count): ("with", count)
            case .without(let count): ("without", count)
            case .moments(let count): ("moments", count)
            case .alwaysTreated: ("untreated", nil)
            case .evenness: ("evenness", nil)
            case .apart: ("apart", nil)
            }
        var members: [String: JSON] = [
            "question": .string(hypothesis.text), "needs": .string(word), "count": count.map { .int(Int64($0)) } ?? .null,
        ]
        if case .apart(let other) = need { members["from"] = .string(other.text) }
        return .object(members)
    }

    init?(json: JSON) {
        guard let question = json["question"]?.string.flatMap({ Hypothesis(text: $0) }) else { return nil }
        let count = json["count"]?.int.flatMap { Int(exactly: $0) }
        switch (json["needs"]?.string, count) {
        case ("days", let count?): self.init(question, .days(count))
        case ("with", let count?): self.init(question, .with(count))
        case ("without", let count?): self.init(question, .without(count))
        case ("moments", let count?): self.init(question, .moments(count))
        case ("untreated", _): self.init(question, .alwaysTreated)
        case ("evenness", _): self.init(question, .evenness)
        case ("apart", _):
            guard let other = json["from"]?.string.flatMap({ Factor.Name(text: $0) }) else { return nil }
            self.init(question, .apart(from: other))
        default: return nil
        }
    }
}

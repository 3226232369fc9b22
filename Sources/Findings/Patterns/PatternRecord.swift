import Insights
import Journal
import Ledger
import Records

/// A stored pattern: what was watched and what new days showed (`Watch`), and the owner's choice about it.
///
/// All devices derive the same id for the same watch, so that two devices' findings are one record.
package struct PatternRecord: RecordValue {
    package static let kind = "pattern"

    /// The question, the finding, and its state.
    package var watch: Watch
    package var isDismissed: Bool
    package var snoozedUntil: LocalDay?

    package init(_ watch: Watch, isDismissed: Bool = false, snoozedUntil: LocalDay? = nil) {
        (self.watch, self.isDismissed, self.snoozedUntil) = (watch, isDismissed, snoozedUntil)
    }

    package static func record(of watch: Watch) -> RecordID {
        RecordID(firstBytesOf: digest(.label("pattern") + Array(watch.name.utf8)))
    }

    /// Its fields as stored in an operation. The state is in one field, so that the findings of two devices with different days
    /// are never mixed.
    package var fields: [String: JSON] {
        [
            "question": .string(watch.hypothesis.text), "since": .text(LocalDay(number: watch.since)?.iso),
            "first": watch.first.json, "state": watch.state.json, "dismissed": .bool(isDismissed),
            "snoozed_until": .text(snoozedUntil?.iso),
        ]
    }

    package init?(fields: [String: JSON]) {
        guard let question = fields["question"]?.string.flatMap({ Hypothesis(text: $0) }),
            let since = fields["since"]?.string.flatMap({ LocalDay(iso: $0) }),
            let first = fields["first"].flatMap({ Finding(json: $0) }),
            let state = fields["state"].flatMap({ Watch.State(json: $0) })
        else { return nil }
        watch = Watch(question, since: since.number, first: first, state: state)
        isDismissed = fields["dismissed"]?.bool ?? false
        snoozedUntil = fields["snoozed_until"]?.string.flatMap { LocalDay(iso: $0) }
    }
}

extension Watch.State {
    /// `{"is":"watching"}`, `{"is":"confirmed","on":DAY,"finding":{…}}`, `{"is":"dropped","on":DAY}`, with the finding if there
    /// is one.
    package var json: JSON {
        switch self {
        case .watching: ["is": "watching"]
        case .confirmed(let day, let finding):
            ["is": "confirmed", "on": .text(LocalDay(number: day)?.iso), "finding": finding.json]
        case .dropped(let day, let finding):
            ["is": "dropped", "on": .text(LocalDay(number: day)?.iso), "finding": finding?.json ?? .null]
        }
    }

    init?(json: JSON) {
        let day = json["on"]?.string.flatMap { LocalDay(iso: $0) }?.number
        let finding = json["finding"].flatMap { Finding(json: $0) }
        switch (json["is"]?.string, day, finding) {
        case ("watching", _, _): self = .watching
        case ("confirmed", let day?, let finding?): self = .confirmed(day: day, finding)
        case ("dropped", let day?, let finding): self = .dropped(day: day, finding)
        default: return nil
        }
    }
}

extension Finding {
    /// `{"question":…,"difference":…,"low":…,"high":…,"with":…,"without":…,"from":DAY,"to":DAY,"spread":…,"p":…,"adjusted":…}`,
    /// and `"together":[FACTOR…]` if there are any.
    package var json: JSON {
        var members: [String: JSON] = [
            "question": .string(hypothesis.text), "difference": .double(difference), "low": .double(interval.lowerBound),
            "high": .double(interval.upperBound), "with": .int(Int64(with)), "without": .int(Int64(without)),
            "from": .text(LocalDay(number: window.lowerBound)?.iso), "to": .text(LocalDay(number: window.upperBound)?.iso),
            "spread": .double(spread), "p": .double(p), "adjusted": .double(adjusted),
        ]
        if !together.isEmpty { members["together"] = .array(together.map { .string($0.text) }) }
        return .object(members)
    }

    init?(json: JSON) {
        func number(_ name: String) -> Double? { json[name]?.number.flatMap { $0.isFinite ? $0 : nil } }
        func day(_ name: String) -> Int? { json[name]?.string.flatMap { LocalDay(iso: $0) }?.number }
        // The calendar has no more days.
        func count(_ name: String) -> Int? { json[name]?.int.flatMap { (0...4_000_000).contains($0) ? Int($0) : nil } }
        guard let question = json["question"]?.string.flatMap({ Hypothesis(text: $0) }), let difference = number("difference"),
            let low = number("low"), let high = number("high"), low <= high,
            let with = count("with"), let without = count("without"), let from = day("from"), let to = day("to"),
            from <= to,
            let spread = number("spread"), let p = number("p"), let adjusted = number("adjusted")
        else { return nil }
        self.init(
            question, difference: difference, interval: low...high, with: with, without: without, window: from...to,
            spread: spread, p: p, adjusted: adjusted,
            together: (json["together"]?.array ?? []).compactMap { $0.string.flatMap { Factor.Name(text: $0) } })
    }
}

import Findings
import Insights
import Journal
import Ledger

/// The JSON of patterns (docs/formats/command-line.md).
extension Document {
    /// Cues first, then watched, dismissed and unconfirmed patterns; the look itself comes last.
    static func patterns(_ patterns: Patterns, counts: [CountNotice]) -> [JSON] {
        let words = PatternWords(medicines: patterns.medicines)
        let shown = (patterns.cues + patterns.watching + patterns.aside).map { pattern($0, in: patterns, words) }
        let quiet = patterns.unconfirmed.map { finding in
            JSON.object(found(finding, words, state: "unconfirmed").merging(["id": .null]) { $1 })
        }
        return shown + quiet + counts.map { count($0, words) } + [look(patterns, words)]
    }

    /// A count of the last seven days.
    private static func count(_ notice: CountNotice, _ words: PatternWords) -> JSON {
        [
            "kind": "week_count", "outcome": .string(notice.question.outcome.text),
            "from": .text(LocalDay(number: notice.days.lowerBound)?.iso),
            "to": .text(LocalDay(number: notice.days.upperBound)?.iso),
            "days": .int(Int64(notice.count)), "observed": .int(Int64(notice.observed)),
            "level": .int(Int64(notice.question.level)), "unusual": .bool(notice.isSurprise),
            "sentence": .string(words.sentence(notice)),
        ]
    }

    static func pattern(_ shown: Patterns.Shown, in patterns: Patterns, _ words: PatternWords) -> JSON {
        let (watch, pattern) = (shown.pattern.watch, shown.pattern)
        var members = found(shown.finding, words, state: state(of: watch, on: patterns.today))
        members["id"] = .string(shown.id.description)
        members["sentence"] = .string(words.sentence(shown))
        members["since"] = .text(LocalDay(number: watch.since)?.iso)
        members["decided"] = .text(watch.decided.flatMap { LocalDay(number: $0) }?.iso)
        members["state_words"] = .string(words.state(watch))
        members["why"] = .string(words.why(watch, asked: patterns.look?.asked ?? 0))
        members["dismissed"] = .bool(pattern.isDismissed)
        members["snoozed_until"] = .text(pattern.snoozedUntil?.iso)
        return .object(members)
    }

    /// The findings of a single look at a period, and the look.
    static func report(_ report: OneReport?, of period: ClosedRange<LocalDay>, _ words: PatternWords) -> [JSON] {
        let amber = report?.amber ?? []
        let window = report.map { ($0.window.lowerBound, $0.window.upperBound) }
        return amber.map { JSON.object(found($0, words, state: "exploratory").merging(["id": .null]) { $1 }) } + [
            [
                "id": .null, "kind": "pattern_report", "from": .string(period.lowerBound.iso),
                "to": .string(period.upperBound.iso), "window_from": .text(window.flatMap { LocalDay(number: $0.0) }?.iso),
                "window_to": .text(window.flatMap { LocalDay(number: $0.1) }?.iso), "asked": .int(Int64(report?.asked ?? 0)),
                "showing": .int(Int64(amber.count)),
                "waiting": .array((report?.families ?? []).flatMap(\.waiting).map { waiting($0, words) }),
            ]
        ]
    }

    private static func look(_ patterns: Patterns, _ words: PatternWords) -> JSON {
        [
            "id": .string(LookRecord.record.description), "kind": .string(LookRecord.kind),
            "asked": .int(Int64(patterns.look?.asked ?? 0)),
            "showing": .int(Int64(patterns.cues.count + patterns.watching.count)),
            "first_day": .text(patterns.firstDay?.iso), "first": .text(patterns.look.flatMap { LocalDay(number: $0.first) }?.iso),
            "last": .text(patterns.look.flatMap { LocalDay(number: $0.last) }?.iso), "next": .text(patterns.nextLook?.iso),
            "waiting": .array((patterns.look?.waiting ?? []).map { waiting($0, words) }),
        ]
    }

    private static func waiting(_ waiting: FamilyLook.Waiting, _ words: PatternWords) -> JSON {
        guard case .object(var members) = waiting.json else { return .null }
        members["title"] = .string(words.heading(waiting.hypothesis))
        members["sentence"] = .string(words.need(waiting))
        return .object(members)
    }

    private static func state(of watch: Watch, on today: Int) -> String {
        switch watch.state {
        case .watching: "watching"
        case .confirmed: watch.isUnseen ? "not_seen" : watch.isCurrent(on: today) ? "confirmed" : "earlier"
        case .dropped: "dropped"
        }
    }

    private static func found(_ finding: Finding, _ words: PatternWords, state: String) -> [String: JSON] {
        let question = finding.hypothesis
        let members: [String: JSON] = [
            "kind": "pattern", "state": .string(state), "family": .string(question.family.rawValue),
            "outcome": .string(question.outcome.text), "title": .string(words.heading(question)),
            "sentence": .string(words.sentence(finding)), "caution": .string(words.caution(question)),
            "follow_up": .text(words.followUp(question)),
        ]
        return members.merging(finding.json.object ?? [:]) { first, _ in first }
    }
}

extension Watch {
    /// The number of the day on which it was decided.
    var decided: Int? {
        switch state {
        case .watching: nil
        case .confirmed(let day, _), .dropped(let day, _): day
        }
    }
}

import Base
import Engine
import Foundation
import Journal
import Ledger

/// Messages about excerpts.
enum ExcerptWords {
    /// `symptoms and medicines, of the last 90 days, until Monday, 1 March 2027`.
    static func scope(_ plan: ExcerptPlan) -> String {
        let parts =
            ExcerptPlan.Part.allCases.filter(plan.parts.contains).map(word)
            + (plan.tags.isEmpty ? [] : ["entries with " + plan.tags.map { "#" + $0.name }.joined(separator: " ")])
        return say("\(parts.spokenList), of the last \(counted(plan.days, "day")), until \(plan.until.longName)")
    }

    /// Names tags that no entry has: they show nothing yet, and may be misspelled.
    static func warnOfUnused(_ plan: ExcerptPlan, in vault: OpenVault) async throws {
        let used = Set(try await vault.tags().map { $0.name })
        for tag in plan.tags where !used.contains(tag.key) {
            Terminal.note(say("no entry has the tag '\(Terminal.harmless(tag.name))' yet"))
        }
    }

    private static func word(_ part: ExcerptPlan.Part) -> String {
        switch part {
        case .symptoms, .medicines, .notes: part.rawValue
        case .measures: "measurements"
        case .checkIns: "check-ins"
        case .moods: say("moods of entries")
        case .cycle: "menstruation"
        }
    }

    static func line(_ excerpt: Excerpt) -> String {
        let end = excerpt.isWithdrawn ? say("  ends with the next sync") : ""
        return Rows.hanging("\(Terminal.harmless(excerpt.plan.name))  \(excerpt.journal.short)\(end)") + "\n    "
            + Rows.hanging(Terminal.harmless(scope(excerpt.plan)))
    }
}

extension Excerpt {
    /// For `--json`.
    var json: JSON {
        [
            "kind": "excerpt", "journal": .string(journal.description), "name": .string(plan.name),
            "with": .array(ExcerptPlan.Part.allCases.filter(plan.parts.contains).map { .string($0.rawValue) }),
            "tags": .array(plan.tags.map { .string($0.name) }), "days": .int(Int64(plan.days)),
            "until": .string(plan.until.iso), "withdrawn": .bool(isWithdrawn), "ended": SyncWords.rfc(ended),
        ]
    }
}

extension ExcerptRecord {
    /// For `--json`: the fields as stored; `instant` as text.
    var json: JSON {
        var members = fields
        members["id"] = .string(id.description)
        if let instant { members["instant"] = SyncWords.rfc(instant.milliseconds) }
        return .object(members)
    }
}

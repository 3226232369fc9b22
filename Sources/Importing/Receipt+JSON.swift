import Ledger

extension Receipt {
    /// The receipt as a JSON document: the counts, what to check, the ratings, and one member of `records` for each record.
    package func json(dryRun: Bool) -> JSON {
        [
            "kind": "receipt", "format": .string(format), "dry_run": .bool(dryRun), "read": .int(Int64(read)),
            "kept": .int(Int64(count(.kept))), "changed": .int(Int64(count(.changed))), "merged": .int(Int64(count(.merged))),
            "skipped": .int(Int64(count(.skipped))), "findings": .array(findings.map { .string($0.sentence) }),
            "ratings": .array(
                ratings.map {
                    [
                        "name": .string($0.name), "count": .int(Int64($0.count)),
                        "level": $0.level.map { .int(Int64($0)) } ?? .null,
                    ]
                }),
            "records": .array(
                lines.map { line in
                    [
                        "source": .string(line.source), "outcome": .string(line.outcome.rawValue), "why": .text(line.why),
                        "id": .text(line.id),
                    ]
                }),
        ]
    }
}

/// What became of every record of an import: one line each, so that nothing goes missing unsaid.
///
/// `read` is kept + changed + merged + skipped, because the counts are taken from the lines.
package struct Receipt: Sendable {
    /// What was imported, `jrnl` or `markdown`.
    package let format: String
    /// In the order in which the records were read.
    package private(set) var lines: [Line] = []
    private var counts: [Outcome: Int] = [:]

    /// An empty receipt.
    package init(format: String) { self.format = format }

    /// What became of one record.
    package enum Outcome: String, CaseIterable, Sendable {
        /// Saved as it was.
        case kept
        /// Saved, and different from its source in what `why` says.
        case changed
        /// It was in the vault already, or became one with another record.
        case merged
        /// Not saved; it remains in the source.
        case skipped
    }

    /// One record.
    package struct Line: Hashable, Sendable {
        /// Where it stood, `SourcePosition.label`.
        package var source: String
        /// What became of it.
        package var outcome: Outcome
        /// Never nil but where it was kept as it was.
        package var why: String?
        /// The id in the vault; `nil` when skipped, and in a dry run.
        package var id: String?

        package init(source: String, outcome: Outcome, why: String? = nil, id: String? = nil) {
            precondition(outcome == .kept || why != nil, "a record that was not kept as it was needs a reason")
            self.source = source
            self.outcome = outcome
            self.why = why
            self.id = id
        }
    }

    /// Enters one record.
    package mutating func add(_ line: Line) {
        lines.append(line)
        counts[line.outcome, default: 0] += 1
    }

    /// Enters a record that could not be taken.
    package mutating func add(_ problem: ImportProblem) {
        add(Line(source: problem.position.label, outcome: .skipped, why: problem.sentence))
    }

    /// Enters a record that was saved: kept when nothing was changed, else changed with all reasons.
    package mutating func add(saved entry: ImportedRecord, id: String?) {
        let why = entry.changes.map(\.sentence).joined(separator: "; ")
        let outcome = entry.changes.isEmpty ? Outcome.kept : .changed
        add(Line(source: entry.position.label, outcome: outcome, why: why.isEmpty ? nil : why, id: id))
    }

    /// How many records had this outcome.
    package func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

    /// How many records were read.
    package var read: Int { lines.count }
}

import Journal

/// What became of every record of an import: one line each, so that nothing goes missing unsaid.
///
/// `read` is kept + changed + merged + skipped, because the counts are taken from the lines.
package struct Receipt: Sendable {
    /// As what it was imported: `dayone`, `jrnl`, …
    package let format: String
    /// In the order in which the records were read.
    package private(set) var lines: [Line] = []
    /// What a person should look at first.
    package var findings: [ImportFinding] = []
    /// Ratings by their names: how often each came and what level it got; the most frequent first.
    package var ratings: [RatingCount] = []
    /// The first and last day of what was read.
    package private(set) var days: ClosedRange<LocalDay>?
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

    /// How often a rating came.
    package struct RatingCount: Hashable, Sendable {
        /// As the source spells it.
        package let name: String
        /// Records with it.
        package let count: Int
        /// 1 (worst) to 5 (best); `nil` where nobody knows one, so that none is kept.
        package let level: Int?

        package init(name: String, count: Int, level: Int?) { (self.name, self.count, self.level) = (name, count, level) }
    }

    /// Widens the span of days to hold this one.
    package mutating func include(_ day: LocalDay) {
        days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
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

    /// What `why` says of a record that is in the vault as it is in the source.
    package static let here = "here already"

    /// How many records were skipped because they are in the vault as they are.
    package var hereAlready: Int { lines.count { $0.outcome == .skipped && $0.why == Receipt.here } }

    /// Records of one outcome and one reason.
    package struct Remark: Hashable, Sendable {
        /// Where the first of them stood.
        package let source: String
        /// What became of them.
        package let outcome: Outcome
        /// Why.
        package let why: String
        /// How many there are.
        package fileprivate(set) var count: Int
    }

    /// What a person should hear of: records that were neither kept as they are nor here already, in their order. From the
    /// fourth on, those of one outcome and reason count together.
    package var remarks: [Remark] {
        let remarkable = lines.filter { $0.outcome != .kept && $0.why != Receipt.here }
        let key = { (line: Line) in line.outcome.rawValue + " " + (line.why ?? "") }
        let counts = remarkable.reduce(into: [String: Int]()) { $0[key($1), default: 0] += 1 }
        var told: Set<String> = []
        return remarkable.compactMap { line in
            let count = counts[key(line)] ?? 1
            if count > 3, !told.insert(key(line)).inserted { return nil }
            return Remark(source: line.source, outcome: line.outcome, why: line.why ?? "", count: count > 3 ? count : 1)
        }
    }

    /// How many records had this outcome.
    package func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

    /// How many records were read.
    package var read: Int { lines.count }
}

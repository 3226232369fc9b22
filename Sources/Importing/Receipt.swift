import Base
import Journal

/// The result of an import: one line for each record, so that nothing is lost without notice.
///
/// `read` is kept + changed + merged + skipped, because the counts are computed from the lines.
package struct Receipt: Sendable {
    /// The format it was imported as: `dayone`, `jrnl`, …
    package let format: String
    /// In the order in which the records were read.
    package private(set) var lines: [Line] = []
    /// What the owner should check first: each once, however many tables it is true of.
    package private(set) var findings: [ImportFinding] = []
    private var noted: Set<ImportFinding> = []
    /// Ratings by name: how often each occurred and its level; the most frequent first.
    package var ratings: [RatingCount] = []
    package private(set) var days: ClosedRange<LocalDay>?
    private var counts: [Outcome: Int] = [:]

    package init(format: String) { self.format = format }

    package mutating func note(_ finding: ImportFinding) {
        if noted.insert(finding).inserted { findings.append(finding) }
    }

    package enum Outcome: String, CaseIterable, Sendable {
        /// Saved unchanged.
        case kept
        /// Saved with the differences in `why`.
        case changed
        /// It was in the vault already, or became one with another record.
        case merged
        /// Not saved; it remains in the source.
        case skipped
    }

    package struct Line: Hashable, Sendable {
        /// Its position, `SourcePosition.label`.
        package var source: String
        package var outcome: Outcome
        /// The reason; `nil` only if it was saved unchanged.
        package var why: String?
        /// Its id in the vault; `nil` if it was skipped, and in a dry run.
        package var id: String?

        package init(source: String, outcome: Outcome, why: String? = nil, id: String? = nil) {
            precondition(outcome == .kept || why != nil, "a record that was not kept as it was needs a reason")
            self.source = source
            self.outcome = outcome
            self.why = why
            self.id = id
        }
    }

    package struct RatingCount: Hashable, Sendable {
        /// The source's spelling.
        package let name: String
        package let count: Int
        /// 1 (worst) to 5 (best); `nil` if it is unknown, so that none is stored.
        package let level: Int?

        package init(name: String, count: Int, level: Int?) { (self.name, self.count, self.level) = (name, count, level) }
    }

    package mutating func include(_ day: LocalDay) {
        days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    }

    package mutating func add(_ line: Line) {
        lines.append(line)
        counts[line.outcome, default: 0] += 1
    }

    package mutating func add(_ problem: ImportProblem) {
        add(Line(source: problem.position.label, outcome: .skipped, why: problem.sentence))
    }

    /// Adds a record that was saved: kept if nothing was changed, otherwise changed with all reasons.
    package mutating func add(saved entry: ImportedRecord, id: String?) {
        let why = entry.changes.map(\.sentence).joined(separator: "; ")
        let outcome = entry.changes.isEmpty ? Outcome.kept : .changed
        add(Line(source: entry.position.label, outcome: outcome, why: why.isEmpty ? nil : why, id: id))
    }

    /// The `why` of a record that is in the vault unchanged.
    package static let here = say("here already")

    /// The number of records that were skipped because they are in the vault unchanged.
    package var hereAlready: Int { lines.count { $0.outcome == .skipped && $0.why == Receipt.here } }

    /// Records of one outcome and one reason.
    package struct Remark: Hashable, Sendable {
        /// The position of the first of them.
        package let source: String
        package let outcome: Outcome
        package let why: String
        package fileprivate(set) var count: Int
    }

    /// What to tell the owner: records that were neither saved unchanged nor in the vault already, in order. From the fourth on,
    /// those with the same result and reason are counted together.
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

    package func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

    package var read: Int { lines.count }
}

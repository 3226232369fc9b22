import Journal

/// The result for the records of an export of Apple Health: grouped, because there are millions.
///
/// `read` is kept + changed + merged + skipped, because the counts are computed from the groups.
package struct HealthReceipt: Sendable {
    /// The records of one type with one reason.
    package struct Group: Hashable, Sendable {
        /// `StepCount`, `HeartRate`; `unreadable` for places that are no XML.
        package var type: String
        package var reason: Reason

        package init(type: String, reason: Reason) { (self.type, self.reason) = (type, reason) }
    }

    /// One of the first records that could not be imported.
    package struct Problem: Hashable, Sendable {
        /// Its line, from 1.
        package var line: Int
        package var type: String
        package var reason: Reason

        package init(line: Int, type: String, reason: Reason) { (self.line, self.type, self.reason) = (line, type, reason) }
    }

    package struct Source: Hashable, Sendable {
        package var name: String
        /// Records of steps, sleep, symptoms and measurements.
        package var records: Int

        package init(name: String, records: Int) { (self.name, self.records) = (name, records) }
    }

    /// The results for the days of one measure.
    package struct Days: Hashable, Sendable {
        package var added = 0
        /// Existed with another value.
        package var updated = 0
        package var unchanged = 0
        /// Existed with another value that stays, or deleted.
        package var refused = 0
        /// The sum of the days that are now as in the export: steps, or minutes asleep.
        package var total = 0.0

        /// The days that are now as in the export.
        package var count: Int { added + updated + unchanged }

        package init() {}
    }

    /// Whether nothing was written.
    package let isDry: Bool
    package private(set) var groups: [Group: Int] = [:]
    /// The first hundred, in the order of the file.
    package private(set) var problems: [Problem] = []
    package var days: [HealthSample.Measure: Days] = [:]
    /// Symptom entries that were added.
    package var symptoms = 0
    /// Measurements that were added or updated.
    package var measures = 0
    package var range: ClosedRange<LocalDay>?
    /// The sources, the most trusted first.
    package var sources: [Source] = []
    package var notes: [Note] = []

    package static let namedProblems = 100
    static let unreadable = "unreadable"

    /// An empty receipt; `isDry` if nothing is written.
    package init(isDry: Bool) { self.isDry = isDry }

    package func count(_ outcome: Receipt.Outcome) -> Int {
        groups.reduce(0) { $0 + ($1.key.reason.outcome == outcome ? $1.value : 0) }
    }

    package var read: Int { groups.values.reduce(0, +) }

    /// Records by type, the most frequent first.
    package var types: [(type: String, read: Int)] {
        var sums: [String: Int] = [:]
        for (group, count) in groups { sums[group.type, default: 0] += count }
        return sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (type: $0.key, read: $0.value) }
    }

    /// Counts records with this reason; `line` is that of the first one, if it is a problem.
    package mutating func add(_ reason: Reason, type: String, times: Int = 1, line: Int? = nil) {
        guard times > 0 else { return }
        groups[Group(type: type, reason: reason), default: 0] += times
        if let line, problems.count < HealthReceipt.namedProblems {
            problems.append(Problem(line: line, type: type, reason: reason))
        }
    }

    package enum Extent {
        case whole
        /// All except some places that are no XML, each of which may have cost a record.
        case damaged
        /// The file ends early, or was given up: everything after that is missing.
        case cutShort
    }

    package var extent: Extent {
        func holds(_ reason: Reason) -> Bool { groups[Group(type: HealthReceipt.unreadable, reason: reason)] != nil }
        let isGivenUp = notes.contains {
            switch $0 {
            case .givenUp, .archiveBroke: true
            default: false
            }
        }
        if isGivenUp || holds(.cutOff) { return .cutShort }
        return holds(.damaged) ? .damaged : .whole
    }

    package mutating func include(_ day: LocalDay) {
        range = range.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    }
}

extension HealthReceipt {
    package enum Reason: String, CaseIterable, Sendable {
        case counted
        /// A preferred source, or the same one, covers part of their time.
        case partlyCovered = "partly_covered"
        /// Others cover all of their time.
        case covered
        /// The same symptom or measurement at the same second.
        case twice
        /// Their day or symptom entry exists with these values.
        case here
        /// Their day exists from a later export, or from one with more data.
        case olderExport = "older_export"
        case deleted
        case notImported = "not_imported"
        /// No date, or one that does not exist.
        case badDate = "bad_date"
        case endsBeforeStart = "ends_before_start"
        /// They are before 1900 or in the future.
        case outsideTime = "outside_time"
        /// They cover more time than is possible for a day, a night or a symptom.
        case tooLong = "too_long"
        /// A sleep record without duration.
        case noDuration = "no_duration"
        /// The value is no number, or one that cannot be.
        case badValue = "bad_value"
        case unknownValue = "unknown_value"
        /// A blood pressure with one number only.
        case halfPair = "half_pair"
        case noSource = "no_source"
        /// More records on one day than anything measures.
        case crowded
        /// They only say that the person was awake.
        case onlyAwake = "only_awake"
        /// Their sum is impossible.
        case impossible
        /// A place that is no XML.
        case damaged
        case cutOff = "cut_off"

        package var outcome: Receipt.Outcome {
            switch self {
            case .counted: .kept
            case .partlyCovered: .changed
            case .covered, .twice: .merged
            default: .skipped
            }
        }
    }

    package enum Note: Hashable, Sendable {
        case noSuchSource(String)
        /// The export's times have another offset than the owner's zone: its days may differ.
        case otherOffset(export: Int, here: Int)
        /// Only the time in bed is known of some nights.
        case onlyInBed(nights: Int)
        case archiveBroke(AppleHealthError)
        /// Too much of the file is no XML.
        case givenUp(line: Int)
    }
}

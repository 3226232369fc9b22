import Base
import Journal
import Ledger

extension HealthReceipt.Reason {
    /// The text for these records: `12 of StepCount: …`.
    package var sentence: String {
        switch self {
        case .counted: "counted"
        case .partlyCovered: say("counted in part: another source covers the rest of their time")
        case .covered: say("another source covers their time")
        case .twice: say("the same at the same time once more")
        case .here: say("here already")
        case .olderExport: say("here already, from a newer or a more complete export")
        case .deleted: say("here already, but deleted")
        case .notImported: say("of a kind that is not imported")
        case .badDate: say("no date, or one that does not exist")
        case .endsBeforeStart: say("they end before they begin")
        case .outsideTime: say("they lie before 1900 or in the future")
        case .tooLong: say("they cover more time than one record can tell of")
        case .noDuration: say("they last no time")
        case .badValue: say("no number, or one that cannot be")
        case .halfPair: say("the other number of the blood pressure is missing")
        case .unknownValue: say("a value that is not known here")
        case .noSource: say("the source is missing")
        case .crowded: say("more on one day than anything measures")
        case .onlyAwake: say("they only have time awake")
        case .impossible: say("what they add up to cannot be")
        case .damaged: say("the file is damaged here")
        case .cutOff: say("the file ends too early")
        }
    }
}

extension HealthReceipt.Note {
    package var sentence: String {
        switch self {
        case .noSuchSource(let name): say("no source of the export is called \(Explanation.quoted(name))")
        case .otherOffset(let export, let here):
            say(
                "the export's times are written for UTC\(HealthReceipt.offset(export)), your zone has UTC\(HealthReceipt.offset(here)): "
            )
                + say("days are counted as the export writes them")
        case .onlyInBed(let nights):
            say("of \(plural(nights, "one night", "# nights")) only the time in bed is known; it is used as the time asleep")
        case .archiveBroke(let error): error.explanation.sentence + say(": what came before was read")
        case .givenUp(let line): say("too much of the file is damaged; reading stopped at line \(line)")
        }
    }
}

extension HealthReceipt {
    /// How Apple's words for a symptom's severity are converted to a number from 0 to 10.
    package static let severities = say("not present 0, mild 3, moderate 6, severe 9; present or unspecified 5")

    static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let rest = minutes % 60 == 0 ? "" : ":" + padded(minutes % 60, to: 2)
        return (seconds < 0 ? "−" : "+") + String(minutes / 60) + rest
    }

    /// The groups in the order of the types, within a type by their number.
    private var sortedGroups: [(key: Group, value: Int)] {
        let places = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1.type, $0) })
        func place(_ group: Group) -> Int { places[group.type] ?? 0 }
        return groups.sorted { a, b in
            (place(a.key), -a.value, a.key.reason.rawValue) < (place(b.key), -b.value, b.key.reason.rawValue)
        }
    }

    private var rangeWords: String? {
        guard let range else { return nil }
        let (first, last) = (Schedule.dateName(range.lowerBound), Schedule.dateName(range.upperBound))
        return say("Days filled: ") + (first == last ? first : "\(first) to \(last)") + "."
    }

    /// The receipt in words, line by line, without its notes.
    package var lines: [String] {
        var lines: [String] = []
        if !sources.isEmpty {
            lines.append(say("Where several measured at the same time, the first of these counts:"))
            lines += sources.prefix(20).enumerated().map {
                "  \($0 + 1). \($1.name) (\(counted($1.records, "record")))"
            }
            if sources.count > 20 { lines.append(say("  and \(sources.count - 20) more")) }
        }
        for measure in HealthSample.Measure.allCases {
            guard let days = days[measure], days.count + days.refused > 0 else { continue }
            let sum =
                measure == .steps
                ? counted(Int64(days.total), "step") : counted(Int64(days.total / 60), "hour")
            lines.append(
                say(
                    "\(measure == .steps ? say("Days of steps") : "Nights"): \(days.count) (\(days.added) new, \(days.updated) changed, "
                )
                    + say("\(days.unchanged) here already), together \(sum).")
                    + (days.refused > 0 ? say(" \(days.refused) more stay as they are here.") : ""))
        }
        if let rangeWords { lines.append(rangeWords) }
        if symptoms > 0 { lines.append(say("Symptoms: \(symptoms) new. Their strength: \(HealthReceipt.severities).")) }
        if measures > 0 { lines.append(say("Measurements: \(measures) new or changed.")) }
        for (group, count) in sortedGroups.prefix(60) where group.reason != .counted {
            lines.append("  \(group.reason.outcome.rawValue)  \(count) of \(group.type): \(group.reason.sentence)")
        }
        if groups.count > 60 { lines.append(say("  and \(groups.count - 60) more groups: --json shows all")) }
        for problem in problems.prefix(10) {
            lines.append("  line \(problem.line): \(problem.type): \(problem.reason.sentence)")
        }
        if problems.count > 10 { lines.append(say("  and more: --json shows the first \(HealthReceipt.namedProblems)")) }
        let counts = Receipt.Outcome.allCases.map { "\(count($0)) \($0.rawValue)" }.joined(separator: ", ")
        lines.append("\(isDry ? say("Would read") : "Read") \(read): \(counts).")
        if isDry { lines.append(say("Nothing was written.")) }
        return lines
    }

    /// The receipt as one JSON document; `records` has one object for each group, with `count`.
    package var json: JSON {
        [
            "kind": "receipt", "format": "apple-health", "dry_run": .bool(isDry), "read": .int(Int64(read)),
            "kept": .int(Int64(count(.kept))), "changed": .int(Int64(count(.changed))), "merged": .int(Int64(count(.merged))),
            "skipped": .int(Int64(count(.skipped))),
            "types": .object(Dictionary(uniqueKeysWithValues: types.map { ($0.type, JSON.int(Int64($0.read))) })),
            "sources": .array(sources.map { ["name": .string($0.name), "records": .int(Int64($0.records))] }),
            "days": .object(
                Dictionary(
                    uniqueKeysWithValues: days.map { measure, days in
                        (
                            measure.rawValue,
                            [
                                "added": .int(Int64(days.added)), "updated": .int(Int64(days.updated)),
                                "unchanged": .int(Int64(days.unchanged)), "refused": .int(Int64(days.refused)),
                                "total": .double(days.total), "unit": .string(measure.unit),
                            ]
                        )
                    })),
            "symptoms": .int(Int64(symptoms)), "measures": .int(Int64(measures)), "from": .text(range?.lowerBound.iso),
            "to": .text(range?.upperBound.iso),
            "findings": .array(notes.map { .string($0.sentence) }),
            "problems": .array(
                problems.map {
                    ["line": .int(Int64($0.line)), "type": .string($0.type), "why": .string($0.reason.sentence)]
                }),
            "records": .array(
                sortedGroups.map { group, count in
                    [
                        "source": .string(group.type), "outcome": .string(group.reason.outcome.rawValue),
                        "reason": .string(group.reason.rawValue), "why": .string(group.reason.sentence),
                        "count": .int(Int64(count)), "id": .null,
                    ]
                }),
        ]
    }
}

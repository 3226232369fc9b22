import Findings
import Insights
import Journal
import Ledger

/// The JSON of trends (docs/formats/command-line.md). A mean of no values is null, never 0.
extension Document {
    /// An outcome, with every day of the range.
    static func trend(_ course: InsightsCourse) -> JSON {
        let summary = course.summary
        let levels = course.levels.days.map { day -> JSON in
            let place = day - course.levels.days.lowerBound
            return [
                "day": iso(day), "level": number(course.levels.values[place]), "readings": whole(course.levels.counts[place]),
                "mean_7": number(course.week[place]), "mean_28": number(course.month[place]),
            ]
        }
        let weekdays = zip(LocalMonth.weekdayNames, course.pattern.weekdays).map { name, cell -> JSON in
            ["weekday": .string(name.lowercased()), "mean": number(cell.mean ?? .nan), "days": whole(cell.days)]
        }
        return [
            "id": .null, "kind": "trend", "outcome": .string(course.name.text),
            "name": .string(PatternWords(medicines: [:]).name(of: course.name)), "from": .string(course.days.lowerBound.iso),
            "to": .string(course.days.upperBound.iso), "days": whole(course.levels.days.count),
            "observed": whole(course.levels.observed), "readings": whole(course.levels.counts.reduce(0, +)),
            "mean": number(summary?.mean ?? .nan), "min": number(summary?.low ?? .nan), "max": number(summary?.high ?? .nan),
            "last_7": last(course, 7), "last_28": last(course, 28), "weekdays": .array(weekdays), "levels": .array(levels),
        ]
    }

    static func doses(_ doses: InsightsDoses) -> JSON {
        let span = doses.days.lowerBound.number...doses.days.upperBound.number
        let days = span.compactMap { day -> JSON? in
            let (due, taken) = (doses.medicine.due[day], doses.taken[day])
            guard due != nil || taken != nil else { return nil }
            return .object(states(due ?? Medicine.DoseDay()).merging(["day": iso(day), "doses": whole(taken ?? 0)]) { $1 })
        }
        return [
            "id": .string(doses.medicine.id.description), "kind": "medication_trend", "title": .string(doses.title),
            "as_needed": .bool(doses.medicine.asNeeded), "from": .string(doses.days.lowerBound.iso),
            "to": .string(doses.days.upperBound.iso), "adherence": doses.adherence.map(adherence) ?? .null,
            "steps": .array(doses.steps.map { ["day": iso($0.day), "step": .string($0.kind.rawValue)] }), "days": .array(days),
        ]
    }

    private static func adherence(_ adherence: Adherence) -> JSON {
        let rate: [String: JSON] = [
            "known": whole(adherence.known), "rate": number(adherence.rate ?? .nan),
            "low": number(adherence.interval?.lowerBound ?? .nan), "high": number(adherence.interval?.upperBound ?? .nan),
        ]
        return .object(states(adherence.doses).merging(rate) { $1 })
    }

    private static func states(_ day: Medicine.DoseDay) -> [String: JSON] {
        [
            "taken": whole(day.taken), "early": whole(day.early), "late": whole(day.late), "skipped": whole(day.skipped),
            "missed": whole(day.missed),
            "unknown": whole(day.unknown),
        ]
    }

    private static func last(_ course: InsightsCourse, _ count: Int) -> JSON {
        let last = course.last(count)
        return ["mean": number(last?.mean ?? .nan), "days": whole(last?.days ?? 0)]
    }

    private static func iso(_ day: Int) -> JSON { .text(LocalDay(number: day)?.iso) }
    private static func whole(_ number: Int) -> JSON { .int(Int64(number)) }
    private static func number(_ number: Double) -> JSON {
        number.isFinite ? Int64(exactly: number).map(JSON.int) ?? .double(number) : .null
    }
}

import Base
import HTTP
import Journal
import Ledger
import Records

/// A record of the health log in words, the same on pages and in commands.
package protocol LoggedWords {
    /// What it says first, `migraine 7`, `Weight 71.4 kg`.
    var title: String { get }
    /// What it says besides.
    var details: [String] { get }
    var note: String { get }
}

extension LoggedWords {
    /// In one line, `migraine 7, until 14:30, 5 h 30 min: the note`.
    package var words: String {
        let facts = ([title] + details).filter { !$0.isEmpty }.joined(separator: ", ")
        return [facts, note].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

extension SymptomEntry: LoggedWords {
    package var title: String { "\(symptom) \(severity)" }
    package var details: [String] {
        let until = end.map { say("until \(clockWords(of: $0, in: zone)), \(durationText(instant.minutes(to: $0)))") }
        let cycle = menstruation.map { $0 ? say("menstruation") : say("no menstruation") }
        return [follows == nil ? nil : say("follow-up"), until].compactMap(\.self) + numbers + [cycle].compactMap(\.self)
    }
    /// What was measured with it, `temperature 38.2`.
    var numbers: [String] { metrics.sorted { $0.key < $1.key }.map { "\($0.key) \(numberWords($0.value))" } }
}

extension MeasureEntry: LoggedWords {
    package var title: String { "\(measure.name) \(amount)" }
    package var details: [String] { [source].filter { !$0.isEmpty } }
}

extension CheckIn: LoggedWords {
    package var title: String {
        let numbers = numbers.filter { $0.name != "mood" }.map {
            "\($0.name) \($0.number)" + ($0.most == 10 ? "" : " of \($0.most)")
        }
        return ((feeling.isEmpty ? [] : ["mood " + feeling.text]) + numbers).joined(separator: ", ")
    }
    /// The craving is the last of its numbers: what set it off and what helped follow it.
    package var details: [String] {
        [("set off by ", triggers), ("helped by ", helped)].filter { !$0.1.isEmpty }
            .map { $0.0 + $0.1.joined(separator: ", ") } + (isUntagged ? [say("none of your tags")] : [])
    }
    /// Its numbers, and the most that each can be.
    var numbers: [(name: String, number: Int, most: Int)] {
        [("mood", mood, 10), ("sleep", sleep, 5), ("craving", craving, 10)].compactMap { name, number, most in
            number.map { (name, $0, most) }
        }
    }
}

extension HealthSample: LoggedWords {
    package var title: String {
        switch measure {
        case .sleep: say("Slept ") + durationText(value.rounded())
        case .steps: say("\(counted(Int(min(max(value, 0), 1e9).rounded()), "step"))")
        }
    }
    package var details: [String] {
        let parts = parts.sorted { $0.key < $1.key }.map { key, minutes in
            "\(key == "rem" ? "REM" : key) \(durationText(minutes.rounded()))"
        }
        let sleep = measure == .sleep ? ["from " + clockWords(of: instant, in: zone)] + parts : []
        return sleep + [source].filter { !$0.isEmpty }
    }
    package var note: String { "" }
}

extension DueDose.State {
    /// The state of a scheduled dose, `taken 08:05`, `due until 14:00`.
    /// - Parameter now: if given, it says for how long a dose has been due, `due for 25 min, until 14:00`.
    /// - Parameter day: how a day is written.
    package func words(
        _ dose: Occurrence?, _ intake: Intake?, in zone: String, now: Instant? = nil, day: (LocalDay) -> String
    ) -> String {
        switch self {
        case .upcoming: return dose?.isAnyTime ?? false ? say("any time") : "upcoming"
        case .due where dose?.isAnyTime ?? false: return say("due any time until midnight")
        case .due:
            guard let dose, let wall = CivilTime(named: zone)?.wall(at: dose.missedAt.milliseconds) else { return "due" }
            // Most doses can be taken for some hours: their day is clear.
            let isNear = dose.missedAt.milliseconds - dose.due.milliseconds <= 12 * Instant.hourMilliseconds
            let minutes = now.map { dose.due.minutes(to: $0) } ?? 0
            let begin = minutes < 5 ? say("due until ") : say("due for \(durationText(minutes)), until ")
            return begin + (isNear ? "" : day(wall.day) + " ") + wall.time.clock
        case .taken: return "taken" + (intake.map { " " + clockWords(of: $0.instant, in: $0.zone) } ?? "")
        case .skipped: return outcomeWord(.skipped)
        case .missed: return outcomeWord(.missed)
        }
    }
}

/// The local time at an instant in a zone, `21:05`; empty if the zone is unknown.
package func clockWords(of instant: Instant, in zone: String) -> String {
    CivilTime(named: zone)?.wall(at: instant.milliseconds)?.time.clock ?? ""
}

/// How long ago something was, `25 min ago`; after a day in whole days.
package func agoWords(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    return switch minutes {
    case ..<1: say("just now")
    case ..<60: say("\(minutes) min ago")
    case ..<1440: "\(minutes / 60) h ago"
    case ..<2880: say("1 day ago")
    default: say("\(minutes / 1440) days ago")
    }
}

/// A number without unnecessary digits: `38.2`, `40`.
package func numberWords(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
}

package func outcomeWord(_ outcome: Intake.Outcome) -> String {
    switch outcome {
    case .taken: say("taken")
    case .skipped: say("skipped")
    case .missed: say("missed")
    }
}

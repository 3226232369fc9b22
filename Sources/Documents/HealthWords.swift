import Base
import HTTP
import Journal
import Ledger

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

/// A measurement in words: `Slept 7 h 20 min`, `8,412 steps`.
package func sampleWords(_ sample: HealthSample) -> String {
    let value = Int(min(max(sample.value, 0), 1e9).rounded())
    switch sample.measure {
    case .sleep: return say("Slept ") + durationWords(minutes: value)
    case .steps: return say("\(counted(value, "step"))")
    }
}

/// The usual word for a part of sleep, `REM`, `deep`.
package func sleepPartWord(_ key: String) -> String { key == "rem" ? "REM" : key }

/// `7 h 20 min`.
package func durationWords(minutes: Int) -> String { minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min" }

package func outcomeWord(_ outcome: Intake.Outcome) -> String {
    switch outcome {
    case .taken: say("taken")
    case .skipped: say("skipped")
    case .missed: say("missed")
    }
}

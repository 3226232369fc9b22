import Base
import HTTP
import Journal
import Ledger

/// What the wall showed at an instant in a zone, `21:05`; empty where the zone is not known here.
func clockWords(of instant: Instant, in zone: String) -> String {
    CivilTime(named: zone)?.wall(at: instant.milliseconds)?.time.clock ?? ""
}

/// How long ago something was, `25 min ago`; from a day on in whole days.
func agoWords(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    return switch minutes {
    case ..<1: "just now"
    case ..<60: "\(minutes) min ago"
    case ..<1440: "\(minutes / 60) h ago"
    case ..<2880: "1 day ago"
    default: "\(minutes / 1440) days ago"
    }
}

/// A number without more figures than it has: `38.2`, `40`.
func numberWords(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
}

/// A measurement in words: `Slept 7 h 20 min`, `8,412 steps`.
func sampleWords(_ sample: HealthSample) -> String {
    let value = Int(min(max(sample.value, 0), 1e9).rounded())
    switch sample.measure {
    case .sleep: return "Slept " + durationWords(minutes: value)
    case .steps: return grouped(value) + (value == 1 ? " step" : " steps")
    }
}

/// What people call a part of sleep, `REM`, `deep`.
func sleepPartWord(_ key: String) -> String { key == "rem" ? "REM" : key }

/// `7 h 20 min`.
func durationWords(minutes: Int) -> String { minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min" }

/// What became of a dose, in a word.
func outcomeWord(_ outcome: Intake.Outcome) -> String {
    switch outcome {
    case .taken: "taken"
    case .skipped: "skipped"
    case .missed: "missed"
    }
}

extension Visit {
    /// Says what was done: to a page's script at once, to a browser on the next page.
    func said(_ notice: Notice, next path: String) -> Response {
        guard isFromScript else { return done(notice, next: path) }
        return .json([
            "sentence": .string(notice.sentence), "undo": .text(notice.undo?.path), "label": .text(notice.undo?.label),
        ])
    }
}

/// The page from which a form of the health log came and to which it leads back: only pages of our own that show such forms.
func wayBack(_ fields: FormFields, else path: String = "/health") -> String {
    guard let typed = fields["next"], typed.utf8.count <= 200 else { return path }
    let isOurs =
        typed.wholeMatch(of: /\/(health|today|day|deleted|health\/history)(\?[a-z]+=[A-Za-z0-9_\-]+(&[a-z]+=[A-Za-z0-9_\-]+)*)?/)
        != nil
    return isOurs ? typed : path
}

/// The field that `wayBack` reads.
func wayBackField(_ path: String) -> HTML { "<input type=\"hidden\" name=\"next\" value=\"\(path)\">" }

import Base
import Engine
import Journal
import Ledger
import Records

package enum HealthLook {
    /// The local time; a whole day's measurement has none.
    package static func time(of record: HealthRecord) -> HTML {
        let clock = record.clock
        return clock.isEmpty ? "" : "<time datetime=\"\(record.day.iso)T\(clock)\">\(clock)</time>"
    }

    /// The name of a record within a button's sentence.
    package static func name(of record: HealthRecord) -> String {
        switch record {
        case .symptom(let stored): stored.value.title
        case .measure(let stored): stored.value.title
        case .checkIn: say("the check-in")
        case .intake(let stored, let title): "\(title), \(outcomeWord(stored.value.outcome))"
        case .sample(let stored): stored.value.title
        }
    }

    /// A record's content: a line, and smaller details. Both are in spans, so that a link can contain them.
    /// - Parameter isExtra: marks an extra dose of a medicine with a schedule.
    package static func words(_ record: HealthRecord, _ looks: Looks, isExtra: Bool = false) -> HTML {
        switch record {
        case .symptom(let stored): line("\(stored.value.symptom) \(badge(stored.value.severity))", stored.value)
        case .measure(let stored): line("\(stored.value.measure.name) <b>\(stored.value.amount)</b>", stored.value)
        case .checkIn(let stored): line(facts(stored.value, looks), stored.value)
        case .intake(let stored, let title): intake(stored.value, title: title, isExtra: isExtra)
        case .sample(let stored): line("\(stored.value.title)", stored.value)
        }
    }

    private static func facts(_ checkIn: CheckIn, _ looks: Looks) -> HTML {
        let numbers = checkIn.numbers.filter { $0.name != "mood" }
        let (score, word) = (checkIn.mood, checkIn.word)
        let mood: HTML =
            checkIn.feeling.isEmpty
            ? .empty
            : "<span class=\"fact\">Mood \(looks.icon(checkIn.feeling))\(score.map { " <b>\($0)</b>" as HTML })\(word.map { " \($0.name)" as HTML })</span>"
        guard !numbers.isEmpty || !checkIn.feeling.isEmpty else { return "<span class=\"fact\">Check-in</span>" }
        let others = numbers.html { name, number, most -> HTML in
            let name = name.prefix(1).uppercased() + name.dropFirst()
            return "<span class=\"fact\">\(name) <b>\(number)</b>\(" of \(most)", if: most != 10)</span>"
        }
        return "\(mood)\(others)"
    }

    private static func intake(_ intake: Intake, title: String, isExtra: Bool) -> HTML {
        var small = [Medication.words(intake.amount, unit: intake.unit)]
        if isExtra { small.append(say("extra dose")) }
        if let due = intake.due, intake.outcome == .taken {
            let late = (intake.instant.milliseconds - due.milliseconds) / 60_000
            if abs(late) >= 60 { small.append(say("was due at \(clockWords(of: due, in: intake.zone))")) }
        }
        return line(
            "\(title) <span class=\"outcome outcome-\(HTML.text(intake.outcome.rawValue))\">\(outcomeWord(intake.outcome))</span>",
            small, note: intake.note)
    }

    /// A number from 0 to 10 on a small colored field.
    package static func badge(_ severity: Int) -> HTML {
        "<span class=\"badge level-\(severity)\"><span class=\"hidden\">strength </span>\(severity)</span>"
    }

    private static func line(_ words: HTML, _ value: some LoggedWords) -> HTML { line(words, value.details, note: value.note) }

    private static func line(_ words: HTML, _ small: [String], note: String) -> HTML {
        let first = Prose.firstLine(of: note)
        let rest = small.joined(separator: " · ")
        let more: HTML? = rest.isEmpty ? nil : "<span class=\"small\">\(rest)</span>"
        let free: HTML? = first.isEmpty ? nil : "<span class=\"small note-line\" dir=\"auto\">\(first)</span>"
        return "<span class=\"log-text\"><span class=\"log-words\">\(words)</span>\(more)\(free)</span>"
    }
}

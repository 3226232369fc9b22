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
        case .symptom(let stored): "\(stored.value.symptom) \(stored.value.severity)"
        case .measure(let stored): "\(stored.value.measure.name) \(stored.value.amount)"
        case .checkIn: say("the check-in")
        case .intake(let stored, let title): "\(title), \(outcomeWord(stored.value.outcome))"
        case .sample(let stored): sampleWords(stored.value)
        }
    }

    package static func summary(of checkIn: CheckIn) -> String {
        let numbers = [("mood", checkIn.mood), ("craving", checkIn.craving), ("sleep", checkIn.sleep)]
        let words = numbers.compactMap { name, number in number.map { "\(name) \($0)" } }
        return words.isEmpty ? Prose.firstLine(of: checkIn.note) : words.joined(separator: ", ")
    }

    /// A record's content: a line, and smaller details. Both are in spans, so that a link can contain them.
    /// - Parameter isExtra: marks an extra dose of a medicine with a schedule.
    package static func words(_ record: HealthRecord, isExtra: Bool = false) -> HTML {
        switch record {
        case .symptom(let stored): symptom(stored.value)
        case .measure(let stored):
            line(
                "\(stored.value.measure.name) <b>\(stored.value.amount)</b>", [stored.value.source].filter { !$0.isEmpty },
                note: stored.value.note)
        case .checkIn(let stored): checkIn(stored.value)
        case .intake(let stored, let title): intake(stored.value, title: title, isExtra: isExtra)
        case .sample(let stored): sample(stored.value)
        }
    }

    private static func symptom(_ entry: SymptomEntry) -> HTML {
        var small = entry.metrics.sorted { $0.key < $1.key }.map { "\($0.key) \(numberWords($0.value))" }
        if let end = entry.end {
            let minutes = durationText(entry.instant.minutes(to: end))
            small.insert(say("until \(clockWords(of: end, in: entry.zone)), \(minutes)"), at: 0)
        }
        if entry.follows != nil { small.insert(say("how it was then"), at: 0) }
        if let menstruation = entry.menstruation { small.append(menstruation ? say("menstruation") : say("no menstruation")) }
        return line("\(entry.symptom) \(badge(entry.severity))", small, note: entry.note)
    }

    private static func checkIn(_ checkIn: CheckIn) -> HTML {
        var facts: [HTML] = []
        if let mood = checkIn.mood { facts.append("<span class=\"fact\">Mood <b>\(mood)</b></span>") }
        if let craving = checkIn.craving { facts.append("<span class=\"fact\">Craving <b>\(craving)</b></span>") }
        if let sleep = checkIn.sleep { facts.append("<span class=\"fact\">Sleep <b>\(sleep)</b> of 5</span>") }
        if facts.isEmpty { facts = ["<span class=\"fact\">Check-in</span>"] }
        var small: [String] = []
        if !checkIn.triggers.isEmpty { small.append(say("set off by ") + checkIn.triggers.joined(separator: ", ")) }
        if !checkIn.helped.isEmpty { small.append("helped: " + checkIn.helped.joined(separator: ", ")) }
        if checkIn.isUntagged { small.append(say("none of your tags")) }
        return line("\(facts)", small, note: checkIn.note)
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

    private static func sample(_ sample: HealthSample) -> HTML {
        var small: [String] = []
        if sample.measure == .sleep {
            small.append("from " + clockWords(of: sample.instant, in: sample.zone))
            small += sample.parts.sorted { $0.key < $1.key }.map { part in
                "\(sleepPartWord(part.key)) \(durationWords(minutes: Int(min(max(part.value, 0), 1e6).rounded())))"
            }
        }
        return line("\(sampleWords(sample))", small + [sample.source].filter { !$0.isEmpty }, note: "")
    }

    /// A number from 0 to 10 on a small colored field.
    package static func badge(_ severity: Int) -> HTML {
        "<span class=\"badge level-\(severity)\"><span class=\"hidden\">strength </span>\(severity)</span>"
    }

    private static func line(_ words: HTML, _ small: [String], note: String) -> HTML {
        let first = Prose.firstLine(of: note)
        let rest = small.joined(separator: " · ")
        let more: HTML? = rest.isEmpty ? nil : "<span class=\"small\">\(rest)</span>"
        let free: HTML? = first.isEmpty ? nil : "<span class=\"small note-line\" dir=\"auto\">\(first)</span>"
        return "<span class=\"log-text\"><span class=\"log-words\">\(words)</span>\(more)\(free)</span>"
    }
}

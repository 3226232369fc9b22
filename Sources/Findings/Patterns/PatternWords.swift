import Base
import Insights
import Journal

/// Patterns in words: the finding with its numbers, and its limits. Never a cause, never a percentage without counts.
package struct PatternWords: Sendable {
    let medicines: [RecordID: String]
    let language: DateLanguage

    package init(medicines: [RecordID: String], language: DateLanguage = .of(nil)) {
        (self.medicines, self.language) = (medicines, language)
    }

    /// The name of an outcome within a sentence: `headache`, `mood`, `craving`.
    package func name(of outcome: Outcome.Name) -> String {
        switch outcome {
        case .symptom(let key): key
        case .mood: say("mood")
        case .craving: say("craving")
        case .measure(let key): key
        }
    }

    package func name(of medicine: RecordID) -> String { medicines[medicine] ?? say("a medicine") }

    /// A few words for a heading: `Headache · the day after “wine”`.
    package func heading(_ question: Hypothesis) -> String {
        let about =
            switch question {
            case .factor(let factor, _, let lag): lagged(short(factor), by: lag)
            case .trend: say("over time")
            case .change: say("different level")
            case .weekend: say("weekend")
            case .timeOfDay(_, let slot): slot.word
            case .asNeeded(let medicine, _): "after " + name(of: medicine)
            case .step(let medicine, _, let day): say("since \(name(of: medicine)) changed, \(self.day(day))")
            }
        let outcome = name(of: question.outcome)
        return outcome.prefix(1).uppercased() + outcome.dropFirst() + " · " + about
    }

    package func sentence(_ finding: Finding) -> String {
        let your = say("your ") + name(of: finding.hypothesis.outcome)
        let much = amount(finding)
        switch finding.hypothesis {
        case .factor(let factor, _, let lag):
            let when =
                switch lag {
                case 0: say("On days \(long(factor))")
                case 1: say("On the day after a day \(long(factor))")
                default: say("\(lag == 2 ? say("Two") : say("Three")) days after a day \(long(factor))")
                }
            return
                say(
                    "\(when), \(your) was \(much): \(counted(finding.with, "day")) with, \(finding.without) without.\(company(finding))"
                )
        case .trend:
            let way = finding.difference < 0 ? say("down") : say("up")
            return
                say(
                    "From \(day(finding.window.lowerBound)) to \(day(finding.window.upperBound)), \(your) went \(way) by \(points(finding)), on \(counted(finding.with + finding.without, "day"))."
                )
        case .change:
            return
                say(
                    "\(your.capitalizedFirst) is at a different level than before: \(much), \(counted(finding.with, "day")) since, \(finding.without) before."
                )
        case .weekend:
            return
                say(
                    "On Saturdays and Sundays, \(your) was \(much) than on the other days of the same week, in \(counted(finding.with, "week"))."
                )
        case .timeOfDay(_, let slot):
            return
                say(
                    "\(slot.inThe.capitalizedFirst) \(your) was \(much) than in the rest of the same day, in \(counted(finding.with, "week"))."
                )
        case .asNeeded(let medicine, _):
            return
                say(
                    "One to five hours after a high moment, \(your) was \(much) with \(name(of: medicine)) than without: \(counted(finding.with, "moment")) with, \(finding.without) without."
                )
        case .step(let medicine, _, let changed):
            return
                say(
                    "Since \(name(of: medicine)) was started, stopped or changed on \(day(changed)), \(your) was \(much): \(counted(finding.with, "day")) since, \(finding.without) before."
                )
        }
    }

    /// What else it may be, if another factor mostly comes with it.
    private func company(_ finding: Finding) -> String {
        guard !finding.together.isEmpty else { return "" }
        let others = finding.together.map(short).joined(separator: ", ")
        return say(" It mostly comes together with \(others): these days cannot tell which of them it is.")
    }

    /// The same for a pattern. New days of a trend or level change are compared with the half year before. What days chosen for it
    /// have confirmed has no number until later days have measured it; what these do not show was not seen since.
    package func sentence(_ shown: Patterns.Shown) -> String {
        let (finding, question) = (shown.finding, shown.pattern.watch.hypothesis)
        if !shown.hasSize, case .confirmed(let on, _) = shown.pattern.watch.state {
            let way = finding.difference < 0 ? say("lower") : say("higher")
            return
                say(
                    "On the new days, your \(name(of: question.outcome)) was \(way) again. How much \(way) is measured on the days from \(day(on)) on.\(company(finding))"
                )
        }
        if let since = notSeen(shown.pattern.watch) { return since + " " + sentence(finding) }
        guard case .confirmed = shown.pattern.watch.state, question.family == .course else { return sentence(finding) }
        let your = say("your ") + name(of: question.outcome)
        return
            say(
                "On the new days, \(your) was \(amount(finding)) than in the half year before: \(counted(finding.with, "day")) since, \(finding.without) before."
            )
    }

    /// `Not seen since 3 March 2026.`, if the days since its confirmation do not show a pattern.
    package func notSeen(_ watch: Watch) -> String? {
        guard watch.isUnseen, let days = watch.measured else { return nil }
        return say("Not seen since \(day(days.lowerBound)).")
    }

    package func state(_ watch: Watch) -> String {
        switch watch.state {
        case .watching:
            say("Stood out on \(day(watch.since)). Now checking on new days: it is not confirmed yet.")
        case .confirmed(let on, _) where watch.isContradicted:
            say(
                "Stood out on \(day(watch.since)), and was confirmed on \(day(on)). Later days show the opposite: it no longer counts."
            )
        case .confirmed(let on, _) where watch.isUnseen:
            say(
                "Stood out on \(day(watch.since)), and was confirmed on \(day(on)). On later days there may be no difference: it no longer counts."
            )
        case .confirmed(_, let finding) where watch.measured.map { $0.lowerBound < watch.since } ?? false:
            say(
                "Stood out on \(day(watch.since)), and held on new days, as it did before. The numbers are from all days since \(day(finding.window.lowerBound))."
            )
        case .confirmed(let on, _) where watch.measured != nil:
            say(
                "Stood out on \(day(watch.since)), and held on new days. The numbers are from the days since \(day(on)), when it was confirmed."
            )
        case .confirmed(let on, _):
            say("Stood out on \(day(watch.since)), and held on the days after it, up to \(day(on - 1)).")
        case .dropped(let on, nil): say("Put aside on \(day(on)): too little was logged to check it.")
        case .dropped(let on, _?): say("Did not hold on new days; put aside on \(day(on)).")
        }
    }

    package func caution(_ question: Hypothesis) -> String {
        switch question {
        case .factor(let factor, let outcome, 0):
            say(
                "This does not show that \(short(factor)) is the cause: it may be the other way round, or something else may cause both \(short(factor)) and \(name(of: outcome))."
            )
        case .factor(let factor, _, _):
            say("This does not show that \(short(factor)) is the cause: something else may go along with it.")
        case .trend, .change: say("This does not show why. It says nothing about future days.")
        case .weekend, .timeOfDay: say("This does not show why. Other things differ between these times too.")
        case .asNeeded:
            say(
                "It compares moments that you treated with moments that you did not, equally high at the time. If you treat the worse ones earlier, the comparison may still mislead."
            )
        case .step:
            say(
                "Medicines are often started in bad times, which pass by themselves. Don't change a medicine without the person who prescribed it."
            )
        }
    }

    package func why(_ watch: Watch, asked: Int) -> String {
        let looked =
            say(
                "Every 14 days, Auralyst asks the same questions about your days, \(asked) of them at the last check. This one stood out on \(day(watch.since))"
            )
        return watch.isWatching
            ? looked + say(". It is tested again on new days only. Until then, it may be chance.")
            : looked
                + say(
                    ", and held when tested again on new days only. At most 1 person in 20 would see a false pattern in a year.")
    }

    package func need(_ waiting: FamilyLook.Waiting) -> String {
        switch waiting.need {
        case .days(let count): say("\(counted(count, "more day")) needed")
        case .with(let count):
            isStep(waiting)
                ? say("\(counted(count, "more day")) since then needed") : say("\(counted(count, "more day")) with it needed")
        case .without(let count):
            isStep(waiting)
                ? say("\(counted(count, "more day")) before needed") : say("\(counted(count, "more day")) without it needed")
        case .moments(let count): say("\(counted(count, "more high moment")) with an answer to “How is it now?” needed")
        case .alwaysTreated:
            say(
                "Can't be judged, because every high moment was treated. Levels usually fall after a peak, with or without medicine."
            )
        case .evenness:
            say("Held back, because more names than usual are written down on such days. Write them down on all days alike.")
        case .apart(let other):
            say("Held back, because \(short(other)) explains these days better. Days with only one of the two needed")
        }
    }

    private func isStep(_ waiting: FamilyLook.Waiting) -> Bool { waiting.hypothesis.family == .scheduled }

    /// A follow-up question, if there is one: what to write down next.
    package func followUp(_ question: Hypothesis) -> String? {
        switch question {
        case .timeOfDay(_, .morning): say("Tag wake time?")
        case .timeOfDay(_, .evening), .timeOfDay(_, .night): say("Tag what you did in the evening?")
        case .weekend: say("Tag what is different at weekends?")
        case .trend, .change: say("Tag what changed then?")
        case .factor(.shortSleep, _, _), .factor(.badSleep, _, _): say("Tag bedtime?")
        default: nil
        }
    }

    private func lagged(_ words: String, by lag: Int) -> String {
        switch lag {
        case 0: words
        case 1: say("the day after ") + words
        default: say("\(lag) days after ") + words
        }
    }

    private func short(_ factor: Factor.Name) -> String {
        switch factor {
        case .tag(let tag): "“\(tag)”"
        case .trigger(let trigger): "“\(trigger)”"
        case .taken(let medicine): name(of: medicine)
        case .late(let medicine): say("a late dose of ") + name(of: medicine)
        case .missed(let medicine): say("a dose of \(name(of: medicine)) left out")
        case .shortSleep: say("a short night")
        case .badSleep: say("a bad night")
        case .fewSteps: say("few steps")
        case .craving: say("a craving")
        case .menstruation: say("menstruation")
        case .yes(let measure): "“\(measure)”"
        case .high(let measure): say("more “\(measure)” than usual")
        }
    }

    private func long(_ factor: Factor.Name) -> String {
        switch factor {
        case .tag(let tag): say("tagged “\(tag)”")
        case .trigger(let trigger): say("with “\(trigger)” as a trigger")
        case .taken, .late, .missed: "with " + short(factor)
        case .shortSleep: say("with less sleep than usual for you")
        case .badSleep: say("after a night that you rated as bad")
        case .fewSteps: say("with fewer steps than usual for you")
        case .craving: say("with a craving of 5 or more")
        case .menstruation: say("of menstruation")
        case .yes(let measure): say("with “\(measure)”")
        case .high(let measure): say("with more “\(measure)” than usual for you")
        }
    }

    private func day(_ number: Int) -> String { LocalDay(number: number).map { language.day($0, style: .medium) } ?? "" }

    /// `1.4 higher (0.6 to 2.2)`; an interval that includes zero names both sides.
    private func amount(_ finding: Finding) -> String {
        let way = finding.difference < 0 ? say("lower") : say("higher")
        return "\(tenths(abs(finding.difference))) \(way) (\(sides(finding, way)))"
    }

    private func points(_ finding: Finding) -> String {
        let way = finding.difference < 0 ? say("lower") : say("higher")
        return "\(tenths(abs(finding.difference))) (\(sides(finding, way)))"
    }

    private func sides(_ finding: Finding, _ way: String) -> String {
        let (low, high) = (finding.interval.lowerBound, finding.interval.upperBound)
        if low >= 0 { return "\(tenths(low)) to \(tenths(high))" }
        if high <= 0 { return "\(tenths(-high)) to \(tenths(-low))" }
        return say("\(tenths(-low)) lower to \(tenths(high)) higher")
    }
}

/// A number with one decimal, rounded half away from zero: `1.4`.
package func tenths(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e9 else { return "–" }
    let tenths = Int64((abs(number) * 10).rounded())
    return (number < 0 && tenths > 0 ? "−" : "") + "\(tenths / 10).\(tenths % 10)"
}

extension DaySlot {
    fileprivate var inThe: String { self == .night ? say("at night") : say("in the ") + word }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

import Base
import Insights
import Journal
import Records

/// Trials in words: the question, what to do, and the result with its numbers and limits.
package struct TrialWords: Sendable {
    let language: DateLanguage

    package init(language: DateLanguage = .of(nil)) { self.language = language }

    /// `Does “magnesium before bed” change your headache in the morning?`
    package func question(_ trial: Trial) -> String {
        say("Does “\(trial.action)” change your \(TrialWords.outcome(of: trial))?")
    }

    /// The outcome, `headache in the morning`.
    package static func outcome(of trial: Trial) -> String {
        let name = Outcome.Name(text: trial.outcome).map { PatternWords(medicines: [:]).name(of: $0) } ?? trial.outcome
        return name + (trial.part.map { $0 == .night ? say(" at night") : say(" in the ") + $0.rawValue } ?? "")
    }

    /// What to do: `Today with: magnesium before bed`.
    package static func instruction(_ trial: Trial, _ arm: Trial.Arm) -> String { say("Today \(arm.rawValue): \(trial.action)") }

    /// The day's position in the trial: `Block 3 of 16, day 2 of 3`.
    package func place(_ instruction: TrialInstruction) -> String {
        let trial = instruction.trial.value
        return say("Block \(instruction.block.number) of \(2 * trial.pairs), day \(instruction.dayOfBlock) of \(trial.blockDays)")
    }

    /// The plan: length, dates, and what counts.
    package func plan(_ trial: Trial) -> [String] {
        let counted = trial.blockDays - trial.washOut
        let part = trial.part == nil ? "" : say(", and of a day only what you log \(TrialWords.within(trial))")
        let left =
            say(
                "The first \(plural(trial.washOut, "day", "# days")) of each block \(plural(trial.washOut, "does", "do")) not count, because the block before may still have an effect: \(days(counted)) of each \(plural(counted, "does", "do"))"
            )
        return [
            say(
                "\(days(trial.days)) in \(2 * trial.pairs) blocks of \(days(trial.blockDays)), from \(day(trial.first)) to \(day(trial.last))."
            ),
            say(
                "Two blocks make a pair: one with, one without. Which comes first is chosen at random for each pair. You see it when a block begins."
            ),
            left + part + ".",
            say("The result is calculated once, after \(day(trial.last)). Until then, no one can see it, not even you."),
        ]
    }

    /// Concerns to show before a plan begins.
    package func concerns(_ trial: Trial) -> [String] {
        var list: [String] = []
        if trial.pairs < Trial.leastPairs {
            list.append(
                say(
                    "With \(trial.pairs) pairs the result can never count as more than chance: even if every pair points the same way, chance alone does that in \(TrialWords.ofHundred(SignFlips.least(pairs: trial.pairs))) of 100 trials. \(Trial.leastPairs) pairs are the fewest that can; \(Trial.usualPairs) leave room for one that points the other way."
                )
            )
        } else if trial.pairs < Trial.usualPairs {
            list.append(
                say(
                    "With \(trial.pairs) pairs the result counts as more than chance only if nearly every pair points the same way. \(Trial.usualPairs) pairs leave room for one that does not."
                )
            )
        }
        if trial.blockDays - trial.washOut == 1 {
            list.append(
                say(
                    "Only one day of each block counts: a pair is lost whenever nothing is logged on one of its two days. Longer blocks keep it."
                )
            )
        }
        list.append(
            say(
                "If this is about a medicine that was prescribed for you, ask the person who prescribed it before you leave anything out."
            )
        )
        return list
    }

    /// What would spoil a trial, and what may be changed.
    package static let rules = [
        say(
            "The length, the order, what you do and what you watch stay fixed. If you could change them halfway, you could steer the answer."
        ),
        say("Log as you always do, on good and bad days alike. Don't look at charts of what you watch until the end."),
        say("If you forget a day, say so and continue with the plan. All days count as planned."),
        say("You can change the note and the reminder, and stop at any time. A trial that is stopped early has no result."),
    ]

    /// The result in sentences: the difference, the pairs, chance, and how the plan was kept.
    /// - Parameter unit: what the outcome is counted in.
    package func result(_ trial: Trial, _ analysis: TrialAnalysis, unit: String = "") -> [String] {
        let your = say("your ") + TrialWords.outcome(of: trial)
        guard let difference = analysis.difference else {
            return [say("There is no result: your \(TrialWords.outcome(of: trial)) was not logged in both blocks of any pair.")]
                + kept(analysis)
        }
        var sentences: [String] = []
        let counts = say("\(days(analysis.daysWith)) with, \(analysis.daysWithout) without")
        if analysis.lower == 0 && analysis.higher == 0 {
            sentences.append(
                say("On days with “\(trial.action)” \(your) was the same as on days without, in every pair: \(counts)."))
        } else {
            let way = difference < 0 ? say("lower") : say("higher")
            let range = analysis.interval.map { " (\(TrialWords.sides($0, analysis)))" } ?? ""
            let much = analysis.number(abs(difference)) + (unit.isEmpty ? "" : " " + unit)
            sentences.append(
                say(
                    "On days with “\(trial.action)” \(your) was \(much) \(way)\(range) than on days without: \(counts)."
                )
            )
            let same = difference < 0 ? analysis.lower : analysis.higher
            sentences.append(say("It was \(way) in \(same) of \(counted(analysis.counted, "pair", "pairs"))."))
        }
        let lost = trial.pairs - analysis.counted
        if lost > 0 {
            sentences.append(
                say(
                    "\(lost) of \(trial.pairs) pairs could not be counted: nothing was logged in one of \(plural(lost, "its", "their")) blocks."
                )
            )
        }
        return sentences + [chance(analysis)] + kept(analysis)
    }

    package func caution(_ trial: Trial) -> [String] {
        [
            say("It does not show what “\(trial.action)” does for anyone else, or for you at another time."),
            say("You knew which days were which: what you hoped for may be part of what you felt."),
        ]
    }

    /// A note on records changed after the end; `nil` if there are none.
    package static func changedLater(_ count: Int) -> String? {
        count == 0
            ? nil
            : say(
                "\(counted(count, "record of its days was", "records of its days were")) added, changed, moved or deleted after the end."
            )
    }

    package func stopped(_ trial: Trial) -> String {
        say(
            "It was stopped on \(trial.stopped.map(day) ?? "") and has no result: stopping when it looks right would not be a fair test."
        )
    }

    package func state(_ shown: ShownTrial) -> String {
        let trial = shown.trial.value
        return switch shown.state {
        case .waiting: say("begins on \(day(trial.first))")
        case .running: say("runs until \(day(trial.last))")
        case .ended: say("ended on \(day(trial.last))")
        case .stopped: say("stopped early, on \(trial.stopped.map(day) ?? "")")
        }
    }

    private func chance(_ analysis: TrialAnalysis) -> String {
        guard let p = analysis.p else { return "" }
        let often = say(
            "By chance alone, a difference at least this large appears in \(TrialWords.ofHundred(p)) of 100 such trials")
        if analysis.standsOut { return often + say(", so chance alone is unlikely.") }
        if analysis.counted < Trial.leastPairs {
            return often
                + say(
                    ". With \(counted(analysis.counted, "pair", "pairs")) that counted no result could have been more than chance."
                )
        }
        return often + say(", so this trial does not answer the question.")
    }

    private func kept(_ analysis: TrialAnalysis) -> [String] {
        let (with, without) = (analysis.keptWith, analysis.keptWithout)
        guard with.unknown + without.unknown < with.total + without.total else {
            return [say("Nothing was logged about following the plan. All days count as planned.")]
        }
        let unknown = with.unknown + without.unknown
        return [
            "The plan was followed on \(with.asPlanned) of \(days(with.total)) with and \(without.asPlanned) of \(days(without.total)) without"
                + (unknown == 0 ? "" : say("; \(days(unknown)) without an answer")) + say(". All days count as planned.")
        ]
    }

    private static func within(_ trial: Trial) -> String {
        trial.part.map { $0 == .night ? say("at night") : say("in the ") + $0.rawValue } ?? ""
    }

    /// `2`, and `fewer than 1` for what rounds to zero.
    static func ofHundred(_ p: Double) -> String { p < 0.01 ? say("fewer than 1") : say("about \(Int((p * 100).rounded()))") }

    private static func sides(_ interval: ClosedRange<Double>, _ analysis: TrialAnalysis) -> String {
        let (low, high) = (interval.lowerBound, interval.upperBound)
        if low >= 0 { return "\(analysis.number(low)) to \(analysis.number(high))" }
        if high <= 0 { return "\(analysis.number(-high)) to \(analysis.number(-low))" }
        return say("\(analysis.number(-low)) lower to \(analysis.number(high)) higher")
    }

    private func day(_ day: LocalDay) -> String { language.day(day, style: .medium) }

    private func days(_ count: Int) -> String { say("\(counted(count, "day", "days"))") }
}

extension TrialAnalysis.Kept {
    fileprivate var total: Int { asPlanned + otherwise + unknown }
}

extension TrialAnalysis {
    /// A number of its outcome, in tenths or, where the difference is smaller than one, in hundredths or thousandths: a difference of
    /// 0.04 in what is measured so finely is not none.
    package func number(_ number: Double) -> String {
        let size = abs(difference ?? 1)
        let more = size >= 0.095 || size == 0 ? 0 : size >= 0.0095 ? 1 : 2
        guard more > 0, number.isFinite, abs(number) < 1e9 else { return tenths(number) }
        let (scale, places): (Int64, Int) = (more == 1 ? 100 : 1000, more + 1)
        let whole = Int64((abs(number) * Double(scale)).rounded())
        let rest = String(whole % scale)
        return (number < 0 && whole > 0 ? "−" : "") + "\(whole / scale)." + String(repeating: "0", count: places - rest.count)
            + rest
    }
}

import Insights
import Journal
import Records

/// A trial as a page or a command shows it. While it runs, nothing of its outcome is included: seeing a result halfway is a
/// reason to stop, or to continue.
package struct ShownTrial: Hashable, Sendable {
    package let trial: Stored<Trial>
    package let today: LocalDay
    package let state: Trial.State
    package let answer: Answer
    /// What a measure's result is counted in; empty for other outcomes, and without a result.
    package let unit: String
    /// The medicine of its sign; `nil` if it has none.
    package let medicine: String?

    package enum Answer: Hashable, Sendable {
        case sealed(until: LocalDay)
        /// None: it was stopped early.
        case none
        /// The result. `changedLater`: how many records of its days were added, changed, deleted, or moved to other days after
        /// its end.
        case result(TrialAnalysis, changedLater: Int)
    }

    /// The blocks that have begun, whose arms are known. Later ones are not shown in advance, so that no one can wait for a block
    /// "with".
    package var begunBlocks: [Trial.Block] {
        let until = trial.value.stopped.map { min($0, today) } ?? today
        return trial.value.blocks.filter { $0.days.lowerBound <= until.number }
    }

    /// What to do today; `nil` if nothing.
    package var instruction: TrialInstruction? { TrialInstruction(trial, on: today) }
}

package struct TrialInstruction: Hashable, Sendable {
    package let trial: Stored<Trial>
    package let day: LocalDay
    package let block: Trial.Block

    /// `nil` if the trial asks for nothing on this day.
    init?(_ trial: Stored<Trial>, on day: LocalDay) {
        guard trial.deleted == nil, trial.value.state(on: day) == .running, let block = trial.value.block(on: day) else {
            return nil
        }
        (self.trial, self.day, self.block) = (trial, day, block)
    }

    /// The day's number in its block, 1 for the first.
    package var dayOfBlock: Int { day.number - block.days.lowerBound + 1 }

    /// Whether it was done; `nil` if not answered.
    package var did: Bool? { trial.value.answers[day] }
}

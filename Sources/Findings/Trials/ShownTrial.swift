import Insights
import Journal
import Records

/// A trial as a page or a command shows it. While it runs nothing of its outcome is in here: a result that someone has seen half
/// way is a reason to stop, or to go on.
package struct ShownTrial: Hashable, Sendable {
    /// The trial.
    package let trial: Stored<Trial>
    /// The present day.
    package let today: LocalDay
    /// How far it has come.
    package let state: Trial.State
    /// What it says.
    package let answer: Answer
    /// The medicine of its sign; `nil` where it has none.
    package let medicine: String?

    /// What a trial says.
    package enum Answer: Hashable, Sendable {
        /// Nothing before this day.
        case sealed(until: LocalDay)
        /// Nothing: it was given up.
        case none
        /// This. `changedLater` records of its days were added, changed, deleted, or moved to other days after its end.
        case result(TrialAnalysis, changedLater: Int)
    }

    /// Blocks of which it is known what they are: those that have begun. What comes is not told in advance, so that no one can
    /// wait for a block with.
    package var begunBlocks: [Trial.Block] {
        let until = trial.value.stopped.map { min($0, today) } ?? today
        return trial.value.blocks.filter { $0.days.lowerBound <= until.number }
    }

    /// What is to be done today; `nil` where nothing is.
    package var instruction: TrialInstruction? { TrialInstruction(trial, on: today) }
}

/// What a trial asks for on one day.
package struct TrialInstruction: Hashable, Sendable {
    /// The trial.
    package let trial: Stored<Trial>
    /// The day.
    package let day: LocalDay
    /// The block in which it lies.
    package let block: Trial.Block

    /// `nil` where the trial asks for nothing on this day.
    init?(_ trial: Stored<Trial>, on day: LocalDay) {
        guard trial.deleted == nil, trial.value.state(on: day) == .running, let block = trial.value.block(on: day) else {
            return nil
        }
        (self.trial, self.day, self.block) = (trial, day, block)
    }

    /// The place of the day in its block, 1 for the first.
    package var dayOfBlock: Int { day.number - block.days.lowerBound + 1 }

    /// Whether it was done; `nil` while no one said.
    package var did: Bool? { trial.value.answers[day] }
}

import ArgumentParser
import Base

/// The question before a command does what cannot be undone, or what others will see; `--yes` answers it.
struct Consent: ParsableArguments {
    @Flag(name: .customLong("yes"), help: say("Answer yes: do not ask.")) var isGiven = false

    /// Asks, unless `--yes` was given. Throws `not_confirmed`: 1 for a no, 64 if no one can be asked.
    /// - Parameter nothing: what was not done.
    func ask(_ question: Sentence, nothing: Sentence, hint: Sentence = "add --yes") throws {
        if isGiven { return }
        guard Terminal.canAsk else { throw Refusal("not_confirmed", nothing, hint: hint) }
        guard Terminal.confirm(question.shown) else { throw Refusal("not_confirmed", nothing, exit: .failed) }
    }
}

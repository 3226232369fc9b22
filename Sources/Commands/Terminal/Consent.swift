import ArgumentParser
import Base

/// The question before a command does what cannot be undone, or what others will see; `--yes` answers it.
struct Consent: ParsableArguments {
    @Flag(name: .customLong("yes"), help: "Answer yes: do not ask.") var isGiven = false

    /// Asks, unless `--yes` was given. Throws `not_confirmed`: 1 for a no, 64 if no one can be asked.
    /// - Parameter nothing: what was not done.
    func ask(_ question: String, nothing: String, hint: String = "add --yes") throws {
        if isGiven { return }
        guard Terminal.canAsk else { throw Refusal("not_confirmed", nothing, hint: hint) }
        guard Terminal.confirm(question) else { throw Refusal("not_confirmed", nothing, exit: .failed) }
    }
}

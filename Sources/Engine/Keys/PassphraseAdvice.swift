import Base
import Basics
import Foundation

/// Feedback on a passphrase while it is typed: how hard it is to guess, and one sentence of advice.
///
/// A deliberately low estimate for passphrases that people think up. Each guess costs about half a second of a whole machine
/// (`Argon2Cost.standard`), so 40 bits withstand a thousand machines for years.
package struct PassphraseAdvice: Hashable, Sendable {
    /// From 0, guessed at once, to 4, out of reach.
    package let strength: Int
    package let sentence: String
    /// False for an empty passphrase only: the vault refuses it.
    package let isPossible: Bool

    /// Easy to guess: accepted only if its owner insists.
    package var isWeak: Bool { strength < 2 }

    /// Rates the first 256 characters, in the form that the vault uses (NFKC).
    package init(for typed: String) {
        let passphrase = typed.compatible
        isPossible = !passphrase.isEmpty
        let guess = PassphraseGuess(of: String(passphrase.prefix(256)))
        strength = passphrase.isEmpty ? 0 : Self.steps.count { guess.bits >= $0 }
        let more = say("use four or more random words")
        sentence =
            switch strength {
            case _ where passphrase.isEmpty: say("Type a passphrase: \(more).")
            case _ where guess.isCommon: say("Very weak: it is among the first that anyone tries; \(more).")
            case 0: say("Very weak: it can be guessed at once; \(more).")
            case 1: say("Weak: it is easy to guess; \(more).")
            case 2: say("Fair: one or two more random words would make it good.")
            case 3: say("Good, if no one can guess it from what they know about you.")
            default: say("Strong: make sure you will remember it.")
            }
    }

    /// The bits from which the strength is 1, 2, 3 and 4.
    private static let steps: [Double] = [16, 28, 40, 56]
}

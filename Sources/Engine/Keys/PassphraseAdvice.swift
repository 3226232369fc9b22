import Basics
import Foundation

/// What can be said about a passphrase while it is typed: how hard it is to guess, and one sentence of advice.
///
/// An estimate, made to err on the low side for what people think up. Each try costs about half a second of a whole machine
/// (`Argon2Cost.standard`), so that 40 bits keep out whoever has a thousand of them for years.
package struct PassphraseAdvice: Hashable, Sendable {
    /// From 0, guessed at once, to 4, out of reach.
    package let strength: Int
    /// One calm sentence.
    package let sentence: String
    /// False for an empty passphrase only: the vault refuses it.
    package let isPossible: Bool

    /// Easy to guess: it is accepted only where its owner insists.
    package var isWeak: Bool { strength < 2 }

    /// Looks at the first 256 characters, in the form in which the vault takes them (NFKC).
    package init(for typed: String) {
        let passphrase = typed.compatible
        isPossible = !passphrase.isEmpty
        let guess = PassphraseGuess(of: String(passphrase.prefix(256)))
        strength = passphrase.isEmpty ? 0 : Self.steps.count { guess.bits >= $0 }
        let more = "four or more random words make a good one"
        sentence =
            switch strength {
            case _ where passphrase.isEmpty: "Type a passphrase: \(more)."
            case _ where guess.isCommon: "This is among the first that anybody tries; \(more)."
            case 0: "This is guessed at once; \(more)."
            case 1: "This is easy to guess; \(more)."
            case 2: "This is fair; one or two random words more would make it good."
            case 3: "This is a good passphrase, if nobody could know it from your life."
            default: "This is a strong passphrase; make sure that you will remember it."
            }
    }

    /// Bits from which on the strength is 1, 2, 3 and 4.
    private static let steps: [Double] = [16, 28, 40, 56]
}

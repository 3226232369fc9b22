import Base
import Vault

extension ToldTables {
    static let recoveryShares: [Told] = [
        Told(
            ShareError.plan, "bad_share_plan",
            "a code is cut into 2 to 16 shares, of which at least 2 and at most all are needed",
            "--needed 2 --of 3 lets any two of three people open the vault", .usage),
        Told(
            ShareError.tooFew(missing: 1), "too_few_shares", "one more share is needed", "ask another of those who keep one",
            .locked),
        Told(
            ShareError.tooFew(missing: 3), "too_few_shares", "3 more shares are needed", "ask another of those who keep one",
            .locked),
        Told(
            ShareError.digest, "shares_differ", "the shares say that they belong together, and do not",
            "one of them is not as it was made: try with another person's", .usage),
        Told(
            ShareError.otherSecret, "not_our_shares", "what these shares open is not a recovery code",
            "they are another program's: ours have 33 words", .usage),
        share(.empty, "share 2 is empty", "a share has 33 words"),
        share(
            .unknownWord(position: 7), "share 2 has a word at place 7 that no share has",
            "compare that place with the paper; four letters are enough"),
        share(.length(found: 32), "share 2 has 32 words instead of 33", "words are missing or typed twice"),
        share(.length(found: 1), "share 2 has one word instead of 33", "words are missing or typed twice"),
        share(.checksum, "share 2 has a typing mistake", "compare it with the paper, word by word"),
        share(.malformed, "share 2 says what no share can say", "it is no share of a recovery code"),
        share(
            .anotherSet, "share 2 belongs to another set than those before it",
            "the first two words are the same on all shares of a set"),
        share(.twice, "share 2 was given before", "each counts once: another person's is needed"),
        share(
            .tooCostly, "share 2 asks for too much work",
            "no share of a recovery code does: it was made to keep this machine busy"),
    ]

    private static func share(_ fault: ShareFault, _ sentence: String, _ hint: String) -> Told {
        Told(ShareError.share(number: 2, fault), "bad_share", sentence, hint, .usage)
    }
}

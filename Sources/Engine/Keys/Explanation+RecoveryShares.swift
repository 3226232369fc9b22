import Base
import Vault

extension ShareError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .plan:
            Explanation(
                "bad_share_plan", "a recovery code can be split into 2 to 16 shares, and at least 2 must be needed",
                hint: .on(
                    commandLine: "with --needed 2 --of 3, any two of three people can unlock the vault",
                    page: "for example 3 shares, of which any 2 are needed"), exit: .usage)
        case .share(let number, let fault): fault.explanation(of: "share \(number)")
        case .tooFew(let missing):
            Explanation(
                "too_few_shares", "\(plural(missing, "one more share is needed", "# more shares are needed"))",
                hint: "ask another person who has one", exit: .locked)
        case .digest:
            Explanation(
                "shares_differ", "one of the shares was altered", hint: "try again with another person's share", exit: .usage)
        case .otherSecret:
            Explanation(
                "not_our_shares", "these shares do not make a recovery code",
                hint: "they are from another program: shares of Auralyst have 33 words", exit: .usage)
        }
    }
}

extension ShareFault {
    fileprivate func explanation(of share: String) -> Explanation {
        func usage(_ sentence: Sentence, _ hint: Hint) -> Explanation {
            Explanation("bad_share", "\(share) \(sentence)", hint: hint, exit: .usage)
        }
        return switch self {
        case .empty: usage("is empty", "a share has 33 words")
        case .unknownWord(let position):
            usage(
                "has an unknown word at place \(position)", "compare it with the printed share; four letters are enough")
        case .length(let found):
            usage("has \(plural(found, "one word", "# words")) instead of 33", "words are missing or typed twice")
        case .checksum: usage("has a typing mistake", "compare it with the printed share, word by word")
        case .malformed: usage("is not a share of a recovery code", "type the words of another share")
        case .anotherSet:
            usage("belongs to another set", "all shares of a set begin with the same two words")
        case .twice: usage("was already entered", "enter another person's share")
        case .tooCostly:
            usage("asks for more work than any real share", "it was altered; use another person's share")
        }
    }
}

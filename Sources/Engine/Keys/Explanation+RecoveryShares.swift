import Base
import Vault

extension ShareError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .plan:
            Explanation(
                "bad_share_plan", "a code is cut into 2 to 16 shares, of which at least 2 and at most all are needed",
                hint: "--needed 2 --of 3 lets any two of three people open the vault", exit: .usage)
        case .share(let number, let fault): fault.explanation(of: "share \(number)")
        case .tooFew(let missing):
            Explanation(
                "too_few_shares", missing == 1 ? "one more share is needed" : "\(missing) more shares are needed",
                hint: "ask another of those who keep one", exit: .locked)
        case .digest:
            Explanation(
                "shares_differ", "the shares say that they belong together, and do not",
                hint: "one of them is not as it was made: try with another person's", exit: .usage)
        case .otherSecret:
            Explanation(
                "not_our_shares", "what these shares open is not a recovery code",
                hint: "they are another program's: ours have 33 words", exit: .usage)
        }
    }
}

extension ShareFault {
    fileprivate func explanation(of share: String) -> Explanation {
        func usage(_ sentence: String, _ hint: String) -> Explanation {
            Explanation("bad_share", "\(share) \(sentence)", hint: hint, exit: .usage)
        }
        return switch self {
        case .empty: usage("is empty", "a share has 33 words")
        case .unknownWord(let position):
            usage(
                "has a word at place \(position) that no share has", "compare that place with the paper; four letters are enough")
        case .length(let found):
            usage("has \(found == 1 ? "one word" : "\(found) words") instead of 33", "words are missing or typed twice")
        case .checksum: usage("has a typing mistake", "compare it with the paper, word by word")
        case .malformed: usage("says what no share can say", "it is no share of a recovery code")
        case .anotherSet:
            usage("belongs to another set than those before it", "the first two words are the same on all shares of a set")
        case .twice: usage("was given before", "each counts once: another person's is needed")
        case .tooCostly:
            usage("asks for too much work", "no share of a recovery code does: it was made to keep this machine busy")
        }
    }
}

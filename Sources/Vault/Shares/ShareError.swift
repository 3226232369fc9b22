/// Why shares do not give the secret, or are not made. Never holds a word of them.
package enum ShareError: Error, Equatable, Sendable {
    /// No way to cut a code: 2 to 16 shares, of which at least 2 and at most all are needed.
    case plan
    /// What is wrong with one of those that were given, counted from 1.
    case share(number: Int, ShareFault)
    case tooFew(missing: Int)
    /// They say that they are of one set, and do not belong together.
    case digest
    /// They open something, which is no recovery code.
    case otherSecret
}

package enum ShareFault: Error, Equatable, Sendable {
    case empty
    /// A word that is none of the 1,024, counted from 1.
    case unknownWord(position: Int)
    /// No share has so many words; ours have 33.
    case length(found: Int)
    /// All words are possible, but they do not belong together: at least one was mistyped.
    case checksum
    /// The words belong together, and say something that no share can say.
    case malformed
    /// It belongs to another set than the ones before.
    case anotherSet
    /// It was given before.
    case twice
    /// It asks for more work than any share that is meant to be opened.
    case tooCostly
}

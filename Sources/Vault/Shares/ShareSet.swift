/// The parameters common to all shares of one set.
struct ShareSet: Equatable, Sendable {
    /// A random number of 15 bits.
    let identifier: UInt16
    /// Whether more sets of the same secret may be made that decrypt to the same under a passphrase.
    let isExtendable: Bool
    /// 0 to 15: how long the secret's cipher takes, 10,000 · 2^exponent rounds of PBKDF2 in all.
    let exponent: Int
    /// How many groups are needed, 1 to `groups`.
    let groupsNeeded: Int
    /// How many groups there are, 1 to 16.
    let groups: Int

    /// The highest accepted from elsewhere: more would keep the machine busy for minutes.
    static let highestExponent = 10

    /// A set with one group, as this program makes them.
    static func random() -> ShareSet {
        ShareSet(identifier: .random(in: 0..<1 << 15), isExtendable: true, exponent: 1, groupsNeeded: 1, groups: 1)
    }

    /// Rounds of PBKDF2 in each of the cipher's four rounds.
    var rounds: Int { 2500 << exponent }
}

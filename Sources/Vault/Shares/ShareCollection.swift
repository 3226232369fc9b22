/// Shares as they are given, one after the other, until they are enough.
package struct ShareCollection: Sendable {
    private var shares: [RecoveryShare] = []

    /// None yet.
    package init() {}

    /// How many were taken.
    package var count: Int { shares.count }

    /// How many more are needed at least; `nil` before the first. Of several groups nobody knows how many an unseen one needs.
    package var missing: Int? {
        guard let set = shares.first?.set else { return nil }
        let seen = groups.values.map { max(0, $0[0].needed - $0.count) }
        let unseen = [Int](repeating: 1, count: set.groups - seen.count)
        return (seen + unseen).sorted().prefix(set.groupsNeeded).reduce(0, +)
    }

    /// Takes one more, as it was typed. Where it is refused, the ones before stay.
    package mutating func add(typed: String) throws(ShareError) {
        do throws(ShareFault) {
            let share = try RecoveryShare(typed: typed)
            try check(share)
            shares.append(share)
        } catch {
            throw .share(number: shares.count + 1, error)
        }
    }

    /// What was cut, where they are enough. More than enough do no harm: the first of each group are taken.
    package func secret(passphrase: borrowing Secret) throws(ShareError) -> Secret {
        guard let set = shares.first?.set, let missing else { throw .tooFew(missing: 1) }
        guard missing == 0 else { throw .tooFew(missing: missing) }
        var points: [CurvePoint] = []
        for (group, members) in groups.sorted(by: { $0.key < $1.key }) where members.count >= members[0].needed {
            let own = members.prefix(members[0].needed).map(\.point)
            guard let part = SecretSplitting.secret(of: own) else { throw .digest }
            points.append(CurvePoint(place: UInt8(group), heights: part))
        }
        guard let sealed = SecretSplitting.secret(of: Array(points.prefix(set.groupsNeeded))) else { throw .digest }
        return ShareCipher(set: set).opened(sealed, passphrase: passphrase)
    }

    /// The recovery code that was cut. Whether it opens a vault, the vault knows.
    package func recoveryCode() throws(ShareError) -> RecoveryCode {
        let secret = try secret(passphrase: Secret(copying: [UInt8]()))
        guard secret.count == 32 else { throw .otherSecret }
        return RecoveryCode(secret: secret)
    }

    private var groups: [Int: [RecoveryShare]] { Dictionary(grouping: shares, by: \.group) }

    private func check(_ share: RecoveryShare) throws(ShareFault) {
        for other in shares {
            guard share.set == other.set, share.point.heights.count == other.point.heights.count else { throw .anotherSet }
            guard share.group == other.group else { continue }
            guard share.needed == other.needed else { throw .anotherSet }
            if share.point.place == other.point.place {
                throw share.point.heights.isEqual(to: other.point.heights) ? .twice : .anotherSet
            }
        }
    }
}

extension RecoveryCode {
    /// Cuts the code into `count` shares (2 to 16), any `needed` (2 to `count`) of which give it back. Each call makes another set.
    package borrowing func shares(needed: Int, of count: Int) throws(ShareError) -> [RecoveryShare] {
        guard (2...16).contains(count), (2...count).contains(needed) else { throw .plan }
        let set = ShareSet.random()
        let sealed = ShareCipher(set: set).sealed(ageSecret(), passphrase: Secret(copying: [UInt8]()))
        return SecretSplitting.points(of: sealed, needed: needed, count: count).map {
            RecoveryShare(set: set, group: 0, needed: needed, point: $0)
        }
    }
}

/// Collects shares, one by one, until there are enough.
package struct ShareCollection: Sendable {
    private var shares: [RecoveryShare] = []

    package init() {}

    package var count: Int { shares.count }

    /// The least number still needed; `nil` before the first. How many an unseen group needs is unknown.
    package var missing: Int? {
        guard let set = shares.first?.set else { return nil }
        let seen = groups.values.map { max(0, $0[0].needed - $0.count) }
        let unseen = [Int](repeating: 1, count: set.groups - seen.count)
        return (seen + unseen).sorted().prefix(set.groupsNeeded).reduce(0, +)
    }

    /// Adds one more, as typed. If it is refused, the earlier ones remain.
    package mutating func add(typed: String) throws(ShareError) {
        do throws(ShareFault) {
            let share = try RecoveryShare(typed: typed)
            try check(share)
            shares.append(share)
        } catch {
            throw .share(number: shares.count + 1, error)
        }
    }

    /// The secret, if there are enough shares. Surplus shares do no harm: the first of each group are used.
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

    /// The shared recovery code. Only the vault can tell whether the code unlocks it.
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
    /// Splits the code into `count` shares (2 to 16), any `needed` (2 to `count`) of which restore it. Each call differs.
    package borrowing func shares(needed: Int, of count: Int) throws(ShareError) -> [RecoveryShare] {
        guard (2...16).contains(count), (2...count).contains(needed) else { throw .plan }
        let set = ShareSet.random()
        let sealed = ShareCipher(set: set).sealed(ageSecret(), passphrase: Secret(copying: [UInt8]()))
        return SecretSplitting.points(of: sealed, needed: needed, count: count).map {
            RecoveryShare(set: set, group: 0, needed: needed, point: $0)
        }
    }
}

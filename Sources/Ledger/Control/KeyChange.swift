/// The key of a new epoch, as in `rotate`, and as `rotation` in `remove` and `succeed` (docs/formats/operation.md).
///
/// It commits to the key: anyone who opens a wrap can verify that all members received the same key.
package struct KeyChange: Hashable, Sendable {
    /// The epoch that begins: the previous one plus one.
    package var epoch: UInt32
    /// H(L("epoch") ‖ journal ‖ epoch ‖ key).
    package var commitment: [UInt8]
    /// The key for each member, in the order of their identities; at least one.
    package var wraps: [Rotation.Wrap]
    /// The key of the previous epoch, encrypted under this one, so that the new key also gives access to earlier entries; `nil`
    /// if it must not. Nothing here decrypts it.
    package var back: [UInt8]?

    /// The length of an encrypted key in bytes.
    package static let backLengths = 152...400

    package init(epoch: UInt32, commitment: [UInt8], wraps: [Rotation.Wrap], back: [UInt8]? = nil) {
        precondition(commitment.count == 32, "hashes have 32 bytes")
        precondition(epoch >= 2 && !wraps.isEmpty, "a rotation begins a later epoch, and somebody has its key")
        precondition(back.map { KeyChange.backLengths.contains($0.count) } ?? true, "a sealed key has its length")
        (self.epoch, self.commitment, self.back) = (epoch, commitment, back)
        self.wraps = wraps.sorted { $0.identity.lexicographicallyPrecedes($1.identity) }
    }

    var members: [String: JSON] {
        var members: [String: JSON] = [
            "epoch": .int(Int64(epoch)), "commit": .hexadecimal(commitment),
            "wraps": .array(
                wraps.map {
                    [
                        "identity": .hexadecimal($0.identity), "enc": .hexadecimal($0.encapsulated),
                        "ct": .hexadecimal($0.sealed),
                    ]
                }),
        ]
        members["back"] = back.map(JSON.hexadecimal)
        return members
    }

    /// Reads it from the object that contains it; refuses another shape, and two wraps for one member.
    init(_ json: JSON) throws(LedgerError) {
        guard let commitment = json["commit"]?.hexBytes(count: 32),
            let epoch = json["epoch"]?.int.flatMap(UInt32.init(exactly:)), epoch >= 2,
            let list = json["wraps"]?.array, !list.isEmpty
        else { throw .badControl }
        var wraps: [Rotation.Wrap] = []
        for wrap in list {
            guard let identity = wrap["identity"]?.hexBytes(count: 32), let encapsulated = wrap["enc"]?.hexBytes(count: 32),
                let sealed = wrap["ct"]?.hexBytes(count: 48)
            else { throw .badControl }
            wraps.append(Rotation.Wrap(identity: identity, encapsulated: encapsulated, sealed: sealed))
        }
        guard Set(wraps.map({ $0.identity })).count == wraps.count else { throw .badControl }
        var back: [UInt8]?
        if let text = json["back"] {
            guard let bytes = text.hexBytes(), KeyChange.backLengths.contains(bytes.count) else { throw .badControl }
            back = bytes
        }
        self.init(epoch: epoch, commitment: commitment, wraps: wraps, back: back)
    }
}

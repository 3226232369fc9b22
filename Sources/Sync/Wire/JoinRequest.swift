import Ledger

/// A request to join a journal by an invitation: `POST /v1/journals/J/joins`. The owner's device decides on it.
package struct JoinRequest: Hashable, Sendable {
    /// The longest `note`, in bytes.
    package static let mostNote = 1 << 10

    /// The invitation, 16 bytes.
    package var invite: [UInt8]
    package var identity: IdentityKeys
    /// Ed25519 by the invitation's key over `Invitation.joinMessage`, 64 bytes.
    package var proof: [UInt8]
    /// A name, encrypted for the owner. The relay cannot read it; empty for none.
    package var note: [UInt8]

    package init(invite: [UInt8], identity: IdentityKeys, proof: [UInt8], note: [UInt8] = []) {
        precondition(
            invite.count == 16 && proof.count == 64 && note.count <= JoinRequest.mostNote,
            "the parts of a request have their lengths")
        (self.invite, self.identity, self.proof, self.note) = (invite, identity, proof, note)
    }

    package var bytes: [UInt8] { JSON.object(members).bytes }

    /// Reads a body; `nil` for another shape.
    package init?(reading bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes) else { return nil }
        self.init(json)
    }

    var members: [String: JSON] {
        ["invite": .hexadecimal(invite), "identity": identity.json, "proof": .hexadecimal(proof), "note": .hexadecimal(note)]
    }

    init?(_ json: JSON) {
        guard let invite = json["invite"]?.hexBytes(count: 16), let identity = IdentityKeys(json["identity"]),
            let proof = json["proof"]?.hexBytes(count: 64), let note = (json["note"] ?? "").hexBytes(),
            note.count <= JoinRequest.mostNote
        else { return nil }
        self.init(invite: invite, identity: identity, proof: proof, note: note)
    }
}

/// A waiting request to join, as listed by `GET /v1/journals/J/joins`.
package struct WaitingJoin: Hashable, Sendable {
    /// The request. The relay has checked its proof; every reader checks it again.
    package var request: JoinRequest
    /// When the relay received it: milliseconds since 1970.
    package var received: Int64

    package init(request: JoinRequest, received: Int64) { (self.request, self.received) = (request, received) }

    /// The answer's body for several.
    package static func bytes(_ joins: [WaitingJoin]) -> [UInt8] {
        JSON.array(
            joins.map { join in
                var members = join.request.members
                members["received_ms"] = .int(join.received)
                return .object(members)
            }
        ).bytes
    }

    /// Reads an answer; `nil` for another shape.
    package static func all(reading bytes: [UInt8]) -> [WaitingJoin]? {
        guard let list = (try? JSON(reading: bytes))?.array else { return nil }
        let joins = list.compactMap { json in
            JoinRequest(json).flatMap { request in json["received_ms"]?.int.map { WaitingJoin(request: request, received: $0) } }
        }
        return joins.count == list.count ? joins : nil
    }
}

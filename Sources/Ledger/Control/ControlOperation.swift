/// The content of a control operation other than a journal's first one (`Genesis`).
package enum ControlOperation: Hashable, Sendable {
    /// Opens an invitation to ask to join.
    case invite(Invitation)
    case revokeInvite(InvitationEnd)
    case add(MemberAddition)
    case role(RoleChange)
    /// Removes members, and gives the journal a new key.
    case remove(MemberRemoval)
    /// A member leaves, with all devices. The owner then owes the journal a new key (`ControlLog.owesRotation`), as a leaving
    /// member cannot make one without having it.
    case leave(previous: [UInt8])
    /// Gives the journal a new key.
    case rotate(Rotation)
    /// Another device of a member joins.
    case device(DeviceAddition)
    case dropDevice(DeviceRemoval)
    /// A member replaces all keys, and the journal gets a new one.
    case succeed(Succession)
    /// A snapshot replaces the operations before it.
    case checkpoint(Checkpoint)
    /// Deletes the journal for everyone: no operation may follow, and the relay deletes its data.
    case destroy(previous: [UInt8])

    /// Reads a body; refuses an unknown type, a wrong shape, and any encoding but its own.
    package init(reading body: [UInt8]) throws(LedgerError) {
        guard let json = try? JSON(reading: body), json["v"] == 1, let type = json["type"]?.string else { throw .badControl }
        switch type {
        case "invite": self = .invite(try Invitation(json))
        case "revoke_invite": self = .revokeInvite(try InvitationEnd(json))
        case "add": self = .add(try MemberAddition(json))
        case "role": self = .role(try RoleChange(json))
        case "remove": self = .remove(try MemberRemoval(json))
        case "leave": self = .leave(previous: try ControlOperation.previous(in: json))
        case "rotate": self = .rotate(try Rotation(json))
        case "device": self = .device(try DeviceAddition(json))
        case "drop_device": self = .dropDevice(try DeviceRemoval(json))
        case "succeed": self = .succeed(try Succession(json))
        case "checkpoint": self = .checkpoint(try Checkpoint(json))
        case "destroy": self = .destroy(previous: try ControlOperation.previous(in: json))
        default: throw .badControl
        }
        guard self.body == body else { throw .badControl }
    }

    /// The plaintext body of the operation.
    package var body: [UInt8] {
        switch self {
        case .invite(let invitation): invitation.body
        case .revokeInvite(let end): end.body
        case .add(let addition): addition.body
        case .role(let change): change.body
        case .remove(let removal): removal.body
        case .leave(let previous): ControlOperation.bare("leave", behind: previous)
        case .rotate(let rotation): rotation.body
        case .device(let addition): addition.body
        case .dropDevice(let removal): removal.body
        case .succeed(let succession): succession.body
        case .checkpoint(let checkpoint): checkpoint.body
        case .destroy(let previous): ControlOperation.bare("destroy", behind: previous)
        }
    }

    /// The body of an operation with nothing beyond its type.
    private static func bare(_ type: String, behind previous: [UInt8]) -> [UInt8] {
        precondition(previous.count == 32, "hashes have 32 bytes")
        return JSON.object(["v": 1, "type": .string(type), "previous": .hexadecimal(previous)]).bytes
    }

    private static func previous(in json: JSON) throws(LedgerError) -> [UInt8] {
        guard let previous = json["previous"]?.hexBytes(count: 32) else { throw .badControl }
        return previous
    }

    /// Hash of the control operation before this one: of two that name the same one, only the first is accepted.
    package var previous: [UInt8] {
        switch self {
        case .invite(let invitation): invitation.previous
        case .revokeInvite(let end): end.previous
        case .add(let addition): addition.previous
        case .role(let change): change.previous
        case .remove(let removal): removal.previous
        case .leave(let previous): previous
        case .rotate(let rotation): rotation.previous
        case .device(let addition): addition.previous
        case .dropDevice(let removal): removal.previous
        case .succeed(let succession): succession.previous
        case .checkpoint(let checkpoint): checkpoint.previous
        case .destroy(let previous): previous
        }
    }

    /// The key of a new epoch, if it brings one; `nil` if the epoch does not change.
    package var keyChange: KeyChange? {
        switch self {
        case .rotate(let rotation): rotation.key
        case .remove(let removal): removal.rotation
        case .succeed(let succession): succession.rotation
        default: nil
        }
    }

    /// Whether a member with this role may author it. The author of `device` or `succeed` is not yet a member's device.
    package func mayBeSaid(by role: Role) -> Bool {
        switch self {
        case .device, .succeed, .dropDevice: true
        case .leave: role != .owner
        case .rotate: role == .owner || role == .editor
        case .invite, .revokeInvite, .add, .role, .remove, .checkpoint, .destroy: role == .owner
        }
    }
}

extension ControlOperation {
    /// The same operation after another control operation, if that one came first; `nil` if it must be decided again: changes of
    /// members, a key that someone else has replaced in the meantime, and statements about an earlier log.
    package func following(_ previous: [UInt8]) -> ControlOperation? {
        switch self {
        case .invite(var invitation):
            invitation.previous = previous
            return .invite(invitation)
        case .revokeInvite(var end):
            end.previous = previous
            return .revokeInvite(end)
        case .role(var change):
            change.previous = previous
            return .role(change)
        case .leave: return .leave(previous: previous)
        case .device(var addition):
            addition.previous = previous
            return .device(addition)
        case .dropDevice(var removal):
            removal.previous = previous
            return .dropDevice(removal)
        case .destroy: return .destroy(previous: previous)
        case .rotate(var rotation):
            rotation.previous = previous
            return .rotate(rotation)
        case .add, .remove, .succeed, .checkpoint: return nil
        }
    }
}

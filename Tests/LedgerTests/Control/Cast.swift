import Ledger
import SharedJournal

/// A journal with everybody whom the rules tell apart, and one who waits at the door.
struct Cast {
    /// Who writes, by what the journal knows of the device.
    enum Author: String, CaseIterable, Sendable {
        case owner, ownersOther, editor, note, reader, removed, gone, dropped, stranger

        /// What the device may do; `nil` for one that is no member's.
        var role: Role? {
            switch self {
            case .owner, .ownersOther: .owner
            case .editor: .editor
            case .note: .note
            case .reader: .reader
            case .removed, .gone, .dropped, .stranger: nil
            }
        }
    }

    var journal: SharedJournal
    private(set) var devices: [Author: SharedDevice] = [:]
    /// A second device of each member.
    private(set) var others: [Author: SharedDevice] = [:]
    let invitation: Invitation
    let invitationKey: SeededKey
    /// Who asks by the invitation.
    let joiner: SharedPerson

    static let made = Result { try Cast() }

    private init() throws {
        var journal = try SharedJournal(seed: 9)
        let owner = journal.owner
        var devices: [Author: SharedDevice] = [.owner: owner]
        var others: [Author: SharedDevice] = [:]
        for author in [Author.ownersOther, .dropped] {
            let device = try journal.device(of: owner.person)
            try journal.say(.device(journal.entrance(of: device, identity: .some(nil))), by: device)
            devices[author] = device
        }
        for (author, role) in [
            (Author.editor, Role.editor), (.note, .note), (.reader, .reader), (.removed, .editor), (.gone, .note),
        ] {
            let both = try journal.admit(role, devices: 2)
            (devices[author], others[author]) = (both[0], both[1])
        }
        (others[.owner], others[.ownersOther]) = (devices[.ownersOther], owner)
        let (removed, gone, dropped) = (devices[.removed] ?? owner, devices[.gone] ?? owner, devices[.dropped] ?? owner)
        try journal.say(.remove(journal.removal(of: [removed.person.name])), by: owner)
        try journal.say(.leave(previous: journal.log.last), by: gone)
        try journal.say(.rotate(journal.rotation()), by: owner)
        try journal.say(.dropDevice(DeviceRemoval(previous: journal.log.last, device: dropped.id)), by: owner)
        devices[.stranger] = try journal.device(of: journal.person())
        (invitation, invitationKey) = try journal.invitation(.editor)
        try journal.say(.invite(invitation), by: owner)
        joiner = try journal.person()
        (self.journal, self.devices, self.others) = (journal, devices, others)
    }

    func device(_ author: Author) -> SharedDevice { devices[author] ?? journal.owner }
    func other(_ author: Author) -> SharedDevice { others[author] ?? device(author) }
    func name(_ author: Author) -> [UInt8] { device(author).person.name }

    // MARK: what can be said

    /// What a device can say that is in the journal.
    enum Kind: String, CaseIterable, Sendable {
        case invite, revokeInvite, add, role, remove, leave, rotate, dropDevice, checkpoint, destroy

        /// Who may: the table of docs/formats/operation.md.
        var roles: Set<Role> {
            switch self {
            case .invite, .revokeInvite, .add, .role, .remove, .checkpoint, .destroy: [.owner]
            case .rotate: [.owner, .editor]
            case .leave: [.editor, .note, .reader]
            case .dropDevice: [.owner, .editor, .note, .reader]
            }
        }
    }

    /// It, as it would be right from somebody who may.
    mutating func said(_ kind: Kind, by author: Author) throws -> ControlOperation {
        let previous = journal.log.last
        switch kind {
        case .invite: return .invite(try journal.invitation(.note).said)
        case .revokeInvite: return .revokeInvite(InvitationEnd(previous: previous, invite: invitation.id))
        case .add: return .add(try journal.addition(of: joiner.keys, invite: invitation.id, key: invitationKey))
        case .role: return .role(RoleChange(previous: previous, identity: name(.note), role: .reader))
        case .remove: return .remove(journal.removal(of: [name(.reader)]))
        case .leave: return .leave(previous: previous)
        case .rotate: return .rotate(journal.rotation())
        case .dropDevice: return .dropDevice(DeviceRemoval(previous: previous, device: other(author).id))
        case .checkpoint:
            return .checkpoint(
                Checkpoint(
                    previous: previous, position: 5, head: journal.bytes(32), snapshot: journal.bytes(32)))
        case .destroy: return .destroy(previous: previous)
        }
    }

    /// Whether the journal refuses it, and stays as it was.
    func refuses(_ operation: SharedJournal.Operation) -> Bool {
        var log = journal.log
        do {
            try log.take(operation)
            return false
        } catch {
            return log == journal.log
        }
    }
}

import Base
import Journal
import Ledger
import Store
import Sync
import Vault

/// The owner's actions: invite, admit, change roles, remove.
extension OpenVault {
    static let invitePrefix = "invite:"

    private static func inviteSetting(_ journal: JournalID, _ invite: [UInt8]) -> String {
        invitePrefix + hex(journal.bytes) + ":" + hex(invite)
    }

    /// Throws why this person cannot invite anyone to a journal with a link that is valid for so many days.
    /// - Returns: the relay through which the journal is shared.
    @discardableResult
    package func requireInviting(to journal: JournalID, days: Int) throws -> RelayAddress {
        guard (1...90).contains(days) else { throw SharingError.badDays }
        let control = try ownedControl(of: journal)
        guard let relay = try relayAddress() else { throw SyncError.notSet }
        guard control.invitations.count < ControlLog.mostInvitations, control.members.count < ControlLog.mostMembers
        else { throw SharingError.tooMany }
        return relay
    }

    /// Invites one more person to a journal, and returns the link. It works after the next round of sync.
    ///
    /// `days`: how long it is valid, 1 to 90. `label`: a note on whom it is for; stays on this device. `name`: the owner's name
    /// as members see it; `nil` leaves it as it is.
    package func invite(
        to journal: JournalID, as role: Role, history: Invitation.History, days: Int = 7, label: String = "", name: String? = nil
    ) throws -> InvitationLink {
        try keys.refresh()
        let relay = try requireInviting(to: journal, days: days)
        let name = try name.map { try OpenVault.checked(name: $0) }
        let label = trimmed(label).isEmpty ? "" : try OpenVault.checked(name: label)
        var generator = surroundings.generator
        let invite = RecordID.random(using: &generator).bytes
        let secret = InviteSecret()
        let (bytes, key) = (secret.bytes(), secret.publicKey())
        let expires = surroundings.now() + Int64(days) * 86_400_000
        try keys.update { (body) throws(VaultError) in
            body[setting: OpenVault.inviteSetting(journal, invite)] =
                JSON.object(["secret": .hexadecimal(bytes), "label": .string(label)]).bytes
        }
        try appendControl(to: journal) {
            .invite(Invitation(previous: $0, id: invite, key: key, role: role, expires: expires, history: history))
        }
        if let name { try self.name(member: ownedControl(of: journal).owner.root, name, in: journal) }
        return InvitationLink(relay: relay, journal: journal, invite: invite, secret: bytes)
    }

    package func withdraw(_ invite: [UInt8], to journal: JournalID) throws {
        guard try ownedControl(of: journal).invitations[invite] != nil else { throw SharingError.invitationClosed }
        try appendControl(to: journal) { .revokeInvite(InvitationEnd(previous: $0, invite: invite)) }
        try forgetInviteSecrets(of: journal)
    }

    /// Deletes the secrets of closed invitations; `all`: of an ended journal.
    func forgetInviteSecrets(of journal: JournalID, all: Bool = false) throws {
        let open = all ? [:] : try controlLog(of: journal).invitations
        let prefix = OpenVault.invitePrefix + hex(journal.bytes) + ":"
        let closed = keys.body.settings(beginningWith: prefix).filter { name in
            bytes(fromHex: name.dropFirst(prefix.count)).map { open[$0] == nil } ?? true
        }
        guard !closed.isEmpty else { return }
        try keys.update { (body) throws(VaultError) in for name in closed { body[setting: name] = nil } }
    }

    /// The secret and label of an invitation that this device made.
    private func inviteSecret(_ journal: JournalID, _ invite: [UInt8]) -> (secret: [UInt8], label: String)? {
        guard let bytes = keys.body[setting: OpenVault.inviteSetting(journal, invite)], let json = try? JSON(reading: bytes),
            let secret = json["secret"]?.hexBytes(count: 32)
        else { return nil }
        return (secret, json["label"]?.string ?? "")
    }

    // MARK: - Admitting

    /// The valid requests among those at the relay: for an open invitation, in time, and proven with its secret.
    package func questions(_ waiting: [WaitingJoin], to journal: JournalID) throws -> [JoinQuestion] {
        let control = try ownedControl(of: journal)
        let now = surroundings.now()
        return waiting.compactMap { join in
            let request = join.request
            guard let invitation = control.invitations[request.invite], invitation.expires > now, request.identity.isSound,
                control.members[request.identity.name] == nil,
                invitation.isProven(request.proof, identity: request.identity.name, journal: journal)
            else { return nil }
            var name: String?
            if let kept = inviteSecret(journal, request.invite), let secret = InviteSecret(kept.secret) {
                name = secret.name(
                    in: request.note, context: OpenVault.joinContext(journal, request.invite, request.identity.name))
            }
            return JoinQuestion(
                journal: journal, invite: request.invite, identity: request.identity,
                // An invalid name, typed by a stranger, is not shown.
                name: name.flatMap { try? OpenVault.checked(name: $0) } ?? "", role: invitation.role, history: invitation.history,
                received: join.received, proof: request.proof)
        }
    }

    static func joinContext(_ journal: JournalID, _ invite: [UInt8], _ identity: [UInt8]) -> [UInt8] {
        journal.bytes + invite + identity
    }

    /// Admits a person who asked. `name`: the person's name as all members see it.
    package func approve(_ question: JoinQuestion, as name: String? = nil) throws {
        let journal = question.journal
        let control = try ownedControl(of: journal)
        guard control.invitations[question.invite] != nil else { throw SharingError.invitationClosed }
        guard control.members[question.identity.name] == nil else { throw SharingError.isMember }
        guard control.members.count < ControlLog.mostMembers else { throw SharingError.tooMany }
        let called = try OpenVault.checked(name: name ?? question.name)
        // A member without the past gets a key under which nothing was encrypted yet, and no earlier ones.
        if question.history == .new {
            try changeKey(of: journal, back: false) { control in
                (control.recipients, { .rotate(Rotation(previous: $0, key: $1, keepsEarlier: true)) })
            }
        }
        let wraps = try self.wraps(for: question.identity, in: journal, history: question.history)
        try appendControl(to: journal) {
            .add(
                MemberAddition(
                    previous: $0, identity: question.identity, invite: question.invite, proof: question.proof, wraps: wraps))
        }
        if let root = try self.controlLog(of: journal).members[question.identity.name]?.root {
            // Earlier names are encrypted with keys that a member without the past does not have.
            if question.history == .new { try sayNamesAgain(in: journal) }
            try self.name(member: root, called, in: journal)
        }
        try forgetInviteSecrets(of: journal)
    }

    /// The keys for a new member: the current one, and with access to the past every earlier one that no later one leads to.
    func wraps(
        for identity: IdentityKeys, in journal: JournalID, history: Invitation.History
    ) throws -> [MemberAddition.EpochWrap] {
        let current = try store.read { try currentEpoch(of: journal, in: $0) }
        var epochs = [current]
        if history == .all {
            let ways = Set(try controlOperations(of: journal).compactMap { $0.keyChange }.filter { $0.back != nil }.map(\.epoch))
            epochs += keys.body.epochs(of: journal.bytes).filter { $0 < current && !ways.contains($0 + 1) }
        }
        return try epochs.map { epoch in
            let context = Rotation.Wrap.context(journal: journal, epoch: epoch, identity: identity.name)
            guard let key = keys.body.journalKey(journal.bytes, epoch: epoch) else {
                throw EngineError.noSuchJournal(journal.description)
            }
            guard let wrap = KeyWrap(key, to: identity.agree, context: context) else { throw SharingError.invitationClosed }
            return MemberAddition.EpochWrap(epoch: epoch, encapsulated: wrap.encapsulated, sealed: wrap.sealed)
        }
    }

    /// The control operations of a journal, without the first.
    private func controlOperations(of journal: JournalID) throws -> [ControlOperation] {
        try store.controlOperations(of: journal).compactMap {
            try? ControlOperation(reading: Operation(reading: $0.bytes).body)
        }
    }

    // MARK: - Members

    package func setRole(of member: [UInt8], to role: Role, in journal: JournalID) throws {
        let control = try ownedControl(of: journal)
        guard let present = control.members[member] else { throw SharingError.noSuchMember(hex(member)) }
        guard present.role != .owner, role != .owner else { throw SharingError.ownerStays }
        guard present.role != role else { return }
        try appendControl(to: journal) { .role(RoleChange(previous: $0, identity: member, role: role)) }
    }

    /// Removes members, and gives the journal a key that they do not have. They keep what they have read.
    package func remove(_ members: Set<[UInt8]>, from journal: JournalID) throws {
        let control = try ownedControl(of: journal)
        guard !members.contains(control.owner.identity.name) else { throw SharingError.ownerStays }
        for name in members where control.members[name] == nil { throw SharingError.noSuchMember(hex(name)) }
        try changeKey(of: journal, back: true) { control in
            let members = members.filter { control.members[$0] != nil }
            guard !members.isEmpty else { return nil }
            let remaining = control.recipients.filter { !members.contains($0.name) }
            return (remaining, { .remove(MemberRemoval(previous: $0, identities: members, rotation: $1)) })
        }
    }

    /// Gives a journal a new key after a member left with the old one.
    func rotateOwed(in journal: JournalID) throws {
        let control = try controlLog(of: journal)
        guard control.owesRotation, membership(in: control)?.role == .owner else { return }
        try changeKey(of: journal, back: true) { control in
            guard control.owesRotation else { return nil }
            return (control.recipients, { .rotate(Rotation(previous: $0, key: $1)) })
        }
    }

    /// Records whether the owner of this vault has compared a member's fingerprint with the person.
    package func verify(member: [UInt8], in journal: JournalID, _ isVerified: Bool = true) throws {
        guard try controlLog(of: journal).members[member] != nil else { throw SharingError.noSuchMember(hex(member)) }
        try keys.update { (body) throws(VaultError) in
            body[setting: OpenVault.verifiedPrefix + hex(member)] = isVerified ? [1] : nil
        }
    }

    static let verifiedPrefix = "verified:"

    // MARK: - Members and invitations

    package func shared(_ journal: JournalID) throws -> SharedJournal {
        // If the vault file cannot be read, the known state is used.
        try? keys.refresh()
        let control = try controlLog(of: journal)
        let (names, relay) = (try memberNames(of: journal), try relayAddress())
        // Without a relay there is nothing to find, and the search would read the whole log.
        let heard = relay == nil ? [:] : try store.lastReceived(of: journal)
        let arrivals = try arrivals(in: journal)
        let you = owner.name
        let members = control.members.values.map { member in
            let name = member.identity.name
            let devices = control.devices(of: member.root)
            return SharedJournal.Member(
                identity: name, root: member.root, name: names[OpenVault.memberRecord(member.root)] ?? "", role: member.role,
                fingerprint: member.identity.fingerprint,
                isVerified: keys.body[setting: OpenVault.verifiedPrefix + hex(name)] != nil, isYou: name == you,
                history: member.history, since: arrivals[member.root],
                lastHeard: devices.compactMap { heard[$0] ?? nil }.max(), devices: devices.count)
        }
        let role = membership(in: control)?.role
        let invitations =
            role != .owner ? [] : control.invitations.values.sorted { ($0.expires, hex($0.id)) < ($1.expires, hex($1.id)) }
        return SharedJournal(
            journal: journal, title: try journalNames().first { $0.id == journal }?.name ?? "", isFirst: try isFirst(journal),
            ownRole: role,
            members: members.sorted { a, b in
                if (a.role == .owner) != (b.role == .owner) { return a.role == .owner }
                return (a.since ?? .max, hex(a.root)) < (b.since ?? .max, hex(b.root))
            },
            invitations: invitations.map { invitation in
                let kept = inviteSecret(journal, invitation.id)
                return SharedJournal.Invitation(
                    id: invitation.id, role: invitation.role, history: invitation.history, expires: invitation.expires,
                    label: kept?.label ?? "",
                    link: relay.flatMap { relay in
                        kept.map { InvitationLink(relay: relay, journal: journal, invite: invitation.id, secret: $0.secret) }
                    })
            }, owesRotation: control.owesRotation, fault: try syncFault(of: journal), end: try end(of: journal))
    }

    /// When the relay received the operations that added people, by their roots.
    private func arrivals(in journal: JournalID) throws -> [[UInt8]: Int64] {
        var (log, arrivals): (ControlLog?, [[UInt8]: Int64]) = (nil, [:])
        for (bytes, position, received) in try store.controlReceipts(of: journal) {
            let operation = try Operation(reading: bytes)
            let before = Set(log?.members.keys.map { $0 } ?? [])
            if log == nil { log = try ControlLog(founding: operation) } else if position != nil { try log?.take(operation) }
            for (name, member) in log?.members ?? [:] where !before.contains(name) && arrivals[member.root] == nil {
                arrivals[member.root] = received
            }
        }
        return arrivals
    }
}

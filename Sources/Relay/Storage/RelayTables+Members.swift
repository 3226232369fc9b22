import Ledger
import SQLite
import Sync

/// What a relay knows of one member of a journal.
package struct MemberRow: Hashable, Sendable {
    /// The member's present name.
    package var identity: [UInt8]
    /// What the member may do.
    package var role: Role
    /// Bytes of what the member's devices have written and that is held.
    package var bytes: Int64

    package init(identity: [UInt8], role: Role, bytes: Int64 = 0) {
        (self.identity, self.role, self.bytes) = (identity, role, bytes)
    }

    init(_ row: RelayRow) throws(RelayStorageError) {
        guard let role = Role(rawValue: row.text(1)) else { throw .damaged }
        self.init(identity: row.bytes(0), role: role, bytes: row.int(2))
    }

    /// The part of the payer's room that a member may fill who writes no records: so somebody who was let in for notes cannot
    /// keep the owner from writing.
    static func share(of limit: Int64) -> Int64 { limit / 16 }
}

extension RelayTables {
    // MARK: members

    /// What is known of a member; `nil` for who is none.
    package func member(_ identity: [UInt8], of journal: JournalID) throws(RelayStorageError) -> MemberRow? {
        guard let row = try connection.rows(RelayStatements.member, [.blob(journal.bytes), .blob(identity)]).first
        else { return nil }
        return try MemberRow(row)
    }

    /// What a person may do in a journal; `nil` for who is no member.
    package func role(of identity: [UInt8], in journal: JournalID) throws(RelayStorageError) -> Role? {
        try member(identity, of: journal)?.role
    }

    /// The members of a journal.
    package func members(of journal: JournalID) throws(RelayStorageError) -> [MemberRow] {
        var members: [MemberRow] = []
        for row in try connection.rows(RelayStatements.members, [.blob(journal.bytes)]) { members.append(try MemberRow(row)) }
        return members
    }

    func put(_ member: MemberRow, in journal: JournalID) throws(RelayStorageError) {
        try connection.run(
            RelayStatements.putMember,
            [.blob(journal.bytes), .blob(member.identity), .text(member.role.rawValue), .int(member.bytes)])
    }

    func remove(member identity: [UInt8], from journal: JournalID) throws(RelayStorageError) {
        try connection.run(RelayStatements.removeMember, [.blob(journal.bytes), .blob(identity)])
    }

    /// A member's devices have written so much more.
    func add(_ bytes: Int64, toMember identity: [UInt8], of journal: JournalID) throws(RelayStorageError) {
        guard var member = try member(identity, of: journal) else { return }
        member.bytes = max(0, member.bytes + bytes)
        try put(member, in: journal)
    }

    /// Forgets the sealed operations up to a position, also where bytes are counted: their bytes.
    func forget(upTo position: UInt64, of journal: JournalID) throws(RelayStorageError) -> Int64 {
        let purged = try purge(upTo: position, of: journal)
        var byMember: [[UInt8]: Int64] = [:]
        for (device, bytes) in purged {
            if let identity = try self.device(device, in: journal)?.identity { byMember[identity, default: 0] += bytes }
        }
        for (identity, bytes) in byMember { try add(-bytes, toMember: identity, of: journal) }
        return purged.values.reduce(0, +)
    }

    // MARK: invitations, and who asks by them

    /// The key of an invitation that is open in the log, and until when it is good; `nil` for one that is not.
    func openInvite(
        _ invite: [UInt8], to journal: JournalID
    ) throws(RelayStorageError) -> (publicKey: [UInt8], expires: Int64)? {
        try connection.rows(RelayStatements.openInvite, [.blob(journal.bytes), .blob(invite)]).first
            .map { ($0.bytes(0), $0.int(1)) }
    }

    /// The invitations that are open in the log.
    package func openInvites(to journal: JournalID) throws(RelayStorageError) -> Set<[UInt8]> {
        Set(try connection.rows(RelayStatements.openInvites, [.blob(journal.bytes)]).map { $0.bytes(0) })
    }

    func add(_ invitation: Invitation, to journal: JournalID) throws(RelayStorageError) {
        try connection.run(
            RelayStatements.addOpenInvite,
            [.blob(journal.bytes), .blob(invitation.id), .blob(invitation.key), .int(invitation.expires)])
    }

    /// An invitation is open no more: who has asked by it does so in vain.
    func close(invite: [UInt8], to journal: JournalID) throws(RelayStorageError) {
        try connection.run(RelayStatements.removeOpenInvite, [.blob(journal.bytes), .blob(invite)])
        try removeJoins(by: invite, to: journal)
    }

    /// Who asks to join, in the order in which they came.
    func joins(to journal: JournalID) throws(RelayStorageError) -> [WaitingJoin] {
        var joins: [WaitingJoin] = []
        for row in try connection.rows(RelayStatements.joins, [.blob(journal.bytes)]) {
            guard let request = JoinRequest(reading: row.bytes(2)) else { throw .damaged }
            joins.append(WaitingJoin(request: request, received: row.int(3)))
        }
        return joins
    }

    /// The names of those who ask by one invitation.
    func names(askingBy invite: [UInt8], to journal: JournalID) throws(RelayStorageError) -> [[UInt8]] {
        try connection.rows(RelayStatements.joinsByInvite, [.blob(journal.bytes), .blob(invite)]).map { $0.bytes(0) }
    }

    func put(_ join: WaitingJoin, to journal: JournalID) throws(RelayStorageError) {
        let request = join.request
        try connection.run(
            RelayStatements.putJoin,
            [
                .blob(journal.bytes), .blob(request.invite), .blob(request.identity.name), .blob(request.bytes),
                .int(join.received),
            ])
    }

    /// Forgets what one has asked by an invitation; whether there was something.
    func removeJoin(of identity: [UInt8], by invite: [UInt8], to journal: JournalID) throws(RelayStorageError) -> Bool {
        try connection.run(RelayStatements.removeJoin, [.blob(journal.bytes), .blob(invite), .blob(identity)]) > 0
    }

    /// Forgets what everybody has asked by an invitation.
    func removeJoins(by invite: [UInt8], to journal: JournalID) throws(RelayStorageError) {
        try connection.run(RelayStatements.removeJoinsOfInvite, [.blob(journal.bytes), .blob(invite)])
    }
}

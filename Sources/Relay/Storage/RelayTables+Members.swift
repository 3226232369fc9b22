import Ledger
import SQLite
import Sync

package struct MemberRow: Hashable, Sendable {
    package var identity: [UInt8]
    package var role: Role
    /// The stored bytes written by the member's devices.
    package var bytes: Int64

    package init(identity: [UInt8], role: Role, bytes: Int64 = 0) {
        (self.identity, self.role, self.bytes) = (identity, role, bytes)
    }

    init(_ row: RelayRow) throws(RelayStorageError) {
        guard let role = Role(rawValue: row.text(1)) else { throw .damaged }
        self.init(identity: row.bytes(0), role: role, bytes: row.int(2))
    }

    /// The part of the payer's storage for a member who writes no records: their notes must not keep the owner from writing.
    static func share(of limit: Int64) -> Int64 { limit / 16 }
}

extension RelayTables {
    // MARK: members

    /// A member's row; `nil` for anyone else.
    package func member(_ identity: [UInt8], of journal: JournalID) throws(RelayStorageError) -> MemberRow? {
        guard let row = try connection.rows(RelayStatements.member, [.blob(journal.bytes), .blob(identity)]).first
        else { return nil }
        return try MemberRow(row)
    }

    /// A person's role in a journal; `nil` for anyone who is not a member.
    package func role(of identity: [UInt8], in journal: JournalID) throws(RelayStorageError) -> Role? {
        try member(identity, of: journal)?.role
    }

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

    func add(_ bytes: Int64, toMember identity: [UInt8], of journal: JournalID) throws(RelayStorageError) {
        guard var member = try member(identity, of: journal) else { return }
        member.bytes = max(0, member.bytes + bytes)
        try put(member, in: journal)
    }

    /// Deletes the encrypted operations up to a position, and from the totals; returns their bytes.
    func forget(upTo position: UInt64, of journal: JournalID) throws(RelayStorageError) -> Int64 {
        let purged = try purge(upTo: position, of: journal)
        var byMember: [[UInt8]: Int64] = [:]
        for (device, bytes) in purged {
            if let identity = try self.device(device, in: journal)?.identity { byMember[identity, default: 0] += bytes }
        }
        for (identity, bytes) in byMember { try add(-bytes, toMember: identity, of: journal) }
        return purged.values.reduce(0, +)
    }

    // MARK: invitations and requests to join

    /// The key and expiry of an invitation that is open in the log; `nil` if it is not.
    func openInvite(
        _ invite: [UInt8], to journal: JournalID
    ) throws(RelayStorageError) -> (publicKey: [UInt8], expires: Int64)? {
        try connection.rows(RelayStatements.openInvite, [.blob(journal.bytes), .blob(invite)]).first
            .map { ($0.bytes(0), $0.int(1)) }
    }

    package func openInvites(to journal: JournalID) throws(RelayStorageError) -> Set<[UInt8]> {
        Set(try connection.rows(RelayStatements.openInvites, [.blob(journal.bytes)]).map { $0.bytes(0) })
    }

    func add(_ invitation: Invitation, to journal: JournalID) throws(RelayStorageError) {
        try connection.run(
            RelayStatements.addOpenInvite,
            [.blob(journal.bytes), .blob(invitation.id), .blob(invitation.key), .int(invitation.expires)])
    }

    /// Closes an invitation; requests by it no longer count.
    func close(invite: [UInt8], to journal: JournalID) throws(RelayStorageError) {
        try connection.run(RelayStatements.removeOpenInvite, [.blob(journal.bytes), .blob(invite)])
        try removeJoins(by: invite, to: journal)
    }

    /// The requests to join, in order of arrival.
    func joins(to journal: JournalID) throws(RelayStorageError) -> [WaitingJoin] {
        var joins: [WaitingJoin] = []
        for row in try connection.rows(RelayStatements.joins, [.blob(journal.bytes)]) {
            guard let request = JoinRequest(reading: row.bytes(2)) else { throw .damaged }
            joins.append(WaitingJoin(request: request, received: row.int(3)))
        }
        return joins
    }

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

    /// Deletes one person's request by an invitation; returns whether there was one.
    func removeJoin(of identity: [UInt8], by invite: [UInt8], to journal: JournalID) throws(RelayStorageError) -> Bool {
        try connection.run(RelayStatements.removeJoin, [.blob(journal.bytes), .blob(invite), .blob(identity)]) > 0
    }

    func removeJoins(by invite: [UInt8], to journal: JournalID) throws(RelayStorageError) {
        try connection.run(RelayStatements.removeJoinsOfInvite, [.blob(journal.bytes), .blob(invite)])
    }
}

import Ledger
import Sync

extension Relay {
    /// The most people asking by one invitation at a time.
    static let mostJoins = 8

    /// Stores a request to join a journal until the invitation is closed; a repeated request replaces the earlier one.
    ///
    /// Throws `notFound` if the journal is not here, the invitation is closed or expired, or the caller does not hold its link,
    /// is a member already, or asks for someone else: the answer does not tell which. Throws `tooMany` beyond `mostJoins`.
    package func ask(_ request: JoinRequest, for journal: JournalID, by caller: Caller) async throws {
        let name = request.identity.name
        guard name == caller.account, request.identity.isSound else { throw RelayRefusal.notFound }
        let now = surroundings.now()
        let invite = try await storage.read { try Relay.openInvite(request, to: journal, $0, now: now) }
        let message = Invitation.joinMessage(journal: journal, invite: request.invite, identity: name)
        guard Ed25519.isValid(request.proof, of: message, by: invite) else { throw RelayRefusal.notFound }
        try await storage.write { tables in
            // While the journal is locked, no one can close the invitation or ask by it.
            guard try tables.journal(journal, isLocked: true) != nil,
                try Relay.openInvite(request, to: journal, tables, now: now) == invite
            else { throw RelayRefusal.notFound }
            let others = try tables.names(askingBy: request.invite, to: journal).filter { $0 != name }
            guard others.count < Relay.mostJoins else { throw RelayRefusal.tooMany(seconds: 600) }
            try tables.put(WaitingJoin(request: request, received: now), to: journal)
        }
    }

    /// The requests to join, in order of arrival. Throws `role` for other members than the owner, `notFound` for non-members.
    package func joins(to journal: JournalID, by caller: Caller) async throws -> [WaitingJoin] {
        try await storage.read { tables in
            _ = try Relay.entered(journal, by: caller, tables)
            guard try tables.role(of: caller.account, in: journal) == .owner else { throw RelayRefusal.role }
            return try tables.joins(to: journal)
        }
    }

    /// Deletes the caller's request by an invitation; the owner may delete one or all. Throws `notFound` if there is none.
    package func forgetJoin(
        of identity: [UInt8]?, by invite: [UInt8], to journal: JournalID, by caller: Caller
    ) async throws {
        try await storage.write { tables in
            let isOwner = try tables.role(of: caller.account, in: journal) == .owner
            let names = try isOwner ? tables.names(askingBy: invite, to: journal) : [caller.account]
            var isFound = false
            for name in names where identity == nil || identity == name {
                if try tables.removeJoin(of: name, by: invite, to: journal) { isFound = true }
            }
            guard isFound else { throw RelayRefusal.notFound }
        }
    }

    /// The key of an invitation for a person who is not a member.
    private static func openInvite(
        _ request: JoinRequest, to journal: JournalID, _ tables: RelayTables, now: Int64
    ) throws -> [UInt8] {
        guard let invite = try tables.openInvite(request.invite, to: journal), now < invite.expires,
            try tables.role(of: request.identity.name, in: journal) == nil
        else { throw RelayRefusal.notFound }
        return invite.publicKey
    }
}

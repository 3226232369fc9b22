import Ledger
import Sync

extension Relay {
    /// The most people who ask by one invitation at a time.
    static let mostJoins = 8

    /// Keeps that somebody asks to be let into a journal, until the invitation is closed; said again, it takes the place of what was
    /// said before.
    ///
    /// Throws `notFound` where the journal is not here, the invitation is not open or has run out, who asks does not hold its link, is a
    /// member already, or asks for somebody else: the answer is the same; and `tooMany` where others ask by it already.
    package func ask(_ request: JoinRequest, for journal: JournalID, by caller: Caller) async throws {
        let name = request.identity.name
        guard name == caller.account, request.identity.isSound else { throw RelayRefusal.notFound }
        let now = surroundings.now()
        let invite = try await storage.read { try Relay.openInvite(request, to: journal, $0, now: now) }
        let message = Invitation.joinMessage(journal: journal, invite: request.invite, identity: name)
        guard Ed25519.isValid(request.proof, of: message, by: invite) else { throw RelayRefusal.notFound }
        try await storage.write { tables in
            // While the journal is held, nobody closes the invitation, and nobody else asks by it.
            guard try tables.journal(journal, isLocked: true) != nil,
                try Relay.openInvite(request, to: journal, tables, now: now) == invite
            else { throw RelayRefusal.notFound }
            let others = try tables.names(askingBy: request.invite, to: journal).filter { $0 != name }
            guard others.count < Relay.mostJoins else { throw RelayRefusal.tooMany(seconds: 600) }
            try tables.put(WaitingJoin(request: request, received: now), to: journal)
        }
    }

    /// Who asks to be let in, in the order in which they came. Throws `role` for who does not own the journal, and `notFound` where it is
    /// not the caller's.
    package func joins(to journal: JournalID, by caller: Caller) async throws -> [WaitingJoin] {
        try await storage.read { tables in
            _ = try Relay.entered(journal, by: caller, tables)
            guard try tables.role(of: caller.account, in: journal) == .owner else { throw RelayRefusal.role }
            return try tables.joins(to: journal)
        }
    }

    /// Forgets what the caller has asked by an invitation; the owner's word is for everybody who has asked by it, or for one.
    /// Throws `notFound` where there is nothing.
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

    /// The key of the invitation by which somebody asks who is no member.
    private static func openInvite(
        _ request: JoinRequest, to journal: JournalID, _ tables: RelayTables, now: Int64
    ) throws -> [UInt8] {
        guard let invite = try tables.openInvite(request.invite, to: journal), now < invite.expires,
            try tables.role(of: request.identity.name, in: journal) == nil
        else { throw RelayRefusal.notFound }
        return invite.publicKey
    }
}

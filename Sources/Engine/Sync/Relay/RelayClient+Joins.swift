import Ledger
import Sync

extension RelayClient {
    /// Asks to join. The relay answers `notFound` if the invitation is not open or has expired.
    package func ask(toJoin journal: JournalID, _ request: JoinRequest) async throws {
        _ = try await ask(
            RelayRequest(
                "POST", "/v1/journals/\(journal)/joins", headers: RelayClient.json, body: .bytes(request.bytes)))
    }

    /// The requests to join a journal of this person.
    package func joins(of journal: JournalID) async throws -> [WaitingJoin] {
        let answer = try await ask(RelayRequest("GET", "/v1/journals/\(journal)/joins"))
        guard let joins = WaitingJoin.all(reading: answer.body) else { throw SyncError.notARelay }
        return joins
    }

    /// Cancels this person's request, or declines the one of `identity`, 32 bytes.
    package func dropJoin(_ invite: [UInt8], of journal: JournalID, identity: [UInt8]? = nil) async throws {
        let whose = identity.map { "?identity=" + hex($0) } ?? ""
        _ = try await ask(RelayRequest("DELETE", "/v1/journals/\(journal)/joins/\(hex(invite))\(whose)"))
    }
}

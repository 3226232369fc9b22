import HTTP
import Ledger
import Sync

extension RelayRoutes {
    @Sendable func ask(_ request: Request) async throws -> Response {
        let (caller, journal) = (try await caller(request), try journal(request))
        guard let asked = JoinRequest(reading: try await request.body.collect(limit: RelayLimits.json)) else {
            throw RelayRefusal.invalid(.shape)
        }
        try await relay.ask(asked, for: journal, by: caller)
        return Response(.noContent)
    }

    @Sendable func joins(_ request: Request) async throws -> Response {
        let (caller, journal) = (try await caller(request), try journal(request))
        return answer(WaitingJoin.bytes(try await relay.joins(to: journal, by: caller)))
    }

    @Sendable func forgetJoin(_ request: Request) async throws -> Response {
        let (caller, journal) = (try await caller(request), try journal(request))
        guard let invite = request.parameters["invite"].flatMap({ bytes(fromHex: $0) }), invite.count == 16 else {
            throw RelayRefusal.notFound
        }
        var identity: [UInt8]?
        if let text = request.query["identity"] {
            guard let name = bytes(fromHex: text), name.count == 32 else { throw RelayRefusal.invalid(.shape) }
            identity = name
        }
        try await relay.forgetJoin(of: identity, by: invite, to: journal, by: caller)
        return Response(.noContent)
    }
}

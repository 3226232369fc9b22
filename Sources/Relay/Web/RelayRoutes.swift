import HTTP
import Ledger
import Sync

struct RelayRoutes: Sendable {
    let relay: Relay

    static let json: Headers = [
        "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff",
    ]
    static let octets: Headers = [
        "content-type": "application/octet-stream", "cache-control": "no-store", "x-content-type-options": "nosniff",
    ]

    var router: Router {
        var router = Router()
        router.get("/v1/info") { _ in answer(try await relay.info().bytes) }
        router.post("/v1/accounts", signUp)
        router.add("DELETE", "/v1/account") { request in
            try await relay.deleteAccount(of: caller(request))
            return Response(.noContent)
        }
        router.post("/v1/session", logIn)
        router.get("/v1/vault", vault)
        router.add("PUT", "/v1/vault", putVault)
        router.post("/v1/journals", found)
        router.get("/v1/journals") { request in
            answer(JournalListing.bytes(try await relay.journals(of: caller(request))))
        }
        router.add("DELETE", "/v1/journals/:journal", destroy)
        router.get("/v1/journals/:journal/ops", pull)
        router.post("/v1/journals/:journal/ops", push)
        router.post("/v1/journals/:journal/ops/resealed", reseal)
        router.get("/v1/journals/:journal/blobs", blobs)
        router.get("/v1/journals/:journal/blobs/:hash", blob)
        router.add("PUT", "/v1/journals/:journal/blobs/:hash", putBlob)
        router.get("/v1/journals/:journal/snapshots/:position", snapshot)
        router.add("PUT", "/v1/journals/:journal/snapshots/:position", putSnapshot)
        router.post("/v1/journals/:journal/joins", ask)
        router.get("/v1/journals/:journal/joins", joins)
        router.add("DELETE", "/v1/journals/:journal/joins/:invite", forgetJoin)
        router.get("/v1/events", events)
        router.get("/v1/mailbox/:id", message)
        router.post("/v1/mailbox/:id", leaveMessage)
        return router
    }

    // MARK: the caller and the parameters

    /// The sender of a request. Throws `noSession`.
    func caller(_ request: Request) async throws -> Relay.Caller {
        guard let header = request.headers["authorization"], header.lowercased().hasPrefix("bearer "),
            let token = RelayToken.read(header.dropFirst(7))
        else { throw RelayRefusal.noSession }
        let caller = try await relay.caller(token: token)
        request.keepPlace()
        return caller
    }

    func journal(_ request: Request) throws(RelayRefusal) -> JournalID {
        guard let journal = request.parameters["journal"].flatMap({ JournalID(text: $0) }) else { throw .notFound }
        return journal
    }

    func answer(_ bytes: [UInt8], status: Status = .ok) -> Response {
        Response(status, headers: RelayRoutes.json, body: .bytes(bytes))
    }

    /// A number in a query. Throws `invalid(.shape)` for anything else.
    func number(_ name: String, in request: Request) throws(RelayRefusal) -> UInt64? {
        guard let text = request.query[name] else { return nil }
        guard let number = UInt64(text), number <= UInt64(Int64.max) else { throw .invalid(.shape) }
        return number
    }

    // MARK: accounts

    @Sendable private func signUp(_ request: Request) async throws -> Response {
        guard let wanted = AccountRequest(reading: try await request.body.collect(limit: RelayLimits.json)) else {
            throw RelayRefusal.invalid(.shape)
        }
        try await relay.signUp(wanted)
        return Response(.noContent)
    }

    @Sendable private func logIn(_ request: Request) async throws -> Response {
        guard let wanted = Session.Request(reading: try await request.body.collect(limit: RelayLimits.json)) else {
            throw RelayRefusal.invalid(.shape)
        }
        return answer(try await relay.logIn(wanted, host: request.headers["host"]?.lowercased() ?? "").bytes)
    }

    @Sendable private func vault(_ request: Request) async throws -> Response {
        let vault = try await relay.vault(of: caller(request))
        var headers = RelayRoutes.octets
        headers["etag"] = "\"\(vault.generation)\""
        return Response(.ok, headers: headers, body: .bytes(vault.bytes))
    }

    @Sendable private func putVault(_ request: Request) async throws -> Response {
        let caller = try await caller(request)
        let generation: UInt64
        if let said = request.headers["if-match"] {
            guard let number = UInt64(said.filter { $0 != "\"" }) else { throw RelayRefusal.invalid(.shape) }
            generation = number
        } else {
            generation = 0
        }
        let bytes = try await request.body.collect(limit: RelayLimits.vault)
        let new = try await relay.put(vault: bytes, replacing: generation, by: caller)
        return Response(.noContent, headers: ["etag": "\"\(new)\"", "cache-control": "no-store"])
    }

    // MARK: operations

    @Sendable private func found(_ request: Request) async throws -> Response {
        let caller = try await caller(request)
        let bytes = try await request.body.collect(limit: RelayLimits.json)
        return answer(try await relay.found(bytes, by: caller).bytes, status: Status(201, "Created"))
    }

    @Sendable private func push(_ request: Request) async throws -> Response {
        let (caller, journal) = (try await caller(request), try journal(request))
        let frames = try await request.body.collect(limit: relay.settings.limits.batch)
        return answer(to: try await relay.push(frames: frames, to: journal, by: caller))
    }

    @Sendable private func reseal(_ request: Request) async throws -> Response {
        let (caller, journal) = (try await caller(request), try journal(request))
        let frames = try await request.body.collect(limit: relay.settings.limits.batch)
        return answer(to: try await relay.reseal(frames: frames, in: journal, by: caller))
    }

    private func answer(to outcome: Push.Outcome) -> Response {
        guard let refusal = outcome.refusal else { return answer(outcome.receipt.bytes) }
        return RelayApp.response(refusal, accepted: outcome.receipt.accepted)
    }

    @Sendable private func destroy(_ request: Request) async throws -> Response {
        let (caller, journal) = (try await caller(request), try journal(request))
        let frames = try await request.body.collect(limit: RelayLimits.json)
        return answer(try await relay.destroy(journal, frames: frames, by: caller).bytes)
    }

    @Sendable private func pull(_ request: Request) async throws -> Response {
        let (caller, journal) = (try await caller(request), try journal(request))
        let after = try number("after", in: request) ?? 0
        let limit = Int(clamping: try number("max_bytes", in: request) ?? UInt64(relay.settings.limits.batch))
        let page: Relay.Page
        if let lane = request.query["lane"] {
            guard lane == "0" else { throw RelayRefusal.invalid(.shape) }
            page = try await relay.pull(journal, after: after, bytes: limit, controlOnly: true, by: caller)
        } else {
            let wait = min(try number("wait", in: request) ?? 0, 25)
            page = try await relay.pull(journal, after: after, bytes: limit, waiting: .seconds(Int64(wait)), by: caller)
        }
        let headers: Headers = [
            "content-type": OperationFrames.mediaType, "cache-control": "no-store", "x-content-type-options": "nosniff",
            "head-seq": String(page.head.position), "head": hex(page.head.value), "floor": String(page.floor),
        ]
        return Response(.ok, headers: headers, body: .bytes(OperationFrames.pulled(page.operations)))
    }

    // MARK: hints

    private static let mostJournals = 256

    @Sendable private func events(_ request: Request) async throws -> Response {
        let caller = try await caller(request)
        let names = (request.query["journals"] ?? "").split(separator: ",")
        let journals = Set(names.compactMap { JournalID(text: $0) })
        guard !journals.isEmpty, journals.count == names.count, journals.count <= RelayRoutes.mostJournals else {
            throw RelayRefusal.invalid(.shape)
        }
        let news = try await relay.news(of: journals, by: caller)
        let (events, continuation) = AsyncStream.makeStream(of: ServerEvent.self)
        let task = Task {
            for await one in news {
                let data: JSON = ["journal": .string(one.journal.description), "seq": .int(Int64(clamping: one.position))]
                continuation.yield(ServerEvent("head", String(decoding: data.bytes, as: UTF8.self)))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return .events(events)
    }

    // MARK: mailboxes

    private func mailbox(_ request: Request) throws(RelayRefusal) -> [UInt8] {
        guard let id = request.parameters["id"].flatMap({ bytes(fromHex: $0) }), id.count == 16 else { throw .notFound }
        return id
    }

    @Sendable private func message(_ request: Request) async throws -> Response {
        // HEAD would remove the message and lose it.
        guard request.method == "GET" else { throw RelayRefusal.notFound }
        return Response(.ok, headers: RelayRoutes.octets, body: .bytes(try await relay.takeMessage(from: mailbox(request))))
    }

    @Sendable private func leaveMessage(_ request: Request) async throws -> Response {
        let id = try mailbox(request)
        let caller = request.headers["authorization"] == nil ? nil : try await caller(request)
        try await relay.leave(
            try await request.body.collect(limit: caller == nil ? RelayLimits.offer : RelayLimits.message), in: id,
            from: RelayApp.block(of: request), by: caller)
        return Response(.noContent)
    }
}

/// A token in a header: base64url without padding, 43 characters, or 64 hexadecimal digits.
enum RelayToken {
    static func read(_ text: some StringProtocol) -> [UInt8]? {
        if text.utf8.count == 64 { return bytes(fromHex: text) }
        guard text.utf8.count == 43 else { return nil }
        var bytes: [UInt8] = []
        var (buffer, bits): (UInt32, Int) = (0, 0)
        for byte in text.utf8 {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "_"): value = 63
            default: return nil
            }
            (buffer, bits) = ((buffer << 6 | UInt32(value)) & 0xFFFF, bits + 6)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return bytes
    }
}

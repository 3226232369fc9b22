import Foundation
import Ledger
import Sync

/// A relay as seen by this device: each request of its protocol as a call, docs/formats/relay.md.
package actor RelayClient {
    package nonisolated let address: RelayAddress
    private let transport: any RelayTransport
    private let device: DeviceID
    private let sign: @Sendable ([UInt8]) -> [UInt8]
    private var token: String?
    private var limits: RelayLimits?
    private var relay: [UInt8]?
    /// How many bytes of a file the relay said it has, when last asked about an incomplete one.
    private(set) var heldBytes: Int64 = 0

    /// `sign`: Ed25519 by this device.
    package init(
        _ address: RelayAddress, device: DeviceID, transport: any RelayTransport,
        sign: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        (self.address, self.device, self.transport, self.sign) = (address, device, transport, sign)
    }

    /// Cancels current requests and refuses later ones.
    package nonisolated func close() { transport.close() }

    // MARK: - Account and session

    package func info() async throws -> RelayInfo {
        let answer = try await ask(RelayRequest("GET", "/v1/info"), session: false)
        guard let info = RelayInfo(reading: answer.body) else { throw SyncError.notARelay }
        guard info.versions.contains(RelayInfo.version) else { throw SyncError.refused(.upgrade) }
        (limits, relay) = (info.limits, info.relay)
        return info
    }

    /// Opens the account, or adds this device to it.
    package func open(_ account: AccountRequest) async throws {
        _ = try await ask(
            RelayRequest("POST", "/v1/accounts", headers: RelayClient.json, body: .bytes(account.bytes)), session: false)
    }

    /// Opens a session: the device signs the relay's challenge together with the host that it called.
    package func openSession() async throws {
        // A relay that ended the session may be another one by now.
        if limits == nil || token != nil { _ = try await info() }
        token = nil
        let question = try await session(Session.Request(device: device))
        guard case .question(let nonce) = question else { throw SyncError.notARelay }
        let message = Session.message(host: address.host, nonce: nonce, device: device)
        let proof = Session.Request.Proof(nonce: nonce, signature: sign(message))
        guard case .granted(let token, _) = try await session(Session.Request(device: device, proof: proof))
        else { throw SyncError.notARelay }
        self.token = Data(token).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }

    private func session(_ request: Session.Request) async throws -> Session.Answer {
        let answer = try await ask(
            RelayRequest("POST", "/v1/session", headers: RelayClient.json, body: .bytes(request.bytes)), session: false)
        guard let answer = Session.Answer(reading: answer.body) else { throw SyncError.notARelay }
        return answer
    }

    // MARK: - Journals

    /// All journals of the account.
    package func journals() async throws -> [JournalListing] {
        var request = RelayRequest("GET", "/v1/journals")
        request.bodyLimit = 16 << 20
        guard let list = JournalListing.all(reading: try await ask(request).body) else { throw SyncError.notARelay }
        return list
    }

    /// Registers a journal by its first operation; an existing one stays.
    package func register(_ genesis: [UInt8]) async throws {
        _ = try await ask(
            RelayRequest("POST", "/v1/journals", headers: RelayClient.operations, body: .bytes(genesis)))
    }

    /// The relay's id: 16 bytes.
    package func relayID() async throws -> [UInt8] {
        if let relay { return relay }
        return try await info().relay
    }

    /// A page of the relay's files of a journal, after a hash.
    package func files(of journal: JournalID, after hash: [UInt8]?) async throws -> FileListing {
        var request = RelayRequest(
            "GET", "/v1/journals/\(journal)/blobs?limit=\(FileListing.mostFiles)" + (hash.map { "&after=\(hex($0))" } ?? ""))
        request.bodyLimit = 1 << 20
        guard let page = FileListing(reading: try await ask(request).body) else { throw SyncError.notARelay }
        return page
    }

    /// The most bytes sent at once.
    package var batchLimit: Int { min(limits?.batch ?? 1 << 20, 4 << 20) }

    /// The largest snapshot, in bytes.
    package var snapshotLimit: Int { min(limits?.snapshot ?? 0, RelayLimits().snapshot) }

    /// Sends operations in their order.
    package func push(_ operations: [[UInt8]], to journal: JournalID) async throws -> PushReceipt {
        let answer = try await ask(
            RelayRequest(
                "POST", "/v1/journals/\(journal)/ops", headers: RelayClient.operations,
                body: .bytes(OperationFrames.pushed(operations))))
        guard let receipt = PushReceipt(reading: answer.body) else { throw SyncError.notARelay }
        return receipt
    }

    /// Replaces operations by their re-encrypted forms.
    package func replace(_ operations: [[UInt8]], in journal: JournalID) async throws {
        _ = try await ask(
            RelayRequest(
                "POST", "/v1/journals/\(journal)/ops/resealed", headers: RelayClient.operations,
                body: .bytes(OperationFrames.pushed(operations))))
    }

    /// All control operations of a journal, which a relay never deletes.
    package func controlOperations(of journal: JournalID) async throws -> [RelayedOperation] {
        var all: [RelayedOperation] = []
        while true {
            let after = all.last?.position ?? 0
            let page = try await pull(journal, after: after, controlOnly: true).operations
            guard let last = page.last else { return all }
            guard last.position > after else { throw SyncError.notARelay }
            all += page
        }
    }

    /// The log of a journal after a position. `wait`: seconds to wait for something new.
    package func pull(
        _ journal: JournalID, after position: UInt64, wait: Int = 0, controlOnly: Bool = false
    ) async throws -> (operations: [RelayedOperation], end: LogEnd) {
        var request = RelayRequest(
            "GET",
            "/v1/journals/\(journal)/ops?after=\(position)&max_bytes=\(batchLimit)" + (wait > 0 ? "&wait=\(wait)" : "")
                + (controlOnly ? "&lane=0" : ""))
        request.patience += wait * 1000
        // One operation alone may be longer than a batch.
        request.bodyLimit = max(batchLimit, limits?.operation ?? 4 << 20) + (1 << 20)
        let answer = try await ask(request)
        guard let operations = OperationFrames.read(pulled: answer.body),
            let end = answer.headers["head-seq"].flatMap(UInt64.init),
            let head = answer.headers["head"].flatMap({ bytes(fromHex: $0) }), head.count == 32
        else { throw SyncError.notARelay }
        return (operations, LogEnd(position: end, value: head))
    }

    // MARK: - The rest of the protocol

    /// Sends any request within the session; throws the relay's refusal.
    package func ask(_ request: RelayRequest, session: Bool = true) async throws -> RelayResponse {
        var request = request
        if session {
            guard let token else { throw SyncError.refused(.noSession) }
            request.headers["Authorization"] = "Bearer " + token
        }
        let answer = try await transport.send(request)
        heldBytes = answer.headers["upload-offset"].flatMap { Int64($0) } ?? 0
        guard (200..<300).contains(answer.status) else {
            guard let (refusal, _) = RelayRefusal.read(status: answer.status, body: answer.body) else {
                // A HEAD response has no body, and a proxy in front of the relay sends its own text.
                throw RelayClient.refusal(answer)
            }
            throw SyncError.refused(refusal)
        }
        return answer
    }

    private static func refusal(_ answer: RelayResponse) -> SyncError {
        let seconds = answer.headers["retry-after"].flatMap(UInt64.init) ?? 0
        switch answer.status {
        case 404: return .refused(.notFound)
        case 429: return .refused(.tooMany(seconds: seconds))
        case 500...599: return .refused(.unavailable(seconds: seconds))
        default: return .notARelay
        }
    }

    static let json = ["Content-Type": "application/json"]
    static let operations = ["Content-Type": OperationFrames.mediaType]
}

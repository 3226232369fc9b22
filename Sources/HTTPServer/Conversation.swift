import HTTP
import NIOHTTP1
import Synchronization

/// The exchange on one connection: request, response, request, …, in order, until one side ends it.
struct Conversation: Sendable {
    let wire: Wire
    let connections: Connections
    let respond: @Sendable (Request) async -> Response

    /// Returns when the connection has ended.
    func run() async {
        do {
            while let arrival = try await wire.nextRequest(), try await exchange(arrival) {}
            wire.hangUp()
        } catch let fault as HTTPFault where fault != .connectionEnded {
            await wire.hangUp(saying: Conversation.refusal(fault.status))
        } catch {
            // The response is incomplete, and the client must notice.
            wire.cut()
        }
    }

    /// Answers before any request was read: the server is full, or not for this client.
    func refuse(_ status: Status) async {
        await wire.hangUp(saying: Conversation.refusal(status))
    }

    /// One request and its response; returns whether another may follow. Throws the fault of a request that has no handler yet,
    /// and `connectionEnded` if the response could not be completed.
    private func exchange(_ arrival: Wire.Arrival) async throws -> Bool {
        let head = arrival.head
        var request = try Request(head, limits: wire.limits, source: arrival.source) {
            try await wire.nextPiece(of: arrival.exchange)
        }
        request.keepPlace = { connections.keep(wire) }
        let response = await respond(request)
        let mayStay = head.isKeepAlive && !head.headers.contains(name: "upgrade") && !connections.isStopping
        let framing = ResponseFraming(response, to: head)
        let canStay = await wire.canGoOn(after: arrival.exchange)
        let stays = mayStay && canStay && framing.ending != .close
        do {
            try await send(response, framing, stays: stays, of: arrival.exchange)
        } catch {
            throw HTTPFault.connectionEnded
        }
        guard stays else { return false }
        do {
            while try await wire.nextPiece(of: arrival.exchange) != nil {}
        } catch {
            return false
        }
        return true
    }

    private func send(_ response: Response, _ framing: ResponseFraming, stays: Bool, of exchange: Int) async throws {
        let head = framing.head(stays: stays)
        switch response.body {
        case .bytes(let bytes):
            let body = framing.sendsBody ? bytes : []
            if body.count <= BodyWriter.pieceBytes { return try await wire.write(head + body, of: exchange, isLast: true) }
            try await wire.write(head, of: exchange, isLast: false)
            try await BodyWriter { try await wire.write($0, of: exchange, isLast: false) }.write(body)
            try await wire.write([], of: exchange, isLast: true)
        case .stream(_, let write):
            guard framing.sendsBody else { return try await wire.write(head, of: exchange, isLast: true) }
            if framing.isEventStream { wire.beginEventStream() }
            try await wire.write(head, of: exchange, isLast: false)
            let sent = Mutex(0)
            try await write(
                BodyWriter { piece in
                    let total = sent.withLock { sent in
                        sent += piece.count
                        return sent
                    }
                    if case .length(let length) = framing.ending, total > length { throw HTTPFault.connectionEnded }
                    try await wire.write(framing.ending == .chunks ? piece.chunk : piece, of: exchange, isLast: false)
                })
            if case .length(let length) = framing.ending, sent.withLock({ $0 }) != length { throw HTTPFault.connectionEnded }
            try await wire.write(framing.ending == .chunks ? Array("0\r\n\r\n".utf8) : [], of: exchange, isLast: true)
        }
    }

    private static func refusal(_ status: Status) -> [UInt8] {
        let text = "\(status.code) \(status.phrase)\n"
        let fields: Headers = [
            "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", "x-content-type-options": "nosniff",
            "date": HTTPDate.now, "content-length": String(text.utf8.count), "connection": "close",
        ]
        return ResponseFraming.head(status, fields) + Array(text.utf8)
    }
}

extension [UInt8] {
    /// As a chunk (RFC 9112, 7.1). Must not be empty: that would be the last chunk.
    fileprivate var chunk: [UInt8] {
        Array("\(String(count, radix: 16))\r\n".utf8) + self + [0x0d, 0x0a]
    }
}

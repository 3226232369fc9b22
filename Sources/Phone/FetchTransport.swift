import Basics
import Engine
import Foundation
import HTTP
import Ledger
import Sync
import Synchronization
import WebApp

/// Requests to one relay through the browser's `fetch`, which knows only whole bodies: files come and go in pieces, since the memory of
/// a page is small and its system may end it at any time.
final class FetchTransport: RelayTransport {
    private let address: RelayAddress
    private let fetches: Fetches
    private let piece: Int
    private let isClosed = Mutex(false)

    /// - Parameter piece: the most bytes of a file at a time.
    init(_ address: RelayAddress, _ fetches: Fetches, piece: Int) {
        (self.address, self.fetches, self.piece) = (address, fetches, piece)
    }

    func send(_ request: RelayRequest) async throws -> RelayResponse {
        if let file = request.answerFile { return try await fetch(request, into: OpenFile(file, closes: false)) }
        var request = request
        var body: [UInt8] = []
        switch request.body {
        case .none: break
        case .bytes(let bytes): body = bytes
        case .file(let file, let count):
            let range = request.headers["Content-Range"].map(FetchTransport.numbers) ?? []
            let isWhole = range.count != 3 || count <= piece
            // The relay says how much it has then, and the rest follows.
            if !isWhole { request.headers["Content-Range"] = "bytes \(range[0])-\(range[0] + Int64(piece) - 1)/\(range[2])" }
            body = try OpenFile(file, closes: false).read(isWhole ? Int(clamping: count) : piece)
        }
        return try await ask(request, body: body, limit: request.bodyLimit)
    }

    /// The numbers in `bytes 0-1023/4096` or `bytes=1024-`.
    private static func numbers(_ range: String) -> [Int64] { range.split { !("0"..."9" ~= $0) }.compactMap { Int64($0) } }

    /// A file from its beginning, or the part behind it that is asked for. Each piece is on the disk before the next is asked for.
    private func fetch(_ request: RelayRequest, into file: OpenFile) async throws -> RelayResponse {
        var request = request
        var at = request.headers["Range"].flatMap { FetchTransport.numbers($0).first } ?? 0
        while true {
            request.headers["Range"] = "bytes=\(at)-\(at + Int64(piece) - 1)"
            let answer = try await ask(request, body: [], limit: request.fileLimit)
            guard [200, 206].contains(answer.status) else { return answer }
            try file.write(answer.body)
            guard fsync(file.descriptor) == 0 else { throw FileFault(.write) }
            at += Int64(answer.body.count)
            let total = answer.headers["content-range"].flatMap { FetchTransport.numbers($0).last } ?? at
            request.arrived(at, total)
            if let most = request.fileLimit, total > most { throw SyncError.notARelay }
            guard answer.status == 206, at < total, !answer.body.isEmpty else {
                return RelayResponse(status: answer.status, headers: answer.headers)
            }
        }
    }

    private func ask(_ request: RelayRequest, body: [UInt8], limit: Int?) async throws -> RelayResponse {
        guard !isClosed.withLock({ $0 }) else { throw SyncError.stopped }
        let head: JSON = [
            "method": .string(request.method), "url": .string(address.text + request.path),
            "headers": .array(request.headers.sorted { $0.key < $1.key }.map { [.string($0.key), .string($0.value)] }),
            "seconds": .int(Int64((request.patience + 999) / 1000)), "limit": limit.map { .int(Int64($0)) } ?? .null,
        ]
        let answer: Fetches.Answer
        do {
            answer = try await fetches.fetch(head, body: body, for: ObjectIdentifier(self))
        } catch SyncError.notARelay where limit == nil {
            // A relay that gives no pieces, and an attachment that does not fit into the memory of a page.
            throw SyncError.refused(.tooLarge(limit: UInt64(Site.mostOnPhone)))
        }
        var headers: [String: String] = [:]
        for field in answer.headers.fields { headers[field.name.lowercased()] = field.value }
        return RelayResponse(status: answer.status, headers: headers, body: answer.body)
    }

    func close() {
        isClosed.withLock { $0 = true }
        fetches.stop(for: ObjectIdentifier(self))
    }
}

/// Requests that are out in the browser, and the tasks that wait for their answers.
final class Fetches: Sendable {
    struct Answer: Sendable {
        let status: Int
        let headers: Headers
        let body: [UInt8]
    }

    private struct State {
        var last: Int32 = 0
        var waiting: [Int32: (owner: ObjectIdentifier, task: CheckedContinuation<Answer, any Error>)] = [:]
    }

    private let state = Mutex(State())
    private let browser: any Browser

    init(_ browser: any Browser) { self.browser = browser }

    /// Sends a request out, and waits for its answer. Throws `SyncError` if there is none.
    func fetch(_ head: JSON, body: [UInt8], for owner: ObjectIdentifier) async throws -> Answer {
        let id = state.withLock { state in
            state.last &+= 1
            return state.last
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { task in
                state.withLock { $0.waiting[id] = (owner, task) }
                browser.fetch(id, head: head.bytes, body: body)
                // Cancelled before anyone waited.
                if Task.isCancelled { stop(id) }
            }
        } onCancel: {
            stop(id)
        }
    }

    /// What came in. If the request was given up, nothing happens.
    func end(_ id: Int32, with result: Result<Answer, SyncError>) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.task.resume(with: result.mapError { $0 as any Error })
    }

    func stop(for owner: ObjectIdentifier) {
        for id in state.withLock({ state in state.waiting.filter { $0.value.owner == owner }.map(\.key) }) { stop(id) }
    }

    private func stop(_ id: Int32) {
        guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: id) }) else { return }
        browser.cancelFetch(id)
        waiting.task.resume(throwing: SyncError.stopped)
    }
}

extension SyncError {
    /// Why the browser has no answer, in its one word. It does not say whether a name, a certificate or a connection was missing.
    init(fetchFailure word: String) {
        self =
            switch word {
            case "offline": .unreachable(.name)
            case "refused": .unreachable(.connection)
            case "elsewhere": .unreachable(.otherRelay)
            case "late": .unreachable(.time)
            case "tooLarge": .notARelay
            default: .unreachable(.transfer)
            }
    }
}

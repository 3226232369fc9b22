import Basics
import Engine
import HTTP
import Ledger
import Sync
import Synchronization

/// Requests to one relay through the browser's `fetch`.
final class FetchTransport: RelayTransport {
    private let address: RelayAddress
    private let fetches: Fetches
    private let isClosed = Mutex(false)

    init(_ address: RelayAddress, _ fetches: Fetches) { (self.address, self.fetches) = (address, fetches) }

    func send(_ request: RelayRequest) async throws -> RelayResponse {
        guard !isClosed.withLock({ $0 }) else { throw SyncError.stopped }
        let body =
            switch request.body {
            case .none: [UInt8]()
            case .bytes(let bytes): bytes
            case .file(let file, let count): try OpenFile(file, closes: false).read(Int(clamping: count))
            }
        let limit = request.answerFile == nil ? request.bodyLimit : request.fileLimit
        let head: JSON = [
            "method": .string(request.method), "url": .string(address.text + request.path),
            "headers": .array(request.headers.sorted { $0.key < $1.key }.map { [.string($0.key), .string($0.value)] }),
            "seconds": .int(Int64((request.patience + 999) / 1000)), "limit": limit.map { .int(Int64($0)) } ?? .null,
        ]
        let answer: Fetches.Answer
        do {
            answer = try await fetches.fetch(head, body: body, for: ObjectIdentifier(self))
        } catch SyncError.notARelay where limit == nil {
            // An attachment that does not fit into the memory of a page.
            throw SyncError.refused(.tooLarge(limit: 64 << 20))
        }
        var headers: [String: String] = [:]
        for field in answer.headers.fields { headers[field.name.lowercased()] = field.value }
        guard let file = request.answerFile, [200, 206].contains(answer.status) else {
            return RelayResponse(status: answer.status, headers: headers, body: answer.body)
        }
        try OpenFile(file, closes: false).write(answer.body)
        return RelayResponse(status: answer.status, headers: headers)
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

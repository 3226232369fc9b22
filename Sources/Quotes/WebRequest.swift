#if !os(WASI)
    import CCurl
    import Foundation
    import Synchronization

    /// One GET over HTTP or HTTPS, by libcurl on a separate thread: it blocks neither an actor nor the shared pool.
    struct WebRequest: Sendable {
        let url: String
        /// The timeout for everything, in milliseconds.
        let patience: Int
        /// The longest body that is accepted.
        var bodyLimit = 65_536

        struct Answer: Hashable, Sendable {
            let status: Int
            let body: [UInt8]
        }

        /// The answer, or why there is none; always within `patience` plus half a second.
        func answer() async -> Result<Answer, QuoteError> {
            await withCheckedContinuation { continuation in
                let once = Once(continuation)
                // Looking up a name may take the library longer than it was told; the caller does not wait for that.
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(patience + 500)) {
                    once.resume(.failure(.unreachable(.time)))
                }
                DispatchQueue(label: "auralyst.web").async { once.resume(blockingAnswer()) }
            }
        }

        private func blockingAnswer() -> Result<Answer, QuoteError> {
            var answer = unsafe ccurl_answer()
            let limits = ccurl_limits(
                connect: UInt32(clamping: patience), total: UInt32(clamping: patience), body: max(0, bodyLimit), redirects: 3)
            let code = unsafe ccurl_get(url, "Auralyst", limits, &answer)
            defer { unsafe ccurl_release(&answer) }
            if let error = WebRequest.error(code: Int(code)) { return .failure(error) }
            let body = unsafe Array(UnsafeBufferPointer(start: answer.body, count: answer.count))
            return .success(Answer(status: unsafe answer.status, body: body))
        }

        /// `nil` for an answer.
        static func error(code: Int) -> QuoteError? {
            switch code {
            case CCURL_DONE: nil
            case CCURL_NO_LIBRARY: .noLibrary
            case CCURL_BAD_URL: .badURL
            case CCURL_NO_NAME: .unreachable(.name)
            case CCURL_NO_CONNECTION: .unreachable(.connection)
            case CCURL_NOT_TRUSTED: .unreachable(.trust)
            case CCURL_TIMEOUT: .unreachable(.time)
            case CCURL_TOO_LARGE: .invalidData(.length)
            case CCURL_ASTRAY: .invalidData(.direction)
            case CCURL_CUT_OFF: .invalidData(.end)
            default: .invalidData(.transfer)
            }
        }
    }

    /// Passes on the first answer and drops the others.
    private final class Once: Sendable {
        private let continuation: Mutex<CheckedContinuation<Result<WebRequest.Answer, QuoteError>, Never>?>

        init(_ continuation: CheckedContinuation<Result<WebRequest.Answer, QuoteError>, Never>) {
            self.continuation = Mutex(continuation)
        }

        func resume(_ answer: Result<WebRequest.Answer, QuoteError>) {
            continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }?.resume(returning: answer)
        }
    }
#endif

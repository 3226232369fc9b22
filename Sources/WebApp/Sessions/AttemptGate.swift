import Synchronization

/// Slows down guessing of passphrases: after a few failures each further try must wait, longer each time, per source and (more
/// gently) for all sources together, so that using many sources gains nothing.
final class AttemptGate: Sendable {
    private struct Record {
        var failures = 0
        var nextTry: Int64 = 0
        var isTrying = false
        var lastFailure: Int64 = 0
    }

    private struct State {
        var sources: [String: Record] = [:]
        var everybody = Record()
        var failuresSinceSuccess = 0
        var trying = 0
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Int64

    /// Tries without waiting, per source.
    static let free = 3
    /// The same for all sources.
    static let freeForEverybody = 20
    /// The most simultaneous tries of all sources.
    static let triesAtOnce = 2
    /// The longest wait, in milliseconds.
    static let longestWait: Int64 = 60_000
    /// After this time without a failure a source starts over, in milliseconds.
    static let forgetting: Int64 = 3_600_000
    private static let sourceLimit = 10_000

    init(now: @escaping @Sendable () -> Int64) { self.now = now }

    /// Permits a try, or returns how many milliseconds it must wait. A permitted try must end with `failed` or `succeeded`.
    func begin(source: String) -> Int64? {
        let now = now()
        return state.withLock { state in
            forget(source, in: &state, now: now)
            let record = state.sources[source] ?? Record()
            let wait = max(record.nextTry, state.everybody.nextTry) - now
            guard wait <= 0 else { return wait }
            // One try of a source at a time, and few of all: simultaneous tries must not bypass the wait, and no one should wait
            // behind a long queue of others' guesses.
            guard !record.isTrying, state.trying < AttemptGate.triesAtOnce else { return 1000 }
            state.trying += 1
            state.sources[source, default: Record()].isTrying = true
            return nil
        }
    }

    func failed(source: String) {
        let now = now()
        state.withLock { state in
            var record = state.sources[source] ?? Record()
            AttemptGate.count(&record, now: now, free: AttemptGate.free)
            record.isTrying = false
            state.trying -= 1
            state.sources[source] = record
            AttemptGate.count(&state.everybody, now: now, free: AttemptGate.freeForEverybody, longest: 5000)
            state.failuresSinceSuccess += 1
        }
    }

    func succeeded(source: String) {
        state.withLock { state in
            state.trying -= 1
            state.sources[source] = nil
            state.everybody = Record()
        }
    }

    /// The number of failures since the last call, from all sources.
    func takeFailures() -> Int {
        state.withLock { state in
            defer { state.failuresSinceSuccess = 0 }
            return state.failuresSinceSuccess
        }
    }

    /// The try had no result (the vault could not be read): it does not count.
    func abandoned(source: String) {
        state.withLock { state in
            state.trying -= 1
            state.sources[source]?.isTrying = false
        }
    }

    private static func count(_ record: inout Record, now: Int64, free: Int, longest: Int64 = longestWait) {
        record.failures += 1
        record.lastFailure = now
        let beyond = record.failures - free
        guard beyond >= 0 else { return }
        record.nextTry = now + min(longest, 1000 << Int64(min(beyond, 10)))
    }

    private func forget(_ source: String, in state: inout State, now: Int64) {
        let isOld = { (record: Record) in !record.isTrying && now - record.lastFailure > AttemptGate.forgetting }
        if let record = state.sources[source], isOld(record) { state.sources[source] = nil }
        if isOld(state.everybody) { state.everybody = Record() }
        // An attacker with many addresses takes no more memory than this; the wait for all sources limits them.
        if state.sources.count >= AttemptGate.sourceLimit {
            state.sources = state.sources.filter { $0.value.isTrying || $0.value.nextTry > now }
        }
    }
}

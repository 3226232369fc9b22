import Synchronization

/// Slows the guessing of passphrases: after a few failures each further try has to wait, longer each time, per source and
/// (more gently) over all sources together, so that many sources gain nothing.
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

    /// Tries that cost no waiting, per source.
    static let free = 3
    /// The same over all sources.
    static let freeForEverybody = 20
    /// Tries that may be under way at a time, over all sources.
    static let triesAtOnce = 2
    /// The longest wait, in milliseconds.
    static let longestWait: Int64 = 60_000
    /// After so long without a failure a source begins again, in milliseconds.
    static let forgetting: Int64 = 3_600_000
    private static let sourceLimit = 10_000

    init(now: @escaping @Sendable () -> Int64) { self.now = now }

    /// Lets a try begin, or says how many milliseconds it must wait. A try that began must end with `failed` or `succeeded`.
    func begin(source: String) -> Int64? {
        let now = now()
        return state.withLock { state in
            forget(source, in: &state, now: now)
            let record = state.sources[source] ?? Record()
            let wait = max(record.nextTry, state.everybody.nextTry) - now
            guard wait <= 0 else { return wait }
            // One try of a source at a time, and few of all: the wait after a failure must not be run around by many tries
            // at once, and no one shall wait behind a long queue of others' guesses.
            guard !record.isTrying, state.trying < AttemptGate.triesAtOnce else { return 1000 }
            state.trying += 1
            state.sources[source, default: Record()].isTrying = true
            return nil
        }
    }

    /// It was not the passphrase.
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

    /// It was.
    func succeeded(source: String) {
        state.withLock { state in
            state.trying -= 1
            state.sources[source] = nil
            state.everybody = Record()
        }
    }

    /// How many failures there were since this was asked last, from anywhere.
    func takeFailures() -> Int {
        state.withLock { state in
            defer { state.failuresSinceSuccess = 0 }
            return state.failuresSinceSuccess
        }
    }

    /// The try ended without an answer (the vault could not be read): it counts for nothing.
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
        // Someone who has many addresses takes no more memory than this; the wait for everyone holds them back.
        if state.sources.count >= AttemptGate.sourceLimit {
            state.sources = state.sources.filter { $0.value.isTrying || $0.value.nextTry > now }
        }
    }
}

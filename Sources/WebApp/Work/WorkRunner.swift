import Base
import Synchronization

/// Runs long operations on a vault, one at a time. They continue when the page is left, and the result stays until the lock.
final class WorkRunner: Sendable {
    private struct State {
        var work: Work?
        var task: Task<Void, Never>?
        var count = 0
        /// Rises with every visible change.
        var version = 0
    }

    private let state = Mutex(State())

    var work: Work? { state.withLock { $0.work } }

    var isBusy: Bool { state.withLock { $0.task != nil } }

    /// Changes whenever a page would change.
    var version: Int { state.withLock { $0.version } }

    /// Starts an operation and drops the last result. `ended` runs when it is over.
    /// - Returns: `false`, and nothing is started, while another one runs.
    func begin(
        _ kind: Work.Kind, _ job: @escaping @Sendable (ProgressReport) async throws -> WorkResult,
        ended: @escaping @Sendable (Work) async -> Void
    ) -> Bool {
        state.withLock { state in
            guard state.task == nil else { return false }
            state.count += 1
            state.version += 1
            state.work = Work(kind: kind, number: state.count)
            state.task = Task { [self] in
                let progress = ProgressReport { [weak self] in self?.note(Work.Step(what: $0, done: $1, total: $2)) }
                let outcome: Work.Outcome
                do {
                    outcome = .done(try await job(progress))
                } catch {
                    outcome = error is CancellationError || Task.isCancelled ? .stopped : .failed(Explanation(error))
                }
                if let work = end(outcome) { await ended(work) }
            }
            return true
        }
    }

    /// Asks the operation to stop, which it does at the next opportunity.
    func stop() { state.withLock { $0.task }?.cancel() }

    func forget() {
        state.withLock { state in
            guard state.task == nil, state.work != nil else { return }
            state.work = nil
            state.version += 1
        }
    }

    /// Returns when no operation runs any more.
    func waitForEnd() async { await state.withLock { $0.task }?.value }

    private func note(_ step: Work.Step) {
        state.withLock { state in
            guard state.work?.step != step else { return }
            state.work?.step = step
            state.version += 1
        }
    }

    private func end(_ outcome: Work.Outcome) -> Work? {
        state.withLock { state in
            state.work?.outcome = outcome
            state.task = nil
            state.version += 1
            return state.work
        }
    }
}

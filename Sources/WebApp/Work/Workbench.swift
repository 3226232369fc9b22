import Base
import Synchronization

/// The long work on a vault: one piece at a time. It goes on when its page is left, and its outcome stays until the lock.
final class Workbench: Sendable {
    private struct State {
        var work: Work?
        var task: Task<Void, Never>?
        var count = 0
        /// Grows with whatever a page shows of the work.
        var version = 0
    }

    private let state = Mutex(State())

    /// What is being done, or was done last.
    var work: Work? { state.withLock { $0.work } }

    /// Whether something is being done.
    var isBusy: Bool { state.withLock { $0.task != nil } }

    /// Another number than before where a page would show something else.
    var version: Int { state.withLock { $0.version } }

    /// Begins a piece of work, in the place of the last outcome. `ended` runs when it is over.
    /// - Returns: `false`, and nothing is begun, while another one goes on.
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

    /// Tells the work to stop; it does so at the next place where it can.
    func stop() { state.withLock { $0.task }?.cancel() }

    /// Forgets the outcome of work that is over.
    func forget() {
        state.withLock { state in
            guard state.task == nil, state.work != nil else { return }
            state.work = nil
            state.version += 1
        }
    }

    /// Returns when nothing is being done any more.
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

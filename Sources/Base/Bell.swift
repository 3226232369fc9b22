import Synchronization

/// Wakes one task that waits until something has happened.
package final class Bell: Sendable {
    private struct State {
        var isRung = false
        var waiting: CheckedContinuation<Void, Never>?
        /// When it rings by itself.
        var alarm: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    package init() {}

    package func ring() {
        state.withLock { state in
            defer { state.waiting = nil }
            state.isRung = state.waiting == nil
            return state.waiting
        }?.resume()
    }

    /// Returns once it has rung since the last time, at the latest after this time, or when the task is cancelled. It may return
    /// early: a timer cannot be taken back, so one that is earlier than needed is used again.
    package func wait(atMost time: Duration? = nil) async {
        if let time { ring(at: .now + time) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { task in
                let isDue = state.withLock { state in
                    guard !state.isRung, !Task.isCancelled else { return true }
                    state.waiting = task
                    return false
                }
                guard isDue else { return }
                state.withLock { $0.isRung = false }
                task.resume()
            }
        } onCancel: {
            ring()
        }
    }

    private func ring(at moment: ContinuousClock.Instant) {
        let isFirst = state.withLock { state in
            if let alarm = state.alarm, alarm <= moment { return false }
            state.alarm = moment
            return true
        }
        guard isFirst else { return }
        Task { [weak self] in
            try? await Task.sleep(until: moment, clock: .continuous)  // Never cancelled: no one holds this task.
            self?.ring(for: moment)
        }
    }

    private func ring(for moment: ContinuousClock.Instant) {
        state.withLock { if $0.alarm == moment { $0.alarm = nil } }
        ring()
    }
}

import Base
import Basics
import Foundation
import Synchronization

/// A progress line on stderr, only on a terminal, and only if the work takes longer than a moment.
final class ProgressBar: Sendable {
    private struct State {
        var shown = ContinuousClock.now
        var isVisible = false
    }

    private let state = Mutex(State())

    /// For the use cases; silent without a terminal.
    static func make() -> (bar: ProgressBar, progress: ProgressReport) {
        let bar = ProgressBar()
        guard Terminal.showsProgress else { return (bar, .silent) }
        return (bar, ProgressReport { what, done, total in bar.show(what, done, total) })
    }

    private func show(_ what: String, _ done: Int, _ total: Int) {
        state.withLock { state in
            let now = ContinuousClock.now
            guard now - state.shown > .milliseconds(state.isVisible ? 80 : 300) else { return }
            state.shown = now
            state.isVisible = true
            write("\r\u{1B}[2K" + Terminal.visible(ProgressBar.line(what, done, total)))
        }
    }

    /// `importing ██████░░░░ 61 % (1,103 of 1,803)`
    private static func line(_ what: String, _ done: Int, _ total: Int) -> String {
        guard total > 0 else { return "\(what) … \(done > 0 ? String(done) : "")" }
        let width = 24
        let filled = min(width, width * done / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        return "\(what) \(bar) \(100 * done / total) % (\(done) of \(total))"
    }

    func end() {
        state.withLock { state in
            if state.isVisible { write("\r\u{1B}[2K") }
            state.isVisible = false
        }
    }

    private func write(_ text: String) { OpenFile.say(text) }
}

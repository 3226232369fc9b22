import Base
import Documents
import HTTP
import Synchronization

/// The answer to a form that may take long.
///
/// A quick result is returned at once. Otherwise the job continues in the background, and a page shows its progress until the
/// answer is there, only to the browser that asked. One job at a time.
final class Waiting: Sendable {
    /// Makes the answer from a job's result when the browser fetches it: it may sign the browser in.
    typealias Answer = @Sendable (Visit) async throws -> Response

    private struct State {
        var owner: SessionKey
        var title: HTML
        var step = Work.Step()
        /// Shown below the title meanwhile.
        var detail: @Sendable () -> HTML = { .empty }
        var answer: Answer?
        /// The job, if the lock stops it.
        var stopped: Task<Void, Never>?
    }

    private let state = Mutex<State?>(nil)
    private let patience: Duration

    /// `patience`: how long a browser waits before it sees the progress.
    init(patience: Duration) { self.patience = patience }

    enum Look {
        /// Nothing is in progress for this browser.
        case nothing
        case going(title: HTML, step: Work.Step, detail: HTML)
        case answered(Answer)
    }

    /// Starts the job for a browser, and waits a little for its end: `look` then returns what to show. Returns `false` while
    /// another job runs. `stopsAtLock`: see `stop`.
    func begin(
        _ title: HTML, for owner: SessionKey, stopsAtLock: Bool = false,
        _ job: @escaping @Sendable (ProgressReport) async -> Answer
    ) async -> Bool {
        let free = state.withLock { state -> Bool in
            guard state == nil || state?.answer != nil else { return false }
            state = State(owner: owner, title: title)
            return true
        }
        guard free else { return false }
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            let answer = await job(
                ProgressReport { what, done, total in self.note(Work.Step(what: what, done: done, total: total)) })
            state.withLock {
                $0?.answer = answer
                $0?.stopped = nil
            }
            end.finish()
        }
        if stopsAtLock { state.withLock { if $0?.answer == nil { $0?.stopped = task } } }
        await withTaskGroup { [patience] group in
            group.addTask { for await _ in ended {} }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
        return true
    }

    /// What to show a browser. An answer is returned once.
    func look(for owner: SessionKey) -> Look {
        state.withLock { state in
            guard let waiting = state, waiting.owner == owner else { return .nothing }
            guard let answer = waiting.answer else {
                return .going(title: waiting.title, step: waiting.step, detail: waiting.detail())
            }
            state = nil
            return .answered(answer)
        }
    }

    /// Shows something below the title while the job runs.
    func show(_ detail: @escaping @Sendable () -> HTML) { state.withLock { $0?.detail = detail } }

    /// Stops a job that only reads for these browsers, which are locked now.
    func stop(for owners: [SessionKey]) {
        state.withLock { if let state = $0, owners.contains(state.owner) { state.stopped?.cancel() } }
    }

    /// Drops an unfetched answer: its content is released with the vault.
    func forget() { state.withLock { if $0?.answer != nil { $0 = nil } } }

    static let path = "/waiting"

    private func note(_ step: Work.Step) { state.withLock { $0?.step = step } }
}

extension WebApp {
    func addWaitingRoutes(to routes: inout Routes) {
        routes.page(Waiting.path, .open) { visit in
            switch visit.app.waiting.look(for: visit.session.key) {
            case .nothing: return .redirect(to: "/")
            case .answered(let answer): return try await answer(visit)
            case .going(let title, let step, let detail):
                var page = PageFrame(title: "One moment", isOutside: true, name: "waiting")
                    .page(WebApp.waitingCard(title, step, detail), for: visit)
                page.headers["refresh"] = "1"
                return page
            }
        }
    }

    private static func waitingCard(_ title: HTML, _ step: Work.Step, _ detail: HTML) -> HTML {
        let known: HTML = step.total > 0 ? " max=\"\(step.total)\" value=\"\(min(step.done, step.total))\"" : .empty
        return """
            <section class="card narrow work"><h1 id="work-title">\(title)</h1>\(detail)
            <progress aria-labelledby="work-title"\(known)></progress><p class="muted">\(step.words)</p>
            <p class="hint">This page continues by itself when it is done.</p></section>
            """
    }

    /// Answers a form by a job that may take long; an error in it becomes the usual error page.
    func answer(
        _ title: HTML, to visit: Visit, stopsAtLock: Bool = false,
        _ job: @escaping @Sendable (ProgressReport) async throws -> Waiting.Answer
    ) async throws -> Response {
        let isBegun = await waiting.begin(title, for: visit.session.key, stopsAtLock: stopsAtLock) { progress in
            do { return try await job(progress) } catch { return { _ in throw error } }
        }
        switch waiting.look(for: visit.session.key) {
        case .answered(let answer) where isBegun: return try await answer(visit)
        case .nothing:
            let words = say("Another task is still running in another window. Try again when it is done.")
            return visit.done(Notice(sentence: words, tone: .trouble), next: "/")
        default: return .redirect(to: Waiting.path)
        }
    }
}

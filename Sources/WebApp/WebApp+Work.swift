import Base
import Engine
import HTTP
import Ledger
import Synchronization

/// Long work and the lock: anyone who says lock means it, so the work is stopped, and each kind of it leaves the vault as it was
/// or goes on later. The lock that comes by itself after the idle time blanks the pages, but the vault waits for the work to end.
extension WebApp {
    /// Begins a piece of work and leads to its page; while another one goes on, to that one.
    func begin(
        _ kind: Work.Kind, for visit: Visit, _ job: @escaping @Sendable (ProgressReport) async throws -> WorkResult
    ) -> Response {
        guard begin(kind, job) else {
            let words = "Nothing new was started, because this task is still running."
            return visit.done(Notice(sentence: words, tone: .trouble), next: "/progress")
        }
        return .redirect(to: "/progress")
    }

    /// Begins a piece of work.
    /// - Returns: `false` while another one goes on.
    func begin(_ kind: Work.Kind, _ job: @escaping @Sendable (ProgressReport) async throws -> WorkResult) -> Bool {
        let isBegun = bench.begin(kind, job) { [weak self] work in await self?.ended(work) }
        if isBegun { tellWork() }
        return isBegun
    }

    private func ended(_ work: Work) async {
        tellWork()
        guard !sessions.areAnySignedIn else { return }
        // The idle lock has waited for this. What can be said without names and numbers waits for the owner.
        if case .done(let result) = work.outcome {
            greeting.withLock { $0 = Notice(sentence: "While it was locked: \(sentence(result.heading))") }
        }
        await lockVault()
    }

    /// Lets the vault go, unless work goes on with it: then it goes when that has ended.
    func lockVault() async {
        guard !bench.isBusy else { return }
        bench.forget()
        waiting.forget()
        sync.end()
        await door.lock()
    }

    /// Tells open pages how far the work is, a few times a second, until it is cancelled.
    func followWork() async {
        var seen = bench.version
        while !Task.isCancelled {
            if bench.version != seen {
                seen = bench.version
                tellWork()
            }
            try? await Task.sleep(for: listeners.areThere ? .milliseconds(300) : .seconds(1))
        }
    }

    private func tellWork() {
        guard let work = bench.work else { return }
        let document: JSON = [
            "number": .int(Int64(work.number)), "words": .string(work.step.words), "done": .int(Int64(work.step.done)),
            "total": .int(Int64(work.step.total)), "over": .bool(work.outcome != nil),
        ]
        listeners.send(ServerEvent("work", String(decoding: document.bytes, as: UTF8.self)))
    }
}

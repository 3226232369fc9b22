import Base
import Engine
import HTTP
import Ledger
import Synchronization

/// Long operations and the lock: an explicit lock stops the operation, and each kind leaves the vault as it was or continues
/// later. The automatic lock after the idle time blanks the pages, but the vault waits for the operation to end.
extension WebApp {
    /// Starts an operation and redirects to its page, or to the page of one already running.
    func begin(
        _ kind: Work.Kind, for visit: Visit, _ job: @escaping @Sendable (ProgressReport) async throws -> WorkResult
    ) -> Response {
        guard begin(kind, job) else {
            let words = say("Nothing new was started, because this task is still running.")
            return visit.done(Notice(sentence: words, tone: .trouble), next: "/progress")
        }
        return .redirect(to: "/progress")
    }

    /// Starts an operation.
    /// - Returns: `false` while another one runs.
    func begin(_ kind: Work.Kind, _ job: @escaping @Sendable (ProgressReport) async throws -> WorkResult) -> Bool {
        let isBegun = runner.begin(kind, job) { [weak self] work in await self?.ended(work) }
        if isBegun { tellWork() }
        return isBegun
    }

    private func ended(_ work: Work) async {
        tellWork()
        guard !sessions.areAnySignedIn else { return }
        // The idle lock has waited for this. A result without names and numbers is kept for the owner.
        if case .done(let result) = work.outcome {
            greeting.withLock { $0 = Notice(sentence: "While it was locked: \(sentence(result.heading))") }
        }
        await lockVault()
    }

    /// Locks the vault, but waits for a running operation to end.
    func lockVault() async {
        guard !runner.isBusy else { return }
        runner.forget()
        waiting.forget()
        sync.end()
        await door.lock()
    }

    /// Sends progress to open pages a few times a second, until cancelled.
    func followWork() async {
        var seen = runner.version
        while !Task.isCancelled {
            if runner.version != seen {
                seen = runner.version
                tellWork()
            }
            try? await Task.sleep(for: listeners.areThere ? .milliseconds(300) : .seconds(1))
        }
    }

    func tellWork() {
        guard let work = runner.work else { return }
        let document: JSON = [
            "number": .int(Int64(work.number)), "words": .string(work.step.words), "done": .int(Int64(work.step.done)),
            "total": .int(Int64(work.step.total)), "over": .bool(work.outcome != nil),
        ]
        listeners.send(ServerEvent("work", String(decoding: document.bytes, as: UTF8.self)))
    }
}

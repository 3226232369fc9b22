import Foundation

/// Whether the import for which a source is read was stopped: by its button, by the lock, or because its request is over.
/// Readers ask now and then, so that no file outlives its import.
enum ReadingStop {
    private final class Question: Sendable {
        let isAsked: @Sendable () -> Bool

        init(_ isAsked: @escaping @Sendable () -> Bool) { self.isAsked = isAsked }
    }

    private static let key = "auralyst.reading-stop"

    /// Asks the import's task on the thread that reads for it, otherwise the present task.
    static var isAsked: @Sendable () -> Bool {
        if let question = Thread.current.threadDictionary[key] as? Question { return question.isAsked }
        return { Task.isCancelled }
    }

    /// Lets what `read` reads on this thread ask `isAsked`. Not by a task-local value: on a thread without a task its end traps in
    /// an optimised program (Swift 6.3.1).
    static func reading(until isAsked: @escaping @Sendable () -> Bool, _ read: () -> Void) {
        let thread = Thread.current.threadDictionary
        let before = thread[key]
        thread[key] = Question(isAsked)
        defer { thread[key] = before }
        read()
    }

    /// Throws `CancellationError` if the import was stopped.
    static func check() throws(CancellationError) { if isAsked() { throw CancellationError() } }
}

import Foundation

/// Whether the import for which a source is read was stopped: by its button, by the lock, or because its request is over.
/// Readers ask now and then, so that no file outlives its import.
enum ReadingStop {
    private static let question = DispatchSpecificKey<@Sendable () -> Bool>()

    /// Asks the import's task on the queue that reads for it, otherwise the present task.
    static var isAsked: @Sendable () -> Bool {
        if let asked = DispatchQueue.getSpecific(key: question) { return asked }
        return { Task.isCancelled }
    }

    /// A queue on which `isAsked` is asked. Not by a task-local value: on a thread without a task its end traps in an optimised
    /// program (Swift 6.3.1).
    static func queue(asking isAsked: @escaping @Sendable () -> Bool) -> DispatchQueue {
        let queue = DispatchQueue(label: "auralyst.reading", qos: .userInitiated)
        queue.setSpecific(key: question, value: isAsked)
        return queue
    }

    /// Throws `CancellationError` if the import was stopped.
    static func check() throws(CancellationError) { if isAsked() { throw CancellationError() } }
}

import Foundation

/// Where an actor runs that blocks: on SQLite, on Argon2, on a file. Such work stays off the threads that all other
/// tasks share, of which there are only as many as processors.
///
/// One job at a time, in their order; each such actor has one of its own.
package final class VaultThread: SerialExecutor {
    private let queue: DispatchQueue

    package init(_ name: String) { queue = DispatchQueue(label: "auralyst." + name) }

    /// Runs a job after those that were given before.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// For actors that run here.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
}

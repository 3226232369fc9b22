#if !os(WASI)
    import Foundation

    /// The executor of an actor that blocks: on SQLite, on Argon2, on a file. Such work stays off the shared threads, of which there
    /// are only as many as processors.
    ///
    /// One job at a time, in order; each such actor has its own.
    package final class VaultThread: SerialExecutor {
        static let isTheOnlyOne = false

        private let queue: DispatchQueue

        package init(_ name: String) { queue = DispatchQueue(label: "auralyst." + name) }

        /// Runs a job after earlier ones.
        package func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }

        /// For actors that use it as their executor.
        package func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
    }
#endif

#if !os(WASI)
    import Foundation

    /// A thread for one actor that waits for a disk or a database, off the shared thread pool. Runs one job at a time, in order.
    final class RelayThread: SerialExecutor {
        private let queue: DispatchQueue

        init(_ name: String) { queue = DispatchQueue(label: "auralyst.relay." + name) }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }

        func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
    }
#endif

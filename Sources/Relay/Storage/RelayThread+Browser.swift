#if os(WASI)
    /// In one thread: a disk is waited for where the relay runs.
    final class RelayThread: SerialExecutor {
        init(_ name: String) {}

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Task { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }

        func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
    }
#endif

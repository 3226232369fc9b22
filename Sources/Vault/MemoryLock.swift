#if !os(WASI)
    import Foundation

    /// Keeps memory out of swap. Best effort: an unprivileged process may lock only a limited amount.
    enum MemoryLock {
        static func take(_ start: UnsafeMutableRawPointer, _ count: Int) { unsafe _ = mlock(start, count) }
        static func release(_ start: UnsafeMutableRawPointer, _ count: Int) { unsafe _ = munlock(start, count) }
    }
#endif

#if os(WASI)
    /// A program has no say in which of its memory a browser's process keeps out of swap.
    enum MemoryLock {
        static func take(_ start: UnsafeMutableRawPointer, _ count: Int) {}
        static func release(_ start: UnsafeMutableRawPointer, _ count: Int) {}
    }
#endif

#if os(WASI)
    package enum ReadAhead {
        package static func take(
            from read: @escaping @Sendable ((ImportItem) throws -> Void) throws -> Void, _ take: (ImportItem) throws -> Void
        ) throws { try read(take) }
    }

    extension ReadingStop {
        static var isAsked: @Sendable () -> Bool { { Task.isCancelled } }
    }
#endif

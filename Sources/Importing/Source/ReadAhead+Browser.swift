#if os(WASI)
    package enum ReadAhead {
        package static func take(
            from read: ((ImportItem) throws -> Void) throws -> Void, _ take: (ImportItem) throws -> Void
        ) throws {
            try withoutActuallyEscaping(take) { take in try read { try take($0) } }
        }
    }

    extension ReadingStop {
        static var isAsked: @Sendable () -> Bool { { Task.isCancelled } }
    }
#endif

#if os(WASI)
    // A browser has no other programs and no permissions of files.

    package func countedByPython(_ fixture: String, _ script: String) throws -> (path: String, count: String) {
        throw NoPrograms()
    }

    @discardableResult
    package func runPython(_ script: String, _ path: String) throws -> String { throw NoPrograms() }

    package func isPrivate(_ path: String) throws -> Bool { true }
    package func makePrivate(_ path: String) -> Bool { true }

    private struct NoPrograms: Error {}
#endif

#if !os(WASI)
    import Foundation
    import Testing

    /// What a few lines of Python print about a fixture.
    package func countedByPython(_ fixture: String, _ script: String) throws -> (path: String, count: String) {
        let path = try #require(sharedFixtures).appendingPathComponent(fixture).path
        return (path, try runPython(script, path))
    }

    /// Runs a script with a path as its argument, and gives what it prints.
    @discardableResult
    package func runPython(_ script: String, _ path: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Only its owner may read it, or write it.
    package func isPrivate(_ path: String) throws -> Bool {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600
    }

    /// Takes it from all others; whether that succeeded.
    package func makePrivate(_ path: String) -> Bool { unsafe chmod(path, 0o600) == 0 }
#endif

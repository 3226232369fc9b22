import Foundation
import Testing

/// A relay as whoever runs one starts it, with its data, its files and its log in one folder.
final class RelayProcess {
    /// `AURALYST_RELAY_PROGRAM`, else what was built beside the program under test; `nil` where neither is there.
    static let program: String? = {
        let beside = URL(fileURLWithPath: Given.program).deletingLastPathComponent().path + "/auralyst-relay"
        return [ProcessInfo.processInfo.environment["AURALYST_RELAY_PROGRAM"], beside].compactMap { $0 }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }()

    /// Where everything of it lies.
    let folder: String
    /// What a device is told, without the slash at its end.
    let address: String
    private let child: Child

    /// Starts it and waits until it says where it listens. It logs as much as it ever does.
    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/auralyst-relay-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
        let words = ["--data", folder + "/data", "--listen", "127.0.0.1:0", "--sign-up", "open", "--log", "debug"]
        let program = try #require(RelayProcess.program)
        child = try #require(
            Child(
                program, words, environment: ["HOME": folder, "TMPDIR": folder], folder: folder, input: .nothing,
                output: folder + "/log"))
        let line = child.waitUntilSaid { said in
            // Whole: the line end behind it is printed too.
            said.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first { $0.hasPrefix("http://") }
        }
        address = String(try #require(line, "the relay does not say where it listens").dropLast())
    }

    deinit {
        child.kill()
        _ = child.wait()
        do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
    }

    var database: String { folder + "/data/relay.db" }

    var files: [String] {
        let names = FileManager.default.enumerator(atPath: folder + "/data/blobs")?.allObjects as? [String] ?? []
        return names.map { folder + "/data/blobs/" + $0 }.filter {
            var isFolder: ObjCBool = false
            return unsafe FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    /// Asks it to end, and waits: everything that it has logged.
    func stop() -> Outcome {
        child.end()
        return child.wait()
    }
}

extension Sandbox {
    /// Makes this a further device of the person whose code that is.
    func link(
        to relay: RelayProcess, recoveryCode code: String, _ more: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        self["AURALYST_RECOVERY_CODE_FILE"] = try write(code, to: root + "/code")
        let outcome = try start(["sync", "link", relay.address, "--recovery"] + more).wait()
        #expect(outcome.isDone, outcome.summary, sourceLocation: sourceLocation)
        try keepKey(recoveryCode: code, sourceLocation: sourceLocation)
    }
}

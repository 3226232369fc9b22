import Foundation
import Testing

/// A home of its own for one test: every folder that the program may write to lies in it, and goes when the test ends.
final class Sandbox {
    let root: String
    let work: String
    let vault: String
    /// In memory where the machine has such a place, so that an editor can work.
    let runtime: String
    private(set) var environment: [String: String]
    private var started = 0
    private var pipes: [Child] = []

    /// Makes the folders; with `copying`, the vault is a copy of that one.
    init(copying vault: String? = nil, passphrase: String = Given.passphrase) throws {
        root = try Sandbox.folder(below: FileManager.default.temporaryDirectory.path)
        runtime = try Sandbox.folder(below: FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : root)
        work = root + "/desk"
        self.vault = root + "/vault"
        for name in ["home", "tmp", "desk", "output"] {
            try FileManager.default.createDirectory(atPath: root + "/" + name, withIntermediateDirectories: false)
        }
        // A key that is kept stays in this sandbox: the kernel's keyring is shared by all, and outlives them.
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": root + "/home",
            "TMPDIR": root + "/tmp", "XDG_RUNTIME_DIR": runtime, "TZ": "Europe/Vienna", "LANG": "C.UTF-8",
            "AURALYST_VAULT": self.vault, "AURALYST_PASSPHRASE_FILE": root + "/passphrase", "AURALYST_KEY_HOLDER": "agent",
        ]
        try write(passphrase + "\n", to: root + "/passphrase")
        if let vault { try FileManager.default.copyItem(atPath: vault, toPath: self.vault) }
    }

    deinit {
        pipes = []
        for agent in agents { _ = kill(agent, SIGKILL) }
        for folder in [root, runtime] where FileManager.default.fileExists(atPath: folder) {
            do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
        }
    }

    /// The processes that keep keys for this sandbox: those with its socket's path among their words.
    var agents: [pid_t] {
        guard FileManager.default.fileExists(atPath: runtime + "/auralyst"),
            let processes = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
        else { return [] }
        return processes.compactMap { pid_t($0) }.filter { pid in
            let words = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") ?? Data()
            return String(decoding: words, as: UTF8.self).contains("agent\0\(runtime)/")
        }
    }

    private static func folder(below place: String) throws -> String {
        let path = place + "/auralyst-test-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return path
    }

    /// Everything that the program may have written to, its terminal aside.
    var places: [String] { [vault, root + "/home", root + "/tmp", work, runtime] }

    subscript(variable: String) -> String? {
        get { environment[variable] }
        set { environment[variable] = newValue }
    }

    /// No passphrase file, where no key is kept either: as for a stranger.
    func withoutKeys() { environment["AURALYST_PASSPHRASE_FILE"] = nil }

    /// Makes a vault whose passphrase costs nothing; its recovery code.
    @discardableResult
    func makeVault(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let code = root + "/output/recovery"
        let outcome = try start(
            program: Given.cheapVault, [vault, "--passphrase-file", root + "/passphrase", "--recovery-out", code]
        ).wait()
        try #require(outcome.isDone, outcome.summary, sourceLocation: sourceLocation)
        return String(decoding: bytes(code), as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Keeps the key in an agent. Where the program has made the vault itself its passphrase costs a second each time; the
    /// recovery code costs nothing.
    func keepKey(recoveryCode code: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        guard let code else {
            try done("unlock", "--for", "8h", sourceLocation: sourceLocation)
            return
        }
        let file = try write(code, to: root + "/output/code")
        try done(
            "unlock", "--recovery", "--for", "8h", extra: ["AURALYST_RECOVERY_CODE_FILE": file], sourceLocation: sourceLocation)
    }

    func start(_ arguments: [String], input: Child.Input = .nothing, extra: [String: String] = [:]) throws -> Child {
        try start(program: Given.program, arguments, input: input, extra: extra)
    }

    func start(
        program: String, _ arguments: [String], input: Child.Input = .nothing, extra: [String: String] = [:]
    ) throws -> Child {
        started += 1
        return try #require(
            Child(
                program, arguments, environment: environment.merging(extra) { $1 }, folder: work, input: input,
                output: root + "/output/\(started)"))
    }

    func run(
        _ arguments: String..., input: Child.Input = .nothing, extra: [String: String] = [:]
    ) throws -> Outcome {
        try start(arguments, input: input, extra: extra).wait()
    }

    /// Runs the program with bytes on its standard input.
    func run(_ arguments: String..., piping bytes: [UInt8]) throws -> Outcome {
        let path = root + "/output/input"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try start(arguments, input: .path(path)).wait()
    }

    @discardableResult
    func done(
        _ arguments: String..., extra: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        let outcome = try start(arguments, extra: extra).wait()
        #expect(outcome.isDone, outcome.summary, sourceLocation: sourceLocation)
        return outcome
    }

    /// A new entry; its name.
    func add(_ arguments: String...) throws -> String {
        let outcome = try start(["add", "--json"] + arguments).wait()
        return try #require(outcome.object["id"] as? String, outcome.summary)
    }

    /// All entries.
    func list(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> [[String: Any]] {
        let outcome = try start(["list", "--json"] + arguments).wait()
        #expect(outcome.isDone, outcome.summary, sourceLocation: sourceLocation)
        return outcome.list
    }

    /// Writes a file; a path without a slash at its front is one below `work`.
    @discardableResult
    func write(_ text: String, to path: String, permissions: Int = 0o600) throws -> String {
        try write(Array(text.utf8), to: path, permissions: permissions)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to path: String, permissions: Int = 0o600) throws -> String {
        let path = path.hasPrefix("/") ? path : work + "/" + path
        let isMade = FileManager.default.createFile(
            atPath: path, contents: Data(bytes), attributes: [.posixPermissions: permissions])
        try #require(isMade)
        return path
    }

    /// Words that run a script, as an editor's name can be; `$1` is the file.
    ///
    /// The script is read by the shell and not started itself: a file that one thread has just written cannot be started
    /// while another thread is about to start a process, which holds it open for a moment.
    func script(_ body: String, name: String = "editor") throws -> String {
        "sh " + (try write(body + "\n", to: name))
    }

    /// Makes a named pipe below `work` that gives these words to everyone who opens it: a program that does so by mistake
    /// shows what it has read, and does not wait for ever.
    func makePipe(_ name: String, offering words: String) throws {
        unsafe try #require(mkfifo(work + "/" + name, 0o600) == 0)
        let script = "trap '' PIPE; while :; do echo \"$1\" > \"$0\"; done"
        pipes.append(try start(program: "/bin/sh", ["-c", script, name, words]))
    }

    func bytes(_ path: String) -> [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }

    func replaceVault(by other: String) throws {
        if FileManager.default.fileExists(atPath: vault) { try FileManager.default.removeItem(atPath: vault) }
        try FileManager.default.copyItem(atPath: other, toPath: vault)
    }
}

import Foundation

/// A program that a test has started; its output goes to a file. Foundation's own `Process` waits for everything that the
/// program has started too, a server for instance.
final class Program: Sendable {
    let pid: pid_t
    private let output: String

    init(_ words: [String], environment: [String: String] = [:], output: String) throws {
        self.output = output
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var arguments = unsafe (["env", "-C", "/tmp"] + words).map { unsafe strdup($0) } + [nil]
        var pairs = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (arguments + pairs).forEach { unsafe free($0) } }
        var started: pid_t = 0
        let code = unsafe posix_spawn(&started, "/usr/bin/env", &actions, nil, &arguments, &pairs)
        guard code == 0 else { throw Failed(words: "\(words.first ?? ""): \(code)") }
        pid = started
    }

    /// It did not end well; what it said.
    struct Failed: Error { let words: String }

    var said: String { String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self) }

    func signal(_ number: Int32) { _ = kill(pid, number) }

    /// Waits until it ends; its exit code, negative for the signal that ended it.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) == -1, errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    /// Runs a program to its end; what it said. Throws when it fails.
    @discardableResult
    static func run(_ words: [String]) throws -> String {
        let path = "/tmp/auralyst-output-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let program = try Program(words, output: path)
        guard program.wait() == 0 else { throw Failed(words: program.said) }
        return program.said
    }
}

import Foundation
import Testing

/// One started program: its input comes from a file, its output goes to two files, so that nothing can block it.
final class Child {
    /// What its standard input is.
    enum Input {
        /// The empty device.
        case nothing
        /// No descriptor at all.
        case closed
        /// A file, a device, or a named pipe that never gives anything.
        case path(String)
    }

    /// How it ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It was still running when the patience ended, and was killed.
        case hung
    }

    let pid: pid_t
    private let outPath: String
    private let errorPath: String
    private var ending: Ending?

    /// Starts a program in a process group of its own. `nil` when the system refuses.
    init?(_ program: String, _ arguments: [String], environment: [String: String], folder: String, input: Input, output: String) {
        outPath = output + ".out"
        errorPath = output + ".err"
        // 'env -C' changes the folder and becomes the program: the process stays the same.
        let words = CWords(["/usr/bin/env", "-C", folder, program] + arguments)
        let variables = CWords(environment.map { "\($0.key)=\($0.value)" })
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        switch input {
        case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        case .closed: unsafe posix_spawn_file_actions_addclose(&actions, 0)
        // For reading and writing, as a named pipe would else wait for its other end.
        case .path(let path): unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, 1, outPath, flags, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errorPath, flags, 0o600)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var started: pid_t = 0
        let code = unsafe words.lend { words in
            unsafe variables.lend { unsafe posix_spawn(&started, "/usr/bin/env", &actions, &attributes, words, $0) }
        }
        guard code == 0 else { return nil }
        pid = started
    }

    /// What it has printed so far.
    var said: String { String(decoding: FileManager.default.contents(atPath: outPath) ?? Data(), as: UTF8.self) }

    /// Asks it to end.
    func end() { _ = Foundation.kill(pid, SIGTERM) }

    /// Ends it without a chance to tidy up.
    func kill() { _ = Foundation.kill(pid, SIGKILL) }

    /// Whether it is still at work.
    var isRunning: Bool { look() == nil }

    /// Waits until it ends; kills it, and what it has started, after so many seconds.
    func wait(seconds: Double = 180) -> Outcome {
        let end = Date(timeIntervalSinceNow: seconds)
        while look() == nil {
            if Date() > end {
                _ = Foundation.kill(-pid, SIGKILL)
                while look() == nil { usleep(500) }
                ending = .hung
                break
            }
            usleep(1000)
        }
        defer {
            unsafe _ = unlink(outPath)
            unsafe _ = unlink(errorPath)
        }
        return Outcome(
            ending: ending ?? .hung, output: FileManager.default.contents(atPath: outPath) ?? Data(),
            errors: String(decoding: FileManager.default.contents(atPath: errorPath) ?? Data(), as: UTF8.self))
    }

    private func look() -> Ending? {
        if let ending { return ending }
        var status: Int32 = 0
        guard unsafe waitpid(pid, &status, WNOHANG) == pid else { return nil }
        let signal = status & 0x7f
        ending = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
        return ending
    }
}

/// What a program left behind.
struct Outcome {
    let ending: Child.Ending
    let output: Data
    let errors: String

    var isDone: Bool { ending == .exited(0) }
    var code: Int32 { if case .exited(let code) = ending { code } else { -1 } }
    var text: String { String(decoding: output, as: UTF8.self) }
    var json: Any? { try? JSONSerialization.jsonObject(with: output) }
    var object: [String: Any] { json as? [String: Any] ?? [:] }
    var list: [[String: Any]] { json as? [[String: Any]] ?? [] }
    /// The lines on stderr, without remarks.
    var errorLines: [String] {
        errors.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("auralyst: note: ") }
    }
    /// For the message of a failed expectation.
    var summary: Comment { "\(ending); stdout: \(text.prefix(600)); stderr: \(errors.prefix(600))" }
}

/// Words as C programs take them: an array of C strings that ends with a null pointer.
@safe
private struct CWords: ~Copyable {
    private let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ words: [String]) {
        unsafe pointers = .allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() { unsafe pointers.initializeElement(at: index, to: strdup(word)) }
        unsafe pointers.initializeElement(at: words.count, to: nil)
    }

    borrowing func lend<R>(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R) -> R {
        guard let start = unsafe pointers.baseAddress else { preconditionFailure("there is always the null pointer") }
        return unsafe body(start)
    }

    deinit {
        for index in unsafe 0..<pointers.count { unsafe free(pointers[index]) }
        unsafe pointers.deallocate()
    }
}
